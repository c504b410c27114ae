//! The search: depth-first proof-number search (Nagai 2002) for a win of one side.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use zugi_game::{Player, Probe};

use super::ProvableWithDraws;
use super::path::Path;
use super::results::Results;
use super::side_value::{SideValue, ended, side_value};
use super::verdict::{INFINITE, Verdict, combined};

/// After so many nodes the search asks whether it is stopped.
pub(super) const POLL: u64 = 256;

/// Which values of the oracle are believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// All of them.
    All,
    /// Wins of positions with at most so many pieces only, and what is not won.
    WinsUpTo(u32),
    /// What is not won, with at most so many pieces only, and wins.
    NoWinsUpTo(u32),
}

/// Searches for wins of a side.
pub(super) struct Search<'a, G, O> {
    pub oracle: &'a O,
    pub results: &'a mut Results,
    pub trust: Trust,
    /// The side whose wins are searched.
    pub prover: Player,
    /// The positions expanded so far, and the number at which the search ends.
    pub nodes: u64,
    pub node_limit: u64,
    /// Asked now and then, with the nodes and the table, whether to end.
    pub is_stopped: &'a dyn Fn(u64, &Results) -> bool,
    pub has_stopped: bool,
    path: Path,
    /// Of the game nothing else is kept.
    game: PhantomData<G>,
}

impl Trust {
    /// What a strategy for such claims believes if it ends at positions with at most so many
    /// pieces.
    pub fn up_to(pieces: u32, wins: bool) -> Trust {
        if wins { Trust::WinsUpTo(pieces) } else { Trust::NoWinsUpTo(pieces) }
    }

    /// The pieces up to which all is believed.
    pub fn pieces(self) -> u32 {
        match self {
            Trust::All => u32::MAX,
            Trust::WinsUpTo(pieces) | Trust::NoWinsUpTo(pieces) => pieces,
        }
    }
}

/// A position after a move.
struct Child<G> {
    position: G,
    /// What it says about the position before the move.
    verdict: Verdict,
}

impl<'a, G: ProvableWithDraws, O: Probe<G>> Search<'a, G, O> {
    pub fn new(
        oracle: &'a O,
        results: &'a mut Results,
        prover: Player,
        is_stopped: &'a dyn Fn(u64, &Results) -> bool,
    ) -> Search<'a, G, O> {
        let (trust, path, game) = (Trust::All, Path::default(), PhantomData);
        let (nodes, node_limit, has_stopped) = (0, u64::MAX, false);
        Search {
            oracle,
            results,
            trust,
            prover,
            nodes,
            node_limit,
            is_stopped,
            has_stopped,
            path,
            game,
        }
    }

    /// Whether the prover wins, by a search until it is known or stopped.
    pub fn settle(&mut self, position: &G) -> Verdict {
        let known = self.known(position);
        match known.is_open() && self.node_limit > 0 && !self.has_stopped {
            true => self.search(position, [INFINITE; 2]),
            false => known,
        }
    }

    /// Whether the prover wins, as far as it is known without a search.
    pub fn known(&mut self, position: &G) -> Verdict {
        if let Some(wins) = ended(position, self.prover) {
            return match wins {
                true => Verdict::Win { up_to: G::QUIET_LIMIT },
                // Drawn by the count of quiet plies, or lost.
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
            // If the prover wins where it was before, then without coming back.
            return Verdict::NoWin { from: 0, is_assumed: true };
        }
        self.told(position).or(stored).unwrap_or_else(|| {
            let [proof, disproof] = position.first_numbers(self.prover);
            Verdict::Open { proof: proof.max(1), disproof: disproof.max(1) }
        })
    }

    /// What the oracle says, if that is believed.
    fn told(&self, position: &G) -> Option<Verdict> {
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

    /// Searches until the question is settled, or its proof or disproof number reaches its threshold.
    fn search(&mut self, position: &G, thresholds: [u32; 2]) -> Verdict {
        let before = self.nodes;
        self.nodes += 1;
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
        self.results.store(position, self.prover, verdict, self.nodes - before);
        verdict
    }

    /// The positions after all moves; after a move that settles the question as well as any could,
    /// no more are needed.
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

    /// Whether the search is to end.
    fn poll(&mut self) -> bool {
        let is_time = self.nodes.is_multiple_of(POLL);
        self.has_stopped |=
            self.nodes >= self.node_limit || is_time && (self.is_stopped)(self.nodes, self.results);
        self.has_stopped
    }
}

/// The most-proving move, which is searched next, and the thresholds of its numbers: until another
/// move is clearly better, or the position's own thresholds are reached. In Nagai's words phi is the
/// proof number where the prover moves and the disproof number elsewhere, and delta the other one.
fn most_proving<G>(
    children: &[Child<G>],
    prover_moves: bool,
    thresholds: [u32; 2],
) -> (usize, [u32; 2]) {
    let (phi, delta) = if prover_moves { (0, 1) } else { (1, 0) };
    let (mut best, mut least, mut second, mut open) = (usize::MAX, u32::MAX, INFINITE, 0);
    for (at, child) in children.iter().enumerate().filter(|(_, child)| child.verdict.is_open()) {
        let number = child.verdict.numbers()[phi];
        if number < least {
            second = second.min(least);
            (best, least) = (at, number);
        } else {
            second = second.min(number);
        }
        open += 1;
    }
    let mut of_child = thresholds;
    of_child[phi] = thresholds[phi].min(second + 1 + second / 4);
    if thresholds[delta] < INFINITE {
        of_child[delta] = thresholds[delta].saturating_sub(open - 1);
    }
    (best, of_child)
}
