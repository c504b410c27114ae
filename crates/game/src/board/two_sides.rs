//! Positions of two sides.

use super::{Bits, Square, mix, parse_rows, rows_text};
use crate::Player;

/// The pieces of both sides on a board of at most 64 squares, and the side to move. All pieces of a
/// side are alike, and one letter stands for them and for the side.
///
/// A game whose positions have nothing else wraps this type in its own, and takes text, key and
/// bytes from here.
///
/// ```
/// use zugi_game::board::TwoSides;
/// type Board = TwoSides<3, 2>;
/// let board = Board::parse("bb1/2w w", ['w', 'b']).unwrap();
/// assert_eq!(board.pieces, [0b000_100, 0b011_000]);
/// assert_eq!(board.text(['w', 'b']), "bb1/2w w");
/// assert_eq!(board.mirrored().text(['w', 'b']), "1bb/w2 w");
/// let mut bytes = [0; Board::PACKED_BYTES];
/// board.pack(&mut bytes);
/// assert_eq!(Board::unpack(&bytes), Some(board));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TwoSides<const FILES: u8, const RANKS: u8> {
    /// The squares of each side's pieces, as [`Bits`].
    pub pieces: [u64; 2],
    /// The side to move.
    pub to_move: Player,
}

impl<const FILES: u8, const RANKS: u8> TwoSides<FILES, RANKS> {
    const SET_BYTES: usize = (FILES as usize * RANKS as usize).div_ceil(8);

    /// The number of bytes that [`TwoSides::pack`] writes.
    pub const PACKED_BYTES: usize = 2 * Self::SET_BYTES + 1;

    /// The squares of the board.
    pub const BOARD: u64 = u64::MAX >> (64 - FILES as u32 * RANKS as u32);

    /// The squares of a side's pieces.
    #[must_use]
    pub fn of(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    /// The pieces of the side to move, and those of the other side.
    #[must_use]
    pub fn own_and_enemy(&self) -> [u64; 2] {
        [self.of(self.to_move), self.of(self.to_move.opponent())]
    }

    /// A square as the side to move sees it: player two looks from the last rank.
    #[must_use]
    #[inline(always)]
    pub fn seen(&self, square: Square) -> Square {
        match self.to_move {
            Player::One => square,
            Player::Two => Square::at(square.file(FILES), RANKS - 1 - square.rank(FILES), FILES),
        }
    }

    /// The mirror image, with the files in reverse order.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mirror = |square: Square| {
            u64::of(Square::at(FILES - 1 - square.file(FILES), square.rank(FILES), FILES))
        };
        let pieces = self.pieces.map(|set| set.squares().map(mirror).fold(0, |all, it| all | it));
        TwoSides { pieces, ..*self }
    }

    /// The letter of the piece on a square.
    #[must_use]
    pub fn letter(&self, square: Square, letters: [char; 2]) -> Option<char> {
        let side = self.pieces.iter().position(|pieces| pieces.contains(square));
        side.map(|side| letters[side])
    }

    /// The rows from the top, and the letter of the side to move.
    #[must_use]
    pub fn text(&self, letters: [char; 2]) -> String {
        let rows = rows_text(FILES, RANKS, |square| self.letter(square, letters));
        format!("{rows} {}", letters[self.to_move.index()])
    }

    /// Reads what [`TwoSides::text`] writes; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str, letters: [char; 2]) -> Option<Self> {
        let (rows, side) = text.split_once(' ')?;
        let mut pieces = [0; 2];
        let place = |square, letter| {
            let side = letters.iter().position(|&known| known == letter);
            side.map(|side| pieces[side] |= u64::of(square)).is_some()
        };
        parse_rows(rows, FILES, RANKS, place).ok()?;
        let is_side = |player: &Player| side.chars().eq([letters[player.index()]]);
        Some(TwoSides { pieces, to_move: Player::BOTH.into_iter().find(is_side)? })
    }

    /// A hash of the pieces and the side to move.
    #[must_use]
    pub fn key(&self) -> u64 {
        let [one, two] = self.pieces;
        mix(mix(mix(one) ^ two) ^ self.to_move.index() as u64)
    }

    /// Writes the position.
    ///
    /// # Panics
    /// `bytes` does not have the length [`TwoSides::PACKED_BYTES`].
    pub fn pack(&self, bytes: &mut [u8]) {
        let (sets, side) = bytes.split_at_mut(2 * Self::SET_BYTES);
        for (bytes, set) in sets.chunks_exact_mut(Self::SET_BYTES).zip(self.pieces) {
            bytes.copy_from_slice(&set.to_le_bytes()[..Self::SET_BYTES]);
        }
        side.copy_from_slice(&[self.to_move.index() as u8]);
    }

    /// Reads what [`TwoSides::pack`] wrote; `None` if the bytes are no such position.
    #[must_use]
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let (sets, &[side]) = bytes.split_at_checked(2 * Self::SET_BYTES)? else { return None };
        let mut pieces = [0; 2];
        for (set, bytes) in pieces.iter_mut().zip(sets.chunks_exact(Self::SET_BYTES)) {
            *set = bytes.iter().rev().fold(0, |set, &byte| set << 8 | u64::from(byte));
        }
        let is_possible = pieces[0] & pieces[1] == 0 && (pieces[0] | pieces[1]) & !Self::BOARD == 0;
        let to_move = *Player::BOTH.get(usize::from(side))?;
        is_possible.then_some(TwoSides { pieces, to_move })
    }
}
