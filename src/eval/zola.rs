//! Evaluation and move ordering hints for Zola.

use crate::board::Bits;
use crate::game::Game;
use crate::games::zola::{Size, Zola, ZolaMove, distance, movegen};
use crate::search::{Evaluate, Value};

/// The worth of a checker.
const CHECKER: Value = 100;

/// The worth of a move that one side has more than the other.
const MOBILITY: Value = 4;

/// Captures come before quiet moves.
const CAPTURE_HINT: i32 = 1 << 16;

impl<S: Size> Evaluate for Zola<S> {
    /// Checkers and the number of moves, of both sides.
    #[inline]
    fn evaluate(&self) -> Value {
        let own = self.checkers(self.to_move());
        let enemy = self.checkers(self.to_move().opponent());
        let checkers = own.count() as Value - enemy.count() as Value;
        let (moves, replies) = S::mobility(own, enemy);
        let moves = moves as Value - replies as Value;
        CHECKER * checkers + MOBILITY * moves
    }

    /// Captures first, and of these the ones that move least far inward.
    #[inline]
    fn order_hint(&self, mv: ZolaMove) -> i32 {
        if !self.is_capture(mv) {
            return 0;
        }
        CAPTURE_HINT + distance(mv.to(), S::N) - distance(mv.from(), S::N) + 256
    }

    /// The capture of the checker that has just moved: with the one of ours that is
    /// nearest to the centre, where it is the least safe.
    fn exchange(&self, last: ZolaMove) -> Option<ZolaMove> {
        let target = last.to();
        let own = self.checkers(self.to_move());
        let enemy = self.checkers(self.to_move().opponent());
        if last == ZolaMove::PASS || last == ZolaMove::SWAP || !enemy.contains(target) {
            return None;
        }
        let attackers = movegen::attackers::<S>(own, enemy, target);
        let from = attackers.min_by_key(|&from| S::distance(from))?;
        Some(ZolaMove::checker(from, target))
    }
}
