//! Picks the moves of a node in the order of their scores, which `Worker::list_moves` adds up from
//! `move_history.rs` and the hints of the game.

use std::cmp::Reverse;

/// The greatest score of [`Searchable::score_moves`](super::Searchable::score_moves).
pub const MAX_ORDERING_SCORE: i32 = 1 << 20;

pub(super) const TABLE_MOVE_SCORE: i32 = i32::MAX;

/// The ordering score and the bits of a move; higher scores come first. It has bits in place of a
/// move, so that the program has one sort for all games.
pub(super) type Scored = (i32, u32);

/// The number of moves that are selected one by one; the others are sorted together. Most nodes
/// need only the first move, and the selection of each move scans all that are left.
const SELECTED: usize = 3;

/// The bits of the move with this index in the order. Indices must begin at 0 and rise by at most 1
/// from call to call. Moves with equal scores stay in the order of the list, so that the order is
/// the same on every machine.
#[inline]
pub(super) fn in_order(moves: &mut [Scored], index: usize) -> u32 {
    match index {
        0..SELECTED => return select(moves, index),
        SELECTED => moves[index..].sort_by_key(|&(score, _)| Reverse(score)),
        _ => {}
    }
    moves[index].1
}

/// Moves the best of the moves from `index` on to the place `index`.
#[inline]
fn select(moves: &mut [Scored], index: usize) -> u32 {
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
    fn moves_are_ordered_by_score_and_equals_stay_in_list_order() {
        let mut moves = [(1, 10), (5, 11), (7, 12), (5, 13), (9, 14), (1, 15), (5, 16)];
        let order = [0, 1, 2, 3, 4, 5, 6].map(|i| in_order(&mut moves, i));
        assert_eq!(order, [14, 12, 11, 13, 16, 10, 15]);
    }
}
