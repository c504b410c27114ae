//! A tree search: its threads, limits and reports, and the choice of the move to play.
//! `mcts_worker.rs` selects the children of a node.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use zugi_game::{GameInProgress, PackedMove, Player, RawMove};
use zugi_memory::spawn_scoped_if_room;

use super::TreeGame;
use super::mcts_worker::{MctsWorker, TreeRoot};
use super::nodes::{Kind, Node, Nodes, ROOT};
use super::wdl::{Wdl, value_of};
use crate::Settings;
use crate::evaluator::Evaluator;
use crate::limits::{Budget, Limits, Stability};
use crate::score::{MAX_PLY, Score};
use crate::search_event::{Observer, PvInfo, SearchEvent, tell};
use crate::stop_token::{SetWhenDropped, StopToken};
use crate::strength::{Level, Strength};

/// The number of earlier positions in which the search looks for repetitions.
const MAX_PAST_POSITIONS: usize = 500;

/// The visits between two checks of the depth and the clock. A helper checks the stop token as
/// often.
const VISITS_PER_CHECK: u64 = 16;

/// From the second move on, a reported line has only decisions with at least this number of visits,
/// except in an exact win or loss.
const MIN_PV_VISITS: u32 = 2;

/// The interval of reports if no new depth is reached.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// The stack of a helper thread, in bytes: a tree search has no deep recursion.
const HELPER_STACK: usize = 2 << 20;

/// A decision at the root, with the results of all trees.
#[derive(Clone, Copy)]
struct Candidate {
    /// The index among the children of the root.
    index: usize,
    visits: u64,
    /// The mean result for the side to move, with the contempt for draws; for an unvisited
    /// decision, the mean of the root.
    mean: f64,
    /// The probability of a draw.
    draw: f64,
    /// The plies to the end of the game, for an exact win or loss.
    plies: Option<u16>,
}

impl Candidate {
    /// The key that sorts the best decision first: exact wins, the quickest first; then the most
    /// visits, or the best result if the root is exact; then exact losses, the longest first.
    fn rank(&self, is_solved: bool) -> (Reverse<u32>, Reverse<u64>, Reverse<u64>) {
        let plies = self.plies.map(u32::from);
        let certain = match plies {
            Some(plies) if self.mean == 1.0 => u32::MAX - plies,
            Some(plies) => plies,
            None => u32::MAX / 2,
        };
        // Results are not negative, so their bits have the order of the numbers.
        let visits = if is_solved { 0 } else { self.visits };
        (Reverse(certain), Reverse(visits), Reverse(self.mean.to_bits()))
    }

    fn score(&self) -> Score {
        match self.plies {
            Some(plies) if self.mean == 1.0 => Score::Win(plies.into()),
            Some(plies) => Score::Loss(plies.into()),
            None => Score::Centipawns(value_of(self.mean)),
        }
    }
}

pub(super) struct Search<'a, G: TreeGame, E> {
    /// The position, hidden pieces included: only the reported line uses it.
    position: &'a G,
    root: TreeRoot<'a, G, E>,
    limits: Limits,
    budget: Option<Budget>,
    threads: usize,
    lines: usize,
    level: Option<Level>,
    /// How much less than one half a draw counts for the side to move.
    contempt: f64,
    token: &'a StopToken,
    /// The first thread has its result.
    finished: AtomicBool,
    /// Visits of the helpers, added in batches.
    helper_visits: AtomicU64,
}

