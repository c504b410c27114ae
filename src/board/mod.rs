//! Square boards: squares and their names, bit sets, symmetries, hash keys and the
//! drawing of a grid. No rules of any game.

mod bits;
mod diagram;
mod keys;
mod square;
mod symmetry;

pub use bits::Bits;
pub use diagram::{Cell, Ink, diagram};
pub use keys::{key_table, mix};
pub use square::{SquareName, parse_square};
pub use symmetry::Symmetry;
