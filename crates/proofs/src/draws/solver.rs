//! The solver of games with draws: it asks for both sides in turns whether they win.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{panic, thread};

use zugi_game::time::Instant;
use zugi_game::{Outcome, Player, Probe, ProofLimits, ProofProgress, ProofReport};

use super::ProvableWithDraws;
use super::claim::Claim;
use super::dfpn::Search;
use super::results_table::Results;
use super::strategy::Strategist;
use super::verdict::Verdict;
use crate::NoMemoryForResults;
use crate::prover::known_not_to_win;
use crate::solver::in_this_thread;

/// The stack of the search. In WebAssembly it is a part of the engine's, which `scripts/web.sh` sets.
const STACK_SIZE: usize = if cfg!(target_family = "wasm") { 4 << 20 } else { 64 << 20 };

/// The longest path of a search: a node takes less than a kilobyte of the stack.
pub(super) const MOST_PLIES: usize = STACK_SIZE >> 10;

/// The time between two reports of the caller's thread.
const TICK: Duration = Duration::from_millis(20);

/// The search asks for each side whether it wins. This is the number of nodes of the first turn for
/// the win that looks harder; it doubles with each turn.
const FIRST_TURN: u64 = 1000;

/// The question with the easier win gets at most this many times the nodes of the other.
const MOST_SHARE: u64 = 8;

/// Proves positions of a game with draws. Later proofs use the results of earlier ones.
#[derive(Debug)]
pub struct DfpnSolver<O> {
    pub(super) oracle: O,
    pub(super) results: Mutex<Results>,
}

/// For each player, whether the player wins, if that is known.
struct Answers([Option<bool>; 2]);

impl Answers {
    fn outcome(&self) -> Option<Outcome> {
        let wins = |player: &Player| self.0[player.index()] == Some(true);
        match self.0 {
            [Some(false), Some(false)] => Some(Outcome::Draw),
            _ => Player::BOTH.into_iter().find(wins).map(Outcome::Win),
        }
    }
}

impl<O> DfpnSolver<O> {
    /// `mib` is the memory for results in MiB; it is rounded down to a power of two.
    pub fn new<G: ProvableWithDraws>(
        oracle: O,
        mib: u64,
    ) -> Result<DfpnSolver<O>, NoMemoryForResults>
    where
        O: Probe<G>,
    {
        let () = G::SOUND_WITH_DRAWS;
        Ok(DfpnSolver { oracle, results: Mutex::new(Results::new(mib)?) })
    }

    /// Proves the result of a position, as if the game began with it and its count of quiet plies.
    /// It calls `watch` in this thread several times a second; `stop` ends the search early. The
    /// search uses one thread, whatever the limits say.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use zugi_game::{Game, Outcome, Player, toy::Corridor};
    /// use zugi_proofs::draws::DfpnSolver;
    /// use zugi_proofs::ProofLimits;
    ///
    /// let solver = DfpnSolver::new::<Corridor>((), 1)?;
    /// let (limits, stop) = (ProofLimits::default(), AtomicBool::new(false));
    /// let start = solver.solve(&Corridor::start(), &limits, &stop, |_| ());
    /// assert!(start.outcome.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve<G: ProvableWithDraws>(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        mut watch: impl FnMut(&ProofProgress),
    ) -> ProofReport<G::Move>
    where
        O: Probe<G>,
    {
        let start = Instant::now();
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let mut search = Turns { oracle: &self.oracle, results: &mut results };
        let (nodes, full) = (AtomicU64::new(0), AtomicU32::new(0));
        let note = |done: u64, results: &Results| {
            nodes.store(done, Ordering::Relaxed);
            full.store(results.taken(), Ordering::Relaxed);
        };
        let moves = position.count_moves() as usize;
        let mut tell = || {
            let (nodes, full) = (nodes.load(Ordering::Relaxed), full.load(Ordering::Relaxed));
            let time = start.elapsed();
            watch(&ProofProgress { nodes, time, moves, full, ..ProofProgress::default() });
        };
        let is_over = || {
            let late = limits.time.is_some_and(|limit| start.elapsed() >= limit);
            late || stop.load(Ordering::Relaxed)
        };
        let (answers, nodes) = if cfg!(target_family = "wasm") {
            let is_over = in_this_thread(&is_over, &mut tell);
            search.answer_in_turns(position, limits.nodes, &|done, results| {
                note(done, results);
                is_over()
            })
        } else {
            let is_stopped = AtomicBool::new(false);
            let work = || {
                search.answer_in_turns(position, limits.nodes, &|done, results| {
                    note(done, results);
                    is_stopped.load(Ordering::Relaxed)
                })
            };
            let mut watch = || {
                if is_over() {
                    is_stopped.store(true, Ordering::Relaxed);
                }
                tell();
            };
            in_a_thread(work, &mut watch).unwrap_or((Answers([None; 2]), 0))
        };
        let is_over = in_this_thread(&is_over, &mut tell);
        let outcome = answers.outcome();
        let line = match outcome {
            Some(Outcome::Win(winner)) => search.line(position, winner, &|_, _| is_over()),
            _ => Vec::new(),
        };
        let cannot_win = match outcome {
            Some(Outcome::Win(winner)) => known_not_to_win(Some(winner)),
            _ => answers.0.map(|answer| answer == Some(false)),
        };
        ProofReport { outcome, cannot_win, line, nodes, time: start.elapsed() }
    }
}

