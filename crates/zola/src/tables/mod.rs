//! The endgame tables of Zola.
//!
//! A table has, for each set of squares up to the symmetries of the board, a vector with one bit
//! for each colouring. A colouring tells the owner of each checker: 1 stands for the side that is
//! not to move.

mod dependencies;
mod generate;
mod levels;
mod patterns;
mod position_index;
mod quadrants;
mod source_vectors;
mod vectors;

use std::marker::PhantomData;

use zugi_game::Player;
use zugi_game::board::Bits;
use zugi_tables::HasTablebase;

use crate::rules::{Size, Zola};
pub use position_index::ZolaIndex;
use quadrants::Quadrants;

impl<S: Size> HasTablebase for Zola<S> {
    type PositionIndex = ZolaIndex<S>;

    /// The largest tables have 84 GB (12 checkers on 6x6) and 18 GB (8 on 8x8).
    const MOST_PIECES: u32 = match S::N {
        4 => 16,
        _ if !cfg!(feature = "table-files") => 6,
        6 => 12,
        8 => 8,
        _ => 6,
    };

    /// The tables of all positions of 4x4 take 0.1 s and 5 MB.
    const AT_ONCE: bool = S::N == 4;

    const DIVIDES_BY_HOME: bool = true;

    #[inline]
    fn pieces(&self) -> u32 {
        Player::BOTH.map(|player| self.checkers(player).count()).iter().sum()
    }

    fn numbering(pieces: u32) -> Option<ZolaIndex<S>> {
        if pieces > Self::MOST_PIECES {
            return None;
        }
        let quadrants = Quadrants::new::<S>(pieces as usize)?;
        Some(ZolaIndex { quadrants, checkers: pieces, size: PhantomData })
    }
}

#[cfg(test)]
mod tests;
