//! Squares of a board and their names.
//!
//! On a board with `N` files, the square on file `f` and rank `r`, both from 0, has the index `r *
//! N + f`. Its name is the file's letter and the rank from 1: `a1`, index 0, is the bottom left
//! corner.

use std::fmt;

use serde::{Serialize, Serializer};

/// A square of a board, by its index. Its file, rank and name depend on the number of files of the
/// board, at most 26.
///
/// ```
/// use zugi_game::board::Square;
/// let j10 = Square::at(9, 9, 10);
/// assert_eq!((j10.index(), j10.name(10).to_string()), (99, "j10".to_owned()));
/// assert_eq!((j10.file(10), j10.rank(10)), (9, 9));
/// assert!(Square::from(3) < j10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    #[must_use]
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// The square on a file and a rank, both from 0, of a board with this many files. The index
    /// must be below 256.
    #[must_use]
    #[inline(always)]
    pub const fn at(file: u8, rank: u8, files: u8) -> Square {
        Square(rank * files + file)
    }

    /// The index: 0 for `a1`, 1 for `b1`, and so on along the ranks.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, from 0, on a board with this many files.
    #[must_use]
    #[inline(always)]
    pub const fn file(self, files: u8) -> u8 {
        self.0 % files
    }

    /// The rank, from 0, on a board with this many files.
    #[must_use]
    #[inline(always)]
    pub const fn rank(self, files: u8) -> u8 {
        self.0 / files
    }

    /// The name on a board with this many files.
    #[must_use]
    #[inline]
    pub const fn name(self, files: u8) -> SquareName {
        SquareName { square: self, files }
    }
}

impl From<u8> for Square {
    #[inline(always)]
    fn from(index: u8) -> Square {
        Square(index)
    }
}

impl From<Square> for u8 {
    #[inline(always)]
    fn from(square: Square) -> u8 {
        square.0
    }
}

impl From<Square> for usize {
    #[inline(always)]
    fn from(square: Square) -> usize {
        usize::from(square.0)
    }
}

/// A square with its name, which `Display` writes: see [`Square::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName {
    square: Square,
    files: u8,
}

impl SquareName {
    /// The square.
    #[must_use]
    pub const fn square(self) -> Square {
        self.square
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.square.file(self.files));
        write!(f, "{file}{}", self.square.rank(self.files) + 1)
    }
}

impl Serialize for SquareName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads the name of a square, of either case, at the beginning of `text`, for a board of `size`
/// files and ranks, at most 16. Returns the square and the rest of the text; `None` if the board
/// has no such square.
///
/// A rank takes all digits that follow: in `a1a10` the rest after `a1` is `a10`.
#[must_use]
pub fn parse_square(text: &str, size: u8) -> Option<(Square, &str)> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    if !letter.is_ascii_lowercase() {
        return None;
    }
    let file = letter as u8 - b'a';
    let text = text.get(1..)?;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (rank, rest) = text.split_at_checked(digits)?;
    if rank.starts_with('0') {
        return None;
    }
    let rank = rank.parse::<u8>().ok()?;
    (file < size && rank <= size).then(|| (Square::at(file, rank - 1, size), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for size in [4, 6, 8, 10] {
            for square in (0..size * size).map(Square::new) {
                let name = square.name(size).to_string();
                assert_eq!(parse_square(&name, size), Some((square, "")));
                let upper = name.to_ascii_uppercase();
                assert_eq!(parse_square(&upper, size), Some((square, "")));
            }
        }
    }

    #[test]
    fn nonsense_is_no_square() {
        for text in ["", "a", "1", "a0", "g1", "a7", "é1", "a-1", "a+1", "a999", "\0", "[1"] {
            assert_eq!(parse_square(text, 6), None, "{text:?}");
        }
    }
}
