//! An exhaustive search of what is left of a game: which decisions win, which lose, and which ones
//! another is certainly better than.
//!
//! It is an expectimax search with iterative deepening, a table, and the bounds of Star1 at chance
//! (Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983). It leaves
//! nothing out and evaluates nothing. A line that is not over within the depth has an unknown
//! result. One question takes all unknown results for losses of the player at the root: the answer
//! is what the player can be sure of. The other question takes them for wins: what is below that
//! is out of reach. So both hold whatever is played and whatever chance does.
//!
//! The result has two sides, whatever the number of seats: all seats know the same, as no seat
//! knows what the others do not, and the seats of a side want the same. So a position in which the
//! sides are known is a game of two players and chance, and its value is exact. Nothing is proven
//! while some seat may still play for either side.

use std::ops::ControlFlow;
use std::time::Duration;

use zugi_game::{Outcome, PackedMove, Player};

use super::TreeGame;
use crate::stop::StopToken;

/// The clock and the stop token are looked at once in so many nodes.
const NODES_PER_CHECK: u64 = 16;

/// So many finished positions count as one node: nothing is listed or evaluated there.
const FINISHED_IN_A_NODE: u64 = 8;

/// The number of entries of the table, a power of two: 1 MiB of memory.
const ENTRIES: usize = 1 << 15;

/// Sums of probabilities are rounded: results that differ by less are equal.
const ROUNDING: f64 = 1e-9;

/// The assumed result of the player at the root in a line that is not over within the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unknown {
    Lost,
    Won,
}

impl Unknown {
    fn result(self) -> f64 {
        match self {
            Unknown::Lost => 0.0,
            Unknown::Won => 1.0,
        }
    }
}

/// The window and the assumption that show a certain win, or a certain loss.
fn question(wins: bool) -> ((f64, f64), Unknown) {
    if wins { ((1.0 - ROUNDING, 1.0), Unknown::Lost) } else { ((0.0, ROUNDING), Unknown::Won) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    value: f64,
    /// The bits of the best decision.
    mv: u32,
    depth: u8,
    bound: Bound,
    is_used: bool,
}

/// A decision at the root.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    mv: M,
    /// What the mover can be sure of.
    lower: f64,
    /// No other decision is known to be better.
    is_kept: bool,
    /// It loses for certain, after at most so many plies.
    lost_in: Option<usize>,
}

/// What is proven about a position.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Proof<M> {
    /// The side to move wins after this number of plies at most, by the line that takes longest.
    Win(usize, Vec<M>),
    /// It loses, after this number of plies if it plays the line, which lasts longest.
    Loss(usize, Vec<M>),
    /// Only these decisions may be best; all of them if nothing is proven.
    Kept(Vec<M>),
}

/// The limits of a proof.
pub(super) struct ProofLimits<'a> {
    pub nodes: u64,
    pub plies: usize,
    pub time: Option<Duration>,
    pub token: &'a StopToken,
}

/// An exhaustive search from one root.
pub(super) struct Prover<'a, G: TreeGame> {
    limits: ProofLimits<'a>,
    /// The player whose results these are.
    own: Player,
    /// What a draw is worth to that player.
    draw: f64,
    table: Vec<Entry>,
    /// The moves of the nodes between the root and here.
    moves: Vec<(i32, G::Move)>,
    /// By depth and by the question: the decision that decided last. It often refutes others, too.
    killers: Vec<[u32; 2]>,
    /// The same for the outcomes of decisions, with their probabilities.
    outcomes: Vec<(G::Move, f64)>,
    pub nodes: u64,
    finished: u64,
    is_aborted: bool,
}

