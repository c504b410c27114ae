//! Move generation: all pieces at once, one direction after the other.
//!
//! Sets hold dark squares only, so no step needs a mask for the edges, see
//! [`Direction::step`].

use std::ops::ControlFlow;

use super::{Direction, ZvpMove};
use crate::board::Bits;

/// The board as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub own: u64,
    /// Of the own pieces those that may go backwards.
    pub promoted: u64,
    pub enemy: u64,
    /// The empty dark squares.
    pub empty: u64,
    pub forwards: Direction,
}

impl View {
    /// The pieces that may go in a direction.
    #[inline(always)]
    fn movers(&self, direction: Direction) -> u64 {
        if direction == self.forwards.opposite() { self.promoted } else { self.own }
    }

    /// The pieces that have an empty square next to them in a direction.
    #[inline(always)]
    fn steppers(&self, direction: Direction) -> u64 {
        self.movers(direction) & direction.opposite().step(self.empty)
    }

    /// The pieces that can jump in a direction.
    #[inline(always)]
    fn jumpers(&self, direction: Direction) -> u64 {
        let back = direction.opposite();
        self.movers(direction) & back.step(self.enemy & back.step(self.empty))
    }

    /// The pieces that can jump in any direction.
    #[inline(always)]
    fn all_jumpers(&self) -> u64 {
        Direction::ALL.into_iter().fold(0, |all, direction| all | self.jumpers(direction))
    }

    /// Whether there is a move.
    #[inline]
    pub fn can_move(&self) -> bool {
        let movers = |direction| self.steppers(direction) | self.jumpers(direction);
        Direction::ALL.into_iter().any(|direction| movers(direction) != 0)
    }

    /// The number of moves.
    #[inline]
    pub fn count(&self) -> u64 {
        let jumpers = self.all_jumpers();
        if jumpers == 0 {
            let steps = Direction::ALL.map(|direction| self.steppers(direction).count());
            return u64::from(steps.into_iter().sum::<u32>());
        }
        let mut count = 0;
        let _ = self.visit_chains(jumpers, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Calls `visit` with each move of the pieces of `among` until it breaks: chains by
    /// from-square, or steps by direction.
    #[inline]
    pub fn visit(
        &self,
        among: u64,
        visit: &mut impl FnMut(ZvpMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let jumpers = self.all_jumpers();
        if jumpers != 0 {
            return self.visit_chains(jumpers & among, visit);
        }
        for direction in Direction::ALL {
            for from in (self.steppers(direction) & among).squares() {
                visit(ZvpMove::step(from, direction))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the chains of pieces that can jump.
    fn visit_chains(
        &self,
        jumpers: u64,
        visit: &mut impl FnMut(ZvpMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in jumpers.squares() {
            let at = u64::of(from);
            // The piece does not stand in its own way.
            let view = View { empty: self.empty | at, ..*self };
            view.jump_on(at, self.promoted & at != 0, ZvpMove::chain(from), visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits all chains that continue `mv`, whose piece has come to `at`; or `mv`
    /// itself if it cannot jump on.
    ///
    /// Jumped pieces stop being enemies, and that is all that needs to be known of
    /// them: no landing square of a chain is ever one that it jumps over.
    fn jump_on(
        &self,
        at: u64,
        promoted: bool,
        mv: ZvpMove,
        visit: &mut impl FnMut(ZvpMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ended = true;
        for direction in Direction::ALL {
            let jumped = direction.step(at) & self.enemy;
            let landing = direction.step(jumped) & self.empty;
            if landing != 0 && (promoted || direction != self.forwards.opposite()) {
                ended = false;
                let view = View { enemy: self.enemy ^ jumped, ..*self };
                view.jump_on(landing, promoted, mv.jump(direction), visit)?;
            }
        }
        if ended { visit(mv) } else { ControlFlow::Continue(()) }
    }
}
