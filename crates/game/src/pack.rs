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
    ///
    /// ```
    /// use zugi_game::{Game, Pack, toy::Hexapawn};
    /// let mut bytes = [0; Hexapawn::PACKED_BYTES];
    /// Hexapawn::start().pack(&mut bytes);
    /// assert_eq!(Hexapawn::unpack(&bytes), Some(Hexapawn::start()));
    /// ```
    fn pack(&self, bytes: &mut [u8]);

    /// The position that was written; `None` if the bytes are not a position.
    ///
    /// ```
    /// use zugi_game::{Pack, toy::Hexapawn};
    /// assert_eq!(Hexapawn::unpack(&[0xff; Hexapawn::PACKED_BYTES]), None);
    /// assert_eq!(Hexapawn::unpack(&[]), None);
    /// ```
    fn unpack(bytes: &[u8]) -> Option<Self>;
}
