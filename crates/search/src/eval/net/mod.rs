//! Nets: trained evaluations in files. The crate of a game says what a net sees of a position.
//!
//! A net has one hidden layer. Its inputs are the pieces, each in a state on a square, and
//! some totals of the position. A filter has a weight for each state on each square; it
//! looks at the board in all symmetries of the game, which makes a hidden unit of it for each, so
//! that the evaluation does not change when the board is turned. The output is a weighted
//! sum of the squared activations, with other weights in each phase of the game.

mod fields;
mod file;
mod inference;
pub mod testing;

use thiserror::Error;
use zugi_game::Pack;

use super::HasEvaluator;
use crate::Value;
pub use fields::Fields;
pub use file::NetFile;
pub use inference::Net;

/// The most symmetries that a filter looks at the board in.
pub const MAX_SYMMETRIES: usize = 8;

/// The numbers of filters that a net may have.
pub const FILTERS: [usize; 3] = [8, 16, 32];

/// The unit of totals: this value counts as 1.
pub const TOTAL_UNIT: i32 = 64;

/// The greatest sum of all totals in a hidden unit, in units of the net's scale.
pub const MAX_TOTALS: i32 = 4096;

/// The number of bits by which squared activations are shifted right.
pub const SQUARE_SHIFT: u32 = 4;

/// The greatest [`NetFile::scale`]: its square has 16 bits.
pub const MAX_SCALE: u16 = 255;

/// The totals of a position, see [`NetInputs`].
pub const TOTALS: usize = 4;

/// The size of a game's nets, without the number of filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetShape {
    /// The states that a piece can be in.
    pub states: usize,
    /// The squares of the board.
    pub squares: usize,
    /// The totals of a position, [`TOTALS`].
    pub totals: usize,
    /// The phases of the game.
    pub phases: usize,
}

/// The most pieces of a position.
pub const MAX_PIECES: usize = 128;

/// A position as a net sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct NetInputs {
    pieces: [u16; MAX_PIECES],
    count: usize,
    /// The totals.
    pub totals: [i32; TOTALS],
    /// The phase of the game.
    pub phase: usize,
}

impl Default for NetInputs {
    #[inline(always)]
    fn default() -> NetInputs {
        NetInputs { pieces: [0; MAX_PIECES], count: 0, totals: [0; TOTALS], phase: 0 }
    }
}

impl NetInputs {
    /// Those of a position.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::eval::net::NetInputs;
    /// // An own pawn on the first square, and one of the enemy on c3, the eleventh.
    /// let position = Hexapawn::from_text("4/2b1/4/w3 w").unwrap();
    /// assert_eq!(NetInputs::of(&position).pieces(), [0, 16 + 10]);
    /// ```
    pub fn of<G: Learnable>(position: &G) -> NetInputs {
        let mut inputs = NetInputs::default();
        position.features(&position.context(), &mut inputs);
        inputs
    }

    /// Adds a piece: its state, times the number of squares, plus its square. There may be
    /// [`MAX_PIECES`].
    #[inline(always)]
    pub fn add(&mut self, piece: u16) {
        self.pieces[self.count % MAX_PIECES] = piece;
        self.count += 1;
    }

    /// The pieces, as they were added.
    #[inline(always)]
    pub fn pieces(&self) -> &[u16] {
        &self.pieces[..self.count.min(MAX_PIECES)]
    }
}

/// A game whose evaluation can be a trained net.
pub trait Learnable: HasEvaluator + Pack {
    /// The size of its nets.
    const SHAPE: NetShape;

    /// The symmetries that a filter looks at the board in, at most [`MAX_SYMMETRIES`]: those
    /// in which the game stays the same.
    const SYMMETRIES: usize;

    /// The content of the file of the net that comes with the program; where there is none,
    /// [`Learnable::without_net`] evaluates.
    const NET: Option<&'static [u8]> = None;

    /// Where a square goes in a symmetry, from 0 to one less than [`Learnable::SYMMETRIES`].
    ///
    /// ```
    /// use zugi_game::toy::Hexapawn;
    /// use zugi_search::eval::net::Learnable;
    /// assert_eq!([0, 1].map(|symmetry| Hexapawn::image(symmetry, 0)), [0, 3]);
    /// assert_eq!([0, 1].map(|symmetry| Hexapawn::image(symmetry, 14)), [14, 13]);
    /// ```
    fn image(symmetry: usize, square: u8) -> u8;

    /// Writes what a net sees of the position to empty `inputs`. It is compiled for each kind of
    /// processor if it is `#[inline(always)]`, like all that it calls, and has no closures.
    fn features(&self, context: &Self::Context, inputs: &mut NetInputs);

    /// The evaluation for the side to move where no net comes with the program; by default all
    /// positions are even.
    fn without_net(&self, _context: &Self::Context) -> Value {
        0
    }
}

/// Bytes that are no net for a variant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetError {
    /// The name of an evaluation that there was before, see [`NetFile::check_path`].
    #[error("the weighted sum was removed: expected the path of a net")]
    NoSum,
    /// A device, a pipe or a huge file, see [`NetFile::check_path`].
    #[error("not a net: expected a file of at most 64 MiB")]
    NoFile,
    /// Something else.
    #[error("not a net: expected a file of zugi train")]
    Foreign,
    /// A later format.
    #[error("a net of format {0}: expected format {expected}", expected = file::VERSION)]
    Version(u16),
    /// Not all of it, or more.
    #[error("a net of {found} bytes: expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Another content than was written.
    #[error("a damaged net: expected checksum {expected:016x}, found {found:016x}")]
    Checksum {
        /// That of the content.
        found: u64,
        /// The one that was written.
        expected: u64,
    },
    /// A net of another game.
    #[error("a net of {found}: expected one of {expected}")]
    Variant {
        /// Its variant.
        found: String,
        /// The one that is played.
        expected: String,
    },
    /// Other inputs or numbers of units than this program has.
    #[error("a net with {found} {what}: expected {expected}")]
    Size {
        /// The quantity, such as `filters`.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: String,
    },
    /// Numbers that are too large.
    #[error("a net whose {what} may overflow: expected smaller weights")]
    Overflow {
        /// The sum that may overflow.
        what: &'static str,
    },
}
