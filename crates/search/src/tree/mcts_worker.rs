//! One thread's tree and how it grows, by one position at a time: down from the root where it
//! looks best, a judgement of the position at the end, and back up.
//!
//! PUCT (Rosin, "Multi-armed bandits with episode context", 2011, in the form of AlphaZero) chooses
//! the next child of a decision: the mean result so far, plus a bonus for a high prior and few
//! visits. Among the outcomes of chance it chooses the one that is most behind its probability, so
//! nothing is random and the same search has the same tree. Exact results, from finished games
//! upwards, are kept as such (Winands, Björnsson and Saito, "Monte-Carlo tree search solver",
//! 2008).

use std::collections::HashSet;
use std::ops::ControlFlow;

use zugi_game::{Outcome, PackedMove, Player};

use super::TreeGame;
use super::nodes::{Kind, Node, Nodes, ROOT};
use super::prior_cache::{MostPromising, PriorCache};
use super::wdl::Wdl;
use crate::evaluator::Evaluator;
use crate::score::MAX_PLY;

/// The weight of the bonus.
const EXPLORATION: f32 = 1.2;

/// How much worse than its siblings a child is taken for that was not visited, where all of
/// the promising ones were.
const UNKNOWN: f32 = 0.3;

/// A position that was visited so often counts as a part of the depth.
const OFTEN: u32 = 8;

/// A position gets so many children at first.
const CHILDREN: usize = 8;

/// It gets more when it has been visited so many times for each of them.
const WIDENING: u32 = 4;

/// A step on the way from the root.
struct Step {
    node: usize,
    /// The seat that has decided to come here.
    decider: usize,
    /// Whether the seat to move here is on the same side, if that is known.
    is_same: Option<bool>,
}

/// What a position at the end of a way is worth to player one, the probability of a draw, and
/// whether that is exact.
struct LeafEval {
    one: f64,
    draw: f64,
    is_exact: bool,
}

/// A tree and the thread that works on it.
pub(super) struct MctsWorker<'a, G: TreeGame, E> {
    pub root: &'a G,
    /// How the positions stood that came before it.
    past: &'a HashSet<u64>,
    evaluator: &'a E,
    pub nodes: Nodes,
    /// The decisions at the root that may be played.
    decisions: &'a [G::Move],
    /// What a draw is worth to player one: a half, unless one side would rather avoid it.
    draw: f64,
    path: Vec<Step>,
    moves: Vec<(i32, G::Move)>,
    promises: PriorCache,
    order: MostPromising<G::Move>,
    /// By how much priors are blurred, so that several threads do not all do the same.
    blur: Option<fastrand::Rng>,
    /// The number of visits, the root's first one included.
    pub visits: u64,
    /// The greatest distance from the root at which a way ended, in plies.
    pub deepest: usize,
    /// No way goes farther.
    limit: usize,
}

