//! Move generation for all pieces at once, one direction after the other. `play_unchecked` in
//! `mod.rs` makes a move, with its captures and promotions.
//!
//! Sets have dark squares only, so no step needs a mask for the edges, see [`Direction::step`].

use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square};

use super::{Direction, ZvpMove};

/// The board from the view of one side.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub own: u64,
    /// The own promoted pieces, which may go backwards.
    pub promoted: u64,
    pub enemy: u64,
    /// The empty dark squares.
    pub empty: u64,
    /// The direction to the square on which own pieces are promoted.
    pub forwards: Direction,
}

/// The pieces in danger, and the steps by the index of their direction in [`Direction::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct Exposure {
    /// The own pieces that the enemy can jump over.
    pub attacked: u64,
    /// The squares to which steps lead.
    pub steps: [u64; 4],
    /// Those on which the enemy cannot capture the piece.
    pub safe: [u64; 4],
}

impl View {
    /// The pieces that may go in this direction.
    #[inline(always)]
    fn movers(&self, direction: Direction) -> u64 {
        if direction == self.forwards.opposite() { self.promoted } else { self.own }
    }

    /// The pieces with an empty neighbour in this direction.
    #[inline(always)]
    fn steppers(&self, direction: Direction) -> u64 {
        self.movers(direction) & direction.opposite().step(self.empty)
    }

    #[inline(always)]
    fn jumpers(&self, direction: Direction) -> u64 {
        let back = direction.opposite();
        self.movers(direction) & back.step(self.enemy & back.step(self.empty))
    }

    /// The own pieces that can jump.
    #[must_use]
    #[inline(always)]
    pub fn all_jumpers(&self) -> u64 {
        Direction::ALL.into_iter().fold(0, |all, direction| all | self.jumpers(direction))
    }

    /// The enemy's pieces that can be captured.
    ///
    /// ```
    /// use zugi_game::{Game, Player};
    /// use zugi_zvp::Zvp;
    /// let position = Zvp::from_text("8/8/8/8/8/2b5/1w6/8 w").unwrap();
    /// assert_eq!(position.view(Player::One).jumped(), 1 << 18); // c3
    /// assert_eq!(position.view(Player::Two).jumped(), 1 << 9); // b2
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn jumped(&self) -> u64 {
        let over = |direction: Direction| direction.step(self.jumpers(direction));
        Direction::ALL.into_iter().fold(0, |all, direction| all | over(direction))
    }

    /// The own pieces that the enemy can capture now, all steps, and the steps after which it
    /// cannot capture the piece. `enemy` is the enemy's view.
    ///
    /// ```
    /// use zugi_game::{Game, Player};
    /// use zugi_zvp::{Direction, Zvp};
    /// let position = Zvp::from_text("8/8/8/4b3/8/2w5/8/8 w").unwrap();
    /// let [white, black] = Player::BOTH.map(|player| position.view(player));
    /// let exposure = white.exposure(&black);
    /// let [up_right, up_left] = [Direction::UpRight, Direction::UpLeft].map(|to| to as usize);
    /// assert_eq!((exposure.steps[up_right], exposure.safe[up_right]), (1 << 27, 0)); // d4
    /// assert_eq!((exposure.attacked, exposure.safe[up_left]), (0, 1 << 25)); // b4
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn exposure(&self, enemy: &View) -> Exposure {
        let reached = Direction::ALL.map(|by| by.step(enemy.movers(by)));
        let landings = Direction::ALL.map(|by| by.opposite().step(self.empty));
        let attacked = (0..4).fold(0, |all, by| all | reached[by] & landings[by]);
        let steps = Direction::ALL.map(|to| to.step(self.movers(to)) & self.empty);
        // A jump in the opposite direction lands on the square that the piece has left.
        let safe =
            |to: Direction| steps[to as usize] & !(attacked | reached[to.opposite() as usize]);
        Exposure { attacked: self.own & attacked, steps, safe: Direction::ALL.map(safe) }
    }

    /// Whether the side has a move if it is to move.
    #[must_use]
    #[inline]
    pub fn can_move(&self) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let jumped = self.enemy & direction.opposite().step(self.empty);
            direction.step(self.movers(direction)) & (self.empty | jumped) != 0
        })
    }

    #[must_use]
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

    /// Calls `visit` with each move of the pieces in `among` until it breaks: chains by first
    /// square, or steps by direction.
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
        self.visit_steps(among, |from, direction| visit(ZvpMove::step(from, direction)))
    }

    /// Calls `visit` with the first square and the direction of each step of the pieces in `among`
    /// until it breaks.
    #[inline(always)]
    pub fn visit_steps(
        &self,
        among: u64,
        mut visit: impl FnMut(Square, Direction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for direction in Direction::ALL {
            for from in (self.steppers(direction) & among).squares() {
                visit(from, direction)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_chains(
        &self,
        jumpers: u64,
        visit: &mut impl FnMut(ZvpMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in jumpers.squares() {
            let at = u64::of(from);
            // The piece does not block its own chain.
            let view = View { empty: self.empty | at, ..*self };
            view.jump_on(at, self.promoted & at != 0, ZvpMove::chain(from), visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits all chains that continue `mv`, whose piece is on `at`, or `mv` itself if it cannot
    /// continue.
    ///
    /// Jumped pieces stop being enemies. They need no other treatment: a chain never lands on a
    /// square over which it jumps.
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
