//! The moves of Zoka: actions, packed into 32 bits.

use std::fmt::{self, Debug};

use zugi_game::PackedMove;
use zugi_game::board::Square;

use super::pieces::ZokaPiece;

/// The action of a turn. The indices of squares are less than 128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ZokaAction {
    Pass,
    /// Turns over the next face-down piece. This is the player's decision; it is also the move if
    /// the order is known, see `TurnedOver`.
    TurnOver,
    /// Turns over a face-down piece that turns out to be this one, if the order is not known.
    TurnedOver(ZokaPiece),
    /// Places a piece from the hand.
    Place(ZokaPiece, Square),
    /// Moves a piece by a step, slide or jump.
    Go(Square, Square),
    /// Strikes a Scorer with the Zoker on the first square.
    Strike(Square, Square),
    /// Strikes two Scorers with the Zoker on the first square, the nearer Scorer first.
    StrikeTwo(Square, Square, Square),
    /// Exchanges the Scorer on a square with a piece of the Exchange area.
    Exchange(Square, ZokaPiece),
}

/// A packed [`ZokaAction`]: its kind in bits 0 to 2, a piece in bits 3 to 5, and squares of seven
/// bits from the bits 6, 13 and 20 on. Unused bits are 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZokaMove(u32);

/// The action, with the numbers of the squares.
impl fmt::Debug for ZokaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Some(action) => action.fmt(f),
            None => write!(f, "no move ({:#x})", self.0),
        }
    }
}

const PIECE: u32 = 3;
const SQUARES: [u32; 3] = [6, 13, 20];

impl ZokaMove {
    #[must_use]
    #[inline(always)]
    pub const fn of(action: ZokaAction) -> ZokaMove {
        const NONE: Square = Square::new(0);
        let (kind, piece, [a, b, c]) = match action {
            ZokaAction::Pass => (0, ZokaPiece::ZOKER, [NONE; 3]),
            ZokaAction::TurnOver => (1, ZokaPiece::ZOKER, [NONE; 3]),
            ZokaAction::TurnedOver(piece) => (2, piece, [NONE; 3]),
            ZokaAction::Place(piece, square) => (3, piece, [square, NONE, NONE]),
            ZokaAction::Go(from, to) => (4, ZokaPiece::ZOKER, [from, to, NONE]),
            ZokaAction::Strike(from, at) => (5, ZokaPiece::ZOKER, [from, at, NONE]),
            ZokaAction::StrikeTwo(from, first, second) => {
                (6, ZokaPiece::ZOKER, [from, first, second])
            }
            ZokaAction::Exchange(square, piece) => (7, piece, [square, NONE, NONE]),
        };
        let squares = (a.index() as u32 & 127) << SQUARES[0]
            | (b.index() as u32 & 127) << SQUARES[1]
            | (c.index() as u32 & 127) << SQUARES[2];
        ZokaMove(kind | (piece.value() as u32) << PIECE | squares)
    }

    /// The action; `None` if the bits of the piece are those of no piece. Other invalid bits are
    /// not detected.
    #[must_use]
    #[inline(always)]
    pub fn action(self) -> Option<ZokaAction> {
        // Not `map`: it was compiled as a call, which took a quarter of the time of a search.
        let square = |shift: u32| Square::new((self.0 >> shift & 127) as u8);
        let (a, b, c) = (square(SQUARES[0]), square(SQUARES[1]), square(SQUARES[2]));
        let piece = ZokaPiece::of(self.0 >> PIECE & 7)?;
        Some(match self.0 & 7 {
            0 => ZokaAction::Pass,
            1 => ZokaAction::TurnOver,
            2 => ZokaAction::TurnedOver(piece),
            3 => ZokaAction::Place(piece, a),
            4 => ZokaAction::Go(a, b),
            5 => ZokaAction::Strike(a, b),
            6 => ZokaAction::StrikeTwo(a, b, c),
            _ => ZokaAction::Exchange(a, piece),
        })
    }
}

impl PackedMove for ZokaMove {
    #[inline(always)]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    fn from_bits(bits: u32) -> ZokaMove {
        ZokaMove(bits)
    }

    /// The square where the piece ends; for strikes, that of the last struck piece.
    #[inline]
    fn target(self) -> usize {
        let square = match self.action() {
            None | Some(ZokaAction::Pass | ZokaAction::TurnOver | ZokaAction::TurnedOver(_)) => {
                Square::new(0)
            }
            Some(ZokaAction::Place(_, at) | ZokaAction::Exchange(at, _)) => at,
            Some(
                ZokaAction::Go(_, at) | ZokaAction::Strike(_, at) | ZokaAction::StrikeTwo(_, _, at),
            ) => at,
        };
        usize::from(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_packed_and_unpacked() {
        let square = Square::new;
        for piece in ZokaPiece::ALL {
            for action in [
                ZokaAction::Pass,
                ZokaAction::TurnOver,
                ZokaAction::TurnedOver(piece),
                ZokaAction::Place(piece, square(99)),
                ZokaAction::Go(square(99), square(98)),
                ZokaAction::Strike(square(0), square(90)),
                ZokaAction::StrikeTwo(square(99), square(97), square(95)),
                ZokaAction::Exchange(square(63), piece),
            ] {
                let mv = ZokaMove::of(action);
                assert_eq!(mv.action(), Some(action));
                assert_eq!(format!("{mv:?}"), format!("{action:?}"));
                assert!(mv.target() < 100);
            }
        }
        assert_eq!(ZokaMove::from_bits(u32::MAX).action(), None);
    }
}
