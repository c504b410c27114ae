//! The search of one thread: principal variation search (Marsland and Campbell, "Parallel search of
//! strongly ordered game trees", 1982) with a transposition table, late move reductions, futility
//! and late move pruning, singular extensions, and a quiescence search at the horizon.
//!
//! Proven wins and losses come only from play to the end of the game, and no pruned line may prove
//! a loss. The search for a quicker win prunes nothing, see [`Worker::full_width`].

use std::cmp::Reverse;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use zugi_game::PackedMove;

use super::evaluator::Evaluator;
use super::move_history::{Line, MoveHistory};
use super::move_picker::{Scored, TABLE_MOVE_SCORE, in_order};
use super::parameters::Parameters;
use super::repetition::Path;
use super::score::{
    INFINITE, MAX_EVALUATION, MAX_PLY, PROVEN, TB_WIN_IN_MAX_PLY, Value, WIN, finished, tb_value,
    to_table,
};
use super::searchable::Searchable;
use super::shared_state::Shared;
use super::thread_memory::{Ply, ThreadMemory};
use super::transposition_table::{Bound, Entry};

/// The nodes between two checks of the clock and the stop token: few enough to answer within a
/// millisecond, many enough to cost nothing.
const NODES_PER_CHECK: u64 = 256;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub alpha: Value,
    pub beta: Value,
}

impl Window {
    /// The null window, which only tells whether a value is above `alpha`.
    pub const fn null(alpha: Value) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window for the opponent.
    const fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The data of a node that stay the same while its moves are searched.
#[derive(Clone, Copy, Debug)]
struct Node {
    pub depth: i32,
    pub ply: usize,
    pub eval: Value,
    /// Nothing may be pruned or reduced.
    pub full_width: bool,
    /// The plies by which the table's move is extended, from -1 to 1.
    pub extension: i32,
}

pub(super) struct Worker<'a, G: Searchable, E: Evaluator<G>> {
    pub(super) shared: &'a Shared<G, E>,
    pub(super) reductions: &'a Reductions,
    history: &'a mut MoveHistory<G::Move>,
    plies: &'a mut Vec<Ply<G::Move>>,
    pub(super) path: Path<G>,
    pub(super) moves: &'a mut Vec<Scored>,
    /// The depth of the iteration. Nodes at twice this distance from the root, or farther, get no
    /// singular extensions.
    pub depth: u32,
    /// Nodes of this thread.
    pub nodes: u64,
    pub seldepth: usize,
    /// Whether exact values (known winners, from tables and proofs) are probed at each node except
    /// for the root.
    pub probe_tables: bool,
    /// Hits of exact values since the last update of [`Shared::tbhits`].
    pub tbhits: u64,
    /// Nothing is pruned anywhere: results within the depth are exact.
    pub full_width: bool,
    /// The search is abandoned at this number of nodes of this thread.
    pub pause_at: u64,
    /// The search is abandoned at this time on the clock.
    pub time_limit: Option<Duration>,
    /// The iteration under way may not be abandoned.
    pub must_finish: bool,
    /// The search was abandoned: values returned since then are invalid.
    pub aborted: bool,
}

