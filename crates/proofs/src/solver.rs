//! The solver of games without draws: its threads, limits and results.

use std::cell::{Cell, RefCell};
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{Outcome, Player, Probe, ProofLimits, ProofProgress, ProofReport};
use zugi_memory::spawn_scoped_if_room;

use super::Provable;
use super::costly_results::CostlyResults;
use super::near_leaf_cache::NearTables;
use super::prover::known_not_to_win;
use super::results_table::{NoMemoryForResults, Results};
use super::worker::{Shared, Worker};

/// The stack of a thread: a node takes under a kilobyte, and long games have a few thousand plies.
const STACK_SIZE: usize = 32 << 20;

/// The time between two reports of the caller's thread.
const TICK: Duration = Duration::from_millis(20);

/// Proves positions of one game. Later proofs use the results of earlier ones.
#[derive(Debug)]
pub struct Solver<O> {
    pub(super) oracle: O,
    pub(super) results: Results,
    pub(super) near: NearTables,
}

impl<O> Solver<O> {
    /// `mib` is the memory for results in MiB; it is rounded down to a power of two.
    pub fn new<G: Provable>(oracle: O, mib: u64) -> Result<Solver<O>, NoMemoryForResults>
    where
        O: Probe<G>,
    {
        let () = G::SOUND;
        let results = Results::new(mib, G::HALF_BITS)?;
        Ok(Solver { oracle, results, near: NearTables::default() })
    }

    /// Proves who wins a position. It calls `watch` in this thread several times a second; `stop`
    /// ends the search early.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use zugi_game::{Game, Player, toy::Hexapawn};
    /// use zugi_proofs::{ProofLimits, Solver};
    ///
    /// let position = Hexapawn::from_text("bbbb/4/1w2/w1ww b")?;
    /// let solver = Solver::new::<Hexapawn>((), 1)?;
    /// let report = solver.solve(&position, &ProofLimits::default(), &AtomicBool::new(false), |_| ());
    /// assert_eq!(report.winner(), Some(Player::Two));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve<G: Provable>(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: impl FnMut(&ProofProgress),
    ) -> ProofReport<G::Move>
    where
        O: Probe<G>,
    {
        self.solve_and_tell(position, limits, stop, None, watch)
    }

    /// The same, and adds the results with much work to `costly`.
    pub(super) fn solve_and_tell<G: Provable>(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        costly: Option<&CostlyResults<G>>,
        mut watch: impl FnMut(&ProofProgress),
    ) -> ProofReport<G::Move>
    where
        O: Probe<G>,
    {
        let start = Instant::now();
        let threads = limits.threads.max(1);
        let ended = AtomicBool::new(false);
        let shared = Shared {
            oracle: &self.oracle,
            results: &self.results,
            near: Some(&self.near),
            root: position,
            threads,
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            stop: &ended,
            costly,
            marks: Shared::<G, O>::marks(threads),
        };
        let is_over = || {
            let late = limits.time.is_some_and(|limit| start.elapsed() >= limit);
            late || stop.load(Ordering::Relaxed)
        };
        let mut tell = |missing_threads: usize| {
            watch(&ProofProgress { missing_threads, ..progress(&shared, start) });
        };
        let winner = if cfg!(target_family = "wasm") {
            search_here(&shared, &is_over, &mut || tell(0))
        } else {
            search_in_threads(&shared, &is_over, &mut tell)
        };
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let mut tell = || tell(0);
        let is_over = in_this_thread(&is_over, &mut tell);
        let line = winner.map(|winner| self.line(position, winner, &is_over));
        ProofReport {
            outcome: winner.map(Outcome::Win),
            cannot_win: known_not_to_win(winner),
            line: line.unwrap_or_default(),
            nodes,
            time: start.elapsed(),
        }
    }
}

