//! Sets of squares as the bits of an integer (bitboards).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::Square;

/// A set of squares: bit `i` is the square with index `i`.
///
/// `u64` serves boards of up to 64 squares, `u128` those of up to 128.
///
/// ```
/// use zugi_game::board::{Bits, Square};
/// let [d1, e8] = [3, 60].map(Square::new);
/// let set = u64::of(d1) | u64::of(e8);
/// assert_eq!((set.count(), set.first(), set.last()), (2, Some(d1), Some(e8)));
/// assert!(set.contains(e8) && !set.contains(61_u8));
/// assert_eq!(set.squares().collect::<Vec<_>>(), [d1, e8]);
/// ```
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + TryFrom<u128>
{
    /// The empty set.
    const EMPTY: Self;

    /// The set of one square, given as a [`Square`] or its index. An index is taken modulo the
    /// number of bits.
    fn of(square: impl Into<u8>) -> Self;

    /// The number of squares in the set.
    fn count(self) -> u32;

    /// The squares below 64, and those from 64 on.
    fn words(self) -> [u64; 2];

    /// The square with the lowest index, or `None` if the set is empty.
    fn first(self) -> Option<Square>;

    /// The square with the highest index, or `None` if the set is empty.
    fn last(self) -> Option<Square>;

    /// The set without the square with the lowest index.
    #[must_use]
    fn without_first(self) -> Self;

    /// Whether the set has no squares.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the square is in the set.
    #[inline(always)]
    fn contains(self, square: impl Into<u8>) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// The squares of the set, by rising index.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

macro_rules! impl_bits {
    ($($int:ty),*) => {$(
        impl Bits for $int {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(square: impl Into<u8>) -> Self {
                (1 as $int).wrapping_shl(u32::from(square.into()))
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn words(self) -> [u64; 2] {
                [self as u64, (self as u128 >> 64) as u64]
            }

            #[inline(always)]
            fn first(self) -> Option<Square> {
                // At most 127 trailing zeros, so the cast is lossless.
                (self != 0).then(|| Square::new(self.trailing_zeros() as u8))
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn last(self) -> Option<Square> {
                (self != 0).then(|| Square::new(self.ilog2() as u8))
            }
        }
    )*};
}

impl_bits!(u64, u128);

/// Iterator over the squares of a set, see [`Bits::squares`].
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_in_order_and_all() {
        let squares = [0, 63, 64, 99].map(Square::new);
        let set = squares.into_iter().fold(u128::EMPTY, |set, square| set | u128::of(square));
        assert_eq!(set.squares().collect::<Vec<_>>(), squares);
        assert_eq!(set.count(), 4);
        assert!(set.contains(99_u8) && !set.contains(98_u8));
        assert_eq!((set.first(), set.last()), (Some(squares[0]), Some(squares[3])));
        assert_eq!((u64::EMPTY.first(), u64::EMPTY.last()), (None, None));
    }
}
