//! Depth-first proof-number search (Nagai 2002) for a win of one side. Its transposition table is in
//! `results_table.rs`.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use zugi_game::{Player, Probe};

use super::ProvableWithDraws;
use super::path::Path;
use super::results_table::Results;
use super::side_value::{SideValue, ended, side_value};
use super::solver::STACK_SIZE;
use super::verdict::{INFINITE, Verdict, combined};

/// The number of nodes between two calls of `is_stopped`.
const POLL: u64 = 256;

/// The longest path of a search: a node takes less than a kilobyte of the stack.
const MOST_PLIES: usize = STACK_SIZE >> 10;

/// The values of the oracle that a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    All,
    /// Wins of positions with at most this number of pieces, and every value that is no win.
    WinsUpTo(u32),
    /// Values that are no win, of positions with at most this number of pieces, and every win.
    NoWinsUpTo(u32),
}

/// The nodes of searches so far, and the conditions that end them.
pub(super) struct Work<'a> {
    /// The positions expanded or walked through, and the number at which the work ends.
    pub nodes: u64,
    pub node_limit: u64,
    /// Called now and then with the number of nodes and the table; true ends the work.
    pub is_stopped: &'a dyn Fn(u64, &Results) -> bool,
    pub has_stopped: bool,
}

impl<'a> Work<'a> {
    /// Work without a limit of nodes.
    pub fn new(is_stopped: &'a dyn Fn(u64, &Results) -> bool) -> Work<'a> {
        Work { nodes: 0, node_limit: u64::MAX, is_stopped, has_stopped: false }
    }

    /// Whether the work must end now.
    pub fn poll(&mut self, results: &Results) -> bool {
        self.has_stopped |= self.nodes >= self.node_limit
            || self.nodes.is_multiple_of(POLL) && (self.is_stopped)(self.nodes, results);
        self.has_stopped
    }
}

pub(super) struct Search<'a, 'w, G, O> {
    pub oracle: &'a O,
    pub results: &'a mut Results,
    pub trust: Trust,
    /// The side for which a win is searched.
    pub prover: Player,
    pub work: &'a mut Work<'w>,
    pub path: Path,
    pub game: PhantomData<G>,
}

impl Trust {
    /// The values that the search for a strategy may use if the strategy ends at positions with at
    /// most this number of pieces. All values against the claim may be used, because they only rule
    /// out moves.
    pub fn up_to(pieces: u32, wins: bool) -> Trust {
        if wins { Trust::WinsUpTo(pieces) } else { Trust::NoWinsUpTo(pieces) }
    }

    /// The number of pieces up to which every value is used.
    pub fn pieces(self) -> u32 {
        match self {
            Trust::All => u32::MAX,
            Trust::WinsUpTo(pieces) | Trust::NoWinsUpTo(pieces) => pieces,
        }
    }
}

struct Child<G> {
    position: G,
    /// The verdict for the position before the move, see [`Verdict::one_ply_earlier`].
    verdict: Verdict,
}

impl<G: ProvableWithDraws, O: Probe<G>> Search<'_, '_, G, O> {
    /// Searches until it is known whether the prover wins, or until the search is stopped.
    pub fn settle(&mut self, position: &G) -> Verdict {
        let known = self.known(position);
        let may_search = self.work.nodes < self.work.node_limit && !self.work.has_stopped;
        match known.is_open() && may_search {
            true => self.search(position, [INFINITE; 2]),
            false => known,
        }
    }

    /// What is known without a search.
    pub fn known(&mut self, position: &G) -> Verdict {
        if let Some(wins) = ended(position, self.prover) {
            return match wins {
                true => Verdict::Win { up_to: G::QUIET_LIMIT },
                // At the limit of quiet plies the game may be over by the count alone, so the
                // answer holds only from this count on.
                false if position.quiet_plies() >= G::QUIET_LIMIT => {
                    Verdict::NoWin { from: G::QUIET_LIMIT, is_assumed: false }
                }
                false => Verdict::NoWin { from: 0, is_assumed: false },
            };
        }
        let stored = self.results.verdict(position, self.prover);
        if let Some(stored) = stored.filter(|stored| !stored.is_open()) {
            return stored;
        }
        if self.path.has(position) {
            // A win never needs to come back to a position of its path, so the search may assume
            // that this one is not won.
            return Verdict::NoWin { from: 0, is_assumed: true };
        }
        self.oracle_verdict(position).or(stored).unwrap_or_else(|| {
            let numbers = position.first_numbers(self.prover);
            let [proof, disproof] = numbers.map(|number| number.clamp(1, INFINITE - 1));
            Verdict::Open { proof, disproof }
        })
    }

