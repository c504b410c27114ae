//! An exhaustive search of the rest of a game, to prove which decisions win, lose, or are worse
//! than another one.
//!
//! It is an expectimax search with iterative deepening, a transposition table, and the bounds of
//! Star1 at chance nodes (Ballard, "The *-minimax search procedure for trees containing chance
//! nodes", 1983). It has no pruning that may be wrong and no evaluation. The result of a line that
//! is not over within the depth is unknown. [`Unknown`] takes all unknown results either for losses
//! of the player at the root, which gives a lower bound of the true result, or for wins, which
//! gives an upper bound.
//!
//! The bounds are valid for any number of seats, as soon as the sides are known: every seat has the
//! same knowledge, and the seats of a side have the same goal, so the game is one of two players
//! and chance. Nothing is proven while a seat may still play for either side.

use std::ops::ControlFlow;
use std::time::Duration;

use zugi_game::{Outcome, PackedMove, Player};

use super::TreeGame;
use crate::stop_token::StopToken;
use crate::transposition_table::Bound;

/// The nodes between two checks of the clock and the stop token.
const NODES_PER_CHECK: u64 = 16;

/// This many finished positions count as one node, because they need no list of moves.
const TERMINALS_PER_NODE: u64 = 8;

/// The number of entries of the table, a power of two: 0.75 MiB of memory.
const ENTRIES: usize = 1 << 15;

/// Results that differ by less are equal: sums of probabilities have rounding errors.
const ROUNDING: f64 = 1e-9;

/// The assumed result of the player at the root in a line that is not over within the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unknown {
    Lost,
    Won,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    value: f64,
    /// The bits of the best decision.
    mv: u32,
    depth: u8,
    bound: Bound,
}

/// A decision at the root.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    mv: M,
    /// The proven lower bound of the mover's result.
    lower: f64,
    /// Whether no other decision is proven to be better, and this one is not proven to lose.
    is_kept: bool,
    /// An upper bound of the number of plies to a proven loss.
    lost_in: Option<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Proof<M> {
    /// The side to move wins within this number of plies. In the line, chance delays the win most.
    Win(usize, Vec<M>),
    /// The side to move loses within this number of plies. In the line, chance delays the loss
    /// most.
    Loss(usize, Vec<M>),
    /// The decisions that may be best: all decisions if nothing is proven.
    Kept(Vec<M>),
}

pub(super) struct ProofLimits<'a> {
    pub nodes: u64,
    pub plies: usize,
    pub time: Option<Duration>,
    pub token: &'a StopToken,
}

pub(super) struct Prover<'a, G: TreeGame> {
    limits: ProofLimits<'a>,
    /// The player at the root: all results are those of this player.
    own: Player,
    /// The result of a draw for this player.
    draw: f64,
    table: Vec<Option<Entry>>,
    /// The hints and decisions of all nodes from the root to the current one.
    moves: Vec<(i32, G::Move)>,
    /// Killer moves: the last decision that caused a cutoff, by depth and [`Unknown`].
    killers: Vec<[u32; 2]>,
    /// The outcomes and their probabilities of all chance nodes from the root to the current one.
    outcomes: Vec<(G::Move, f64)>,
    pub nodes: u64,
    terminals: u64,
    is_aborted: bool,
}

impl<'a, G: TreeGame> Prover<'a, G> {
    /// A prover for a root in which `own` is to move.
    pub fn new(own: Player, draw: f64, limits: ProofLimits<'a>) -> Prover<'a, G> {
        let plies = limits.plies;
        Prover {
            limits,
            own,
            draw,
            table: vec![None; ENTRIES],
            moves: Vec::new(),
            killers: vec![[u32::MAX; 2]; plies + 1],
            outcomes: Vec::new(),
            nodes: 0,
            terminals: 0,
            is_aborted: false,
        }
    }

    /// Proves what it can about these decisions. `root` is the position as its seat to move knows
    /// it.
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
        // If all decisions lose, but a limit ended the search for the line of the loss, all are
        // returned.
        let is_lost = all.iter().all(|candidate| !candidate.is_kept);
        let kept = all.iter().filter(|candidate| candidate.is_kept || is_lost);
        Proof::Kept(kept.map(|candidate| candidate.mv).collect())
    }