impl<'a, G: Searchable, E: Evaluator<G>> Worker<'a, G, E> {
    /// `memory` must be renewed for this search.
    pub fn new(
        shared: &'a Shared<G, E>,
        memory: &'a mut ThreadMemory<G::Move>,
    ) -> Worker<'a, G, E> {
        let ThreadMemory { history, plies, moves } = memory;
        Worker {
            shared,
            reductions: &shared.reductions,
            history,
            plies,
            path: Path::new(&shared.drawn, shared.draw),
            moves,
            depth: 0,
            nodes: 0,
            seldepth: 0,
            probe_tables: shared.endgames.is_some(),
            tbhits: 0,
            full_width: false,
            pause_at: u64::MAX,
            time_limit: shared.budget.map(|budget| budget.hard),
            must_finish: false,
            aborted: false,
        }
    }

    /// The principal variation after the latest root move.
    pub fn pv(&self) -> &[G::Move] {
        &self.plies[1].pv
    }

    /// Sorts the root moves by their ordering scores.
    pub fn sort(&mut self, position: &G, moves: &mut [G::Move]) {
        self.list_moves(position, &position.context(), None, 0);
        let score = |mv: G::Move| {
            let of_move = |(_, bits): &&Scored| *bits == mv.to_bits();
            self.moves.iter().find(of_move).map(|&(score, _)| score)
        };
        moves.sort_by_cached_key(|&mv| Reverse(score(mv)));
        self.moves.clear();
    }

    /// The value of a move of `position` for its mover.
    #[inline]
    pub fn search_move<const PV: bool>(
        &mut self,
        position: &G,
        mv: G::Move,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Value {
        let child = position.after(mv);
        self.path.enter(position, ply);
        self.prefetch(&child);
        self.plies[ply + 1].last = Some(mv);
        // The same side may move twice.
        if child.to_move() == position.to_move() {
            self.search::<PV>(&child, mv, window, depth, ply + 1, None)
        } else {
            -self.search::<PV>(&child, mv, window.reversed(), depth, ply + 1, None)
        }
    }

    /// The value of the position for its mover, exact within the window. With `PV` the search keeps
    /// the principal variation and takes no value from the table, so that the variation is complete
    /// and a proven one ends with the game. `excluded` is left out of the moves, and the result is
    /// not stored: it is not the value of the position.
    fn search<const PV: bool>(
        &mut self,
        position: &G,
        last: G::Move,
        window: Window,
        depth: i32,
        ply: usize,
        excluded: Option<G::Move>,
    ) -> Value {
        self.plies[ply].pv.clear();
        if self.out_of_budget() {
            return 0;
        }
        self.nodes += 1;
        if let Some(outcome) = self.path.outcome(position, ply) {
            return finished(outcome, position.to_move(), ply, self.shared.draw);
        }
        if self.probe_tables
            && let Some(winner) = self.shared.decided_for(position)
        {
            self.tbhits += 1;
            return tb_value(winner, position.to_move(), ply);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.search_quiescence::<PV>(position, last, window, ply);
        }
        // This window asks for a quicker win or a slower loss.
        let full_width = self.full_width || window.alpha >= PROVEN || window.beta <= -PROVEN;
        // Mate distance pruning: the best result here is a win with the next move, the worst a
        // loss at once.
        let alpha = window.alpha.max(ply as Value - WIN);
        let beta = window.beta.min(WIN - (ply + 1) as Value);
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta };
        // Before the probe: most nodes need the context, and the processor computes it while it
        // waits for the table.
        let context = position.context();
        let key = self.key(position, full_width);
        let entry = self.shared.table.probe::<G::Move>(key);
        if let Some(entry) = entry
            && let Some(value) = entry.cutoff(window, depth, ply)
            && Path::allows(position, entry.value, depth)
            && !PV
            && excluded.is_none()
        {
            return value;
        }
        if let Some(entry) = entry {
            self.prefetch(&position.after(entry.mv));
        }
        let eval = entry.map_or_else(|| self.evaluate(position, &context), |it| it.eval);
        let better = entry.map_or(eval, |entry| entry.improve(eval));
        let is_settled = !position.must_capture(&context);
        let is_whole = excluded.is_none();
        let parameters = self.shared.parameters();
        if !PV
            && !full_width
            && is_settled
            && is_whole
            && parameters.reverse_futile(depth, better, beta)
        {
            return better;
        }
        let mut extension = 0;
        if let Some(entry) = entry
            && is_whole
            && !full_width
        {
            match self.singular(position, last, entry, beta, depth, ply) {
                ControlFlow::Break(value) if !PV => return value,
                ControlFlow::Break(_) => {}
                ControlFlow::Continue(plies) => extension = plies,
            }
            if self.aborted {
                return 0;
            }
            self.plies[ply].pv.clear();
        }

        let first = self.moves.len();
        self.list_moves(position, &context, entry.map(|entry| entry.mv), ply);
        if let Some(mv) = excluded
            && let Some(index) = self.moves[first..].iter().position(|it| it.1 == mv.to_bits())
        {
            self.moves.remove(first + index);
        }
        let node = Node { depth, ply, eval, full_width, extension };
        let (value, best) = self.search_moves::<PV>(position, first, &node, window);
        self.moves.truncate(first);
        if let Some(mv) = best
            && is_whole
            && !self.aborted
        {
            let bound = match value {
                _ if value >= beta => Bound::Lower,
                _ if value > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let entry = Entry { mv, value: to_table(value, ply), depth, bound, eval };
            let entry =
                if self.path.is_path_dependent(ply) { Entry::of_move(mv, eval) } else { entry };
            self.shared.table.store(key, entry);
        }
        value
    }

    #[inline]
    fn key(&self, position: &G, full_width: bool) -> u64 {
        let full_width_key =
            if full_width { self.shared.full_width_key(self.probe_tables) } else { 0 };
        position.key() ^ self.path.salt() ^ full_width_key
    }

    #[inline]
    fn prefetch(&self, position: &G) {
        self.shared.table.prefetch(self.key(position, false));
    }

    /// The evaluation, clamped so that it is never taken for a proven or known result.
    #[inline]
    fn evaluate(&self, position: &G, context: &G::Context) -> Value {
        let value = self.shared.evaluator.evaluate(position, context);
        value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Appends the moves of a node with their ordering scores.
    #[inline]
    fn list_moves(
        &mut self,
        position: &G,
        context: &G::Context,
        table_move: Option<G::Move>,
        ply: usize,
    ) {
        let history = self.history.of_node(position.to_move(), ply, &self.line(ply));
        let moves = &mut self.moves;
        position.score_moves(context, &mut |mv, hint| {
            let is_table_move = Some(mv) == table_move;
            let score = if is_table_move { TABLE_MOVE_SCORE } else { hint + history.score(mv) };
            moves.push((score, mv.to_bits()));
        });
    }

    /// The value and the best move of a node whose moves begin at `first`. `None` as the move if
    /// the search was abandoned before the first value, or if there is no move but the excluded
    /// one.
    #[inline]
    fn search_moves<const PV: bool>(
        &mut self,
        position: &G,
        first: usize,
        node: &Node,
        window: Window,
    ) -> (Value, Option<G::Move>) {
        let Window { mut alpha, beta } = window;
        let (count, parameters) = (self.moves.len() - first, self.shared.parameters());
        // A forced move costs no depth.
        let depth = if count == 1 { node.depth } else { node.depth - 1 };
        let mut best = (-INFINITE, None);
        let mut origin = usize::MAX;
        // After a late or futile move all others are late or futile, too.
        let mut skips_quiet_moves = false;
        for number in 0..count {
            let mv = G::Move::from_bits(in_order(&mut self.moves[first..], number));
            let reduction = if number == 0 || node.full_width {
                0
            } else {
                self.reductions.get(node.depth, number).min((depth - 1).max(0))
            };
            // Nothing is pruned while all moves searched so far lose: a pruned line may not prove a
            // loss.
            skips_quiet_moves |= !PV
                && number > 0
                && !node.full_width
                && best.0 > -TB_WIN_IN_MAX_PLY
                && (parameters.late(depth, number)
                    || parameters.futile(depth - reduction, node.eval, alpha));
            if skips_quiet_moves && !position.is_tactical(mv) {
                continue;
            }
            // Prefetches for the move after this one: if the first move is no refutation, most
            // nodes search all others.
            if number > 0 && number + 1 < count {
                let next = in_order(&mut self.moves[first..], number + 1);
                self.prefetch(&position.after(G::Move::from_bits(next)));
            }
            let window = Window { alpha, beta };
            let value = if number == 0 {
                let extension = if count > 1 { node.extension } else { 0 };
                self.search_move::<PV>(position, mv, window, depth + extension, node.ply)
            } else {
                self.search_late::<PV>(position, mv, window, depth, reduction, node.ply)
            };
            if self.aborted {
                break;
            }
            // If this move is a refutation, the value depends on no other move, so only the origin
            // of its value counts, see [`Path::origin`].
            let move_origin = self.path.origin();
            origin = if value >= beta { move_origin } else { origin.min(move_origin) };
            if value > best.0 {
                best = (value, Some(mv));
            }
            if value > alpha {
                alpha = value;
                if PV {
                    self.extend_pv(node.ply, mv);
                }
                if alpha >= beta {
                    self.reward(position, mv, first..first + number, node);
                    break;
                }
            }
        }
        self.path.set_origin(origin);
        best
    }

    /// The value of a move after the first one: by a null window at reduced depth, then at full
    /// depth if that beats alpha, then in PV nodes by the whole window.
    #[inline]
    fn search_late<const PV: bool>(
        &mut self,
        position: &G,
        mv: G::Move,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
    ) -> Value {
        let (alpha, null) = (window.alpha, Window::null(window.alpha));
        let mut value = self.search_move::<false>(position, mv, null, depth - reduction, ply);
        if value > alpha && reduction > 0 && !self.aborted {
            value = self.search_move::<false>(position, mv, null, depth, ply);
        }
        if PV && value > alpha && !self.aborted {
            value = self.search_move::<PV>(position, mv, window, depth, ply);
        }
        value
    }

    fn line(&self, ply: usize) -> Line<G::Move> {
        [self.plies[ply].last, ply.checked_sub(1).and_then(|before| self.plies[before].last)]
    }

    /// Updates the histories: `mv` caused a beta cutoff, the moves `tried` before it did not.
    #[cold]
    fn reward(&mut self, position: &G, mv: G::Move, tried: Range<usize>, node: &Node) {
        let tried = self.moves[tried].iter().map(|&(_, other)| G::Move::from_bits(other));
        let bonus = self.shared.parameters().bonus(node.depth);
        let line = self.line(node.ply);
        self.history.reward(mv, tried, position.to_move(), node.ply, &line, bonus);
    }

    /// Sets the variation at `ply` to `mv` and the variation of the next ply.
    fn extend_pv(&mut self, ply: usize, mv: G::Move) {
        let (this, next) = self.plies.split_at_mut(ply + 1);
        let pv = &mut this[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&next[0].pv);
    }

    /// Whether the search must end. It checks the node limit of a single thread at each node, the
    /// other limits once in [`NODES_PER_CHECK`].
    #[inline]
    fn out_of_budget(&mut self) -> bool {
        if self.must_finish {
            return false;
        }
        let limit = self.shared.limits.nodes.filter(|_| self.shared.is_single_thread);
        if self.nodes >= limit.unwrap_or(u64::MAX).min(self.pause_at) {
            self.aborted = true;
        } else if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            self.check_limits();
        }
        self.aborted
    }

    #[cold]
    fn check_limits(&mut self) {
        let shared = self.shared;
        let total = shared.nodes.fetch_add(NODES_PER_CHECK, Relaxed);
        shared.tbhits.fetch_add(mem::take(&mut self.tbhits), Relaxed);
        let clock = self.time_limit.zip(shared.token.clock_elapsed());
        self.aborted |= shared.token.is_stopped()
            || shared.finished.load(Relaxed)
            || clock.is_some_and(|(limit, elapsed)| elapsed >= limit)
            || (!shared.is_single_thread
                && shared.limits.nodes.is_some_and(|limit| total >= limit));
    }
}

