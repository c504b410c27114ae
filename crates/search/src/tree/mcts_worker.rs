//! One thread's tree. A visit selects a path down to a leaf, evaluates the leaf, and backs the
//! result up.
//!
//! PUCT (Rosin, "Multi-armed bandits with episode context", 2011, in the form of AlphaZero) selects
//! the child of a position: by the mean result, plus a bonus for a high prior and few visits. Of
//! the outcomes of chance it selects the one whose visits lag most behind its probability, so
//! nothing is random and the same search has the same tree. Exact results of finished games are
//! backed up as such (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008).

use std::collections::HashSet;
use std::ops::ControlFlow;

use zugi_game::{Outcome, PackedMove, Player};

use super::TreeGame;
use super::nodes::{Kind, Node, Nodes, ROOT};
use super::priors::{PriorCache, TopMoves};
use super::wdl::Wdl;
use crate::evaluator::Evaluator;

/// The weight of the bonus of PUCT.
const EXPLORATION: f32 = 1.2;

/// First play urgency: the assumed result of an unvisited child is the mean of its parent minus the
/// product of this factor and the square root of the sum of the visited children's priors (FPU
/// reduction, Leela Chess Zero).
const FPU_REDUCTION: f32 = 0.3;

/// A position counts for the depth if it has at least this number of visits.
const MIN_DEPTH_VISITS: u32 = 8;

/// The number of children that a position first gets.
const INITIAL_CHILDREN: usize = 8;

/// After this number of visits for each child a position gets twice as many children (progressive
/// widening: Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007).
const VISITS_PER_CHILD: u32 = 4;

/// A node of the path from the root.
struct Step {
    node: usize,
    /// The seat whose decision leads here.
    decider: usize,
    /// Whether the seat to move here plays for the same side as the decider, if that is known.
    same_side: Option<bool>,
}

struct LeafEval {
    /// The result of player one, from 0 to 1.
    one: f64,
    /// The probability of a draw.
    draw: f64,
    /// Whether the game is over.
    is_exact: bool,
}

/// What the trees of all threads share.
pub(super) struct TreeRoot<'a, G: TreeGame, E> {
    /// The position as the seat to move knows it. The game must not be over.
    pub position: G,
    /// The repetition keys of the positions before.
    pub past_keys: HashSet<u64>,
    /// The decisions that may be played.
    pub decisions: Vec<G::Move>,
    pub evaluator: &'a E,
    /// The result of a draw for player one: one half without contempt.
    pub draw: f64,
    /// The limit for the length of a path, in plies.
    pub max_plies: usize,
}

/// A tree and the state of the thread that grows it.
pub(super) struct MctsWorker<'a, G: TreeGame, E> {
    root: &'a TreeRoot<'a, G, E>,
    pub nodes: Nodes,
    path: Vec<Step>,
    moves: Vec<(i32, G::Move)>,
    priors: PriorCache,
    top_moves: TopMoves<G::Move>,
    /// Random factors of the priors, so that the trees of helpers differ; `None` in the first
    /// thread.
    prior_noise: Option<fastrand::Rng>,
    /// The number of visits, the root's first one included.
    pub visits: u64,
    /// The length of the longest path, in plies.
    pub seldepth: usize,
}

