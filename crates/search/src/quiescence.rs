//! Quiescence search: at the horizon, the search continues with captures and threats.

use super::evaluator::Evaluator;
use super::negamax::{Node, Worker};
use super::repetition::Path;
use super::score::{MAX_PLY, PROVEN, Value};
use super::searchable::Searchable;

impl<G: Searchable, E: Evaluator<G>> Worker<'_, G, E> {
    /// The value at the horizon: the evaluation, unless the position is not quiet and
    /// the move to look at first is better. One move a node, so that even a crowded
    /// board has no more of these nodes than pieces. Only where captures are compulsory
    /// and one is pending all moves count, and nothing else.
    pub(super) fn search_quiescence<const PV: bool>(
        &mut self,
        position: &G,
        last: G::Move,
        (alpha, beta): (Value, Value),
        ply: usize,
    ) -> Value {
        self.seldepth = self.seldepth.max(ply);
        let context = position.context();
        if position.must_capture(&context) && ply < MAX_PLY {
            let first = self.moves.len();
            self.list_moves(position, &context, None, ply);
            let node = Node { depth: 0, ply, eval: 0, full_width: true, extension: 0 };
            let (value, _) = self.search_moves::<PV>(position, first, &node, (alpha, beta));
            self.moves.truncate(first);
            return value;
        }
        let is_open = alpha.abs() < PROVEN && beta.abs() < PROVEN && !self.full_width;
        if !PV
            && is_open
            && let Some(entry) = self.shared.table.probe::<G::Move>(self.key(position, false))
            && let Some(value) = entry.cutoff((alpha, beta), 0, ply)
            && Path::allows(position, entry.value, 0)
        {
            return value;
        }
        let mut best = self.evaluate(position, &context);
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        if let Some(mv) = position.quiescence_move(&context, last) {
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
}
