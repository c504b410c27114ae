//! The solver of games without draws: its threads, limits and results.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{Outcome, Player, Probe, ProofLimits, ProofProgress, ProofReport};
use zugi_memory::spawn_scoped_if_room;

use super::Provable;
use super::costly_results::CostlyResults;
use super::near_leaf_cache::NearTables;
use super::results_table::{NoMemoryForResults, Results};
use super::worker::{Shared, Worker, winner_in};

/// The bytes of a stack: a node takes under a kilobyte, and long games have a few thousand plies.
const STACK_SIZE: usize = 32 << 20;

/// The time between two reports of the caller's thread.
const TICK: Duration = Duration::from_millis(20);

/// Proves positions of one game. Later proofs use the results of earlier ones.
#[derive(Debug)]
pub struct Solver<G, O> {
    pub(super) oracle: O,
    pub(super) results: Results,
    pub(super) near: NearTables,
    game: PhantomData<fn() -> G>,
}

impl<G: Provable, O: Probe<G>> Solver<G, O> {
    /// `mib` is the memory for results in MiB; it is rounded down to a power of two.
    pub fn new(oracle: O, mib: u64) -> Result<Solver<G, O>, NoMemoryForResults> {
        let () = G::SOUND;
        let results = Results::new(mib, G::HALF_BITS)?;
        Ok(Solver { oracle, results, near: NearTables::default(), game: PhantomData })
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
    /// let solver = Solver::new((), 1)?;
    /// let report = solver.solve(&position, &ProofLimits::default(), &AtomicBool::new(false), |_| ());
    /// assert_eq!(report.winner(), Some(Player::Two));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: impl FnMut(&ProofProgress),
    ) -> ProofReport<G::Move> {
        self.solve_and_tell(position, limits, stop, None, watch)
    }

    /// Like [`Solver::solve`], and adds the results that took many nodes to `costly`.
    pub(super) fn solve_and_tell(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        costly: Option<&CostlyResults<G>>,
        mut watch: impl FnMut(&ProofProgress),
    ) -> ProofReport<G::Move> {
        let start = Instant::now();
        let (threads, most) = (limits.threads.max(1), limits.nodes.unwrap_or(u64::MAX));
        let shared = Shared { costly, ..Shared::new(self, position, threads, most) };
        let is_over = || {
            let late = limits.time.is_some_and(|limit| start.elapsed() >= limit);
            late || stop.load(Ordering::Relaxed)
        };
        let mut tell = |missing_threads: usize| {
            watch(&ProofProgress { missing_threads, ..progress(&shared, start) });
        };
        let work = |is_stopped: &dyn Fn() -> bool| Worker::new(&shared, is_stopped).run();
        let winners = in_threads(threads, STACK_SIZE, work, &is_over, &mut tell);
        let winner = winners.into_iter().flatten().next();
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let mut tell = || tell(0);
        let is_over = in_this_thread(&is_over, &mut tell);
        let line = winner.map(|winner| self.line(position, winner, &is_over)).unwrap_or_default();
        let time = start.elapsed();
        ProofReport { line, nodes, time, ..ProofReport::known(winner.map(Outcome::Win)) }
    }

    /// The winner, if it is known without a search.
    #[inline]
    pub(super) fn known(&self, position: &G) -> Option<Player> {
        self.settled(position).or_else(|| winner_in(&self.results, position))
    }

    /// The winner by the rules or the oracle.
    #[inline]
    pub(super) fn settled(&self, position: &G) -> Option<Player> {
        match position.outcome() {
            Some(Outcome::Win(winner)) => Some(winner),
            _ => self.oracle.winner(position),
        }
    }
}

/// Runs `work` in this number of threads, or in as many as the system can start, and returns the
/// results; none if no thread starts. `work` gets a function that returns true when it must end:
/// after `is_over` does so, or when another thread has ended. `tell` gets the number of missing
/// threads several times a second. In WebAssembly `work` runs in this thread.
pub(crate) fn in_threads<T: Send>(
    threads: usize,
    stack_size: usize,
    work: impl Fn(&dyn Fn() -> bool) -> T + Sync,
    is_over: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(usize),
) -> Vec<T> {
    if cfg!(target_family = "wasm") {
        return vec![work(&in_this_thread(is_over, &mut || tell(0)))];
    }
    let (caller, ended) = (thread::current(), AtomicBool::new(false));
    let work = || {
        let result = work(&|| ended.load(Ordering::Relaxed));
        // One result is enough, and all threads share the limit of nodes, so the others end, too.
        ended.store(true, Ordering::Relaxed);
        caller.unpark();
        result
    };
    thread::scope(|scope| {
        let spawn = |number: usize| match number {
            // The first thread starts without a check of the free memory, because a search needs at
            // least one thread.
            0 => {
                let spawned =
                    thread::Builder::new().stack_size(stack_size).spawn_scoped(scope, work);
                spawned.inspect_err(|error| log::warn!("no thread for the proof: {error}"))
            }
            _ => spawn_scoped_if_room(scope, stack_size, work),
        };
        let workers: Vec<_> = (0..threads).map_while(|number| spawn(number).ok()).collect();
        // A worker unparks this thread before it ends, unless it panics.
        let has_ended = || workers.iter().any(ScopedJoinHandle::is_finished);
        while !workers.is_empty() && !ended.load(Ordering::Relaxed) && !has_ended() {
            if is_over() {
                ended.store(true, Ordering::Relaxed);
            }
            tell(threads - workers.len());
            thread::park_timeout(TICK);
        }
        ended.store(true, Ordering::Relaxed);
        let join = |worker: ScopedJoinHandle<'_, T>| {
            worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault))
        };
        workers.into_iter().map(join).collect()
    })
}

/// Like `is_over`, for a search in this thread; it also calls `tell` several times a second.
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
    let (root, solver) = (shared.root, shared.solver);
    let moves = root.moves();
    let loser = |mv: &&G::Move| {
        solver.known(&root.after(**mv)).is_some_and(|winner| winner != root.to_move())
    };
    ProofProgress {
        nodes: shared.nodes.load(Ordering::Relaxed),
        time: start.elapsed(),
        moves: moves.len(),
        lost: moves.iter().filter(loser).count(),
        full: solver.results.taken(),
        missing_threads: 0,
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::toy::Hexapawn;
    use zugi_game::{Game, TableValue};

    use super::*;

    /// An oracle that panics in every thread except this one.
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
        let solver = Solver::new(Faulty(thread::current().id()), 1).unwrap();
        let mut calls = 0;
        solver.solve(&Hexapawn::start(), &ProofLimits::default(), &false.into(), |_| {
            calls += 1;
            assert!(calls < 1000, "the search goes on");
        });
    }

    #[test]
    fn a_search_in_the_callers_thread_finds_the_same() {
        let (root, stop) = (Hexapawn::start(), AtomicBool::new(false));
        let solver = Solver::new((), 1).unwrap();
        let report = solver.solve(&root, &ProofLimits::default(), &stop, |_| ());
        assert!(report.winner().is_some());
        let fresh = Solver::new((), 1).unwrap();
        let shared = Shared::new(&fresh, &root, 1, u64::MAX);
        let winner = Worker::new(&shared, &in_this_thread(&|| false, &mut || ())).run();
        assert_eq!(winner, report.winner());
    }
}