/// Searches with `shared.threads` threads or as many as the memory allows. `tell` gets the number
/// of missing ones several times a second.
fn search_in_threads<G: Provable, O: Probe<G>>(
    shared: &Shared<'_, G, O>,
    is_over: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(usize),
) -> Option<Player> {
    let (caller, ended) = (thread::current(), shared.stop);
    thread::scope(|scope| {
        let work = || {
            let winner = Worker::new(shared, &|| false).run();
            // One result is enough, and the limit of nodes is common to all threads.
            ended.store(true, Ordering::Relaxed);
            caller.unpark();
            winner
        };
        let spawn = |number: usize| match number {
            // The first thread starts without a check of the free memory, because a search needs at
            // least one thread.
            0 => thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work),
            _ => spawn_scoped_if_room(scope, STACK_SIZE, work),
        };
        let workers: Vec<_> = (0..shared.threads).map_while(|i| spawn(i).ok()).collect();
        if workers.is_empty() {
            log::warn!("no thread for the proof");
            ended.store(true, Ordering::Relaxed);
        }
        // A worker unparks this thread before it ends, unless it panics.
        let is_finished = || workers.iter().any(thread::ScopedJoinHandle::is_finished);
        while !ended.load(Ordering::Relaxed) && !is_finished() {
            if is_over() {
                ended.store(true, Ordering::Relaxed);
            }
            tell(shared.threads - workers.len());
            thread::park_timeout(TICK);
        }
        ended.store(true, Ordering::Relaxed);
        let join = |worker: thread::ScopedJoinHandle<'_, Option<Player>>| {
            worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault))
        };
        workers.into_iter().map(join).fold(None, Option::or)
    })
}

/// Searches in this thread, for platforms without others.
fn search_here<G: Provable, O: Probe<G>>(
    shared: &Shared<'_, G, O>,
    is_over: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(),
) -> Option<Player> {
    Worker::new(shared, &in_this_thread(is_over, tell)).run()
}

/// `is_over` for a search in this thread; it calls `tell` several times a second.
pub(crate) fn in_this_thread(
    is_over: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(),
) -> impl Fn() -> bool {
    let (told, tell) = (Cell::new(Instant::now()), RefCell::new(tell));
    move || {
        if told.get().elapsed() >= TICK {
            told.set(Instant::now());
            (tell.borrow_mut())();
        }
        is_over()
    }
}

fn progress<G: Provable, O: Probe<G>>(shared: &Shared<'_, G, O>, start: Instant) -> ProofProgress {
    let moves = shared.root.moves();
    let loser = |mv: &&G::Move| {
        let winner = shared.known(&shared.root.after(**mv));
        winner.is_some_and(|winner| winner != shared.root.to_move())
    };
    ProofProgress {
        nodes: shared.nodes.load(Ordering::Relaxed),
        time: start.elapsed(),
        moves: moves.len(),
        lost: moves.iter().filter(loser).count(),
        full: shared.results.taken(),
        missing_threads: 0,
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::toy::Hexapawn;
    use zugi_game::{Game, TableValue};

    use super::*;

    /// Panics in other threads than this one.
    struct Faulty(thread::ThreadId);

    impl Probe<Hexapawn> for Faulty {
        fn value(&self, _: &Hexapawn) -> Option<TableValue> {
            assert!(thread::current().id() == self.0, "a bug for the test");
            None
        }

        fn most_pieces(&self) -> u32 {
            0
        }
    }

    #[test]
    #[should_panic(expected = "a bug for the test")]
    fn a_panic_of_the_search_reaches_the_caller() {
        let solver = Solver::new::<Hexapawn>(Faulty(thread::current().id()), 1).unwrap();
        let mut calls = 0;
        solver.solve(&Hexapawn::start(), &ProofLimits::default(), &false.into(), |_| {
            calls += 1;
            assert!(calls < 1000, "the search goes on");
        });
    }

    #[test]
    fn a_search_in_the_callers_thread_finds_the_same() {
        let (root, stop) = (Hexapawn::start(), AtomicBool::new(false));
        let solver = Solver::new::<Hexapawn>((), 1).unwrap();
        let report = solver.solve(&root, &ProofLimits::default(), &stop, |_| ());
        assert!(report.winner().is_some());
        let results = Results::new(1, Hexapawn::HALF_BITS).unwrap();
        let shared = Shared::alone((&(), &results), &root, u64::MAX, &stop);
        assert_eq!(search_here(&shared, &|| false, &mut || ()), report.winner());
    }
}