impl<G: Searchable, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value at the horizon: the evaluation (stand pat), or the value of
    /// [`Searchable::quiescence_move`] if that is better. Such a node tries only that move, a win
    /// or a capture, so a line has at most as many such nodes as there are pieces. If a capture is
    /// compulsory, all moves are searched instead and the position is not evaluated.
    fn search_quiescence<const PV: bool>(
        &mut self,
        position: &G,
        last: G::Move,
        window: Window,
        ply: usize,
    ) -> Value {
        let Window { alpha, beta } = window;
        self.seldepth = self.seldepth.max(ply);
        let context = position.context();
        if position.must_capture(&context) && ply < MAX_PLY {
            let first = self.moves.len();
            self.list_moves(position, &context, None, ply);
            let node = Node { depth: 0, ply, eval: 0, full_width: true, extension: 0 };
            let (value, _) = self.search_moves::<PV>(position, first, &node, window);
            self.moves.truncate(first);
            return value;
        }
        let is_open = alpha.abs() < PROVEN && beta.abs() < PROVEN && !self.full_width;
        if !PV
            && is_open
            && let Some(entry) = self.shared.table.probe::<G::Move>(self.key(position, false))
            && let Some(value) = entry.cutoff(window, 0, ply)
            && Path::allows(position, entry.value, 0)
        {
            return value;
        }
        let mut best = self.evaluate(position, &context);
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        if let Some(mv) = position.quiescence_move(&context, last) {
            let window = Window { alpha: alpha.max(best), beta };
            let value = self.search_move::<PV>(position, mv, window, 0, ply);
            if value > best {
                best = value;
                if PV && value > alpha {
                    self.extend_pv(ply, mv);
                }
            }
        }
        best
    }
}

