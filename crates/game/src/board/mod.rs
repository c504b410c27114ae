//! Boards without rules: squares and their names, bit sets, symmetries, hash keys, rows of text,
//! and positions of two sides.

mod bits;
mod from_to;
mod keys;
mod rows;
mod square;
mod symmetry;
mod two_sides;

pub use bits::Bits;
pub use from_to::FromTo;
pub use keys::{key_table, mix};
pub use rows::{BadRows, parse_rows, rows_text};
pub use square::{Square, SquareName, parse_square};
pub use symmetry::Symmetry;
pub use two_sides::TwoSides;
