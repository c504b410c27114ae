//! Squares of an N x N board and their names.
//!
//! The square on file `f` and rank `r`, both counted from 0, has the index
//! `r * N + f`; its name is the file's letter and the rank counted from 1: `a1` is
//! index 0, the bottom left corner.

use std::fmt;

use serde::{Serialize, Serializer};

/// Writes the name of a square.
///
/// ```
/// use zugi_game::board::SquareName;
/// assert_eq!(SquareName { square: 99, size: 10 }.to_string(), "j10");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName {
    /// The square's index.
    pub square: u8,
    /// The board's length.
    pub size: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.square % self.size);
        let rank = self.square / self.size + 1;
        write!(f, "{file}{rank}")
    }
}

impl Serialize for SquareName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads the name of a square at the beginning of `text`, of either case, and
/// returns its index and the rest of the text; `None` if there is no such square.
///
/// A rank is as long as its digits: in `a1a10` the rest after `a1` is `a10`.
///
/// ```
/// use zugi_game::board::parse_square;
/// assert_eq!(parse_square("j10a1", 10), Some((99, "a1")));
/// assert_eq!(parse_square("a11", 10), None);
/// assert_eq!(parse_square("a01", 10), None);
/// ```
#[must_use]
pub fn parse_square(text: &str, size: u8) -> Option<(u8, &str)> {
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
    (file < size && rank <= size).then(|| ((rank - 1) * size + file, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for size in [4, 6, 8, 10] {
            for square in 0..size * size {
                let name = SquareName { square, size }.to_string();
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
