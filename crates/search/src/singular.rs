//! Singular extensions (Anantharaman, Campbell and Hsu, "Singular extensions: adding selectivity to
//! brute-force searching", 1990), by the transposition table: a search of half the depth leaves out
//! the move of the table.

use super::evaluator::Evaluator;
use super::negamax::Worker;
use super::pruning::Singular;
use super::score::{TB_WIN_IN_MAX_PLY, Value};
use super::searchable::Searchable;
use super::transposition_table::{Bound, Entry};

impl<G: Searchable, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches the moves besides that of the table's entry with half the depth. If all are
    /// much worse, it is searched more deeply; if others refute the last move, too, that is
    /// enough; and if it is not much better than the others and yet a refutation, it is
    /// searched less deeply.
    pub(super) fn singular(
        &mut self,
        position: &G,
        last: G::Move,
        entry: Entry<G::Move>,
        beta: Value,
        (depth, ply): (i32, usize),
    ) -> Singular {
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
            return Singular::Extend(0);
        }
        let window = (bound - 1, bound);
        let others = (ply, Some(entry.mv));
        let value = self.search::<false>(position, last, window, (depth - 1) / 2, others);
        match value {
            _ if value < bound => Singular::Extend(1),
            _ if bound >= beta => Singular::Refuted(bound),
            _ if entry.value >= beta => Singular::Extend(-1),
            _ => Singular::Extend(0),
        }
    }
}