impl<'a, G: TreeGame> Prover<'a, G> {
    /// Proofs about positions after a root in which `own` is to move.
    pub fn new(own: Player, draw: f64, limits: ProofLimits<'a>) -> Prover<'a, G> {
        let plies = limits.plies;
        Prover {
            limits,
            own,
            draw,
            table: vec![Entry::default(); ENTRIES],
            moves: Vec::new(),
            killers: vec![[u32::MAX; 2]; plies + 1],
            outcomes: Vec::new(),
            nodes: 0,
            finished: 0,
            is_aborted: false,
        }
    }

    /// What can be proven about these decisions of a position, as its seat to move knows it.
    pub fn prove(&mut self, root: &G, decisions: &[G::Move]) -> Proof<G::Move> {
        let candidate = |&(_, mv)| Candidate { mv, lower: 0.0, is_kept: true, lost_in: None };
        self.list(root, [u32::MAX; 2]);
        let asked = self.moves.iter().filter(|(_, mv)| decisions.contains(mv));
        let mut all: Vec<Candidate<G::Move>> = asked.map(candidate).collect();
        self.moves.clear();
        for depth in root.least_plies_to_end().max(1)..=self.limits.plies {
            if let Some(proof) = self.deepen(root, &mut all, depth) {
                return proof;
            }
            let kept = all.iter().filter(|candidate| candidate.is_kept).count();
            if self.is_aborted || kept == 1 {
                break;
            }
        }
        let kept = all.iter().filter(|candidate| candidate.is_kept);
        Proof::Kept(kept.map(|candidate| candidate.mv).collect())
    }

    /// Looks so many plies ahead. Each answer is certain, also if the limits end the search.
    fn deepen(
        &mut self,
        root: &G,
        all: &mut [Candidate<G::Move>],
        depth: usize,
    ) -> Option<Proof<G::Move>> {
        let mut best = all.iter().map(|candidate| candidate.lower).fold(0.0, f64::max);
        for candidate in all.iter_mut().filter(|candidate| candidate.is_kept) {
            let lower = self.decision(root, candidate.mv, depth, (best, 1.0), Unknown::Lost);
            if self.is_aborted {
                return None;
            }
            // What is no better than the best one so far is a mere bound.
            if lower > best {
                (candidate.lower, best) = (lower, lower);
            }
            if lower == 1.0 {
                let line = self.line(root, candidate.mv, depth, true)?;
                return Some(Proof::Win(depth, line));
            }
        }
        // What is worth less than that is out of the question, and so is what loses.
        let least = (best - ROUNDING).max(ROUNDING);
        for candidate in all.iter_mut().filter(|candidate| candidate.is_kept) {
            if candidate.lower >= least {
                continue;
            }
            let window = (least - ROUNDING / 2.0, least);
            let upper = self.decision(root, candidate.mv, depth, window, Unknown::Won);
            if self.is_aborted {
                return None;
            }
            candidate.is_kept = upper >= least;
            candidate.lost_in = (upper == 0.0).then_some(depth);
        }
        self.lost(root, all)
    }

    /// The proof that all decisions lose, if they do. Those that were found last are the longest.
    fn lost(&mut self, root: &G, all: &[Candidate<G::Move>]) -> Option<Proof<G::Move>> {
        if all.iter().any(|candidate| candidate.is_kept) {
            return None;
        }
        let longest = all.iter().filter_map(|candidate| candidate.lost_in).max()?;
        let last = all.iter().find(|candidate| candidate.lost_in == Some(longest))?;
        let line = self.line(root, last.mv, longest, false)?;
        Some(Proof::Loss(longest, line))
    }

    /// The line of a certain result that takes so many plies and no fewer, from this decision on;
    /// chance brings what takes longest. `None` if the limits do not allow to find it.
    fn line(&mut self, root: &G, first: G::Move, depth: usize, wins: bool) -> Option<Vec<G::Move>> {
        let (mut position, mut line, mut decision) = (root.clone(), Vec::new(), first);
        for left in (0..depth).rev() {
            let next = self.slowest(&position, decision, left, wins)?;
            position.play_unchecked(next);
            line.push(next);
            if position.outcome().is_some() {
                break;
            }
            let winner = if wins { self.own } else { self.own.opponent() };
            let mut choice = None;
            if left == 0 {
                return None;
            }
            for mv in position.decisions() {
                // Within so many plies after this move the result is certain.
                let is_in_time = self.is_certain(&position, mv, left, wins)?;
                let is_late = position.to_move() != winner;
                let is_sooner = is_late && self.is_certain(&position, mv, left - 1, wins)?;
                if is_in_time && !is_sooner {
                    choice = Some(mv);
                    break;
                }
            }
            decision = choice?;
        }
        position.outcome().map(|_| line)
    }

    /// The outcome of a decision after which the result is not certain before this number of
    /// plies, or the first one if there is none.
    fn slowest(
        &mut self,
        position: &G,
        decision: G::Move,
        left: usize,
        wins: bool,
    ) -> Option<G::Move> {
        let mut outcomes = Vec::new();
        let _ = position.visit_outcomes(decision, &mut |mv, _| {
            outcomes.push(mv);
            ControlFlow::Continue(())
        });
        for &mv in &outcomes {
            if left == 0 || !self.is_result(&position.after(mv), left - 1, wins)? {
                return Some(mv);
            }
        }
        outcomes.first().copied()
    }

    /// Whether the player at the root wins, or loses, within this number of plies from a position.
    fn is_result(&mut self, position: &G, depth: usize, wins: bool) -> Option<bool> {
        let (window, unknown) = question(wins);
        let value = self.search(position, depth, window, unknown);
        (!self.is_aborted).then_some(value == f64::from(u8::from(wins)))
    }

    /// The same after a decision, which is one of these plies.
    fn is_certain(&mut self, position: &G, mv: G::Move, depth: usize, wins: bool) -> Option<bool> {
        if depth == 0 {
            return Some(false);
        }
        let (window, unknown) = question(wins);
        let value = self.decision(position, mv, depth, window, unknown);
        (!self.is_aborted).then_some(value == f64::from(u8::from(wins)))
    }

    fn is_over_budget(&mut self) -> bool {
        let ProofLimits { nodes, time, token, .. } = &self.limits;
        if self.nodes >= *nodes {
            self.is_aborted = true;
        } else if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            let is_late = time.zip(token.clock_elapsed()).is_some_and(|(most, now)| now >= most);
            self.is_aborted |= is_late || token.is_stopped();
        }
        self.is_aborted
    }