// Singular extensions (Anantharaman, Campbell and Hsu, "Singular extensions: adding selectivity to
// brute-force searching", 1990), in the form of Stockfish: the candidate is the table's move.

impl<G: Searchable, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches all moves but the table's with half the depth, to see whether one of them reaches a
    /// bound: the table's value minus a margin. Continues with the plies by which the table's move
    /// is extended; breaks, with a lower bound of the node, if other moves refute the last move,
    /// too.
    /// - All are worse: the table's move is singular and extended by a ply.
    /// - Another move reaches the bound, and the bound is at least beta: the node is cut off
    ///   (multi-cut).
    /// - Another move reaches the bound, which is below beta, but the table's value is at least
    ///   beta: the table's move is searched one ply less (negative extension).
    fn singular(
        &mut self,
        position: &G,
        last: G::Move,
        entry: Entry<G::Move>,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> ControlFlow<Value, i32> {
        let parameters = self.shared.parameters();
        let bound = entry.value - parameters.singular_margin * depth;
        if parameters.singular_margin == 0
            || depth < parameters.singular_depth
            || entry.bound == Bound::Upper
            || entry.depth < depth - parameters.singular_entry
            || entry.value >= TB_WIN_IN_MAX_PLY
            || bound <= -TB_WIN_IN_MAX_PLY
            || ply as u32 >= 2 * self.depth
        {
            return ControlFlow::Continue(0);
        }
        let (window, others) = (Window::null(bound - 1), Some(entry.mv));
        let value = self.search::<false>(position, last, window, (depth - 1) / 2, ply, others);
        match value {
            _ if value < bound => ControlFlow::Continue(1),
            _ if bound >= beta => ControlFlow::Break(bound),
            _ if entry.value >= beta => ControlFlow::Continue(-1),
            _ => ControlFlow::Continue(0),
        }
    }
}

