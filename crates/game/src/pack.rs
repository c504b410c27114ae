//! Positions as few bytes, to store millions of them.

use super::Game;

/// A game whose positions can be written as a fixed number of bytes.
pub trait Pack: Game {
    /// The number of bytes of a position.
    const PACKED_BYTES: usize;

    /// Writes the position.
    ///
    /// # Panics
    /// `bytes` does not have the length [`Pack::PACKED_BYTES`].
    fn pack(&self, bytes: &mut [u8]);

    /// The position that was written; `None` if the bytes are not a position.
    fn unpack(bytes: &[u8]) -> Option<Self>;
}
