//! Move ordering: which move to search first.

use std::cmp::Reverse;

/// The greatest value of a hint, see
/// [`Searchable::score_moves`](super::Searchable::score_moves).
pub const MAX_ORDERING_SCORE: i32 = 1 << 20;

/// The place of the move that the transposition table knows.
pub(super) const TABLE_MOVE: i32 = i32::MAX;

/// A move with its place in the order; higher comes first.
pub(super) type Scored<M> = (i32, M);

/// So many moves are selected one by one. The others are sorted at once: for each of them the
/// selection would look at all that are left. Most nodes need only the first.
const SELECTED: usize = 3;

/// The move of this number in the order, from 0. The moves before it must have been asked for.
/// Equals stay in the order of the list, so that it is the same everywhere.
#[inline]
pub(super) fn in_order<M: Copy>(moves: &mut [Scored<M>], index: usize) -> M {
    match index {
        0..SELECTED => return select(moves, index),
        SELECTED => moves[index..].sort_by_key(|&(score, _)| Reverse(score)),
        _ => {}
    }
    moves[index].1
}

/// Brings the best of the moves from `index` on to `index`.
#[inline]
fn select<M: Copy>(moves: &mut [Scored<M>], index: usize) -> M {
    let mut best = index;
    for i in index + 1..moves.len() {
        if moves[i].0 > moves[best].0 {
            best = i;
        }
    }
    moves[index..=best].rotate_right(1);
    moves[index].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_equals_as_listed() {
        let mut moves = [(1, 'a'), (5, 'b'), (7, 'c'), (5, 'd'), (9, 'e'), (1, 'f'), (5, 'g')];
        let order: String = (0..7).map(|i| in_order(&mut moves, i)).collect();
        assert_eq!(order, "ecbdgaf");
    }
}
