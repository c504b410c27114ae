//! What a game must give to have tables.

use std::fmt::Debug;

use zugi_game::Game;

/// A game whose positions can be numbered by the number of their pieces.
///
/// A table has one bit for each position with so many pieces: 1 if the side to move loses. In
/// a game with draws it has two, and the second is 1 if the side to move wins; neither for a
/// draw.
pub trait HasTablebase: Game {
    /// What numbers the positions of a table.
    type PositionIndex: PositionIndex<Self>;

    /// The most pieces that a table may have.
    const MOST_PIECES: u32;

    /// The most pieces that a move may take off the board.
    const MOST_TAKEN: u32 = 1;

    /// A session gets its tables ready when there are so many pieces more than in the largest.
    const AHEAD: u32 = 12;

    /// The work of making an entry, compared with one of Zola.
    const WORK: u64 = 1;

    /// The number of pieces: at most as many after any move.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_solver::tables::HasTablebase;
    /// assert_eq!(Hexapawn::start().pieces(), 8);
    /// ```
    fn pieces(&self) -> u32;

    /// What numbers the positions with so many pieces; `None` if they are too many. There
    /// is one for no pieces, whose table nobody asks.
    fn numbering(pieces: u32) -> Option<Self::PositionIndex>;
}

/// What numbers the positions of a table, and makes the table from the one of a piece less.
pub trait PositionIndex<G>: Debug + Send + Sync {
    /// The number of bits of a table.
    fn entries(&self) -> u64;

    /// The first bit of a position, which has as many pieces; `None` if the table does not
    /// say who wins, for instance because of the pie rule, or of what may have been played
    /// before.
    fn entry(&self, position: &G) -> Option<u64>;

    /// The same, as if the game had begun with the position.
    fn entry_of_board(&self, position: &G) -> Option<u64> {
        self.entry(position)
    }

    /// The position of an entry, or one like it; `None` if there is no such position.
    fn position(&self, entry: u64) -> Option<G>;

    /// The bytes of memory that it takes to make the table, beside its own and those of the
    /// smaller one.
    fn bytes_to_make(&self) -> u64;

    /// What makes the table; `smaller` numbers those of one piece less.
    fn generation<'a>(&'a self, smaller: &'a Self) -> Box<dyn Generation + 'a>;
}

/// What makes a table, part by part: the same parts on every machine. Bit `i` of a table is
/// bit `i % 64` of its word `i / 64`.
pub trait Generation: Sync {
    /// The number of parts.
    fn parts(&self) -> usize;

    /// The entries of a part.
    fn entries(&self, part: usize) -> u64;

    /// The content of a part, from the table with all parts before it and the smaller tables:
    /// first the one of a piece less, [`HasTablebase::MOST_TAKEN`] of them at most; by the threads
    /// of the present pool.
    ///
    /// # Errors
    /// The rules are not what the generation relies on.
    fn make(&self, part: usize, table: &[u64], smaller: &[&[u64]])
    -> Result<Vec<u64>, RulesBroken>;

    /// Puts the content of a part into the table.
    fn put(&self, part: usize, content: &[u64], table: &mut [u64]);
}

/// What the rules of a game promise, and do not keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules are broken: expected that {0}")]
pub struct RulesBroken(pub &'static str);

/// The words of a table of so many entries.
#[must_use]
pub fn words(entries: u64) -> usize {
    usize::try_from(entries.div_ceil(64)).unwrap_or(usize::MAX)
}