    /// The value of the oracle, if it may be used.
    fn oracle_verdict(&self, position: &G) -> Option<Verdict> {
        let pieces = position.size();
        if pieces > self.oracle.most_pieces() {
            return None;
        }
        let value = side_value(self.oracle, position, self.prover)?;
        let is_believed = match (self.trust, value) {
            (Trust::WinsUpTo(most), SideValue::Wins { .. })
            | (Trust::NoWinsUpTo(most), SideValue::NoWin) => pieces <= most,
            _ => true,
        };
        match value {
            _ if !is_believed => None,
            SideValue::NoWin => Some(Verdict::NoWin { from: 0, is_assumed: false }),
            SideValue::Wins { up_to } => {
                (position.quiet_plies() <= up_to).then_some(Verdict::Win { up_to })
            }
        }
    }

    /// Searches until the answer is known or the proof or disproof number reaches its threshold.
    fn search(&mut self, position: &G, thresholds: [u32; 2]) -> Verdict {
        let before = self.work.nodes;
        self.work.nodes += 1;
        self.path.enter(position);
        let prover_moves = position.to_move() == self.prover;
        let mut children = self.expand(position, prover_moves);
        let verdict = loop {
            let verdict = combined(prover_moves, children.iter().map(|child| child.verdict));
            let [proof, disproof] = verdict.numbers();
            let is_over = proof >= thresholds[0] || disproof >= thresholds[1];
            if !verdict.is_open() || is_over || self.poll() {
                break verdict;
            }
            let (best, thresholds) = most_proving(&children, prover_moves, thresholds);
            let Some(child) = children.get_mut(best) else { break verdict };
            let found = self.search(&child.position, thresholds);
            child.verdict = found.one_ply_earlier::<G>(child.position.quiet_plies() > 0);
        };
        self.path.leave();
        self.results.store(position, self.prover, verdict, self.work.nodes - before);
        verdict
    }

    /// The positions after the moves, up to the first move with the best possible verdict.
    fn expand(&mut self, position: &G, prover_moves: bool) -> Vec<Child<G>> {
        let mut children = Vec::new();
        let best = match prover_moves {
            true => Verdict::Win { up_to: G::QUIET_LIMIT - 1 },
            false => Verdict::NoWin { from: 0, is_assumed: false },
        };
        let _ = position.visit_moves(&mut |mv| {
            let next = position.after(mv);
            let verdict = self.known(&next).one_ply_earlier::<G>(next.quiet_plies() > 0);
            children.push(Child { position: next, verdict });
            if verdict == best { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        children
    }

    fn poll(&mut self) -> bool {
        self.work.has_stopped |= self.path.len() >= MOST_PLIES;
        self.work.poll(self.results)
    }
}

/// The most-proving move, which is searched next, and the thresholds for it: the search returns
/// when another move is clearly better, or when the thresholds of the position are reached. Phi is
/// Nagai's name for the proof number where the prover moves and for the disproof number elsewhere;
/// delta is the other one.
fn most_proving<G>(
    children: &[Child<G>],
    prover_moves: bool,
    thresholds: [u32; 2],
) -> (usize, [u32; 2]) {
    let (phi, delta) = if prover_moves { (0, 1) } else { (1, 0) };
    let (mut best, mut best_numbers, mut second) = (usize::MAX, [u32::MAX; 2], INFINITE);
    let mut sum = 0u32;
    for (at, child) in children.iter().enumerate().filter(|(_, child)| child.verdict.is_open()) {
        let numbers = child.verdict.numbers();
        if numbers[phi] < best_numbers[phi] {
            second = second.min(best_numbers[phi]);
            (best, best_numbers) = (at, numbers);
        } else {
            second = second.min(numbers[phi]);
        }
        sum = sum.saturating_add(numbers[delta]);
    }
    let mut of_child = thresholds;
    of_child[phi] = thresholds[phi].min(second + 1 + second / 4);
    if thresholds[delta] < INFINITE {
        // The threshold is for the sum over all moves, so the numbers of the other moves are
        // subtracted.
        of_child[delta] = thresholds[delta].saturating_sub(sum.saturating_sub(best_numbers[delta]));
    }
    (best, of_child)
}
