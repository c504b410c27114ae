//! What is known of positions for certain: who wins them with best play. Nothing here judges
//! or guesses.
//!
//! [`tables`] know it of positions with few pieces, [`proof`] finds it out for others, and
//! [`Knowledge`] is both, as an engine has it. What a game must give for that is
//! [`Tabled`](tables::Tabled) and [`Provable`](proof::Provable); [`games`] has it.

mod endings;
pub mod games;
mod knowledge;
pub mod proof;
pub mod tables;

use std::sync::Arc;

pub use endings::Endings;
pub use knowledge::Knowledge;

use crate::game::{Game, Player, Truth};

/// What is known of a position, for certain.
///
/// ```
/// use zugi::game::{Game, Player};
/// use zugi::games::zola::Zola6;
/// use zugi::truth::{Oracle, tables::EndgameTables};
///
/// let tables = EndgameTables::<Zola6>::make(2).unwrap();
/// let position = Zola6::from_text("6/6/2r3/2b3/6/6 r -").unwrap(); // red captures
/// assert_eq!(tables.winner(&position), Some(Player::One));
/// assert_eq!(tables.winner(&Zola6::start()), None);
/// ```
pub trait Oracle<G: Game>: Send + Sync {
    /// The player who wins with best play; `None` where it is not known. It must be cheap
    /// to ask where nothing is known.
    fn winner(&self, position: &G) -> Option<Player>;

    /// It knows positions with so many pieces or fewer, as good as all of them; 0 is none.
    ///
    /// ```
    /// use zugi::games::zola::Zola6;
    /// use zugi::truth::{Oracle, tables::EndgameTables};
    ///
    /// let tables = EndgameTables::<Zola6>::make(2).unwrap();
    /// assert_eq!(Oracle::<Zola6>::pieces(&tables), 2);
    /// assert_eq!(Oracle::<Zola6>::pieces(&()), 0);
    /// ```
    fn pieces(&self) -> u32 {
        0
    }
}

/// Knows nothing.
impl<G: Game> Oracle<G> for () {
    #[inline]
    fn winner(&self, _: &G) -> Option<Player> {
        None
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for &O {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        (**self).winner(position)
    }

    fn pieces(&self) -> u32 {
        (**self).pieces()
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for Arc<O> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        (**self).winner(position)
    }

    fn pieces(&self) -> u32 {
        (**self).pieces()
    }
}

impl<G: Game, O: Oracle<G>> Oracle<G> for Option<O> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        self.as_ref()?.winner(position)
    }

    fn pieces(&self) -> u32 {
        self.as_ref().map_or(0, Oracle::pieces)
    }
}

/// What an oracle knows, as a [`Truth`] that finds out nothing beyond.
#[derive(Debug)]
pub struct OracleTruth<O>(pub O);

impl<G: Game, O: Oracle<G>> Truth<G> for OracleTruth<O> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        self.0.winner(position)
    }
}