impl<'a, G: TreeGame, E: Evaluator<G>> MctsWorker<'a, G, E> {
    /// A tree of a position, which must not be finished, with all of these decisions. A draw is
    /// worth `draw` to player one. The number of the thread is 0 for the first one.
    pub fn new(
        root: &'a G,
        past: &'a HashSet<u64>,
        evaluator: &'a E,
        decisions: &'a [G::Move],
        draw: f64,
        nodes: Nodes,
        thread: u64,
    ) -> MctsWorker<'a, G, E> {
        let blur = (thread > 0).then(|| fastrand::Rng::with_seed(thread));
        let mut grower = MctsWorker {
            root,
            past,
            evaluator,
            nodes,
            decisions,
            draw,
            path: Vec::new(),
            moves: Vec::new(),
            promises: PriorCache::default(),
            order: MostPromising::default(),
            blur,
            visits: 0,
            deepest: 0,
            limit: MAX_PLY,
        };
        // The root has all of its children from the beginning.
        grower.widen(ROOT, root, usize::MAX);
        grower
    }

    /// Limits all later paths to this number of plies.
    pub fn limit(&mut self, plies: usize) {
        self.limit = plies.clamp(1, MAX_PLY);
    }

    /// The number of plies, at least 1, to which the line that was visited most was visited
    /// often; it is counted no farther than `most`. Where the line has ended, twice the visits
    /// are a ply more: otherwise a search to some depth might have no end.
    pub fn depth(&self, most: u32) -> u32 {
        let (mut node, mut depth) = (ROOT, 0);
        while depth < most {
            let visits = |&child: &usize| self.nodes.at(child).visits;
            let next = self.nodes.range(node).rev().max_by_key(visits);
            match next.filter(|next| visits(next) >= OFTEN) {
                Some(next) => node = next,
                None => break,
            }
            depth += u32::from(!matches!(self.nodes.at(node).kind, Kind::Decision | Kind::Chance));
        }
        let Node { visits, kind, is_exact, .. } = *self.nodes.at(node);
        if is_exact || kind == Kind::Repeat {
            depth += (visits / OFTEN).max(1).ilog2();
        }
        depth.clamp(1, most.max(1))
    }

    /// Whether the result is exact, so that nothing is left to search.
    pub fn is_done(&self) -> bool {
        self.nodes.at(ROOT).is_exact
    }

    /// Visits a position that was not visited before, or one that is certain.
    pub fn visit(&mut self) {
        self.visit_from(None);
    }

    /// The same, by way of this child of the root.
    pub fn visit_child(&mut self, child: usize) {
        self.visit_from(Some(child));
    }

    fn visit_from(&mut self, mut forced: Option<usize>) {
        if self.nodes.is_full() {
            self.nodes.prune();
        }
        let mut position = self.root.clone();
        let (mut node, mut decider, mut depth) = (ROOT, position.seat(), 0);
        self.path.clear();
        loop {
            let Node { kind, visits, is_exact, .. } = *self.nodes.at(node);
            let is_same = same_side(&position, decider, position.seat());
            self.path.push(Step { node, decider, is_same });
            let is_new = visits == 0 && kind != Kind::Decision;
            let is_end = is_new || is_exact || kind == Kind::Repeat || depth >= self.limit;
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
        self.deepest = self.deepest.max(depth);
        let judgement = self.judge(node, decider, &position);
        self.back_up(&position, &judgement);
    }

    /// What the position of this node is worth.
    fn judge(&mut self, node: usize, decider: usize, position: &G) -> LeafEval {
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
                Outcome::Draw => (self.draw, 1.0),
            };
            return LeafEval { one, draw, is_exact: true };
        }
        if kind == Kind::Leaf && visits == 0 && node != ROOT && self.is_repeat(position) {
            self.nodes.at_mut(node).kind = Kind::Repeat;
        }
        if self.nodes.at(node).kind == Kind::Repeat {
            // Who waits for ever does not win.
            return LeafEval { one: self.draw, draw: 1.0, is_exact: false };
        }
        let seat = position.seat();
        if position.side(seat).is_none() {
            // Nobody knows yet for which side anybody plays.
            return LeafEval { one: 0.5, draw: 0.0, is_exact: false };
        }
        let Wdl { result, draw } = Wdl::of(self.evaluator.value(position), G::DRAW_MARGIN);
        let of_mover = |one: f64| if position.to_move() == Player::One { one } else { 1.0 - one };
        let one = of_mover(result) + (self.draw - 0.5) * draw;
        LeafEval { one, draw, is_exact: false }
    }

    /// Whether the position at the end of the path stands as an earlier one of the path or of the
    /// game did. Only then is the path played again: most moves gain something.
    fn is_repeat(&self, end: &G) -> bool {
        if end.reversible_plies() == 0 {
            return false;
        }
        let key = end.repetition_key();
        let mut before = self.root.clone();
        let mut is_same = |step: &Step| {
            let is_same = before.repetition_key() == key;
            let Node { mv, kind, .. } = *self.nodes.at(step.node);
            if !matches!(kind, Kind::Decision | Kind::Chance) {
                before.play_unchecked(G::Move::from_bits(mv));
            }
            is_same
        };
        self.past.contains(&key) || self.path.iter().skip(1).any(&mut is_same)
    }

    /// Adds a judgement to all nodes of the path, which ends in this position.
    fn back_up(&mut self, position: &G, judgement: &LeafEval) {
        let &LeafEval { one, draw, is_exact } = judgement;
        let mut parent = None;
        for step in &self.path {
            if let Some(parent) = parent
                && self.nodes.at(step.node).visits == 0
            {
                self.nodes.see_next(parent);
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
            self.nodes.settle(end.node, result, draw, 0);
        }
        for step in path {
            let Some((result, draw, plies)) = settled(&self.nodes, step) else { break };
            self.nodes.settle(step.node, result, draw, plies);
        }
    }

    /// The child to go to from a position. There is one that is not exact: otherwise the node
    /// would be.
    fn best_child(&mut self, node: usize, position: &G) -> usize {
        let wanted = match self.nodes.at(node) {
            Node { kind: Kind::Leaf, .. } => CHILDREN,
            Node { kind: Kind::Position, visits, count, .. }
                if *visits >= WIDENING * u32::from(*count) =>
            {
                2 * usize::from(*count)
            }
            _ => 0,
        };
        if wanted > 0 {
            self.widen(node, position, wanted);
        }
        let visits = self.nodes.at(node).visits;
        let unknown = self.mean_of_mover(node) as f32 - UNKNOWN * self.nodes.at(node).seen.sqrt();
        let weight = EXPLORATION * (visits as f32).sqrt();
        let best = self.nodes.best(node, weight, unknown);
        // Whether there is anything better than what is exact must be found out, too.
        if visits.is_multiple_of(4) && self.nodes.at(best).is_exact {
            return self.nodes.best_open(node, weight, unknown).unwrap_or(best);
        }
        best
    }

    /// The mean result at the end of the path, for the seat to move there.
    fn mean_of_mover(&self, node: usize) -> f64 {
        let (parent, children) = (self.nodes.at(node), self.nodes.children(node));
        match self.path.last().and_then(|step| step.is_same) {
            Some(true) => parent.mean(),
            Some(false) => 1.0 - parent.mean(),
            // The evaluation was a half.
            None => {
                let sum: f64 = children.iter().map(|child| child.total).sum();
                (0.5 + sum) / f64::from(parent.visits)
            }
        }
    }

    /// Gives a position so many children, the most promising ones.
    fn widen(&mut self, node: usize, position: &G, wanted: usize) {
        self.collect(position);
        if node == ROOT {
            let decisions = self.decisions;
            self.moves.retain(|(_, mv)| decisions.contains(mv));
        }
        let known = usize::from(self.nodes.at(node).count);
        // One sum would wait for itself at each move.
        let mut sums = [0.0; 4];
        for (i, &(hint, _)) in self.moves.iter().enumerate() {
            sums[i % 4] += self.promises.of(hint);
        }
        let sum: f64 = sums.iter().sum();
        let is_complete = wanted >= self.moves.len();
        self.order.keep(wanted, &mut self.moves);
        // The trees of several threads have the same children of the root, in the same order.
        let by_prior = self.blur.is_some() && node != ROOT;
        let (blur, promises) = (&mut self.blur, &mut self.promises);
        let children = self.moves.iter().skip(known).map(|&(hint, mv)| {
            let blur = blur.as_mut().map_or(1.0, |rng| 0.5 + rng.f64());
            let prior = promises.of(hint) / sum * blur;
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
            // The outcomes of a decision are visited one after another.
            if moves.last().is_none_or(|&(_, last)| last != decision) {
                moves.push((hint, decision));
            }
        });
    }

    /// The outcome to go to: the one that is most behind its probability.
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

/// Whether chance has a say in what comes of a decision.
fn has_outcomes<G: TreeGame>(position: &G, decision: G::Move) -> bool {
    position
        .visit_outcomes(decision, &mut |mv, _| {
            if mv == decision { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .is_break()
}

/// Whether two seats play for the same side, if that is known.
#[inline]
fn same_side<G: TreeGame>(position: &G, one: usize, other: usize) -> Option<bool> {
    if one == other {
        return Some(true);
    }
    Some(position.side(one)? == position.side(other)?)
}

/// A result of player one as that of a seat.
#[inline]
fn result_of<G: TreeGame>(position: &G, seat: usize, one: f64) -> f64 {
    match position.side(seat) {
        Some(Player::One) => one,
        Some(Player::Two) => 1.0 - one,
        None => 0.5,
    }
}

/// What is certain of a node by what is certain of its children: its result for the decider,
/// the probability of a draw, and the plies to the end of a won or lost game.
fn settled(nodes: &Nodes, step: &Step) -> Option<(f64, f64, u16)> {
    let (node, children) = (nodes.at(step.node), nodes.children(step.node));
    let longest = children.iter().map(|child| child.plies).max()?;
    if node.kind == Kind::Chance {
        if !children.iter().all(|child| child.is_exact) {
            return None;
        }
        let sum = |of: &dyn Fn(&Node) -> f64| -> f64 {
            // A sum of probabilities need not be 1, and certain is certain.
            let all = of(&children[0]);
            if children.iter().all(|child| of(child) == all) {
                return all;
            }
            children.iter().map(|child| f64::from(child.prior) * of(child)).sum()
        };
        return Some((sum(&Node::mean), sum(&Node::draw), longest));
    }
    // A child's result is for the seat to move here, this node's for the decider.
    let is_same = step.is_same?;
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
