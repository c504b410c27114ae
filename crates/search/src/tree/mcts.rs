//! A tree search from its limits to its answer: threads, trees, reports and the move played.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use zugi_game::{GameInProgress, PackedMove, Player, RawMove};
use zugi_memory::spawn_scoped_if_room;

use super::TreeGame;
use super::mcts_worker::MctsWorker;
use super::nodes::{Kind, Node, Nodes, ROOT};
use super::wdl::{Wdl, value_of};
use crate::Settings;
use crate::evaluator::Evaluator;
use crate::limits::{Budget, Limits, Stability};
use crate::pv_info::{Observer, PvInfo, SearchEvent, tell};
use crate::score::{MAX_PLY, Score};
use crate::stop::{SetWhenDropped, StopToken};
use crate::strength::{Level, Strength};

/// So many positions before the current one are remembered.
const PAST: usize = 500;

/// Between two looks at the clock.
const VISITS: u64 = 16;

/// A line that nobody visited again has so many moves at most.
const LEAST_VISITS: u32 = 2;

/// The interval of reports if no new depth is reached.
const INTERVAL: Duration = Duration::from_secs(1);

/// The stack of a thread besides the first one, in bytes: no call goes deep here.
const HELPER_STACK: usize = 2 << 20;

/// A decision at the root, as all trees together know it.
#[derive(Clone, Copy)]
struct Candidate {
    /// Its place among the children of the root.
    index: usize,
    visits: u64,
    /// The mean result, with the value of a draw; without a visit, that of the root.
    mean: f64,
    /// The probability of a draw.
    draw: f64,
    /// The plies to the end of the game, where it is won or lost for certain.
    plies: Option<u16>,
}

impl Candidate {
    /// What comes first is played: a quick win, or else what was visited most, or has the best
    /// result where all are known; a certain loss last, and then the longest.
    fn rank(&self, is_solved: bool) -> (Reverse<u32>, Reverse<u64>, Reverse<u64>) {
        let plies = self.plies.map(u32::from);
        let certain = match plies {
            Some(plies) if self.mean == 1.0 => u32::MAX - plies,
            Some(plies) => plies,
            None => u32::MAX / 2,
        };
        // Results are not negative, so that their bits are in order.
        let visits = if is_solved { 0 } else { self.visits };
        (Reverse(certain), Reverse(visits), Reverse(self.mean.to_bits()))
    }

    /// The score for the player to move.
    fn score(&self) -> Score {
        match self.plies {
            Some(plies) if self.mean == 1.0 => Score::Win(plies.into()),
            Some(plies) => Score::Loss(plies.into()),
            None => Score::Centipawns(value_of(self.mean)),
        }
    }
}

/// One search.
pub(super) struct Search<'a, G: TreeGame, E> {
    /// The position with what nobody may know.
    position: &'a G,
    /// The same as the seat to move knows it.
    shown: G,
    /// How the positions before it stood.
    past: HashSet<u64>,
    decisions: Vec<G::Move>,
    evaluator: &'a E,
    limits: Limits,
    budget: Option<Budget>,
    threads: usize,
    lines: usize,
    level: Option<Level>,
    /// By how much less than a half a draw counts for the side to move.
    contempt: f64,
    token: &'a StopToken,
    /// The first thread has its result.
    finished: AtomicBool,
    /// Visits of the helpers, some at a time.
    others: AtomicU64,
}

