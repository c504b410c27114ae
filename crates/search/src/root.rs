//! Iterative deepening at the root, in one thread.

use std::cmp::Reverse;
use std::mem;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use zugi_game::{Proof, RawMove};

use super::evaluator::Evaluator;
use super::limits::{Budget, Stability};
use super::negamax::{Window, Worker};
use super::root_proof::RootProof;
use super::score::{INFINITE, MAX_EVALUATION, PROVEN, Score, TB_WIN_IN_MAX_PLY, Value};
use super::search_event::{Observer, PvInfo, SearchEvent, tell};
use super::searchable::Searchable;
use super::shared_state::Shared;
use super::thread_memory::ThreadMemory;
use super::thread_result::ThreadResult;

/// The least depth of a search with an aspiration window, in plies.
const ASPIRATION_DEPTH: i32 = 5;

/// The factor by which the window grows after a fail low or fail high.
const ASPIRATION_GROWTH: Value = 4;

/// The smallest number of nodes for each attempt to verify a proven result.
const VERIFY_NODES: u64 = 10_000;

/// The time before the first report of the current root move: shorter searches need none.
const FIRST_CURRMOVE: Duration = Duration::from_secs(3);

/// The least time between reports of the current root move.
const CURRMOVE_INTERVAL: Duration = Duration::from_millis(250);

