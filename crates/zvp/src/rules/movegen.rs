//! Move generation: all pieces at once, one direction after the other.
//!
//! Sets hold dark squares only, so no step needs a mask for the edges, see
//! [`Direction::step`].

use std::ops::ControlFlow;

use zugi_game::Player;
use zugi_game::board::Bits;

use super::{DARK, Direction, ZvpMove, forwards};

/// The board as one side sees it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The own pieces.
    pub own: u64,
    /// Of the own pieces those that may go backwards.
    pub promoted: u64,
    /// The enemy's pieces.
    pub enemy: u64,
    /// The empty dark squares.
    pub empty: u64,
    /// Where the own pieces are promoted.
    pub forwards: Direction,
}

impl View {
    /// The pieces from the point of view of this side, from White's and Black's pieces and the
    /// promoted ones.
    #[must_use]
    #[inline(always)]
    pub fn new(pieces: [u64; 2], promoted: u64, player: Player) -> View {
        let (own, enemy) = (pieces[player.index()], pieces[player.opponent().index()]);
        View {
            own,
            promoted: own & promoted,
            enemy,
            empty: DARK & !(own | enemy),
            forwards: forwards(player),
        }
    }

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
    #[must_use]
    #[inline(always)]
    pub fn all_jumpers(&self) -> u64 {
        Direction::ALL.into_iter().fold(0, |all, direction| all | self.jumpers(direction))
    }

    /// The enemy's pieces that can be jumped over.
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

    /// The squares that a step in this direction leads to.
    #[must_use]
    #[inline(always)]
    pub fn steps(&self, direction: Direction) -> u64 {
        direction.step(self.steppers(direction))
    }

    /// Those of [`View::steps`] where the enemy, with this view, cannot capture the piece
    /// that has stepped there.
    ///
    /// ```
    /// use zugi_game::{Game, Player};
    /// use zugi_zvp::{Direction, Zvp};
    /// let position = Zvp::from_text("8/8/8/4b3/8/2w5/8/8 w").unwrap();
    /// let [white, black] = Player::BOTH.map(|player| position.view(player));
    /// assert_eq!(white.safe_steps(Direction::UpRight, &black), 0);
    /// assert_eq!(white.safe_steps(Direction::UpLeft, &black), 1 << 25); // b4
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn safe_steps(&self, direction: Direction, enemy: &View) -> u64 {
        let attacked = |by: Direction| {
            let landing = by.opposite().step(self.empty);
            // The square that the piece came from is empty then.
            let landing = if by == direction.opposite() { u64::MAX } else { landing };
            by.step(enemy.movers(by)) & landing
        };
        let attacks = Direction::ALL.into_iter().fold(0, |all, by| all | attacked(by));
        self.steps(direction) & !attacks
    }

    /// Whether there is a move.
    #[must_use]
    #[inline]
    pub fn can_move(&self) -> bool {
        let movers = |direction| self.steppers(direction) | self.jumpers(direction);
        Direction::ALL.into_iter().any(|direction| movers(direction) != 0)
    }

    /// The number of moves.
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