impl<'a, G: TreeGame, E: Evaluator<G>> Search<'a, G, E> {
    /// A search of a position that is not finished.
    pub fn new(
        game: &'a GameInProgress<G>,
        evaluator: &'a E,
        limits: &Limits,
        settings: &Settings,
        token: &'a StopToken,
    ) -> Search<'a, G, E> {
        let position = game.position();
        let seat = position.seat();
        let shown = position.observation_for(seat);
        let key = |before: &G| before.observation_for(seat).repetition_key();
        let decisions = limits.root_decisions(&shown);
        let level = settings.strength.map(Strength::by_a_tree);
        let limits = level.map_or_else(|| limits.clone(), |level| level.limit(limits));
        Search {
            budget: limits.budget(settings.overhead, shown.moves_left()),
            lines: settings.lines.clamp(1, decisions.len().max(1)),
            threads: if level.is_some() { 1 } else { settings.threads.max(1) },
            level,
            // While nobody knows who is on which side there is no side to count for.
            contempt: match shown.side(shown.seat()) {
                Some(_) => Wdl::contempt(settings.contempt, G::PIECE),
                None => 0.0,
            },
            position,
            past: game.positions().take(PAST).map(key).collect(),
            shown,
            decisions,
            evaluator,
            limits,
            token,
            finished: AtomicBool::new(false),
            others: AtomicU64::new(0),
        }
    }

    /// Searches until a limit is reached and the token lets go; the line that is played.
    /// `memory` has the trees of the search before, and takes those of this one.
    pub fn run(
        &self,
        bytes: u64,
        memory: &mut Vec<Nodes>,
        observer: &mut Option<Observer<'_>>,
    ) -> PvInfo {
        let bytes = bytes / self.threads as u64;
        let is_two = self.shown.to_move() == Player::Two;
        let draw = 0.5 + if is_two { self.contempt } else { -self.contempt };
        let tree = |number: usize, old| {
            let (shown, past) = (&self.shown, &self.past);
            let (nodes, number) = (Nodes::new(bytes, old), number as u64);
            MctsWorker::new(shown, past, self.evaluator, &self.decisions, draw, nodes, number)
        };
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
            // A panic from here on leaves the scope only when the helpers have ended.
            let ending = SetWhenDropped(&self.finished);
            if helpers.len() + 1 < self.threads {
                let (found, asked) = (helpers.len() + 1, self.threads);
                tell(observer, SearchEvent::FewerThreads { found, asked });
            }
            let mut trees = vec![tree(0, first)];
            let depth = self.grow(&mut trees[0], observer);
            self.token.wait_until_released(self.limits.infinite);
            drop(ending);
            // A helper that has failed has said so where it did.
            trees.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            let chosen = self.level.and_then(|level| self.blurred(&trees[0], level));
            let chosen = chosen.or_else(|| self.ranked(&trees).first().copied());
            let report = self.report(&trees, depth, 1, chosen);
            tell(observer, SearchEvent::Line(report.clone()));
            *memory = trees.into_iter().rev().map(|tree| tree.nodes).collect();
            report
        })
    }

    /// Lets the first tree grow until a limit is reached; the greatest depth that it had.
    fn grow(&self, tree: &mut MctsWorker<'a, G, E>, observer: &mut Option<Observer<'_>>) -> u32 {
        let deepest = self.deepest();
        if let Some(mate) = self.limits.mate {
            tree.limit(mate as usize);
        }
        let (mut depth, mut reported) = (0, Duration::ZERO);
        let (mut stability, mut best) = (Stability::default(), None);
        tree.visit();
        if self.level.is_some_and(|level| level.spread > 0) {
            // Whoever chooses among moves that look about as good has looked at each of them.
            (0..self.decisions.len()).for_each(|child| tree.visit_child(child));
        }
        // Until then there is no move that was looked at.
        tree.visit();
        loop {
            let elapsed = self.token.elapsed();
            let reached = tree.depth(deepest);
            if reached > depth || elapsed >= reported + INTERVAL {
                depth = depth.max(reached);
                reported = elapsed;
                stability = self.compare(tree, stability, &mut best);
                if observer.is_some() {
                    self.tell_lines(tree, depth, observer);
                }
            }
            if depth >= deepest || tree.is_done() || self.is_over(tree, stability) {
                return depth;
            }
            for _ in 0..VISITS {
                if tree.is_done() || self.is_stopped(tree) {
                    break;
                }
                tree.visit();
            }
        }
    }

    /// The depth at which the search ends.
    fn deepest(&self) -> u32 {
        let asked = [self.limits.depth, self.limits.mate].into_iter().flatten().min();
        asked.unwrap_or(MAX_PLY as u32).clamp(1, MAX_PLY as u32)
    }

    /// Lets another tree grow until the first one has its result.
    fn help(&self, mut tree: MctsWorker<'a, G, E>) -> MctsWorker<'a, G, E> {
        while !tree.is_done() && !self.finished.load(Relaxed) && !self.token.is_stopped() {
            (0..VISITS).for_each(|_| tree.visit());
            self.others.fetch_add(VISITS, Relaxed);
        }
        tree
    }

    /// Whether no visit may follow.
    fn is_stopped(&self, tree: &MctsWorker<'_, G, E>) -> bool {
        let visits = tree.visits + self.others.load(Relaxed);
        self.token.is_stopped() || self.limits.nodes.is_some_and(|nodes| visits >= nodes)
    }

    /// Whether a limit is reached, the clock included.
    fn is_over(&self, tree: &MctsWorker<'_, G, E>, stability: Stability) -> bool {
        let clock = self.budget.zip(self.token.clock_elapsed());
        let is_late = clock.is_some_and(|(budget, elapsed)| {
            let is_forced = self.decisions.len() == 1 && self.limits.move_time.is_none();
            elapsed >= budget.max_iteration_start
                || is_forced
                || budget.is_spent(elapsed, stability)
        });
        is_late || self.is_stopped(tree)
    }

    /// How settled the best decision is.
    fn compare(
        &self,
        tree: &MctsWorker<'a, G, E>,
        before: Stability,
        best: &mut Option<(usize, f64)>,
    ) -> Stability {
        let ranked = self.ranked(std::slice::from_ref(tree));
        let Some(first) = ranked.first() else { return before };
        let (same, mean) =
            best.map_or((false, first.mean), |(index, mean)| (index == first.index, mean));
        *best = Some((first.index, first.mean));
        Stability {
            iterations: if same { before.iterations + 1 } else { 0 },
            drop: value_of(mean) - value_of(first.mean),
            effort: first.visits as f64 / tree.visits.max(1) as f64,
        }
    }

    /// Tells the best lines of the first tree.
    fn tell_lines(
        &self,
        tree: &MctsWorker<'a, G, E>,
        depth: u32,
        observer: &mut Option<Observer<'_>>,
    ) {
        let trees = std::slice::from_ref(tree);
        let ranked = self.ranked(trees);
        for (line, &candidate) in (1..).zip(ranked.iter().take(self.lines)) {
            let line = self.report(trees, depth, line, Some(candidate));
            tell(observer, SearchEvent::Line(line));
        }
    }

    /// The decisions at the root, the best first.
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
            let is_certain = |node: &&Node| [0.0, 1.0].contains(&node.mean());
            let plies = exact.filter(is_certain).map(|node| node.plies.saturating_add(1));
            Candidate { index, visits, mean, draw, plies }
        };
        let count = trees[0].nodes.children(ROOT).len();
        let mut all: Vec<Candidate> = (0..count).map(candidate).collect();
        // Stable: of equals the more promising one comes first.
        let is_solved = trees.iter().any(MctsWorker::is_done);
        all.sort_by_cached_key(|candidate| candidate.rank(is_solved));
        all
    }

    /// The decision of a player of limited strength: the best by its result with a bonus at
    /// random, which comes from the position. No decision counts as better than the one that
    /// the search prefers: what looks so was seldom visited, and is a mere guess. A certain win
    /// is known to be one.
    fn blurred(&self, tree: &MctsWorker<'a, G, E>, level: Level) -> Option<Candidate> {
        let mut rng = Rng::with_seed(self.shown.key());
        let ranked = self.ranked(std::slice::from_ref(tree));
        let bonuses: Vec<i32> = ranked.iter().map(|_| rng.i32(0..level.spread.max(1))).collect();
        let highest = value_of(ranked.first()?.mean);
        let worth = |candidate: &Candidate| match candidate.score() {
            Score::Win(_) => i32::MAX,
            _ => value_of(candidate.mean).min(highest) + bonuses[candidate.index],
        };
        // Of equals the last one would be taken.
        ranked.into_iter().rev().max_by_key(worth)
    }

    /// The state of the search, with the line that begins with this decision.
    fn report(
        &self,
        trees: &[MctsWorker<'a, G, E>],
        depth: u32,
        line: usize,
        candidate: Option<Candidate>,
    ) -> PvInfo {
        let own: u64 = trees.iter().map(|tree| tree.visits).sum();
        let others = if trees.len() == 1 { self.others.load(Relaxed) } else { 0 };
        let pv = candidate.map(|candidate| self.line(trees, candidate.index)).unwrap_or_default();
        let deepest = trees.iter().map(|tree| tree.deepest).max().unwrap_or_default();
        // A draw is a half of a win, whatever it counts here.
        let odds = |Candidate { mean, draw, .. }| {
            Wdl { result: mean + self.contempt * draw, draw }.permille()
        };
        PvInfo {
            depth,
            seldepth: deepest.max(pv.len()) as u32,
            line,
            score: candidate.map_or(Score::Centipawns(0), |candidate| candidate.score()),
            wdl: candidate.map(odds),
            nodes: own + others,
            time: self.token.elapsed(),
            hashfull: trees[0].nodes.permille(),
            known: 0,
            pv: pv.into_iter().map(RawMove::of).collect(),
        }
    }

    /// The line that begins with this child of the root and was visited most, as moves of the
    /// game: up to where what is hidden would have to be known.
    fn line(&self, trees: &[MctsWorker<'a, G, E>], child: usize) -> Vec<G::Move> {
        let visits = |tree: &&MctsWorker<'a, G, E>| tree.nodes.children(ROOT)[child].visits;
        let Some(tree) = trees.iter().rev().max_by_key(visits) else { return Vec::new() };
        let (mut shown, mut position) = (self.shown.clone(), self.position.clone());
        let mut node = tree.nodes.range(ROOT).start + child;
        let mut line = Vec::new();
        loop {
            let Node { mv, kind, .. } = *tree.nodes.at(node);
            let mut mv = G::Move::from_bits(mv);
            if matches!(kind, Kind::Decision | Kind::Chance) {
                match self.likeliest(tree, node) {
                    Some(outcome) => node = outcome,
                    None => return with(line, &shown, &position, mv),
                }
                mv = G::Move::from_bits(tree.nodes.at(node).mv);
            }
            if !position.is_legal(mv) {
                return with(line, &shown, &position, shown.decision(mv));
            }
            line.push(mv);
            shown.play_unchecked(mv);
            position.play_unchecked(mv);
            match self.follow(tree, node) {
                Some(next) => node = next,
                None => return line,
            }
        }
    }

    /// The outcome of a decision that is shown: the one that was visited most, or of a certain
    /// result the one with the longest game.
    fn likeliest(&self, tree: &MctsWorker<'a, G, E>, node: usize) -> Option<usize> {
        let is_certain = is_certain(tree.nodes.at(node));
        let key = |&child: &usize| {
            let node = tree.nodes.at(child);
            if is_certain { u32::from(node.plies) } else { node.visits }
        };
        tree.nodes.range(node).rev().max_by_key(key)
    }

    /// The child of a position that the line goes on with.
    fn follow(&self, tree: &MctsWorker<'a, G, E>, node: usize) -> Option<usize> {
        let parent = tree.nodes.at(node);
        let children = tree.nodes.range(node);
        if is_certain(parent) && parent.plies > 0 {
            // The one that the distance is counted by.
            let through = |&child: &usize| {
                let child = tree.nodes.at(child);
                is_certain(child) && child.plies + 1 == parent.plies
            };
            return children.clone().find(through);
        }
        let visits = |child: usize| tree.nodes.at(child).visits;
        children
            .rev()
            .max_by_key(|&child| visits(child))
            .filter(|&child| visits(child) >= LEAST_VISITS)
    }
}

/// Whether a node is known to be won or lost.
fn is_certain(node: &Node) -> bool {
    node.is_exact && [0.0, 1.0].contains(&node.mean())
}

/// The line and the decision after it: the move that it is in the game, or its likeliest
/// outcome.
pub(super) fn with<G: TreeGame>(
    mut line: Vec<G::Move>,
    shown: &G,
    position: &G,
    decision: G::Move,
) -> Vec<G::Move> {
    let mut best: Option<(f64, G::Move)> = position.is_legal(decision).then_some((1.0, decision));
    if best.is_none() {
        let _ = shown.visit_outcomes(decision, &mut |mv, probability| {
            if position.is_legal(mv) && best.is_none_or(|(most, _)| probability > most) {
                best = Some((probability, mv));
            }
            ControlFlow::Continue(())
        });
    }
    line.extend(best.map(|(_, mv)| mv));
    line
}
