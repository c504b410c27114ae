//! Moves of Zola as 14 bits.

use std::fmt;

use zugi_game::PackedMove;
use zugi_game::board::Square;

/// A move of a checker, a forced pass, or the swap of the pie rule.
///
/// Bits 0 to 6 are the first square, bits 7 to 13 the target. No checker moves to its own square,
/// so two equal squares stand for other moves: both 0 for the pass (`0000` in the protocol), both 1
/// for the swap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZolaMove(u16);

impl ZolaMove {
    pub const PASS: ZolaMove = ZolaMove(0);
    pub const SWAP: ZolaMove = ZolaMove::checker(Square::new(1), Square::new(1));

    const SQUARE_BITS: u32 = 7;
    const SQUARE_MASK: u16 = (1 << Self::SQUARE_BITS) - 1;

    /// The move of a checker; both squares must be less than 128.
    #[must_use]
    #[inline]
    pub const fn checker(from: Square, to: Square) -> ZolaMove {
        let [from, to] = [from.index() as u16, to.index() as u16];
        ZolaMove(from & Self::SQUARE_MASK | (to & Self::SQUARE_MASK) << Self::SQUARE_BITS)
    }

    /// The first square, less than 128.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 & Self::SQUARE_MASK) as u8)
    }

    /// The target, less than 128.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> Self::SQUARE_BITS & Self::SQUARE_MASK) as u8)
    }
}

/// The numbers of the squares: their names depend on the board's length, which the move does not
/// have.
impl fmt::Debug for ZolaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ZolaMove::PASS => f.write_str("pass"),
            ZolaMove::SWAP => f.write_str("swap"),
            mv => write!(f, "{}->{}", mv.from().index(), mv.to().index()),
        }
    }
}

impl PackedMove for ZolaMove {
    #[inline]
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    /// Ignores all bits but the lowest 14.
    #[inline]
    fn from_bits(bits: u32) -> ZolaMove {
        ZolaMove(bits as u16 & 0x3fff)
    }

    #[inline]
    fn target(self) -> usize {
        usize::from(self.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_shown_by_their_squares() {
        let shown =
            [ZolaMove::PASS, ZolaMove::SWAP, ZolaMove::checker(Square::new(31), Square::new(32))];
        assert_eq!(format!("{shown:?}"), "[pass, swap, 31->32]");
    }
}
