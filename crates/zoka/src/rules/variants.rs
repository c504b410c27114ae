//! The variants of Zoka: their seats, and the sides that these form.

use std::fmt::Debug;
use std::hash::Hash;

use zugi_game::Player;

use super::grid::{Grid, Narrow, Wide};

/// The seat that plays alone against all others, with two turns in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SoloRule {
    /// None: seat 1 plays against seat 2, or seats 1 and 3 against 2 and 4.
    Nobody,
    /// Seat 1, from the start.
    SeatOne,
    /// The first seat that places a piece.
    FirstToPlace,
}

/// A variant: its seats and its board.
pub trait ZokaVariant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    type Grid: Grid;

    const NAME: &'static str;

    /// The number of seats, 2 to 4.
    const SEATS: usize;

    const SOLO: SoloRule;

    /// The built-in weights of the evaluation, as `zugi tune` writes them.
    const WEIGHTS: &'static str;

    /// The built-in weights of the priors of moves, as `zugi train --priors` writes them.
    const PRIORS: &'static str;

    /// The net; `None` if the weighted sum is better.
    const NET: Option<&'static [u8]>;

    /// The side of a seat, if `solo` is the known solo seat. While the solo seat is not known, seat
    /// 1 counts as player one and the others as player two.
    ///
    /// ```
    /// use zugi_game::Player;
    /// use zugi_zoka::{FourSeats, ZokaVariant};
    /// assert_eq!(FourSeats::side(2, Some(1)), Player::One);
    /// assert_eq!(FourSeats::side(1, Some(1)), Player::Two);
    /// assert_eq!(FourSeats::side(2, None), Player::Two);
    /// ```
    #[must_use]
    #[inline(always)]
    fn side(seat: usize, solo: Option<u8>) -> Player {
        let with_first = match (Self::SOLO, solo) {
            (SoloRule::Nobody, _) => seat.is_multiple_of(2),
            (_, Some(solo)) => (seat == usize::from(solo)) == (solo == 0),
            (_, None) => seat == 0,
        };
        if with_first { Player::One } else { Player::Two }
    }
}

macro_rules! zoka_variants {
    ($($(#[$doc:meta])* $type:ident: $name:literal, $grid:ty, $seats:literal, $solo:ident,
        $net:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $type;

        impl ZokaVariant for $type {
            type Grid = $grid;

            const NAME: &'static str = $name;
            const SEATS: usize = $seats;
            const SOLO: SoloRule = SoloRule::$solo;
            const WEIGHTS: &'static str = include_str!(concat!("../eval/weights/", $name, ".txt"));
            const PRIORS: &'static str = include_str!(concat!("../eval/priors/", $name, ".txt"));
            const NET: Option<&'static [u8]> = $net;
        }
    )*};
}

zoka_variants! {
    /// One against one, on 8x8.
    TwoSeats: "zoka", Narrow, 2, Nobody, Some(include_bytes!("../eval/nets/zoka.net"));
    /// The first seat that places a piece against the two others.
    ThreeSeats: "zoka-3", Wide, 3, FirstToPlace, None;
    /// The first seat that places a piece against the three others.
    FourSeats: "zoka-4", Wide, 4, FirstToPlace, None;
    /// Seat 1 against seats 2 and 3.
    OneAgainstTwo: "zoka-1v2", Wide, 3, SeatOne, Some(include_bytes!("../eval/nets/zoka-1v2.net"));
    /// Seats 1 and 3 against seats 2 and 4.
    TwoAgainstTwo: "zoka-2v2", Wide, 4, Nobody, Some(include_bytes!("../eval/nets/zoka-2v2.net"));
}
