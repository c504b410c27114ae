//! The search of one thread: principal variation search (Marsland and Campbell,
//! "Parallel search of strongly ordered game trees", 1982) with a transposition
//! table, and an exchange search at the horizon.

use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::evaluate::Evaluate;
use super::ordering::{Ordering, Scored, select};
use super::score::{INFINITE, MAX_EVALUATION, MAX_PLY, Value, WIN, finished, from_table, to_table};
use super::stop::StopToken;
use super::table::{Bound, Entry, Table};

/// The clock and the stop token are looked at once in so many nodes: often enough to
/// answer within a millisecond, seldom enough to cost nothing.
const NODES_PER_CHECK: u64 = 256;

/// What the threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub token: &'a StopToken,
    /// The first thread has its result: the others have nothing left to do.
    pub finished: AtomicBool,
    /// Nodes of all threads, up to [`NODES_PER_CHECK`] behind for each.
    pub nodes: AtomicU64,
    pub node_limit: Option<u64>,
    pub hard_limit: Option<Duration>,
    pub single: bool,
}

/// What the search remembers for a distance from the root, so that nothing is
/// allocated in the tree.
#[derive(Debug)]
struct Ply<M> {
    moves: Vec<Scored<M>>,
    pv: Vec<M>,
}

/// One thread's search.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Evaluate> {
    shared: &'a Shared<'a>,
    ordering: Ordering<G::Move>,
    plies: Vec<Ply<G::Move>>,
    /// Nodes of this thread.
    pub nodes: u64,
    pub seldepth: usize,
    /// The iteration under way may not be abandoned.
    pub must_finish: bool,
    /// The search was abandoned: values returned since then mean nothing.
    pub aborted: bool,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    pub fn new(shared: &'a Shared<'a>) -> Worker<'a, G> {
        let ply = || Ply { moves: Vec::with_capacity(128), pv: Vec::with_capacity(MAX_PLY) };
        Worker {
            shared,
            ordering: Ordering::new(),
            plies: (0..=MAX_PLY + 1).map(|_| ply()).collect(),
            nodes: 0,
            seldepth: 0,
            must_finish: false,
            aborted: false,
        }
    }

    /// The principal variation after the latest root move.
    pub fn pv(&self) -> &[G::Move] {
        &self.plies[1].pv
    }

    /// The value of a move of `position` for its mover.
    pub fn search_move<const PV: bool>(
        &mut self,
        position: &G,
        mv: G::Move,
        window: (Value, Value),
        depth: i32,
        ply: usize,
    ) -> Value {
        let child = position.after(mv);
        let (alpha, beta) = window;
        // Nothing says that the mover alternates.
        if child.to_move() == position.to_move() {
            self.search::<PV>(&child, mv, (alpha, beta), depth, ply + 1)
        } else {
            -self.search::<PV>(&child, mv, (-beta, -alpha), depth, ply + 1)
        }
    }

    /// The value of the position for its mover, exact within the window. A search
    /// with `PV` keeps the principal variation and never trusts the table's values,
    /// so that the variation is whole and a proven one ends with the game.
    fn search<const PV: bool>(
        &mut self,
        position: &G,
        last: G::Move,
        (mut alpha, mut beta): (Value, Value),
        depth: i32,
        ply: usize,
    ) -> Value {
        self.plies[ply].pv.clear();
        if self.out_of_budget() {
            return 0;
        }
        self.nodes += 1;
        let player = position.to_move();
        if let Some(outcome) = position.outcome() {
            return finished(outcome, player, ply);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.search_exchanges::<PV>(position, last, (alpha, beta), ply);
        }
        // Nothing here can be better than a win with the next move, nor worse than a
        // loss at once.
        alpha = alpha.max(ply as Value - WIN);
        beta = beta.min(WIN - (ply + 1) as Value);
        if alpha >= beta {
            return alpha;
        }
        let key = position.key();
        let known = self.shared.table.probe::<G::Move>(key);
        if let Some(value) = known.and_then(|entry| cutoff(entry, (alpha, beta), depth, ply))
            && !PV
        {
            return value;
        }

        let mut moves = mem::take(&mut self.plies[ply].moves);
        moves.clear();
        let _ = position.visit_moves(&mut |mv| {
            let (hint, table_move) = (position.order_hint(mv), known.map(|entry| entry.mv));
            moves.push((self.ordering.score(mv, table_move, hint, player, ply), mv));
            ControlFlow::Continue(())
        });
        // A forced move costs no depth.
        let next_depth = if moves.len() == 1 { depth } else { depth - 1 };
        let original_alpha = alpha;
        let mut best = (-INFINITE, None);
        for i in 0..moves.len() {
            let mv = select(&mut moves, i);
            let value =
                self.search_in_turn::<PV>(position, mv, (alpha, beta), next_depth, ply, i == 0);
            if self.aborted {
                break;
            }
            if value > best.0 {
                best = (value, Some(mv));
            }
            if value > alpha {
                alpha = value;
                if PV {
                    self.extend_pv(ply, mv);
                }
                if alpha >= beta {
                    self.ordering.reward(mv, &moves[..i], player, ply, depth);
                    break;
                }
            }
        }
        self.plies[ply].moves = moves;
        if let (value, Some(mv)) = best
            && !self.aborted
        {
            let bound = match value {
                _ if value >= beta => Bound::Lower,
                _ if value > original_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.shared.table.store(key, Entry { mv, value: to_table(value, ply), depth, bound });
        }
        best.0
    }

    /// Searches a move with the whole window if it is the first one, and otherwise
    /// proves first that it is no better.
    #[inline]
    fn search_in_turn<const PV: bool>(
        &mut self,
        position: &G,
        mv: G::Move,
        (alpha, beta): (Value, Value),
        depth: i32,
        ply: usize,
        first: bool,
    ) -> Value {
        if !PV {
            return self.search_move::<false>(position, mv, (alpha, beta), depth, ply);
        }
        if !first {
            let value = self.search_move::<false>(position, mv, (alpha, alpha + 1), depth, ply);
            if value <= alpha || self.aborted {
                return value;
            }
        }
        self.search_move::<PV>(position, mv, (alpha, beta), depth, ply)
    }

    /// The value at the horizon: the evaluation, unless going on with the exchange
    /// begun by the last move is better. One move a node, so that even a crowded board
    /// has no more of these nodes than checkers.
    fn search_exchanges<const PV: bool>(
        &mut self,
        position: &G,
        last: G::Move,
        (alpha, beta): (Value, Value),
        ply: usize,
    ) -> Value {
        self.seldepth = self.seldepth.max(ply);
        let mut best = position.evaluate().clamp(-MAX_EVALUATION, MAX_EVALUATION);
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        if let Some(mv) = position.exchange(last) {
            let window = (alpha.max(best), beta);
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

    /// The variation at `ply` is `mv` and then the one a ply further on.
    fn extend_pv(&mut self, ply: usize, mv: G::Move) {
        let (this, next) = self.plies.split_at_mut(ply + 1);
        let pv = &mut this[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&next[0].pv);
    }

    /// Whether the search must end here; looks at the limits from time to time, and
    /// at the node limit of a single thread exactly.
    #[inline]
    fn out_of_budget(&mut self) -> bool {
        if self.must_finish {
            return false;
        }
        if self.shared.single && self.shared.node_limit.is_some_and(|limit| self.nodes >= limit) {
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
        let clock = shared.hard_limit.zip(shared.token.clock_elapsed());
        self.aborted |= shared.token.is_stopped()
            || shared.finished.load(Relaxed)
            || clock.is_some_and(|(limit, elapsed)| elapsed >= limit)
            || (!shared.single && shared.node_limit.is_some_and(|limit| total >= limit));
    }
}

/// The value of the node if the table's entry settles it.
#[inline]
fn cutoff<M>(
    entry: Entry<M>,
    (alpha, beta): (Value, Value),
    depth: i32,
    ply: usize,
) -> Option<Value> {
    let value = from_table(entry.value, ply);
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    (entry.depth >= depth && settled).then_some(value)
}
