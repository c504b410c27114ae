//! The traits of a game with endgame tables.

use std::fmt::Debug;
use std::sync::Arc;

use zugi_game::Game;

use super::shards::{Generation, Home};

/// A game whose positions with the same number of pieces can be numbered.
///
/// A table has one bit for each position: 1 if the side to move loses. In a game with draws it has
/// two: the second is 1 if the side to move wins, both are 0 for a draw, and both may be 1, see
/// [`PositionIndex::loss_entry`].
pub trait HasTablebase: Game {
    type PositionIndex: PositionIndex<Self>;

    const MOST_PIECES: u32;

    /// The most pieces that a move can capture.
    const MOST_TAKEN: u32 = 1;

    /// A session builds its small tables when the board has at most this many pieces more than the
    /// largest of them.
    const AHEAD: u32 = 12;

    /// The relative time to build an entry; 1 for Zola.
    const WORK: u64 = 1;

    /// Whether a session builds its small tables when it opens them, before the first search, and
    /// never keeps them in files. Only for tables that together build in about a tenth of a second.
    const AT_ONCE: bool = false;

    /// Whether a build in [`Home::Memory`] divides a table into other shards than a build in
    /// [`Home::Files`]. If so, a killed build that continues in the other home begins anew.
    const DIVIDES_BY_HOME: bool = false;

    /// The number of pieces on the board. No move increases it.
    fn pieces(&self) -> u32;

    /// The numbering of the positions with this number of pieces; `None` if there is no such table.
    /// The table of 0 pieces exists only in memory.
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
    /// The number of bits of the table.
    fn entries(&self) -> u64;

    /// The first bit of a position with the table's number of pieces; `None` if the table cannot
    /// tell who wins, for instance because of the pie rule or of earlier moves.
    fn entry(&self, position: &G) -> Option<u64>;

    /// Like [`PositionIndex::entry`], as if the game began with this position.
    fn entry_of_board(&self, position: &G) -> Option<u64> {
        self.entry(position)
    }

    /// The number of the third bit of a position, in a game with draws. The bit counts only if both
    /// other bits are set: the rules draw the position, but it would be won or lost if a win could
    /// take any number of plies (in chess, a cursed win or a blessed loss). The bit is 1 if the
    /// side to move would lose, and 0 if it would win. `None` if no position has both bits set.
    fn loss_entry(&self, _entry: u64) -> Option<u64> {
        None
    }

    /// A position with this entry; `None` if there is none.
    fn position(&self, entry: u64) -> Option<G>;

    /// The memory in bytes for a build in [`Home::Memory`], besides the table and the smaller ones.
    fn bytes_in_memory(&self) -> u64;

    /// The approximate least memory in bytes for a build in [`Home::Files`]; `None` if the table
    /// cannot be built there.
    fn bytes_in_files(&self) -> Option<u64> {
        None
    }

    /// The generation of the table of `index`, see [`Generation`]; `smaller` is the numbering with
    /// one piece less.
    fn generation(index: &Arc<Self>, smaller: &Arc<Self>, home: Home) -> Box<dyn Generation>;
}

/// The number of 64-bit words for this number of bits.
#[must_use]
pub fn words(entries: u64) -> usize {
    usize::try_from(entries.div_ceil(64)).unwrap_or(usize::MAX)
}
