//! Move ordering: which move to search first.

use std::cmp::Reverse;

/// The greatest value of a hint, see
/// [`Searchable::score_moves`](super::Searchable::score_moves).
pub const MAX_ORDERING_SCORE: i32 = 1 << 20;

/// The place of the move that the transposition table knows.
pub(super) const TABLE_MOVE: i32 = i32::MAX;

/// A move with its place in the order; higher comes first. It is in bits, so that the program has
/// one sort for the moves of all games.
pub(super) type Scored = (i32, u32);

/// So many moves are selected one by one. The others are sorted at once: for each of them the
/// selection would look at all that are left. Most nodes need only the first.
const SELECTED: usize = 3;

/// The move of this number in the order, from 0. The moves before it must have been asked for.
/// Equals stay in the order of the list, so that it is the same everywhere.
#[inline]
pub(super) fn in_order(moves: &mut [Scored], index: usize) -> u32 {
    match index {
        0..SELECTED => return select(moves, index),
        SELECTED => moves[index..].sort_by_key(|&(score, _)| Reverse(score)),
        _ => {}
    }
    moves[index].1
}

/// Brings the best of the moves from `index` on to `index`.
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
    fn the_best_come_first_and_equals_as_listed() {
        let mut moves = [(1, 10), (5, 11), (7, 12), (5, 13), (9, 14), (1, 15), (5, 16)];
        let order = [0, 1, 2, 3, 4, 5, 6].map(|i| in_order(&mut moves, i));
        assert_eq!(order, [14, 12, 11, 13, 16, 10, 15]);
    }
}