impl Parameters {
    /// Reverse futility pruning (static null move pruning): whether the evaluation is above `beta`
    /// by at least the margin of this depth, so that the opponent is not expected to catch up.
    #[inline(always)]
    fn reverse_futile(&self, depth: i32, eval: Value, beta: Value) -> bool {
        depth <= self.margin_depth && eval - self.reverse_margin * depth >= beta
    }

    /// Futility pruning: whether the evaluation is below `alpha` by at least the margin of this
    /// depth, so that a quiet move is not expected to exceed `alpha`.
    #[inline(always)]
    fn futile(&self, depth: i32, eval: Value, alpha: Value) -> bool {
        depth <= self.margin_depth && eval + self.quiet_margin + self.futile_margin * depth <= alpha
    }

    /// Late move pruning (move count pruning): whether a quiet move with this number, from 0, is
    /// skipped at this depth.
    #[inline(always)]
    fn late(&self, depth: i32, number: usize) -> bool {
        let first = self.late_base + self.late_growth * depth * depth / 100;
        depth <= self.late_depth && number as i32 >= first
    }
}

/// Depths and move numbers from here on have the reductions of the last row and column.
const TABLE_SIZE: usize = 64;

/// Late move reductions: the plies by which a late move is searched less deeply, by depth and
/// number of the move.
#[derive(Debug)]
pub(super) struct Reductions([[u8; TABLE_SIZE]; TABLE_SIZE]);

impl Reductions {
    /// Reductions that grow with the product of the logarithms of depth and number.
    pub fn new(parameters: &Parameters) -> Reductions {
        let base = f64::from(parameters.reduction_base) / 100.0;
        let slope = f64::from(parameters.reduction_slope) / 100.0;
        let mut table = [[0; TABLE_SIZE]; TABLE_SIZE];
        for (depth, row) in (0u8..).zip(&mut table).skip(1) {
            for (number, entry) in (0u8..).zip(row).skip(1) {
                let product = f64::from(depth).ln() * f64::from(number).ln();
                *entry = (base + product * slope) as u8;
            }
        }
        Reductions(table)
    }

    /// The reduction of the move with this number, from 0.
    #[inline]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(TABLE_SIZE - 1);
        i32::from(self.0[depth][number.min(TABLE_SIZE - 1)])
    }
}
