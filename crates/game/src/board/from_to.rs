//! A move from one square to another.

use std::fmt;
use std::str::FromStr;

use super::{Square, parse_square};
use crate::{PackedMove, TextError};

/// The bits of a square: boards have at most 128 squares.
const SQUARE_BITS: u32 = 7;

/// A move from one square to another, or a [pass](FromTo::PASS), on a square board of `FILES`
/// files. It serves games whose moves have no other data. Its text has the form `a1b2`.
///
/// ```
/// use zugi_game::PackedMove;
/// use zugi_game::board::FromTo;
/// let mv: FromTo<8> = "b2c3".parse()?;
/// assert_eq!((mv.from.index(), mv.target(), mv.to_string()), (9, 18, "b2c3".to_owned()));
/// assert_eq!("0000".parse(), Ok(FromTo::<8>::PASS));
/// assert_eq!(FromTo::<8>::PASS.to_string(), "0000");
/// # Ok::<(), zugi_game::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FromTo<const FILES: u8> {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square where the piece ends.
    pub to: Square,
}

const PASS: &str = "0000";

impl<const FILES: u8> FromTo<FILES> {
    /// The pass, for games that have one: from the first square to itself. Its text is `0000`.
    pub const PASS: FromTo<FILES> = FromTo { from: Square::new(0), to: Square::new(0) };
}

impl<const FILES: u8> PackedMove for FromTo<FILES> {
    fn to_bits(self) -> u32 {
        u32::from(self.from.index()) | u32::from(self.to.index()) << SQUARE_BITS
    }

    /// Ignores the bits above the two squares. The squares may lie beyond the board.
    fn from_bits(bits: u32) -> FromTo<FILES> {
        let square = |bits: u32| Square::new((bits & ((1 << SQUARE_BITS) - 1)) as u8);
        FromTo { from: square(bits), to: square(bits >> SQUARE_BITS) }
    }

    fn target(self) -> usize {
        self.to.into()
    }
}

impl<const FILES: u8> fmt::Display for FromTo<FILES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == FromTo::PASS {
            return f.write_str(PASS);
        }
        write!(f, "{}{}", self.from.name(FILES), self.to.name(FILES))
    }
}

/// Reads the two squares, see [`parse_square`], or `0000`.
impl<const FILES: u8> FromStr for FromTo<FILES> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == PASS {
            return Ok(FromTo::PASS);
        }
        let read = || {
            let (from, rest) = parse_square(text, FILES)?;
            let (to, rest) = parse_square(rest, FILES)?;
            rest.is_empty().then_some(FromTo { from, to })
        };
        read().ok_or_else(|| TextError::new("move", text, "two squares, such as a1b2"))
    }
}
