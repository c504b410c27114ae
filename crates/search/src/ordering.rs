//! Move ordering: which move to search first.

/// The greatest value of a hint, see
/// [`Searchable::score_moves`](super::Searchable::score_moves).
pub const MAX_ORDERING_SCORE: i32 = 1 << 20;

/// The place of the move that the transposition table knows.
pub(super) const TABLE_MOVE: i32 = i32::MAX;

/// A move with its place in the order; higher comes first.
pub(super) type Scored<M> = (i32, M);

/// Brings the best of the moves from `index` on to `index`. Equals stay in the order of the list.
#[inline]
pub(super) fn select<M: Copy>(moves: &mut [Scored<M>], index: usize) -> M {
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
    fn selection_yields_the_whole_order() {
        let mut moves = [(1, 'a'), (5, 'b'), (5, 'c'), (9, 'd')];
        let order: String = (0..4).map(|i| select(&mut moves, i)).collect();
        assert_eq!(order, "dbca");
    }
}
