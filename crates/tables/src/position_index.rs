//! The traits of a game with tables.

use std::fmt::Debug;
use std::sync::Arc;

use zugi_game::Game;

use super::shards::{Generation, Home};

/// A game whose positions with the same number of pieces can be numbered.
///
/// A table has one bit for each position: 1 if the side to move loses. In a game with draws it has
/// two bits: the second is 1 if the side to move wins; both are 0 for a draw. Both may be 1, see
/// [`PositionIndex::loss_entry`].
pub trait HasTablebase: Game {
    /// The numbering of the positions of a table.
    type PositionIndex: PositionIndex<Self>;

    /// The greatest number of pieces of a table.
    const MOST_PIECES: u32;

    /// The greatest number of pieces that a move may capture.
    const MOST_TAKEN: u32 = 1;

    /// A session makes its tables when the board has at most this many pieces more than the
    /// largest table.
    const AHEAD: u32 = 12;

    /// The time to make an entry, in units of that of Zola.
    const WORK: u64 = 1;

    /// The number of pieces. No move makes it greater.
    fn pieces(&self) -> u32;

    /// The numbering of the positions with this number of pieces, from 0; `None` if there is no
    /// table with so many.
    fn numbering(pieces: u32) -> Option<Self::PositionIndex>;
}

/// The numbering of the positions of a table.
///
/// ```
/// use zugi_game::{Game, toy::Hexapawn};
/// use zugi_tables::{HasTablebase, PositionIndex};
/// let index = Hexapawn::numbering(2).expect("a table of two pieces");
/// let position = Hexapawn::from_text("4/1b2/w3/4 w").unwrap();
/// let entry = index.entry(&position).expect("two pieces");
/// assert!(entry < index.entries());
/// assert_eq!(index.position(entry), Some(position));
/// ```
pub trait PositionIndex<G>: Debug + Send + Sync {
    /// The number of bits of a table.
    fn entries(&self) -> u64;

    /// The first bit of a position, which must have the table's number of pieces; `None` if the
    /// table cannot say who wins, for instance because of the pie rule or of earlier moves.
    fn entry(&self, position: &G) -> Option<u64>;

    /// The same for a game that begins with this position.
    fn entry_of_board(&self, position: &G) -> Option<u64> {
        self.entry(position)
    }

    /// In a game with draws: if both bits of a position are set, the bit that is 1 if its side to
    /// move loses, and 0 if it wins. By the rules such a position is a draw, because the win takes
    /// too many plies (as a cursed win in chess). `None` if no position has both bits set.
    fn loss_entry(&self, _entry: u64) -> Option<u64> {
        None
    }

    /// The position of an entry, or one like it; `None` if there is no such position.
    fn position(&self, entry: u64) -> Option<G>;

    /// The memory in bytes that making the table in [`Home::Memory`] takes, without that of the
    /// table and of the smaller ones.
    fn bytes_in_memory(&self) -> u64;

    /// About how much memory in bytes making the table in [`Home::Files`] takes at least; `None` if
    /// it cannot be made there.
    fn bytes_in_files(&self) -> Option<u64> {
        None
    }

    /// The generation of the table of `index`; `smaller` is the numbering with one piece less.
    fn generation(index: &Arc<Self>, smaller: &Arc<Self>, home: Home) -> Box<dyn Generation>;
}

/// The number of 64-bit words of a table with this number of entries.
#[must_use]
pub fn words(entries: u64) -> usize {
    usize::try_from(entries.div_ceil(64)).unwrap_or(usize::MAX)
}
