//! Square boards without rules: squares and their names, bit sets, symmetries, hash keys, and
//! rows of text.

mod bits;
mod keys;
mod rows;
mod square;
mod symmetry;

pub use bits::Bits;
pub use keys::{key_table, mix};
pub use rows::{BadRows, parse_rows, rows_text};
pub use square::{Square, SquareName, parse_square};
pub use symmetry::Symmetry;