impl<'a, G: TreeGame, E: Evaluator<G>> MctsWorker<'a, G, E> {
    /// A tree with all decisions at the root. `thread` is 0 for the first thread.
    pub fn new(root: &'a TreeRoot<'a, G, E>, nodes: Nodes, thread: u64) -> MctsWorker<'a, G, E> {
        let mut worker = MctsWorker {
            root,
            nodes,
            path: Vec::new(),
            moves: Vec::new(),
            priors: PriorCache::default(),
            top_moves: TopMoves::default(),
            prior_noise: (thread > 0).then(|| fastrand::Rng::with_seed(thread)),
            visits: 0,
            seldepth: 0,
        };
        // The root has no progressive widening.
        worker.widen(ROOT, &root.position, usize::MAX);
        worker
    }

    /// The length in plies of the most visited line, as far as its nodes have
    /// [`MIN_DEPTH_VISITS`]: from 1 to `most`. If the line ends with the game or a repetition, each
    /// doubling of the visits counts as a further ply: otherwise a search to a depth might not end.
    pub fn depth(&self, most: u32) -> u32 {
        let (mut node, mut depth) = (ROOT, 0);
        while depth < most {
            let visits = |&child: &usize| self.nodes.at(child).visits;
            let next = self.nodes.range(node).rev().max_by_key(visits);
            match next.filter(|next| visits(next) >= MIN_DEPTH_VISITS) {
                Some(next) => node = next,
                None => break,
            }
            depth += u32::from(!matches!(self.nodes.at(node).kind, Kind::Decision | Kind::Chance));
        }
        let Node { visits, kind, is_exact, .. } = *self.nodes.at(node);
        if is_exact || kind == Kind::Repeat {
            depth += (visits / MIN_DEPTH_VISITS).max(1).ilog2();
        }
        depth.clamp(1, most.max(1))
    }

    /// Whether the result is exact, so that nothing is left to search.
    pub fn is_done(&self) -> bool {
        self.nodes.at(ROOT).is_exact
    }

    /// Selects a path to a position that is unvisited, exact, a repetition or at the limit of
    /// length, and backs up its result. `forced` is the child of the root through which the path
    /// must lead, if any.
    pub fn visit(&mut self, mut forced: Option<usize>) {
        if self.nodes.is_full() {
            self.nodes.prune();
        }
        let mut position = self.root.position.clone();
        let (mut node, mut decider, mut depth) = (ROOT, position.seat(), 0);
        self.path.clear();
        loop {
            let Node { kind, visits, is_exact, .. } = *self.nodes.at(node);
            let same_side = is_same_side(&position, decider, position.seat());
            self.path.push(Step { node, decider, same_side });
            let is_new = visits == 0 && kind != Kind::Decision;
            let is_end = is_new || is_exact || kind == Kind::Repeat || depth >= self.root.max_plies;
            let next = match kind {
                _ if is_end => break,
                Kind::Leaf | Kind::Position | Kind::Complete | Kind::Repeat => {
                    decider = position.seat();
                    let forced = forced.take().map(|child| self.nodes.range(ROOT).start + child);
                    forced.unwrap_or_else(|| self.best_child(node, &position))
                }
                Kind::Decision | Kind::Chance => self.next_outcome(node, &position),
            };
            node = next;
            let Node { mv, kind, .. } = *self.nodes.at(node);
            self.nodes.prefetch_children(node);
            if !matches!(kind, Kind::Decision | Kind::Chance) {
                position.play_unchecked(G::Move::from_bits(mv));
                depth += 1;
            }
        }
        self.visits += 1;
        self.seldepth = self.seldepth.max(depth);
        let eval = self.evaluate_leaf(node, decider, &position);
        self.back_up(&position, &eval);
    }

    fn evaluate_leaf(&mut self, node: usize, decider: usize, position: &G) -> LeafEval {
        let Node { kind, is_exact, visits, .. } = *self.nodes.at(node);
        if is_exact {
            let (mean, draw) = (self.nodes.at(node).mean(), self.nodes.at(node).draw());
            let one = if position.side(decider) == Some(Player::Two) { 1.0 - mean } else { mean };
            return LeafEval { one, draw, is_exact: false };
        }
        if let Some(outcome) = position.outcome() {
            let (one, draw) = match outcome {
                Outcome::Win(Player::One) => (1.0, 0.0),
                Outcome::Win(Player::Two) => (0.0, 0.0),
                Outcome::Draw => (self.root.draw, 1.0),
            };
            return LeafEval { one, draw, is_exact: true };
        }
        if kind == Kind::Leaf && visits == 0 && node != ROOT && self.is_repeat(position) {
            self.nodes.at_mut(node).kind = Kind::Repeat;
        }
        if self.nodes.at(node).kind == Kind::Repeat {
            return LeafEval { one: self.root.draw, draw: 1.0, is_exact: false };
        }
        let seat = position.seat();
        if position.side(seat).is_none() {
            return LeafEval { one: 0.5, draw: 0.0, is_exact: false };
        }
        let Wdl { result, draw } = Wdl::of(self.root.evaluator.value(position), G::DRAW_MARGIN);
        let of_mover = |one: f64| if position.to_move() == Player::One { one } else { 1.0 - one };
        let one = of_mover(result) + (self.root.draw - 0.5) * draw;
        LeafEval { one, draw, is_exact: false }
    }

    /// Whether the position at the end of the path repeats an earlier one of the path or the game.
    fn is_repeat(&self, end: &G) -> bool {
        if end.reversible_plies() == 0 {
            return false;
        }
        let key = end.repetition_key();
        let mut before = self.root.position.clone();
        let mut is_same = |step: &Step| {
            let is_same = before.repetition_key() == key;
            let Node { mv, kind, .. } = *self.nodes.at(step.node);
            if !matches!(kind, Kind::Decision | Kind::Chance) {
                before.play_unchecked(G::Move::from_bits(mv));
            }
            is_same
        };
        self.root.past_keys.contains(&key) || self.path.iter().skip(1).any(&mut is_same)
    }

    /// Backs an evaluation up to all nodes of the path, which ends in this position.
    fn back_up(&mut self, position: &G, eval: &LeafEval) {
        let &LeafEval { one, draw, is_exact } = eval;
        let mut parent = None;
        for step in &self.path {
            if let Some(parent) = parent
                && self.nodes.at(step.node).visits == 0
            {
                self.nodes.mark_visited(parent);
            }
            self.nodes.add(step.node, result_of(position, step.decider, one), draw);
            parent = Some(step.node);
        }
        if !is_exact {
            return;
        }
        let mut path = self.path.iter().rev();
        if let Some(end) = path.next() {
            let result = result_of(position, end.decider, one);
            self.nodes.set_exact(end.node, result, draw, 0);
        }
        for step in path {
            let Some((result, draw, plies)) = exact_result(&self.nodes, step) else { break };
            self.nodes.set_exact(step.node, result, draw, plies);
        }
    }

    /// Selects a child of a position. All children may be exact although the node is not: some
    /// decisions may be missing, or a side may be unknown.
    fn best_child(&mut self, node: usize, position: &G) -> usize {
        let wanted = match self.nodes.at(node) {
            Node { kind: Kind::Leaf, .. } => INITIAL_CHILDREN,
            Node { kind: Kind::Position, visits, count, .. }
                if *visits >= VISITS_PER_CHILD * u32::from(*count) =>
            {
                2 * usize::from(*count)
            }
            _ => 0,
        };
        if wanted > 0 {
            self.widen(node, position, wanted);
        }
        let visits = self.nodes.at(node).visits;
        let first_play = self.mean_of_mover(node) as f32
            - FPU_REDUCTION * self.nodes.at(node).visited_prior.sqrt();
        let weight = EXPLORATION * (visits as f32).sqrt();
        let best = self.nodes.best(node, weight, first_play);
        // If an exact child is best, every fourth visit looks for a better one.
        if visits.is_multiple_of(4) && self.nodes.at(best).is_exact {
            return self.nodes.best_open(node, weight, first_play).unwrap_or(best);
        }
        best
    }

    /// The mean result at the end of the path, for the seat to move there.
    fn mean_of_mover(&self, node: usize) -> f64 {
        let (parent, children) = (self.nodes.at(node), self.nodes.children(node));
        match self.path.last().and_then(|step| step.same_side) {
            Some(true) => parent.mean(),
            Some(false) => 1.0 - parent.mean(),
            // The node's own result is a half while the sides are unknown, see `evaluate_leaf`.
            None => {
                let sum: f64 = children.iter().map(|child| child.total).sum();
                (0.5 + sum) / f64::from(parent.visits)
            }
        }
    }

    /// Extends the children of a position to the `wanted` ones with the highest priors.
    fn widen(&mut self, node: usize, position: &G, wanted: usize) {
        self.collect(position);
        if node == ROOT {
            let decisions = &self.root.decisions;
            self.moves.retain(|(_, mv)| decisions.contains(mv));
        }
        let known = usize::from(self.nodes.at(node).count);
        // Four sums, because each addition waits for the last one of the same sum.
        let mut sums = [0.0; 4];
        for (i, &(hint, _)) in self.moves.iter().enumerate() {
            sums[i % 4] += self.priors.of(hint);
        }
        let sum: f64 = sums.iter().sum();
        let is_complete = wanted >= self.moves.len();
        self.top_moves.keep(wanted, &mut self.moves);
        // All trees have the same order of the root's children, so that their visits can be added.
        let by_prior = self.prior_noise.is_some() && node != ROOT;
        let (prior_noise, priors) = (&mut self.prior_noise, &mut self.priors);
        let children = self.moves.iter().skip(known).map(|&(hint, mv)| {
            let prior_noise = prior_noise.as_mut().map_or(1.0, |rng| 0.5 + rng.f64());
            let prior = priors.of(hint) / sum * prior_noise;
            let kind = if has_outcomes(position, mv) { Kind::Decision } else { Kind::Leaf };
            Node::new(mv.to_bits(), prior as f32, kind)
        });
        self.nodes.append(node, children, by_prior);
        self.nodes.at_mut(node).kind = if is_complete { Kind::Complete } else { Kind::Position };
    }

    /// Lists the decisions with their hints.
    fn collect(&mut self, position: &G) {
        let moves = &mut self.moves;
        moves.clear();
        position.score_moves(&position.context(), &mut |mv, hint| {
            let decision = position.decision(mv);
            // The moves of one decision come one after another.
            if moves.last().is_none_or(|&(_, last)| last != decision) {
                moves.push((hint, decision));
            }
        });
    }

    /// Selects the outcome of a decision with the greatest lag behind its probability.
    fn next_outcome(&mut self, node: usize, position: &G) -> usize {
        if self.nodes.at(node).kind == Kind::Decision {
            let decision = G::Move::from_bits(self.nodes.at(node).mv);
            let mut outcomes = Vec::new();
            let _ = position.visit_outcomes(decision, &mut |mv, probability| {
                outcomes.push(Node::new(mv.to_bits(), probability as f32, Kind::Leaf));
                ControlFlow::Continue(())
            });
            self.nodes.append(node, outcomes.into_iter(), false);
            self.nodes.at_mut(node).kind = Kind::Chance;
        }
        let visits = f64::from(self.nodes.at(node).visits + 1);
        let (mut best, mut farthest) = (0, f64::NEG_INFINITY);
        for (index, child) in self.nodes.children(node).iter().enumerate() {
            let behind = visits * f64::from(child.prior) - f64::from(child.visits);
            if behind > farthest {
                (best, farthest) = (index, behind);
            }
        }
        self.nodes.range(node).start + best
    }
}