/// Whether to report the root move whose search begins at the time `elapsed`. `next` is the
/// earliest time of the next report.
fn is_currmove_due(next: &mut Duration, elapsed: Duration) -> bool {
    let is_due = elapsed >= *next;
    if is_due {
        *next = elapsed + CURRMOVE_INTERVAL;
    }
    is_due
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootMove<M> {
    /// The value in the iteration under way; `-INFINITE` if the move did not raise alpha or is not
    /// searched yet.
    value: Value,
    /// The value in the last iteration in which the move raised alpha.
    last_value: Value,
    /// The nodes of this move in all iterations.
    nodes: u64,
    /// Exact values show that the move wins.
    wins: bool,
    /// The variation, which begins with this move.
    pub pv: Vec<M>,
}

type Rank = (bool, bool, Value);

/// Sorts moves by falling rank, stably. The key is a trait object, so that the program has one sort
/// for each type of moves, not one for each game, evaluator and observer.
fn sort<M>(moves: &mut [RootMove<M>], key: &dyn Fn(&RootMove<M>) -> Rank) {
    moves.sort_by_key(|root_move| Reverse(key(root_move)));
}

/// The reduction of a late move at the root, in plies; 0 while `alpha` is a proven or known result.
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

pub(super) struct Root<'a, G: Searchable, E: Evaluator<G>> {
    worker: Worker<'a, G, E>,
    shared: &'a Shared<G, E>,
    /// The time budget. Only the first thread has one, because it decides when time is up.
    budget: Option<Budget>,
    stability: Stability,
    lines: usize,
    observer: Option<Observer<'a>>,
    /// The earliest time of the next report of the current root move.
    next_currmove: Duration,
    /// The root moves, the best ones of the iterations so far first.
    moves: Vec<RootMove<G::Move>>,
    /// The last finished depth.
    depth: u32,
    /// The proven results of all lines are exact: there is no quicker win or slower loss.
    verified: bool,
    verification_nodes: u64,
    root_proof: RootProof,
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
        let root_proof = RootProof::new(shared);
        let root_move = |mv| {
            let wins = root_proof.wins == Some(true) && shared.wins(mv);
            RootMove { value: -INFINITE, last_value: -INFINITE, nodes: 0, wins, pv: vec![mv] }
        };
        let mut moves: Vec<_> = moves.into_iter().map(root_move).collect();
        sort(&mut moves, &|root_move| (root_move.wins, false, 0));
        worker.tbhits += u64::from(root_proof.wins.is_some());
        // Once the winner and, for a win, a winning move are known, only the length of the game
        // matters. Exact values do not tell it, so they are not probed any more, except with the
        // limit `mate`, see [`Shared::decided_for`]. In a game with draws, tables may know that a
        // position is won but not know a winning move.
        worker.probe_tables &= shared.limits.mate.is_some()
            || root_proof.wins.is_none()
            || root_proof.wins == Some(true) && !moves[0].wins;
        Root {
            worker,
            shared,
            budget,
            stability: Stability::default(),
            lines: lines.clamp(1, moves.len().max(1)),
            observer,
            next_currmove: FIRST_CURRMOVE,
            moves,
            depth: 0,
            verified: false,
            verification_nodes: 0,
            root_proof,
        }
    }

    /// Runs iterations until a limit is reached or no further one is needed; the first thread also
    /// tries to prove who wins if it searches a single line. `skip` returns true for depths to
    /// leave out, so that threads do not all search the same depths.
    pub fn iterate(&mut self, is_first: bool, skip: impl Fn(u32) -> bool) {
        let depths = 1..=self.shared.limits.max_depth();
        for depth in depths.filter(|&depth| depth == 1 || !skip(depth)) {
            self.worker.must_finish = depth == 1;
            let (best, value) = (self.moves[0].pv[0], self.moves[0].last_value);
            self.iteration(depth);
            if self.worker.aborted {
                break;
            }
            self.depth = depth;
            self.rank();
            self.update_stability(best, value);
            self.verify();
            self.rank();
            if is_first && self.lines == 1 {
                self.prove();
            }
            // Without an observer no report is made, because its `hashfull` would read the table.
            let told = if self.observer.is_some() { self.lines } else { 0 };
            for line in 0..told {
                let report = self.report(line);
                tell(&mut self.observer, SearchEvent::Line(report));
            }
            if self.is_enough() {
                break;
            }
            // Comes after the first report, which loading the tables would delay.
            if is_first && depth == 1 {
                self.shared.prepare_endgames();
            }
        }
    }

    pub fn result(&self) -> Option<ThreadResult> {
        (self.depth > 0).then(|| self.found(0))
    }

    fn found(&self, line: usize) -> ThreadResult {
        let root_move = &self.moves[line];
        ThreadResult {
            depth: self.depth,
            seldepth: self.worker.seldepth.max(root_move.pv.len()),
            value: self.root_proof.value(root_move.last_value, root_move.wins),
            verified: self.verified,
            nodes: self.worker.nodes,
            tbhits: self.worker.tbhits,
            pv: root_move.pv.iter().copied().map(RawMove::of).collect(),
        }
    }

    /// Sorts the lines by their values: a later line may be better than an earlier one.
    fn rank(&mut self) {
        let root_proof = self.root_proof;
        let value = |line: &RootMove<_>| root_proof.value(line.last_value, line.wins);
        sort(&mut self.moves[..self.lines], &|line| (false, false, value(line)));
    }

    /// Updates the stability from the best move and value of the iteration before.
    fn update_stability(&mut self, mv: G::Move, value: Value) {
        let best = &self.moves[0];
        let iterations = if best.pv[0] == mv { self.stability.iterations + 1 } else { 0 };
        let value_drop = if self.depth > 1 { value - best.last_value } else { 0 };
        let effort = best.nodes as f64 / self.worker.nodes.max(1) as f64;
        self.stability = Stability { iterations, value_drop, effort };
    }

    fn iteration(&mut self, depth: u32) {
        // A search for a win within a number of plies must not miss one.
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

    /// Searches a line with a window around its last value, and widens the window on the side of a
    /// fail low or fail high (aspiration windows: Marsland, "Relative efficiency of alpha-beta
    /// implementations", 1983).
    fn aspire(&mut self, line: usize, depth: i32) {
        let last_value = self.moves[line].last_value;
        if let Some(budget) = self.budget {
            self.worker.time_limit = Some(budget.abort);
        }
        let [mut below, mut above] = [self.shared.parameters().aspiration; 2];
        if depth < ASPIRATION_DEPTH || last_value.abs() >= TB_WIN_IN_MAX_PLY {
            (below, above) = (2 * INFINITE, 2 * INFINITE);
        }
        loop {
            let alpha = (last_value - below).max(-INFINITE);
            let beta = (last_value + above).min(INFINITE);
            let value = self.search_line(line, depth, Window { alpha, beta });
            match value {
                _ if self.worker.aborted => break,
                _ if value <= alpha && alpha > -INFINITE => {
                    // Fail low: the best move needs a replacement or an exact value, so the search
                    // may take all of the time of the move.
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

    /// Searches the candidates for `line` and moves the best one to the place `line`. Returns its
    /// value, exact within the window.
    fn search_line(&mut self, line: usize, depth: i32, window: Window) -> Value {
        let Window { mut alpha, beta } = window;
        let (position, mut best) = (&self.shared.position, -INFINITE);
        let candidates = self.candidates(line);
        for (number, root_move) in self.moves[candidates.clone()].iter_mut().enumerate() {
            let mv = root_move.pv[0];
            if let Some(observer) = &mut self.observer
                && is_currmove_due(&mut self.next_currmove, self.shared.token.elapsed())
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
                // A bound is no proof, because its variation is not complete.
                let is_bound = value >= beta;
                root_move.last_value = if is_bound { beta.min(MAX_EVALUATION) } else { value };
                root_move.pv.truncate(1);
                root_move.pv.extend_from_slice(worker.pv());
                if value >= beta {
                    break;
                }
            }
        }
        // Moves with a win proven by the search come first, then moves that win by exact values,
        // then all others.
        sort(&mut self.moves[candidates], &|root_move| {
            (root_move.value >= PROVEN, root_move.wins, root_move.value)
        });
        best
    }

    /// The moves from which `line` is chosen: the next ones with the same [`RootMove::wins`],
    /// because winning moves precede all others. With the limit `mate` these are all moves from
    /// `line` on, because exact values do not tell the length of a win.
    fn candidates(&self, line: usize) -> Range<usize> {
        if self.shared.limits.mate.is_some() {
            return line..self.moves.len();
        }
        let wins = self.moves[line].wins;
        let count = self.moves[line..].iter().take_while(|other| other.wins == wins).count();
        line..line + count
    }

    /// Tries to prove who wins, and brings a winning move to the front.
    fn prove(&mut self) {
        let Some((nodes, proof)) = self.root_proof.attempt(self.shared, self.worker.nodes) else {
            return;
        };
        self.worker.nodes += nodes;
        let Some(Proof::Won(mv)) = proof else { return };
        if let Some(index) = self.moves.iter().position(|root_move| root_move.pv[0] == mv) {
            self.moves[..=index].rotate_right(1);
            self.moves[0].wins = true;
        }
    }

    /// Whether the results of all lines are proven within the depth reached.
    fn are_settled(&self) -> bool {
        let plies = |line: &RootMove<_>| Score::from_value(line.last_value).plies_to_end();
        let mut plies = self.moves[..self.lines].iter().map(plies);
        plies.all(|plies| plies.is_some_and(|plies| plies <= self.depth))
    }

    /// If all lines have proven results, searches for quicker wins without pruning. All attempts
    /// together take about as many nodes as the iterations; a later iteration tries again if that
    /// is too little.
    fn verify(&mut self) {
        if self.shared.limits.mate.is_some() || !self.are_settled() {
            return;
        }
        self.worker.must_finish = false;
        self.worker.full_width = true;
        // The winner is proven; exact values do not tell the length of the win.
        let probe_tables = mem::take(&mut self.worker.probe_tables);
        let before = self.worker.nodes;
        let allowance = before.saturating_sub(2 * self.verification_nodes) + VERIFY_NODES;
        self.worker.pause_at = before + allowance;
        self.verified = (0..self.lines).all(|line| self.verify_line(line));
        self.verification_nodes += self.worker.nodes - before;
        self.worker.probe_tables = probe_tables;
        // If a limit of the search itself was reached, the next check sets `aborted` again.
        self.worker.pause_at = u64::MAX;
        self.worker.aborted = false;
    }

    /// Makes the result of this line exact; `false` if that fails.
    fn verify_line(&mut self, line: usize) -> bool {
        loop {
            let known = self.moves[line].last_value;
            let depth = Score::from_value(known).plies_to_end().unwrap_or_default() as i32;
            // A found win is a lower bound of the exact value, a found loss an upper bound.
            let window = if known > 0 {
                Window { alpha: known, beta: INFINITE }
            } else {
                Window { alpha: -INFINITE, beta: known + 1 }
            };
            let before = self.moves.clone();
            let value = self.search_line(line, depth, window);
            // A better value for the loser is only a bound, without a variation.
            if self.worker.aborted || known < 0 && value > known {
                self.moves = before;
                return false;
            }
            if value <= known {
                return true;
            }
        }
    }

    /// Whether to begin no further iteration: none is needed, the search was stopped, or its time
    /// is up.
    fn is_enough(&self) -> bool {
        let is_answered = self.shared.limits.mate.is_some_and(|mate| {
            let best = Score::from_value(self.moves[0].last_value);
            let is_found = matches!(best, Score::Win(plies) if plies <= mate);
            is_found || self.root_proof.wins == Some(false) || self.are_settled()
        });
        if is_answered || self.verified || self.shared.token.is_stopped() {
            return true;
        }
        let clock = self.budget.zip(self.shared.token.clock_elapsed());
        clock.is_some_and(|(budget, elapsed)| {
            budget.is_spent(elapsed, self.stability, self.moves.len() == 1)
        })
    }

    fn report(&self, line: usize) -> PvInfo {
        let others = if self.shared.is_single_thread { 0 } else { self.shared.nodes.load(Relaxed) };
        let nodes = others.max(self.worker.nodes);
        ThreadResult { nodes, ..self.found(line) }.report(self.shared, line + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_begin_after_three_seconds_and_come_four_times_a_second() {
        let mut next = FIRST_CURRMOVE;
        let mut is_due = |ms| is_currmove_due(&mut next, Duration::from_millis(ms));
        let reported: Vec<u64> = (0..=4_000).filter(|&ms| is_due(ms)).collect();
        assert_eq!(reported, [3_000, 3_250, 3_500, 3_750, 4_000]);
        // Missed reports are not repeated.
        assert!(is_due(60_000));
        assert!(!is_due(60_249));
    }
}
