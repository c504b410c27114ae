//! Exact results: who wins a position with best play.
//!
//! [`tables`] has endgame tables, [`proof`] the proof search, `dfpn` that of games with draws. [`TablesAndSolver`] combines both
//! for an engine, and [`with_tables_and_proofs`] adds them to a variant. A game implements
//! [`HasTablebase`](tables::HasTablebase), [`Provable`](proof::Provable), or both; [`toy`] is an
//! example.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

mod capabilities;
#[cfg(feature = "files")]
pub mod dfpn;
pub mod proof;
mod tablebase_set;
pub mod tables;
mod tables_and_solver;
pub mod toy;

use std::sync::Arc;

use zugi_game::{ExactValue, Game, Player};

#[cfg(feature = "files")]
pub use capabilities::with_tables_and_draws;
pub use capabilities::{with_tables, with_tables_and_proofs};
pub use tablebase_set::TablebaseSet;
pub use tables_and_solver::TablesAndSolver;

/// A source of exact results for some positions.
///
/// ```
/// use zugi_game::{Game, Player, toy::Hexapawn};
/// use zugi_solver::{Oracle, tables::EndgameTables};
///
/// let tables = EndgameTables::<Hexapawn>::make(2).unwrap();
/// let position = Hexapawn::from_text("4/1b2/w3/4 w").unwrap(); // White captures
/// assert_eq!(tables.winner(&position), Some(Player::One));
/// assert_eq!(tables.winner(&Hexapawn::start()), None);
/// ```
pub trait Oracle<G: Game>: Send + Sync {
    /// The player who wins with best play; `None` if that is unknown. It must be fast for unknown
    /// positions.
    fn winner(&self, position: &G) -> Option<Player>;

    /// It knows nearly all positions with at most this number of pieces; 0 for none.
    ///
    /// ```
    /// use zugi_game::toy::Hexapawn;
    /// use zugi_solver::{Oracle, tables::EndgameTables};
    ///
    /// let tables = EndgameTables::<Hexapawn>::make(2).unwrap();
    /// assert_eq!(Oracle::<Hexapawn>::pieces(&tables), 2);
    /// assert_eq!(Oracle::<Hexapawn>::pieces(&()), 0);
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

/// An oracle as an [`ExactValue`], without a proof search.
#[derive(Debug)]
pub struct OracleExactValue<O>(pub O);

impl<G: Game, O: Oracle<G>> ExactValue<G> for OracleExactValue<O> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        self.0.winner(position)
    }
}
