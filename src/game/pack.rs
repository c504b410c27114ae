//! Positions as few bytes, to keep millions of them.

use super::Game;

/// A game whose positions can be written as a fixed number of bytes.
pub trait Pack: Game {
    /// The bytes of a position.
    const PACKED_BYTES: usize;

    /// Writes the position.
    ///
    /// # Panics
    /// If there are not [`Pack::PACKED_BYTES`] of them.
    ///
    /// ```
    /// use zugi::{game::{Game, Pack}, games::zola::Zola6};
    /// let mut bytes = [0; Zola6::PACKED_BYTES];
    /// Zola6::start().pack(&mut bytes);
    /// assert_eq!(Zola6::unpack(&bytes), Some(Zola6::start()));
    /// ```
    fn pack(&self, bytes: &mut [u8]);

    /// The position that was written; `None` if these bytes are none.
    ///
    /// ```
    /// use zugi::{game::{Game, Pack}, games::zola::Zola6};
    /// assert_eq!(Zola6::unpack(&[0xff; Zola6::PACKED_BYTES]), None);
    /// assert_eq!(Zola6::unpack(&[]), None);
    /// ```
    fn unpack(bytes: &[u8]) -> Option<Self>;
}