fn has_outcomes<G: TreeGame>(position: &G, decision: G::Move) -> bool {
    position
        .visit_outcomes(decision, &mut |mv, _| {
            if mv == decision { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .is_break()
}

/// Whether two seats play for the same side, if that is known.
#[inline]
fn is_same_side<G: TreeGame>(position: &G, one: usize, other: usize) -> Option<bool> {
    if one == other {
        return Some(true);
    }
    Some(position.side(one)? == position.side(other)?)
}

/// The result of a seat from that of player one.
#[inline]
fn result_of<G: TreeGame>(position: &G, seat: usize, one: f64) -> f64 {
    match position.side(seat) {
        Some(Player::One) => one,
        Some(Player::Two) => 1.0 - one,
        None => 0.5,
    }
}

/// The exact result of a node from those of its children: the result of the decider, the
/// probability of a draw, and the plies to the end of a won or lost game.
fn exact_result(nodes: &Nodes, step: &Step) -> Option<(f64, f64, u16)> {
    let (node, children) = (nodes.at(step.node), nodes.children(step.node));
    let longest = children.iter().map(|child| child.plies).max()?;
    if node.kind == Kind::Chance {
        if !children.iter().all(|child| child.is_exact) {
            return None;
        }
        let sum = |of: &dyn Fn(&Node) -> f64| -> f64 {
            // Equal values stay exact, although the probabilities might not add up to exactly 1.
            let all = of(&children[0]);
            if children.iter().all(|child| of(child) == all) {
                return all;
            }
            children.iter().map(|child| f64::from(child.prior) * of(child)).sum()
        };
        return Some((sum(&Node::mean), sum(&Node::draw), longest));
    }
    // A child's result is that of the seat to move here, the node's that of the decider.
    let is_same = step.same_side?;
    let turned = |result: f64| if is_same { result } else { 1.0 - result };
    let wins = |child: &&Node| child.is_exact && child.mean() == 1.0;
    if let Some(plies) = children.iter().filter(wins).map(|child| child.plies).min() {
        return Some((turned(1.0), 0.0, plies.saturating_add(1)));
    }
    if node.kind != Kind::Complete || !children.iter().all(|child| child.is_exact) {
        return None;
    }
    let best = children.iter().max_by(|a, b| a.mean().total_cmp(&b.mean()))?;
    Some((turned(best.mean()), best.draw(), longest.saturating_add(1)))
}
