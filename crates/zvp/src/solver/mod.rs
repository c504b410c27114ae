//! Tables of Zombies vs Princesses Draughts.
//!
//! Positions recur and games are drawn, so a table has two bits for each position: whether the side
//! to move loses, and whether it wins. They are valid if the count of quiet plies is 0: then no
//! earlier position can recur, and earlier moves do not matter.

mod board;
mod generate;

use zugi_game::{Game, Player};
use zugi_solver::tables::{Generation, HasTablebase, PositionIndex};

use crate::rules::Zvp;
use board::Board;
use generate::Making;

/// The numbers of the positions with one number of pieces.
#[derive(Debug)]
pub struct ZvpIndex {
    pieces: u32,
}

impl HasTablebase for Zvp {
    type PositionIndex = ZvpIndex;

    /// Those with six would have 1.9 GB and take hours.
    const MOST_PIECES: u32 = 5;

    /// All black ones in one chain, but for a white piece.
    const MOST_TAKEN: u32 = Self::MOST_PIECES - 1;

    /// A game begins with 13 pieces.
    const AHEAD: u32 = 5;

    const WORK: u64 = 8;

    #[inline]
    fn pieces(&self) -> u32 {
        Player::BOTH.map(|player| Zvp::pieces(self, player).count_ones()).iter().sum()
    }

    fn numbering(pieces: u32) -> Option<ZvpIndex> {
        (pieces <= Self::MOST_PIECES).then_some(ZvpIndex { pieces })
    }
}

impl PositionIndex<Zvp> for ZvpIndex {
    fn entries(&self) -> u64 {
        4 * Board::count(self.pieces)
    }

    #[inline]
    fn entry(&self, position: &Zvp) -> Option<u64> {
        (position.quiet_plies() == 0).then(|| self.entry_of_board(position)).flatten()
    }

    #[inline]
    fn entry_of_board(&self, position: &Zvp) -> Option<u64> {
        let side = position.to_move().index() as u64;
        Some(2 * (Board::of(position).number() << 1 | side))
    }

    fn position(&self, entry: u64) -> Option<Zvp> {
        let number = entry / 4;
        if number >= Board::count(self.pieces) {
            return None;
        }
        let Board { pieces, promoted } = Board::with_number(self.pieces, number);
        Zvp::with_pieces(pieces, promoted, Player::BOTH[(entry / 2 % 2) as usize])
    }

    fn bytes_to_make(&self) -> u64 {
        Making::bytes(self.pieces)
    }

    fn generation<'a>(&'a self, _: &'a Self) -> Box<dyn Generation + 'a> {
        Box::new(Making::new(self.pieces))
    }
}

#[cfg(test)]
mod tests;
