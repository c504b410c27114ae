//! Iterative deepening at the root: one thread's way through the depths, with the
//! best lines of each.

use std::cmp::Reverse;
use std::mem;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use zugi_game::{Proof, RawMove};

use super::currmove_rate_limit::CurrmoveRateLimit;
use super::evaluator::Evaluator;
use super::limits::{Budget, Stability};
use super::negamax::{Window, Worker};
use super::pv_info::{Observer, PvInfo, SearchEvent, tell};
use super::root_proof::RootProof;
use super::score::{INFINITE, MAX_EVALUATION, MAX_PLY, PROVEN, Score, TB_WIN_IN_MAX_PLY, Value};
use super::searchable::Searchable;
use super::shared_state::Shared;
use super::thread_memory::ThreadMemory;
use super::thread_result::ThreadResult;

/// From which depth on a line's new value is looked for near its last one, and by how much the
/// distance grows.
const ASPIRATION_DEPTH: i32 = 5;
const ASPIRATION_GROWTH: Value = 4;

/// Every attempt to verify a proven result may take so many nodes, however little the
/// iterations took.
const VERIFY_NODES: u64 = 10_000;

/// A move at the root and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootMove<M> {
    /// Of the iteration under way; `-INFINITE` where the move is no better than the
    /// best one or not searched yet.
    value: Value,
    /// Of the last iteration that found one.
    known: Value,
    /// The nodes that it has taken so far.
    nodes: u64,
    /// It is known to win.
    wins: bool,
    /// The move and the best play that follows.
    pub pv: Vec<M>,
}

/// What moves are sorted by.
type Rank = (bool, bool, Value);

/// Sorts moves, the greatest first, and leaves equals in their order. The key is no type of its
/// own: the program has one sort for each type of moves, and not one for each game, evaluator
/// and observer.
fn sort<M>(moves: &mut [RootMove<M>], key: &dyn Fn(&RootMove<M>) -> Rank) {
    moves.sort_by_key(|root_move| Reverse(key(root_move)));
}

/// By how much the search of a late move may be less deep, if `alpha` is to be beaten.
fn reduction<G: Searchable, E: Evaluator<G>>(
    worker: &Worker<'_, G, E>,
    depth: i32,
    number: usize,
    alpha: Value,
) -> i32 {
    let is_exact = worker.full_width || alpha.abs() >= TB_WIN_IN_MAX_PLY;
    if is_exact || worker.shared.parameters().root_reductions == 0 {
        return 0;
    }
    worker.reductions.get(depth, number).min(depth - 2).max(0)
}

/// One thread's search from the root.
pub(super) struct Root<'a, G: Searchable, E: Evaluator<G>> {
    worker: Worker<'a, G, E>,
    shared: &'a Shared<G, E>,
    /// The time, for the thread that decides when it is spent.
    budget: Option<Budget>,
    stability: Stability,
    lines: usize,
    observer: Option<Observer<'a>>,
    throttle: CurrmoveRateLimit,
    /// Best first, as far as known.
    moves: Vec<RootMove<G::Move>>,
    /// The last depth that was finished.
    depth: u32,
    /// The proven results of all lines are known to be exact.
    verified: bool,
    /// The nodes that it took to find out.
    verification: u64,
    /// What is known without the search.
    certainty: RootProof,
}