    /// Searches all decisions to this depth. Each bound that it finds is valid, even if the limits
    /// end the search before it finds the others.
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
            // A value at or below the window's lower end is not a lower bound.
            if lower > best {
                (candidate.lower, best) = (lower, lower);
            }
            if lower == 1.0 {
                let line = self.line(root, candidate.mv, depth, true)?;
                return Some(Proof::Win(depth, line));
            }
        }
        // A decision is dropped if its upper bound is below the best lower bound, or if it loses.
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

    /// The proof that all decisions lose, if they do. A loss that is found at a greater depth is
    /// longer.
    fn lost(&mut self, root: &G, all: &[Candidate<G::Move>]) -> Option<Proof<G::Move>> {
        if all.iter().any(|candidate| candidate.is_kept) {
            return None;
        }
        let longest = all.iter().filter_map(|candidate| candidate.lost_in).max()?;
        let last = all.iter().find(|candidate| candidate.lost_in == Some(longest))?;
        let line = self.line(root, last.mv, longest, false)?;
        Some(Proof::Loss(longest, line))
    }

    /// The line of a proven result that begins with this decision, with the outcomes of chance that
    /// delay the end longest: exactly `depth` plies. `None` if the limits end the search for it.
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
                // The result must come within the plies that are left.
                let is_in_time = self.is_certain(&position, Some(mv), left, wins)?;
                let is_late = position.to_move() != winner;
                let is_sooner = is_late && self.is_certain(&position, Some(mv), left - 1, wins)?;
                if is_in_time && !is_sooner {
                    choice = Some(mv);
                    break;
                }
            }
            decision = choice?;
        }
        position.outcome().map(|_| line)
    }

    /// The outcome of a decision after which the result takes all of the plies that are left, or
    /// the first outcome if there is none.
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
            if left == 0 || !self.is_certain(&position.after(mv), None, left - 1, wins)? {
                return Some(mv);
            }
        }
        outcomes.first().copied()
    }

    /// Whether the player at the root wins, or loses if `wins` is false, within `depth` plies of a
    /// position. A given decision is the first of these plies. `None` if the limits end the search.
    fn is_certain(
        &mut self,
        position: &G,
        decision: Option<G::Move>,
        depth: usize,
        wins: bool,
    ) -> Option<bool> {
        let (result, window, unknown) = match wins {
            true => (1.0, (1.0 - ROUNDING, 1.0), Unknown::Lost),
            false => (0.0, (0.0, ROUNDING), Unknown::Won),
        };
        let value = match decision {
            Some(_) if depth == 0 => return Some(false),
            Some(mv) => self.decision(position, mv, depth, window, unknown),
            None => self.search(position, depth, window, unknown),
        };
        (!self.is_aborted).then_some(value == result)
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

    /// The result of a position: exact within the window, a bound outside of it.
    fn search(
        &mut self,
        position: &G,
        depth: usize,
        (alpha, beta): (f64, f64),
        unknown: Unknown,
    ) -> f64 {
        if depth < position.least_plies_to_end() {
            return if unknown == Unknown::Won { 1.0 } else { 0.0 };
        }
        if self.is_over_budget() {
            return 0.0;
        }
        if let Some(outcome) = position.outcome() {
            self.terminals += 1;
            self.nodes += u64::from(self.terminals.is_multiple_of(TERMINALS_PER_NODE));
            return match outcome {
                Outcome::Win(winner) => f64::from(u8::from(winner == self.own)),
                Outcome::Draw => self.draw,
            };
        }
        self.nodes += 1;
        let key =
            position.proof_key() ^ if unknown == Unknown::Won { 0x9e37_79b9_7f4a_7c15 } else { 0 };
        let entry = self.table[key as usize % ENTRIES].filter(|entry| entry.key == key);
        if let Some(value) = entry.and_then(|entry| entry.cutoff(depth, (alpha, beta), unknown)) {
            return value;
        }
        let first = self.moves.len();
        let question = unknown as usize;
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
            // No result is better for the mover than a win.
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
            Some(Entry { key, value, mv, depth: depth as u8, bound });
    }

    /// Lists the decisions: those of `best` first, then by falling hints.
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
        sort_by_hint(&mut self.moves[first..]);
    }

    /// The result of a decision: the mean of its outcomes. The rest of the outcomes is skipped once
    /// they cannot bring the mean back into the window (Star1).
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
            // The result is a bound: above the window the skipped outcomes count as lost, below it
            // as won.
            if self.is_aborted || number + 1 < last && (sum + rest <= alpha || sum >= beta) {
                sum += if sum >= beta { 0.0 } else { rest };
                break;
            }
        }
        self.outcomes.truncate(first);
        // Removes rounding errors, so that wins and losses are exactly 1 and 0.
        match sum {
            _ if sum < ROUNDING => 0.0,
            _ if sum > 1.0 - ROUNDING => 1.0,
            _ => sum,
        }
    }
}

/// Generic only in the decision, so that variants share the compiled sort.
fn sort_by_hint<D>(decisions: &mut [(i32, D)]) {
    decisions.sort_by_key(|&(hint, _)| std::cmp::Reverse(hint));
}

impl Entry {
    /// The value, if it is exact or a valid bound outside the window. With more depth fewer results
    /// are unknown, so values rise with [`Unknown::Lost`] and fall with [`Unknown::Won`]. Thus a
    /// lower bound with `Lost` and an upper bound with `Won` hold at greater depths, too; the other
    /// two bounds hold at smaller depths, too.
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
