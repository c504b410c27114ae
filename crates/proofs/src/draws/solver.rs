//! The solver of games with draws: it asks in turns whether each side wins.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use zugi_game::time::Instant;
use zugi_game::{Outcome, Player, Probe, ProofLimits, ProofProgress, ProofReport};

use super::ProvableWithDraws;
use super::results_table::Results;
use super::strategy::Strategist;
use crate::solver::{in_this_thread, in_threads};
use crate::{NoMemoryForResults, Prover};

/// The bytes of the stack. In WebAssembly it is a part of the one that `scripts/web.sh` sets.
pub(super) const STACK_SIZE: usize = if cfg!(target_family = "wasm") { 4 << 20 } else { 64 << 20 };

/// The number of nodes of the first turn for the win that looks harder. It doubles after each side
/// has had its turn.
const FIRST_TURN: u64 = 1000;

/// The win that looks easier gets at most this many times the nodes of the other.
const MOST_SHARE: u64 = 8;

/// Proves positions of a game with draws. Later proofs use the results of earlier ones.
#[derive(Debug)]
pub struct DfpnSolver<G, O> {
    pub(super) oracle: O,
    results: Mutex<Results>,
    game: PhantomData<fn() -> G>,
}

/// For each player, whether the player wins, if that is known.
type Answers = [Option<bool>; 2];

fn outcome(answers: Answers) -> Option<Outcome> {
    match answers {
        [Some(true), _] => Some(Outcome::Win(Player::One)),
        [_, Some(true)] => Some(Outcome::Win(Player::Two)),
        [Some(false), Some(false)] => Some(Outcome::Draw),
        _ => None,
    }
}

impl<G: ProvableWithDraws, O: Probe<G>> DfpnSolver<G, O> {
    /// `mib` is the memory for results in MiB; it is rounded down to a power of two.
    pub fn new(oracle: O, mib: u64) -> Result<DfpnSolver<G, O>, NoMemoryForResults> {
        let () = G::SOUND_WITH_DRAWS;
        Ok(DfpnSolver { oracle, results: Mutex::new(Results::new(mib)?), game: PhantomData })
    }

    pub(super) fn results(&self) -> MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// let solver = DfpnSolver::new((), 1)?;
    /// let (limits, stop) = (ProofLimits::default(), AtomicBool::new(false));
    /// let start = solver.solve(&Corridor::start(), &limits, &stop, |_| ());
    /// assert!(start.outcome.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        mut watch: impl FnMut(&ProofProgress),
    ) -> ProofReport<G::Move> {
        let start = Instant::now();
        let (nodes, full) = (AtomicU64::new(0), AtomicU32::new(0));
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
        let work = |is_stopped: &dyn Fn() -> bool| {
            let is_stopped = |done: u64, results: &Results| {
                nodes.store(done, Ordering::Relaxed);
                full.store(results.taken(), Ordering::Relaxed);
                is_stopped()
            };
            let mut results = self.results();
            let strategist = Strategist::new(&self.oracle, &mut results, &is_stopped);
            answer_in_turns(strategist, position, limits.nodes.unwrap_or(u64::MAX))
        };
        let answered = in_threads(1, STACK_SIZE, work, &is_over, &mut |_| tell());
        let (answers, nodes) = answered.into_iter().next().unwrap_or(([None; 2], 0));
        let outcome = outcome(answers);
        let is_over = in_this_thread(&is_over, &mut tell);
        let line = match outcome {
            Some(Outcome::Win(winner)) => {
                let (mut results, is_stopped) = (self.results(), |_: u64, _: &Results| is_over());
                let mut strategist = Strategist::new(&self.oracle, &mut results, &is_stopped);
                strategist.line(position, winner)
            }
            _ => Vec::new(),
        };
        let cannot_win = answers.map(|wins| wins == Some(false));
        ProofReport { outcome, cannot_win, line, nodes, time: start.elapsed() }
    }
}

/// Asks in turns whether each side wins, with more nodes each time, up to this limit. Returns the
/// answers and the number of nodes.
fn answer_in_turns<G: ProvableWithDraws, O: Probe<G>>(
    mut strategist: Strategist<'_, G, O>,
    root: &G,
    limit: u64,
) -> (Answers, u64) {
    let mut answers = [None; 2];
    let mut turn = FIRST_TURN;
    // The win that looks easier comes first.
    let mut order = Player::BOTH.map(|side| {
        let is_over = root.outcome().is_some();
        (if is_over { 1 } else { root.first_numbers(side)[0].max(1) }, side)
    });
    order.sort_by_key(|&(number, _)| number);
    let [easy, hard] = order.map(|(number, _)| u64::from(number));
    let shares = [(hard / easy).clamp(1, MOST_SHARE), 1];
    loop {
        for ((_, side), share) in order.into_iter().zip(shares) {
            if answers[side.index()].is_some() {
                continue;
            }
            let work = &mut strategist.work;
            work.node_limit = work.nodes.saturating_add(turn.saturating_mul(share)).min(limit);
            work.has_stopped = false;
            let answer = strategist.answer(root, side);
            answers[side.index()] = answer;
            if answer == Some(true) {
                answers[side.opponent().index()] = Some(false);
            }
            let nodes = strategist.work.nodes;
            if outcome(answers).is_some() || nodes >= limit || strategist.is_stopped() {
                return (answers, nodes);
            }
        }
        turn = turn.saturating_mul(2);
    }
}

impl<G: ProvableWithDraws, O: Probe<G>> Prover<G, O> for DfpnSolver<G, O> {
    fn with_memory(oracle: O, mib: u64) -> Result<DfpnSolver<G, O>, NoMemoryForResults> {
        DfpnSolver::new(oracle, mib)
    }

    fn prove(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> ProofReport<G::Move> {
        self.solve(position, limits, stop, watch)
    }
}