    /// The result of a position, exact within the window: at most `alpha` or at least `beta` is a
    /// bound.
    fn search(
        &mut self,
        position: &G,
        depth: usize,
        (alpha, beta): (f64, f64),
        unknown: Unknown,
    ) -> f64 {
        let least = position.least_plies_to_end();
        if depth < least {
            return unknown.result();
        }
        if self.is_over_budget() {
            return 0.0;
        }
        if let Some(outcome) = position.outcome() {
            self.finished += 1;
            self.nodes += u64::from(self.finished.is_multiple_of(FINISHED_IN_A_NODE));
            return match outcome {
                Outcome::Win(winner) => f64::from(u8::from(winner == self.own)),
                Outcome::Draw => self.draw,
            };
        }
        self.nodes += 1;
        let key =
            position.proof_key() ^ if unknown == Unknown::Won { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        let entry = self.table[key as usize % ENTRIES];
        let entry = Some(entry).filter(|entry| entry.is_used && entry.key == key);
        if let Some(value) = entry.and_then(|entry| entry.cutoff(depth, (alpha, beta), unknown)) {
            return value;
        }
        let first = self.moves.len();
        let question = usize::from(unknown == Unknown::Won);
        let killer = self.killers[depth][question];
        self.list(position, [entry.map_or(killer, |entry| entry.mv), killer]);
        let is_own = position.to_move() == self.own;
        let (mut low, mut high) = (alpha, beta);
        let mut best = if is_own { 0.0 } else { 1.0 };
        let mut best_move = 0;
        for number in first..self.moves.len() {
            let (_, mv) = self.moves[number];
            let value = self.decision(position, mv, depth, (low, high), unknown);
            if self.is_aborted {
                break;
            }
            let is_better = if is_own { value > best } else { value < best };
            if is_better || number == first {
                (best, best_move) = (value, mv.to_bits());
            }
            if is_own {
                low = low.max(best);
            } else {
                high = high.min(best);
            }
            // Nothing is better than a win.
            let is_limit = best == if is_own { 1.0 } else { 0.0 };
            if low >= high || is_limit {
                self.killers[depth][question] = mv.to_bits();
                break;
            }
        }
        self.moves.truncate(first);
        if !self.is_aborted {
            self.store(key, depth, (alpha, beta), best, best_move);
        }
        best
    }

    fn store(&mut self, key: u64, depth: usize, (alpha, beta): (f64, f64), value: f64, mv: u32) {
        let bound = match value {
            _ if value <= alpha => Bound::Upper,
            _ if value >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        self.table[key as usize % ENTRIES] =
            Entry { key, value, mv, depth: depth as u8, bound, is_used: true };
    }

    /// Lists the decisions, the most promising ones first.
    fn list(&mut self, position: &G, best: [u32; 2]) {
        let (first, moves) = (self.moves.len(), &mut self.moves);
        position.score_moves(&position.context(), &mut |mv, hint| {
            let decision = position.decision(mv);
            let is_new =
                moves.len() == first || moves.last().is_some_and(|&(_, last)| last != decision);
            if is_new {
                let place = best.iter().position(|&bits| bits == decision.to_bits());
                let hint = place.map_or(hint, |place| i32::MAX - place as i32);
                moves.push((hint, decision));
            }
        });
        self.moves[first..].sort_by_key(|&(hint, _)| std::cmp::Reverse(hint));
    }

    /// The result of a decision: the mean over its outcomes. As soon as the others cannot bring it
    /// back into the window they are left out.
    fn decision(
        &mut self,
        position: &G,
        decision: G::Move,
        depth: usize,
        (alpha, beta): (f64, f64),
        unknown: Unknown,
    ) -> f64 {
        let (first, outcomes) = (self.outcomes.len(), &mut self.outcomes);
        let _ = position.visit_outcomes(decision, &mut |mv, probability| {
            outcomes.push((mv, probability));
            ControlFlow::Continue(())
        });
        let last = self.outcomes.len();
        let (mut sum, mut rest) = (0.0, 1.0);
        for number in first..last {
            let (mv, probability) = self.outcomes[number];
            rest = if number + 1 == last { 0.0 } else { f64::max(rest - probability, 0.0) };
            let low = ((alpha - sum - rest) / probability).max(0.0);
            let high = ((beta - sum) / probability).min(1.0);
            let value = self.search(&position.after(mv), depth - 1, (low, high), unknown);
            sum += probability * value;
            // A bound is enough.
            if self.is_aborted || number + 1 < last && (sum + rest <= alpha || sum >= beta) {
                sum += if sum >= beta { 0.0 } else { rest };
                break;
            }
        }
        self.outcomes.truncate(first);
        // A sum of probabilities need not be 1, and certain is certain.
        match sum {
            _ if sum < ROUNDING => 0.0,
            _ if sum > 1.0 - ROUNDING => 1.0,
            _ => sum,
        }
    }
}

impl Entry {
    /// The value, if it decides the question. With more depth fewer results are unknown: what was
    /// sure stays so, and what was out of reach.
    fn cutoff(&self, depth: usize, (alpha, beta): (f64, f64), unknown: Unknown) -> Option<f64> {
        let own = usize::from(self.depth);
        let (is_lower, is_upper) = (self.bound != Bound::Upper, self.bound != Bound::Lower);
        let (lower_holds, upper_holds) = match unknown {
            Unknown::Lost => (own <= depth, own >= depth),
            Unknown::Won => (own >= depth, own <= depth),
        };
        let is_exact = own == depth && self.bound == Bound::Exact;
        let decides = is_exact
            || is_lower && lower_holds && self.value >= beta
            || is_upper && upper_holds && self.value <= alpha;
        decides.then_some(self.value)
    }
}

#[cfg(test)]
pub(super) mod tests;
