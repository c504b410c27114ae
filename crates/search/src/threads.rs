//! The threads of an alpha-beta search. They persist between searches, each with its
//! [`ThreadMemory`]. `tree/mcts.rs` starts the threads of a tree search.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Sender};

use zugi_game::PackedMove;
use zugi_memory::spawn_if_room;

use super::evaluator::Evaluator;
use super::root::Root;
use super::search_event::{Observer, SearchEvent, reborrow, tell};
use super::searchable::Searchable;
use super::shared_state::Shared;
use super::stack::STACK_SIZE;
use super::thread_memory::ThreadMemory;
use super::thread_result::ThreadResult;

/// A search for a helper thread. Its type does not name the game and the evaluator: the compiler
/// makes one kind of channel and thread for all variants with the same moves.
type SearchTask<M> = Box<dyn FnOnce(&mut ThreadMemory<M>) + Send>;

/// The first thread, which is the caller, and its helpers. These start when they are first needed,
/// and wait between searches.
pub(super) struct Threads<M> {
    /// The memory of the first thread.
    memory: ThreadMemory<M>,
    /// Dropping a sender ends its helper.
    helpers: Vec<Sender<SearchTask<M>>>,
}

impl<M: PackedMove + 'static> Threads<M> {
    pub fn new() -> Threads<M> {
        Threads { memory: ThreadMemory::new(), helpers: Vec::new() }
    }

    /// Searches with this number of threads, at least one, until the first thread has its result
    /// or a thread has failed, and the token allows an answer. Returns the results of the threads,
    /// the first thread's first.
    pub fn search<G: Searchable<Move = M>, E: Evaluator<G>>(
        &mut self,
        shared: &Arc<Shared<G, E>>,
        threads: usize,
        clear_history: bool,
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
        let (results, found) = mpsc::channel();
        for (helper, number) in self.helpers.iter().zip(1..) {
            let (shared, results) = (Arc::clone(shared), results.clone());
            // A helper receives for as long as its sender exists, so this cannot fail.
            drop(helper.send(Box::new(move |memory| {
                memory.renew(clear_history);
                if let Some(found) = search_as(number, &shared, memory, 1, None) {
                    drop(results.send(found));
                }
            })));
        }
        drop(results);
        self.memory.renew(clear_history);
        let own = search_as(0, shared, &mut self.memory, lines, observer);
        shared.token.wait_until_released(shared.limits.infinite);
        shared.finished.store(true, Relaxed);
        own.into_iter().chain(found).collect()
    }
}

/// Starts the helper with this number; `None` if the system cannot.
fn start_helper<M: PackedMove + 'static>(number: usize) -> Option<Sender<SearchTask<M>>> {
    let (sender, tasks) = mpsc::channel::<SearchTask<M>>();
    let help = move || {
        let mut memory = ThreadMemory::new();
        tasks.into_iter().for_each(|task| task(&mut memory));
    };
    let failed = |error| log::info!("no thread number {number} for the search: {error}");
    spawn_if_room(STACK_SIZE, help).map_err(failed).is_ok().then_some(sender)
}

/// The search of the thread with this number. Returns its result, even if it failed after a
/// finished depth.
fn search_as<G: Searchable, E: Evaluator<G>>(
    number: usize,
    shared: &Shared<G, E>,
    memory: &mut ThreadMemory<G::Move>,
    lines: usize,
    mut observer: Option<Observer<'_>>,
) -> Option<ThreadResult> {
    // The first thread decides when time is up.
    let budget = shared.budget.filter(|_| number == 0);
    let observer = reborrow(&mut observer);
    let mut root = unless_failed(shared, || Root::new(shared, memory, budget, lines, observer))?;
    // A helper skips the odd or the even depths. So it is ahead of the first thread and fills the
    // table for it (lazy SMP).
    let skip = |depth| number > 0 && (depth as usize + number).is_multiple_of(2);
    unless_failed(shared, || root.iterate(number == 0, skip));
    root.result()
}

/// Runs a part of a search. A panic ends the search of all threads, which keeps its results so far;
/// the panic hook reports it.
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