impl<'a, G: Searchable, E: Evaluator<G>> Root<'a, G, E> {
    /// The position must not be finished.
    pub fn new(
        shared: &'a Shared<G, E>,
        memory: &'a mut ThreadMemory<G::Move>,
        budget: Option<Budget>,
        lines: usize,
        observer: Option<Observer<'a>>,
    ) -> Root<'a, G, E> {
        let mut moves = shared.limits.root_moves(&shared.position);
        let mut worker = Worker::new(shared, memory);
        worker.sort(&shared.position, &mut moves);
        let certainty = RootProof::new(shared);
        let root_move = |mv| {
            let wins = certainty.is_won() && shared.wins(mv);
            RootMove { value: -INFINITE, known: -INFINITE, nodes: 0, wins, pv: vec![mv] }
        };
        let mut moves: Vec<_> = moves.into_iter().map(root_move).collect();
        sort(&mut moves, &|root_move| (root_move.wins, false, 0));
        worker.known += u64::from(certainty.is_known());
        // Where all is known, play decides how soon it ends. In a game with draws a won
        // position need not have a move that is known to win.
        worker.probe_tables &= shared.limits.mate.is_some()
            || !certainty.is_known()
            || certainty.is_won() && !moves[0].wins;
        Root {
            worker,
            shared,
            budget,
            stability: Stability::default(),
            lines: lines.clamp(1, moves.len().max(1)),
            observer,
            throttle: CurrmoveRateLimit::new(),
            moves,
            depth: 0,
            verified: false,
            verification: 0,
            certainty,
        }
    }

    /// Runs iterations until a limit is reached; the first thread also tries to prove who wins.
    /// `skip` returns true for depths to leave out, so that threads do not all search the same
    /// depths.
    pub fn iterate(&mut self, is_first: bool, skip: impl Fn(u32) -> bool) {
        // Depth 1 is always finished, so that there is a move.
        for depth in (1..=self.max_depth()).filter(|&depth| depth == 1 || !skip(depth)) {
            self.worker.must_finish = depth == 1;
            let (best, value) = (self.moves[0].pv[0], self.moves[0].known);
            self.iteration(depth);
            if self.worker.aborted {
                break;
            }
            self.depth = depth;
            self.rank();
            self.compare(best, value);
            self.verify();
            self.rank();
            if is_first && self.lines == 1 {
                self.prove();
            }
            // A report takes a look at the table.
            let told = if self.observer.is_some() { self.lines } else { 0 };
            for line in 0..told {
                let report = self.report(line);
                tell(&mut self.observer, SearchEvent::Line(report));
            }
            if self.is_enough() {
                break;
            }
            // After the first report, so that nobody waits for it.
            if is_first && depth == 1 {
                self.shared.prepare_exact_values();
            }
        }
    }

    /// The result, if a depth was finished.
    pub fn result(&self) -> Option<ThreadResult> {
        (self.depth > 0).then(|| self.found(0))
    }

    fn found(&self, line: usize) -> ThreadResult {
        let root_move = &self.moves[line];
        ThreadResult {
            depth: self.depth,
            seldepth: self.worker.seldepth.max(root_move.pv.len()),
            value: self.certainty.value(root_move.known, root_move.wins),
            verified: self.verified,
            nodes: self.worker.nodes,
            known: self.worker.known,
            pv: root_move.pv.iter().copied().map(RawMove::of).collect(),
        }
    }

    /// Sorts the lines by their values: one that is searched later may turn out better.
    fn rank(&mut self) {
        let certainty = self.certainty;
        let value = |line: &RootMove<_>| certainty.value(line.known, line.wins);
        sort(&mut self.moves[..self.lines], &|line| (false, false, value(line)));
    }

    /// Compares the best move and its value with those of the iteration before.
    fn compare(&mut self, mv: G::Move, value: Value) {
        let best = &self.moves[0];
        let iterations = if best.pv[0] == mv { self.stability.iterations + 1 } else { 0 };
        let drop = if self.depth > 1 { value - best.known } else { 0 };
        let effort = best.nodes as f64 / self.worker.nodes.max(1) as f64;
        self.stability = Stability { iterations, drop, effort };
    }

    fn max_depth(&self) -> u32 {
        let deepest = MAX_PLY as u32;
        let asked = [self.shared.limits.depth, self.shared.limits.mate].into_iter().flatten().min();
        asked.unwrap_or(deepest).clamp(1, deepest)
    }

    fn iteration(&mut self, depth: u32) {
        // Nothing may be missed where a win within so many plies is asked for.
        self.worker.full_width = self.shared.limits.mate.is_some();
        for root_move in &mut self.moves {
            root_move.value = -INFINITE;
        }
        self.worker.depth = depth;
        self.worker.seldepth = depth as usize;
        for line in 0..self.lines {
            self.aspire(line, depth as i32);
            if self.worker.aborted {
                break;
            }
        }
    }

    /// Searches a line with a window around its value in the iteration before, and
    /// widens the window where the value turns out to be outside (aspiration windows:
    /// Marsland, "Relative efficiency of alpha-beta implementations", 1983).
    fn aspire(&mut self, line: usize, depth: i32) {
        let known = self.moves[line].known;
        if let Some(budget) = self.budget {
            self.worker.time_limit = Some(budget.max_iteration_start);
        }
        let [mut below, mut above] = [self.shared.parameters().aspiration; 2];
        if depth < ASPIRATION_DEPTH || known.abs() >= TB_WIN_IN_MAX_PLY {
            (below, above) = (2 * INFINITE, 2 * INFINITE);
        }
        loop {
            let alpha = (known - below).max(-INFINITE);
            let beta = (known + above).min(INFINITE);
            let value = self.search_line(line, depth, Window { alpha, beta });
            match value {
                _ if self.worker.aborted => break,
                _ if value <= alpha && alpha > -INFINITE => {
                    // The best move must not be played before it is known what is better.
                    if let Some(budget) = self.budget {
                        self.worker.time_limit = Some(budget.hard);
                    }
                    below *= ASPIRATION_GROWTH;
                }
                _ if value >= beta && beta < INFINITE => above *= ASPIRATION_GROWTH,
                _ => break,
            }
        }
    }

    /// Finds the best of the moves from `line` on and brings it to the front. Its value
    /// is returned; within the window it is exact.
    fn search_line(&mut self, line: usize, depth: i32, window: Window) -> Value {
        let Window { mut alpha, beta } = window;
        let (position, mut best) = (&self.shared.position, -INFINITE);
        let alike = self.alike(line);
        for (number, root_move) in self.moves[alike.clone()].iter_mut().enumerate() {
            let mv = root_move.pv[0];
            if let Some(observer) = &mut self.observer
                && self.throttle.is_due(self.shared.token.elapsed())
            {
                let (depth, mv, number) = (depth as u32, RawMove::of(mv), line + number + 1);
                observer(SearchEvent::CurrentMove { depth, mv, number });
            }
            let worker = &mut self.worker;
            let (mut value, before) = (-INFINITE, worker.nodes);
            if number > 0 {
                let (window, full) = (Window::null(alpha), depth - 1);
                let reduced = full - reduction(worker, depth, number, alpha);
                value = worker.search_move::<false>(position, mv, window, reduced, 0);
                if reduced < full && value > alpha && !worker.aborted {
                    value = worker.search_move::<false>(position, mv, window, full, 0);
                }
            }
            if number == 0 || (value > alpha && !worker.aborted) {
                let window = Window { alpha, beta };
                value = worker.search_move::<true>(position, mv, window, depth - 1, 0);
            }
            root_move.nodes += worker.nodes - before;
            if worker.aborted {
                break;
            }
            best = best.max(value);
            root_move.value = -INFINITE;
            if value > alpha {
                alpha = value;
                root_move.value = value;
                // Only a bound so far, and no whole variation, which a proof would need.
                let is_bound = value >= beta;
                root_move.known = if is_bound { beta.min(MAX_EVALUATION) } else { value };
                root_move.pv.truncate(1);
                root_move.pv.extend_from_slice(worker.pv());
                if value >= beta {
                    break;
                }
            }
        }
        // Stable: of moves that are no better, the order stays. No known win is let go of but
        // for one with an end.
        sort(&mut self.moves[alike], &|root_move| {
            (root_move.value >= PROVEN, root_move.wins, root_move.value)
        });
        best
    }

    /// The moves from `line` on that are known to win if this one is: they come first. Where a
    /// win within so many plies is asked for, any move may lead to it.
    fn alike(&self, line: usize) -> Range<usize> {
        if self.shared.limits.mate.is_some() {
            return line..self.moves.len();
        }
        let wins = self.moves[line].wins;
        let count = self.moves[line..].iter().take_while(|other| other.wins == wins).count();
        line..line + count
    }

    /// Tries to find out for certain who wins.
    fn prove(&mut self) {
        let Some((nodes, proof)) = self.certainty.attempt(self.shared, self.worker.nodes) else {
            return;
        };
        self.worker.nodes += nodes;
        let Some(Proof::Won(mv)) = proof else { return };
        if let Some(place) = self.moves.iter().position(|root_move| root_move.pv[0] == mv) {
            self.moves[..=place].rotate_right(1);
            self.moves[0].wins = true;
        }
    }

    /// Whether the result of a line is proven within the depth reached.
    fn is_settled(&self, root_move: &RootMove<G::Move>) -> bool {
        let plies = Score::from_value(root_move.known).plies_to_end();
        root_move.known.abs() >= PROVEN && plies.is_some_and(|plies| plies <= self.depth)
    }

    /// Where all lines have proven results, tries to make sure that there are no quicker
    /// wins, by a search that leaves nothing out. All attempts together take no longer
    /// than the iterations; where that is too little, a later iteration tries again.
    fn verify(&mut self) {
        let is_settled = |root_move: &RootMove<G::Move>| self.is_settled(root_move);
        if self.shared.limits.mate.is_some() || !self.moves[..self.lines].iter().all(is_settled) {
            return;
        }
        self.worker.must_finish = false;
        self.worker.full_width = true;
        // Who wins is known by now; how soon is the question.
        let probe_tables = mem::take(&mut self.worker.probe_tables);
        let before = self.worker.nodes;
        let allowance = before.saturating_sub(2 * self.verification) + VERIFY_NODES;
        self.worker.pause_at = before + allowance;
        self.verified = (0..self.lines).all(|line| self.verify_line(line));
        self.verification += self.worker.nodes - before;
        self.worker.probe_tables = probe_tables;
        // Limits of the search itself will be noticed again.
        self.worker.pause_at = u64::MAX;
        self.worker.aborted = false;
    }

    /// Whether the result of this line is exact, or has been made so.
    fn verify_line(&mut self, line: usize) -> bool {
        loop {
            let known = self.moves[line].known;
            let depth = Score::from_value(known).plies_to_end().unwrap_or_default() as i32;
            // A win that was found is one, and what was found for the loser is the best
            // that he can get.
            let window = if known > 0 {
                Window { alpha: known, beta: INFINITE }
            } else {
                Window { alpha: -INFINITE, beta: known + 1 }
            };
            let before = self.moves.clone();
            let value = self.search_line(line, depth, window);
            // Nor is it known what a loser can get where he seems to get more: of that there is
            // only a bound, and no variation.
            if self.worker.aborted || known < 0 && value > known {
                self.moves = before;
                return false;
            }
            if value <= known {
                return true;
            }
        }
    }

    /// Whether a further iteration would find nothing or find it too late.
    fn is_enough(&self) -> bool {
        let best = &self.moves[0];
        if self.shared.limits.mate.is_some() && self.certainty.is_lost() {
            return true;
        }
        if let Some(mate) = self.shared.limits.mate
            && matches!(Score::from_value(best.known), Score::Win(plies) if plies <= mate)
        {
            return true;
        }
        let is_settled = |root_move: &RootMove<G::Move>| self.is_settled(root_move);
        if self.verified
            || self.shared.limits.mate.is_some() && self.moves[..self.lines].iter().all(is_settled)
        {
            return true;
        }
        if self.shared.token.is_stopped() {
            return true;
        }
        match (self.budget, self.shared.token.clock_elapsed()) {
            // Where time matters, a forced move is played at once.
            (Some(budget), Some(elapsed)) => {
                self.moves.len() == 1 || budget.is_spent(elapsed, self.stability)
            }
            _ => false,
        }
    }

    fn report(&self, line: usize) -> PvInfo {
        let others = if self.shared.single { 0 } else { self.shared.nodes.load(Relaxed) };
        let nodes = others.max(self.worker.nodes);
        ThreadResult { nodes, ..self.found(line) }.report(self.shared, line + 1)
    }
}
