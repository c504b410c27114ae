//! The threads of a search. They persist between searches, with what each has learnt.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Receiver, Sender};

use zugi_memory::spawn_if_room;

use super::evaluator::Evaluator;
use super::pv_info::{Observer, SearchEvent, reborrow, tell};
use super::root::Root;
use super::searchable::Searchable;
use super::shared_state::Shared;
use super::stack::STACK_SIZE;
use super::thread_memory::ThreadMemory;
use super::thread_result::ThreadResult;

/// A search for a thread besides the first one.
struct SearchTask<G: Searchable, E> {
    shared: Arc<Shared<G, E>>,
    /// The number of the thread; the first one has 0.
    number: usize,
    /// What was learnt before is out of place.
    forget: bool,
    /// Where to say what was found.
    answers: Sender<ThreadResult>,
}

/// The thread that asks for searches, and those that help it: these are started when they
/// are first needed, and wait between the searches.
pub(super) struct Threads<G: Searchable, E> {
    /// What the first thread keeps.
    memory: ThreadMemory<G::Move>,
    /// The ways to the helpers. A helper ends when its way is dropped.
    helpers: Vec<Sender<SearchTask<G, E>>>,
}

impl<G: Searchable, E: Evaluator<G>> Threads<G, E> {
    /// No helpers, and nothing learnt.
    pub fn new() -> Threads<G, E> {
        Threads { memory: ThreadMemory::new(), helpers: Vec::new() }
    }

    /// Searches with this number of threads, at least one, until the first one has its result and
    /// has been released, or one has failed. Returns the result of each thread, the first one
    /// first.
    pub fn search(
        &mut self,
        shared: &Arc<Shared<G, E>>,
        threads: usize,
        forget: bool,
        lines: usize,
        mut observer: Option<Observer<'_>>,
    ) -> Vec<ThreadResult> {
        self.helpers.truncate(threads.saturating_sub(1));
        let missing = self.helpers.len() + 1..threads;
        self.helpers.extend(missing.map_while(start_helper));
        let found = self.helpers.len() + 1;
        if found < threads {
            tell(&mut observer, SearchEvent::FewerThreads { found, asked: threads });
        }
        let (answers, found) = mpsc::channel();
        for (helper, number) in self.helpers.iter().zip(1..) {
            let (shared, answers) = (Arc::clone(shared), answers.clone());
            // It waits for orders as long as this end of its way is there.
            drop(helper.send(SearchTask { shared, number, forget, answers }));
        }
        drop(answers);
        self.memory.renew(forget);
        let own = search_as(0, shared, &mut self.memory, lines, observer);
        shared.token.wait_until_released(shared.limits.infinite);
        shared.finished.store(true, Relaxed);
        own.into_iter().chain(found).collect()
    }
}

/// Starts the helper of this number; `None` if the system has no thread for it.
fn start_helper<G: Searchable, E: Evaluator<G>>(number: usize) -> Option<Sender<SearchTask<G, E>>> {
    let (way, orders) = mpsc::channel();
    let spawned = spawn_if_room(STACK_SIZE, move || help(&orders));
    let failed = |error| log::info!("no thread number {number} for the search: {error}");
    spawned.map_err(failed).is_ok().then_some(way)
}

/// The life of a helper.
fn help<G: Searchable, E: Evaluator<G>>(orders: &Receiver<SearchTask<G, E>>) {
    let mut memory = ThreadMemory::new();
    while let Ok(SearchTask { shared, number, forget, answers }) = orders.recv() {
        memory.renew(forget);
        if let Some(found) = search_as(number, &shared, &mut memory, 1, None) {
            drop(answers.send(found));
        }
    }
}

/// The search of the thread with this number; what it has found before it ended or failed.
fn search_as<G: Searchable, E: Evaluator<G>>(
    number: usize,
    shared: &Shared<G, E>,
    memory: &mut ThreadMemory<G::Move>,
    lines: usize,
    mut observer: Option<Observer<'_>>,
) -> Option<ThreadResult> {
    // The first thread decides when the time is spent.
    let budget = shared.budget.filter(|_| number == 0);
    let observer = reborrow(&mut observer);
    let mut root = unless_failed(shared, || Root::new(shared, memory, budget, lines, observer))?;
    // A helper leaves out every other depth, the odd ones or the even ones. So it is ahead
    // of the first thread, and fills the table for it.
    let skip = |depth| number > 0 && (depth as usize + number).is_multiple_of(2);
    unless_failed(shared, || root.iterate(number == 0, skip));
    root.result()
}

/// Runs a part of a search. A panic in it is reported where it happens; it ends the search
/// for all threads, with what has been found.
pub(super) fn unless_failed<T, G: Searchable, E>(
    shared: &Shared<G, E>,
    part: impl FnOnce() -> T,
) -> Option<T> {
    let done = panic::catch_unwind(AssertUnwindSafe(part));
    if done.is_err() {
        shared.finished.store(true, Relaxed);
    }
    done.ok()
}