/// The result of `work` in a thread with a large stack; calls `watch` in this thread several times a
/// second until then. `None` if the system has no thread.
fn in_a_thread<T: Send>(work: impl FnOnce() -> T + Send, watch: &mut dyn FnMut()) -> Option<T> {
    let (is_done, caller) = (AtomicBool::new(false), thread::current());
    thread::scope(|scope| {
        let work = || {
            let result = work();
            is_done.store(true, Ordering::Relaxed);
            caller.unpark();
            result
        };
        let spawned = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let worker = spawned.inspect_err(|error| log::warn!("no thread for the proof: {error}"));
        let worker = worker.ok()?;
        while !is_done.load(Ordering::Relaxed) && !worker.is_finished() {
            watch();
            thread::park_timeout(TICK);
        }
        Some(worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault)))
    })
}

struct Turns<'a, O> {
    oracle: &'a O,
    results: &'a mut Results,
}

impl<O> Turns<'_, O> {
    /// Asks in turns whether each side wins, with more nodes each time.
    fn answer_in_turns<G: ProvableWithDraws>(
        &mut self,
        root: &G,
        limit: Option<u64>,
        is_stopped: &dyn Fn(u64, &Results) -> bool,
    ) -> (Answers, u64)
    where
        O: Probe<G>,
    {
        let mut answers = Answers([None; 2]);
        let (mut nodes, mut turn) = (0, FIRST_TURN);
        let limit = limit.unwrap_or(u64::MAX);
        // The win that looks easier comes first.
        let mut order = Player::BOTH.map(|side| {
            let is_over = root.outcome().is_some();
            (if is_over { 1 } else { root.first_numbers(side)[0].max(1) }, side)
        });
        order.sort_by_key(|&(number, _)| number);
        let [easy, hard] = order.map(|(number, _)| u64::from(number));
        let shares = [(hard / easy).clamp(1, MOST_SHARE), 1];
        loop {
            for ((_, prover), share) in order.into_iter().zip(shares) {
                if answers.0[prover.index()].is_some() {
                    continue;
                }
                let told = |done: u64, results: &Results| is_stopped(nodes + done, results);
                let turn = turn.saturating_mul(share).min(limit - nodes);
                let (answer, done) = self.answer(root, prover, turn, &told);
                answers.0[prover.index()] = answer;
                nodes += done;
                let is_over = answers.outcome().is_some() || nodes >= limit;
                if is_over || is_stopped(nodes, self.results) {
                    return (answers, nodes);
                }
            }
            turn = turn.saturating_mul(2);
        }
    }

    /// Whether a side wins (`None` if the search was stopped or `limit` nodes are too few), and the
    /// number of nodes.
    fn answer<G: ProvableWithDraws>(
        &mut self,
        root: &G,
        prover: Player,
        limit: u64,
        is_stopped: &dyn Fn(u64, &Results) -> bool,
    ) -> (Option<bool>, u64)
    where
        O: Probe<G>,
    {
        let mut nodes = 0;
        loop {
            let told = |done: u64, results: &Results| is_stopped(nodes + done, results);
            let mut search = Search::new(self.oracle, self.results, prover, &told);
            search.node_limit = limit - nodes;
            let verdict = search.settle(root);
            let (done, has_stopped) = (search.nodes, search.has_stopped);
            let mut strategist = Strategist::new(self.oracle, self.results, &told);
            (strategist.nodes, strategist.node_limit) = (done, limit - nodes);
            let answer = match verdict {
                Verdict::Win { .. } => Some(true),
                Verdict::NoWin { is_assumed: false, .. } => Some(false),
                Verdict::NoWin { .. } => {
                    strategist.prove(root, Claim { side: prover, wins: false }).then_some(false)
                }
                Verdict::Open { .. } => None,
            };
            let is_over = answer.is_some() || has_stopped || strategist.has_stopped;
            let done = strategist.nodes;
            nodes += done;
            if is_over || nodes >= limit {
                return (answer, nodes);
            }
        }
    }

    /// The line of a win, see [`ProofReport::line`].
    fn line<G: ProvableWithDraws>(
        &mut self,
        root: &G,
        winner: Player,
        is_stopped: &dyn Fn(u64, &Results) -> bool,
    ) -> Vec<G::Move>
    where
        O: Probe<G>,
    {
        let (mut position, mut line) = (root.clone(), Vec::new());
        let mut strategist = Strategist::new(self.oracle, self.results, is_stopped);
        while position.outcome().is_none() && !strategist.is_won(&position, winner) {
            let mv = match position.to_move() == winner {
                true => strategist.winning_move(&position),
                false => strategist.stubborn_move(&position),
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }
}
