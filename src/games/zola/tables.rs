//! The sizes of Zola's board and what is constant for each of them.

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::Bits;

/// A size of the board, at compile time.
pub trait Size: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The integer that holds a set of squares of this board.
    type Bits: Bits;
    /// The board's length, an even number.
    const N: u8;
    /// The number of squares.
    const SQUARES: u8 = Self::N * Self::N;
    /// The variant's name.
    const NAME: &'static str;
}

macro_rules! sizes {
    ($($(#[$doc:meta])* $size:ident: $n:literal, $bits:ty, $name:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $size;

        impl Size for $size {
            type Bits = $bits;
            const N: u8 = $n;
            const NAME: &'static str = $name;
        }
    )*};
}

sizes! {
    /// 4x4, for exhaustive tests.
    Size4: 4, u64, "zola-4";
    /// 6x6, the standard game.
    Size6: 6, u64, "zola-6";
    /// 8x8.
    Size8: 8, u64, "zola-8";
    /// 10x10.
    Size10: 10, u128, "zola-10";
}

/// The square of the straight-line distance from a square's centre to the board's
/// centre, in units of half a square: an exact integer.
#[must_use]
pub const fn distance(square: u8, size: u8) -> i32 {
    let n = size as i32;
    let file = 2 * (square % size) as i32 - (n - 1);
    let rank = 2 * (square / size) as i32 - (n - 1);
    file * file + rank * rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn levels(size: u8) -> usize {
        (0..size * size).map(|square| distance(square, size)).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn levels_of_the_rule_sheets() {
        // Six levels on 6x6 (rules sheet), classes A to N on 10x10 (Yucata's figure).
        assert_eq!(levels(6), 6);
        assert_eq!(levels(10), 14);
    }
}