impl<'a, G: TreeGame, E: Evaluator<G>> Search<'a, G, E> {
    /// The game must not be over.
    pub fn new(
        game: &'a GameInProgress<G>,
        evaluator: &'a E,
        limits: &Limits,
        settings: &Settings,
        token: &'a StopToken,
    ) -> Search<'a, G, E> {
        let position = game.position();
        let seat = position.seat();
        let observation = position.observation_for(seat);
        let key = |before: &G| before.observation_for(seat).repetition_key();
        let decisions = limits.root_decisions(&observation);
        // Contempt applies only if the side of the seat to move is known.
        let contempt = match observation.side(observation.seat()) {
            Some(_) => Wdl::contempt(settings.contempt, G::PIECE),
            None => 0.0,
        };
        let is_two = observation.to_move() == Player::Two;
        let level = settings.strength.map(Strength::tree_level);
        let limits = level.map_or_else(|| limits.clone(), |level| level.limit(limits));
        Search {
            budget: limits.budget(settings, observation.moves_left()),
            lines: settings.lines.clamp(1, decisions.len().max(1)),
            threads: if level.is_some() { 1 } else { settings.threads.max(1) },
            level,
            contempt,
            position,
            root: TreeRoot {
                past_keys: game.positions().take(MAX_PAST_POSITIONS).map(key).collect(),
                position: observation,
                decisions,
                evaluator,
                draw: 0.5 + if is_two { contempt } else { -contempt },
                max_plies: limits.mate.map_or(MAX_PLY, |mate| (mate as usize).clamp(1, MAX_PLY)),
            },
            limits,
            token,
            finished: AtomicBool::new(false),
            helper_visits: AtomicU64::new(0),
        }
    }

    /// Searches until a limit is reached and the token allows an answer; returns the line to play.
    /// `memory` has the trees of the last search, whose allocations are used again, and gets those
    /// of this one.
    pub fn run(
        &self,
        bytes: u64,
        memory: &mut Vec<Nodes>,
        observer: &mut Option<Observer<'_>>,
    ) -> PvInfo {
        let bytes = bytes / self.threads as u64;
        let tree =
            |number: usize, old| MctsWorker::new(&self.root, Nodes::new(bytes, old), number as u64);
        thread::scope(|scope| {
            let first = memory.pop();
            let helper = |number| {
                let old = memory.pop();
                let help = move || self.help(tree(number, old));
                let spawned = spawn_scoped_if_room(scope, HELPER_STACK, help);
                let failed = |error: &_| {
                    log::info!("no thread number {number} for the search: {error}");
                };
                spawned.inspect_err(failed).ok()
            };
            let helpers: Vec<_> = (1..self.threads).map_while(helper).collect();
            // The scope waits for the helpers: this ends them after a panic, too.
            let ending = SetWhenDropped(&self.finished);
            if helpers.len() + 1 < self.threads {
                let (found, asked) = (helpers.len() + 1, self.threads);
                tell(observer, SearchEvent::FewerThreads { found, asked });
            }
            let mut trees = vec![tree(0, first)];
            let depth = self.grow(&mut trees[0], observer);
            self.token.wait_until_released(self.limits.infinite);
            drop(ending);
            // The panic hook has reported failed helpers.
            trees.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            let chosen = self.level.and_then(|level| self.choose_with_noise(&trees[0], level));
            let chosen = chosen.unwrap_or_else(|| self.ranked(&trees)[0]);
            let report = self.report(&trees, depth, 1, chosen);
            tell(observer, SearchEvent::Line(report.clone()));
            *memory = trees.into_iter().rev().map(|tree| tree.nodes).collect();
            report
        })
    }

    /// Grows the first tree until a limit is reached; returns the greatest depth that it reached.
    fn grow(&self, tree: &mut MctsWorker<'a, G, E>, observer: &mut Option<Observer<'_>>) -> u32 {
        let max_depth = self.limits.max_depth();
        let (mut depth, mut reported) = (0, Duration::ZERO);
        let (mut stability, mut best) = (Stability::default(), None);
        tree.visit(None);
        if self.level.is_some_and(|level| level.spread > 0) {
            // A random choice among close moves needs a result for each move.
            (0..self.root.decisions.len()).for_each(|child| tree.visit(Some(child)));
        }
        // The first visit evaluates the root; this one visits a child, so that there is a move.
        tree.visit(None);
        loop {
            let elapsed = self.token.elapsed();
            let reached = tree.depth(max_depth);
            if reached > depth || elapsed >= reported + REPORT_INTERVAL {
                depth = depth.max(reached);
                reported = elapsed;
                let trees = std::slice::from_ref(&*tree);
                let ranked = self.ranked(trees);
                stability = stability_after(stability, best, ranked[0], tree.visits);
                best = Some(ranked[0]);
                let told = if observer.is_some() { self.lines } else { 0 };
                for (line, &candidate) in (1..).zip(ranked.iter().take(told)) {
                    let report = self.report(trees, depth, line, candidate);
                    tell(observer, SearchEvent::Line(report));
                }
            }
            if depth >= max_depth || tree.is_done() || self.is_limit_reached(tree, stability) {
                return depth;
            }
            for _ in 0..VISITS_PER_CHECK {
                if tree.is_done() || self.is_stopped(tree) {
                    break;
                }
                tree.visit(None);
            }
        }
    }

    /// Grows the tree of a helper until the first thread has its result.
    fn help(&self, mut tree: MctsWorker<'a, G, E>) -> MctsWorker<'a, G, E> {
        while !tree.is_done() && !self.finished.load(Relaxed) && !self.token.is_stopped() {
            (0..VISITS_PER_CHECK).for_each(|_| tree.visit(None));
            self.helper_visits.fetch_add(VISITS_PER_CHECK, Relaxed);
        }
        tree
    }

    /// Whether a stop or the limit of nodes ends the search.
    fn is_stopped(&self, tree: &MctsWorker<'_, G, E>) -> bool {
        let visits = tree.visits + self.helper_visits.load(Relaxed);
        self.token.is_stopped() || self.limits.nodes.is_some_and(|nodes| visits >= nodes)
    }

    /// Whether a stop, the limit of nodes or the clock ends the search.
    fn is_limit_reached(&self, tree: &MctsWorker<'_, G, E>, stability: Stability) -> bool {
        let clock = self.budget.zip(self.token.clock_elapsed());
        let is_late = clock.is_some_and(|(budget, elapsed)| {
            let is_forced = self.root.decisions.len() == 1;
            elapsed >= budget.abort || budget.is_spent(elapsed, stability, is_forced)
        });
        is_late || self.is_stopped(tree)
    }

    /// The decisions at the root, the best first. There is at least one.
    fn ranked(&self, trees: &[MctsWorker<'a, G, E>]) -> Vec<Candidate> {
        let root = trees[0].nodes.at(ROOT);
        let candidate = |index: usize| {
            let nodes = trees.iter().map(|tree| &tree.nodes.children(ROOT)[index]);
            let visited = nodes.clone().filter(|node| node.visits > 0);
            let visits: u64 = visited.clone().map(|node| u64::from(node.visits)).sum();
            let total: f64 = visited.clone().map(|node| node.total).sum();
            let draws: f64 = visited.map(|node| f64::from(node.draws)).sum();
            let exact = nodes.clone().find(|node| node.is_exact);
            let (mean, draw) = match exact {
                Some(node) => (node.mean(), node.draw()),
                None if visits == 0 => (root.mean(), root.draw()),
                None => (total / visits as f64, draws / visits as f64),
            };
            let certain = exact.filter(|&node| is_certain(node));
            let plies = certain.map(|node| node.plies.saturating_add(1));
            Candidate { index, visits, mean, draw, plies }
        };
        let count = trees[0].nodes.children(ROOT).len();
        let mut all: Vec<Candidate> = (0..count).map(candidate).collect();
        // Stable: among equals the decision with the higher prior comes first.
        let is_solved = trees.iter().any(MctsWorker::is_done);
        all.sort_by_cached_key(|candidate| candidate.rank(is_solved));
        all
    }

    /// The decision at limited strength: the one with the greatest sum of value and random bonus.
    /// The seed of the bonuses is the key of the position. No value counts more than that of the
    /// decision with the best rank, because a higher mean comes from few visits. An exact win ranks
    /// above all.
    fn choose_with_noise(&self, tree: &MctsWorker<'a, G, E>, level: Level) -> Option<Candidate> {
        let mut rng = Rng::with_seed(self.root.position.key());
        let ranked = self.ranked(std::slice::from_ref(tree));
        let bonuses: Vec<i32> = ranked.iter().map(|_| rng.i32(0..level.spread.max(1))).collect();
        let highest = value_of(ranked[0].mean);
        let worth = |candidate: &Candidate| match candidate.score() {
            Score::Win(_) => i32::MAX,
            _ => value_of(candidate.mean).min(highest) + bonuses[candidate.index],
        };
        // `max_by_key` returns the last of equals; in reverse order this is the one with the best
        // rank.
        ranked.into_iter().rev().max_by_key(worth)
    }

    fn report(
        &self,
        trees: &[MctsWorker<'a, G, E>],
        depth: u32,
        line: usize,
        candidate: Candidate,
    ) -> PvInfo {
        let own: u64 = trees.iter().map(|tree| tree.visits).sum();
        let helper_visits = if trees.len() == 1 { self.helper_visits.load(Relaxed) } else { 0 };
        let pv = self.line(trees, candidate);
        let seldepth = trees.iter().map(|tree| tree.seldepth).max().unwrap_or_default();
        let Candidate { mean, draw, .. } = candidate;
        // The result without contempt, in which a draw counts a half.
        let odds = Wdl { result: mean + self.contempt * draw, draw };
        PvInfo {
            depth,
            seldepth: seldepth.max(pv.len()) as u32,
            line,
            score: candidate.score(),
            wdl: Some(odds.permille()),
            nodes: own + helper_visits,
            time: self.token.elapsed(),
            hashfull: trees[0].nodes.permille(),
            tbhits: 0,
            pv: pv.into_iter().map(RawMove::of).collect(),
        }
    }

    /// The line that begins with this decision, as moves of the game: the one that proves its
    /// result, or else the most visited one. It ends with the first move that depends on hidden
    /// pieces.
    fn line(&self, trees: &[MctsWorker<'a, G, E>], candidate: Candidate) -> Vec<G::Move> {
        let child = candidate.index;
        let key = |tree: &&MctsWorker<'a, G, E>| {
            let node = &tree.nodes.children(ROOT)[child];
            let plies = is_certain(node).then(|| node.plies.saturating_add(1));
            (plies == candidate.plies, node.visits)
        };
        let Some(tree) = trees.iter().rev().max_by_key(key) else { return Vec::new() };
        let (mut observation, mut position) = (self.root.position.clone(), self.position.clone());
        let mut node = tree.nodes.range(ROOT).start + child;
        let mut line = Vec::new();
        loop {
            let Node { mv, kind, .. } = *tree.nodes.at(node);
            let mut mv = G::Move::from_bits(mv);
            if matches!(kind, Kind::Decision | Kind::Chance) {
                match self.main_outcome(tree, node) {
                    Some(outcome) => node = outcome,
                    None => return with_decision(line, &observation, &position, mv),
                }
                mv = G::Move::from_bits(tree.nodes.at(node).mv);
            }
            if !position.is_legal(mv) {
                return with_decision(line, &observation, &position, observation.decision(mv));
            }
            line.push(mv);
            observation.play_unchecked(mv);
            position.play_unchecked(mv);
            match self.next_position(tree, node) {
                Some(next) => node = next,
                None => return line,
            }
        }
    }

    /// The outcome of a decision in the reported line: the one with the longest game if the
    /// decision is an exact win or loss, otherwise the most visited one.
    fn main_outcome(&self, tree: &MctsWorker<'a, G, E>, node: usize) -> Option<usize> {
        let is_certain = is_certain(tree.nodes.at(node));
        let key = |&child: &usize| {
            let node = tree.nodes.at(child);
            if is_certain { u32::from(node.plies) } else { node.visits }
        };
        tree.nodes.range(node).rev().max_by_key(key)
    }

    /// The node after a position in the reported line; `None` at the end of the line.
    fn next_position(&self, tree: &MctsWorker<'a, G, E>, node: usize) -> Option<usize> {
        let parent = tree.nodes.at(node);
        let children = tree.nodes.range(node);
        if is_certain(parent) && parent.plies > 0 {
            // The child that determines the parent's result and its plies to the end. A child's
            // result is that of the seat to move at the parent: if any child is a win, that seat
            // wins.
            let is_win = |child: &Node| is_certain(child) && child.mean() == 1.0;
            let wins = tree.nodes.children(node).iter().any(is_win);
            let through = |&child: &usize| {
                let child = tree.nodes.at(child);
                is_certain(child) && is_win(child) == wins && child.plies + 1 == parent.plies
            };
            return children.clone().find(through);
        }
        let visits = |child: usize| tree.nodes.at(child).visits;
        children
            .rev()
            .max_by_key(|&child| visits(child))
            .filter(|&child| visits(child) >= MIN_PV_VISITS)
    }
}

/// The stability after a comparison of the best decision with that of the last report.
fn stability_after(
    before: Stability,
    last: Option<Candidate>,
    best: Candidate,
    visits: u64,
) -> Stability {
    let is_same = last.is_some_and(|last| last.index == best.index);
    Stability {
        iterations: if is_same { before.iterations + 1 } else { 0 },
        value_drop: last.map_or(0, |last| value_of(last.mean) - value_of(best.mean)),
        effort: best.visits as f64 / visits.max(1) as f64,
    }
}

/// Whether a node is an exact win or loss.
fn is_certain(node: &Node) -> bool {
    node.is_exact && [0.0, 1.0].contains(&node.mean())
}

/// Appends a decision to the line: the decision itself if it is a legal move, otherwise its
/// likeliest legal outcome.
pub(super) fn with_decision<G: TreeGame>(
    mut line: Vec<G::Move>,
    observation: &G,
    position: &G,
    decision: G::Move,
) -> Vec<G::Move> {
    let mut best: Option<(f64, G::Move)> = position.is_legal(decision).then_some((1.0, decision));
    if best.is_none() {
        let _ = observation.visit_outcomes(decision, &mut |mv, probability| {
            if position.is_legal(mv) && best.is_none_or(|(most, _)| probability > most) {
                best = Some((probability, mv));
            }
            ControlFlow::Continue(())
        });
    }
    line.extend(best.map(|(_, mv)| mv));
    line
}
