//! Sets of squares as the bits of an integer (bitboards).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares: bit `i` stands for the square with index `i`.
///
/// `u64` serves boards of up to 64 squares, `u128` larger ones.
///
/// ```
/// use zugi_game::board::Bits;
/// let set = u64::of(3) | u64::of(60);
/// assert_eq!((set.count(), set.first(), set.last()), (2, Some(3), Some(60)));
/// assert!(set.contains(60) && !set.contains(61));
/// assert_eq!(set.squares().collect::<Vec<_>>(), [3, 60]);
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

    /// The set of one square. `square` must be below the number of bits; higher
    /// ones are taken modulo it.
    fn of(square: u8) -> Self;

    /// The number of squares in the set.
    fn count(self) -> u32;

    /// The squares below 64 and those from 64 on, as two smaller sets.
    fn words(self) -> [u64; 2];

    /// The square with the lowest index, or `None` if the set is empty.
    fn first(self) -> Option<u8>;

    /// The square with the highest index, or `None` if the set is empty.
    fn last(self) -> Option<u8>;

    /// Whether the set has no square.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the square is in the set.
    #[inline(always)]
    fn contains(self, square: u8) -> bool {
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
            fn of(square: u8) -> Self {
                (1 as $int).wrapping_shl(u32::from(square))
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
            fn first(self) -> Option<u8> {
                // At most 127 trailing zeros: the cast loses nothing.
                (self != 0).then(|| self.trailing_zeros() as u8)
            }

            #[inline(always)]
            fn last(self) -> Option<u8> {
                (self != 0).then(|| self.ilog2() as u8)
            }
        }
    )*};
}

impl_bits!(u64, u128);

/// Iterator over the squares of a set, see [`Bits::squares`].
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let square = self.0.first()?;
        self.0 = self.0 & !B::of(square);
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_in_order_and_all() {
        let set = u128::of(0) | u128::of(63) | u128::of(64) | u128::of(99);
        assert_eq!(set.squares().collect::<Vec<_>>(), [0, 63, 64, 99]);
        assert_eq!(set.count(), 4);
        assert!(set.contains(99) && !set.contains(98));
        assert_eq!((set.first(), set.last()), (Some(0), Some(99)));
        assert_eq!((u64::EMPTY.first(), u64::EMPTY.last()), (None, None));
    }
}
