//! Evaluation and move ordering hints for Zola.

use std::ops::ControlFlow;

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

    /// Captures of the checker that has just moved: each leaves one checker less.
    fn visit_exchanges(
        &self,
        last: ZolaMove,
        visit: &mut impl FnMut(ZolaMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let target = last.to();
        if last == ZolaMove::PASS
            || last == ZolaMove::SWAP
            || !self.checkers(self.to_move().opponent()).contains(target)
        {
            return ControlFlow::Continue(());
        }
        let own = self.checkers(self.to_move());
        let enemy = self.checkers(self.to_move().opponent());
        movegen::visit_attackers::<S>(own, enemy, target, &mut |from| {
            visit(ZolaMove::checker(from, target))
        })
    }
}
