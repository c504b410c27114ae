//! The traits of a game with tables.

use std::fmt::Debug;

use zugi_game::Game;

use super::rules_broken::RulesBroken;
use super::scattered::ScatteredGeneration;
use super::shard::ShardedGeneration;

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
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_solver::tables::HasTablebase;
    /// assert_eq!(Hexapawn::start().pieces(), 8);
    /// ```
    fn pieces(&self) -> u32;

    /// The numbering of the positions with this number of pieces, from 0; `None` if there is no
    /// table with so many.
    fn numbering(pieces: u32) -> Option<Self::PositionIndex>;
}

/// The numbering of the positions of a table. It makes the table from the one with a piece less.
///
/// ```
/// use zugi_game::{Game, toy::Hexapawn};
/// use zugi_solver::tables::{HasTablebase, PositionIndex};
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

    /// The memory in bytes that making the table needs, without that of the table and of the
    /// smaller one.
    fn bytes_to_make(&self) -> u64;

    /// The generation of the table; `smaller` is the numbering with one piece less.
    fn generation<'a>(&'a self, smaller: &'a Self) -> Box<dyn Generation + 'a>;

    /// The generation of a table of a file in shards, for tables that are larger than memory; `None`
    /// if the table is made in memory as a whole.
    fn shards(&self) -> Option<&dyn ShardedGeneration> {
        None
    }

    /// The generation of the table in shards that are scattered over it, for a table that is larger
    /// than memory; `None` if it is not made so. `smaller` is the numbering with one piece less.
    fn scattered<'a>(&'a self, _smaller: &'a Self) -> Option<Box<dyn ScatteredGeneration + 'a>> {
        None
    }

    /// About how much memory in bytes that generation takes at least; `None` without it.
    fn scattered_bytes(&self) -> Option<u64> {
        None
    }
}

/// Makes a table part by part. The parts are the same on every machine. Bit `i` of a table is
/// bit `i % 64` of its word `i / 64`.
///
/// ```
/// use zugi_game::toy::Hexapawn;
/// use zugi_solver::tables::{Generation, HasTablebase, PositionIndex, RulesBroken, words};
///
/// /// The words of the table of Hexapawn with this number of pieces.
/// fn make_table(pieces: u32) -> Result<Vec<u64>, RulesBroken> {
///     let index = Hexapawn::numbering(pieces).expect("few pieces");
///     let mut table = vec![0; words(index.entries())];
///     if let Some(fewer) = pieces.checked_sub(1) {
///         let smaller = Hexapawn::numbering(fewer).expect("few pieces");
///         let (generation, made) = (index.generation(&smaller), make_table(fewer)?);
///         for part in 0..generation.parts() {
///             let content = generation.make(part, &table, &[&made])?;
///             generation.put(part, &content, &mut table);
///         }
///     }
///     Ok(table)
/// }
/// let lost: u32 = make_table(2)?.iter().map(|word| word.count_ones()).sum();
/// assert!(lost > 0);
/// # Ok::<(), RulesBroken>(())
/// ```
pub trait Generation: Sync {
    /// The number of parts.
    fn parts(&self) -> usize;

    /// The number of entries of a part.
    fn entries(&self, part: usize) -> u64;

    /// Computes a part. `table` has all earlier parts. `smaller` has at most
    /// [`HasTablebase::MOST_TAKEN`] smaller tables, the one with one piece less first. It runs on
    /// the threads of the current Rayon pool.
    ///
    /// # Errors
    /// The game breaks a rule on which the generation relies.
    fn make(&self, part: usize, table: &[u64], smaller: &[&[u64]])
    -> Result<Vec<u64>, RulesBroken>;

    /// Copies the content of a part into the table.
    fn put(&self, part: usize, content: &[u64], table: &mut [u64]);
}

/// The number of 64-bit words of a table with this number of entries.
#[must_use]
pub fn words(entries: u64) -> usize {
    usize::try_from(entries.div_ceil(64)).unwrap_or(usize::MAX)
}
