//! Move ordering: which move to search first.

use super::score::MAX_PLY;
use crate::game::{PackedMove, Player};

/// The greatest value of [`Evaluate::order_hint`](super::Evaluate::order_hint).
pub const MAX_HINT: i32 = 1 << 20;

const TABLE_MOVE: i32 = i32::MAX;
const KILLER: i32 = MAX_HINT / 2;
const MAX_HISTORY: i32 = 1 << 14;
const HISTORY_BITS: u32 = 14;

/// A move with its place in the order; higher comes first.
pub(super) type Scored<M> = (i32, M);

/// What the search has learnt about moves in general: killer moves by ply (Akl and
/// Newborn, 1977) and the history of cutoffs by side and move (Schaeffer, 1983).
#[derive(Debug)]
pub(super) struct Ordering<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<i32>; 2],
}

impl<M: PackedMove> Ordering<M> {
    pub fn new() -> Ordering<M> {
        Ordering {
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: [vec![0; 1 << HISTORY_BITS], vec![0; 1 << HISTORY_BITS]],
        }
    }

    /// The place of a move in the order.
    #[inline]
    pub fn score(
        &self,
        mv: M,
        table_move: Option<M>,
        hint: i32,
        player: Player,
        ply: usize,
    ) -> i32 {
        if Some(mv) == table_move {
            return TABLE_MOVE;
        }
        let killer = if self.killers[ply].contains(&Some(mv)) { KILLER } else { 0 };
        hint + killer + self.history[player.index()][history_index(mv)]
    }

    /// `mv` has refuted the move before it; those of `tried` have not.
    pub fn reward(&mut self, mv: M, tried: &[Scored<M>], player: Player, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth).min(MAX_HISTORY / 8);
        self.update(player, mv, bonus);
        for &(_, other) in tried {
            self.update(player, other, -bonus);
        }
    }

    /// Moves the history towards its limit by a share that shrinks near the limit, so
    /// that it never overflows and recent results count more.
    fn update(&mut self, player: Player, mv: M, bonus: i32) {
        let entry = &mut self.history[player.index()][history_index(mv)];
        *entry += bonus - *entry * bonus.abs() / MAX_HISTORY;
    }
}

/// Moves whose bits agree in the lowest fourteen share their history.
#[inline]
fn history_index<M: PackedMove>(mv: M) -> usize {
    mv.to_bits() as usize & ((1 << HISTORY_BITS) - 1)
}

/// Brings the best of the moves from `index` on to `index`. Of equals the first
/// one in the list wins, so that the order is the same everywhere.
#[inline]
pub(super) fn select<M: Copy>(moves: &mut [Scored<M>], index: usize) -> M {
    let mut best = index;
    for i in index + 1..moves.len() {
        if moves[i].0 > moves[best].0 {
            best = i;
        }
    }
    moves.swap(index, best);
    moves[index].1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zola::ZolaMove;

    #[test]
    fn history_stays_within_its_limit() {
        let mut ordering = Ordering::new();
        let (good, bad) = (ZolaMove::checker(1, 2), ZolaMove::checker(3, 4));
        for _ in 0..10_000 {
            ordering.reward(good, &[(0, bad)], Player::Two, 5, 200);
        }
        let score = |mv| ordering.score(mv, None, 0, Player::Two, 6);
        assert!(score(good) <= MAX_HISTORY && score(good) > MAX_HISTORY / 2);
        assert!(score(bad) >= -MAX_HISTORY && score(bad) < -MAX_HISTORY / 2);
        assert_eq!(ordering.score(good, Some(good), 0, Player::Two, 6), TABLE_MOVE);
        assert!(ordering.score(good, None, 0, Player::Two, 5) > score(good));
    }

    #[test]
    fn selection_yields_the_whole_order() {
        let mut moves = [(1, 'a'), (5, 'b'), (5, 'c'), (9, 'd')];
        let order: String = (0..4).map(|i| select(&mut moves, i)).collect();
        assert_eq!(order, "dbca");
    }
}
