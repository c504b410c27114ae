//! Sources of values of games with draws.

use std::sync::Arc;

use zugi_game::{Game, Outcome, Player};
use zugi_tables::{EndgameTables, HasTablebase, TableValue, TablebaseSet};

use super::ProvableWithDraws;

/// A source of exact values for some boards, whatever their count of quiet plies is.
///
/// ```
/// use zugi_game::{Game, toy::Hexapawn};
/// use zugi_proofs::dfpn::ValueOracle;
/// use zugi_tables::{EndgameTables, TableValue};
///
/// let tables = EndgameTables::<Hexapawn>::make(2).unwrap();
/// let position = Hexapawn::from_text("4/1b2/w3/4 w").unwrap(); // White captures
/// assert_eq!(ValueOracle::value(&tables, &position), Some(TableValue::Win));
/// assert_eq!(ValueOracle::value(&(), &position), None);
/// ```
pub trait ValueOracle<G: Game>: Send + Sync {
    /// The value of the board if no quiet ply is counted; `None` if that is unknown. It must be
    /// fast for unknown positions.
    fn value(&self, position: &G) -> Option<TableValue>;

    /// It knows positions with at most this number of pieces; 0 for none.
    ///
    /// ```
    /// use zugi_game::toy::Hexapawn;
    /// use zugi_proofs::dfpn::ValueOracle;
    /// assert_eq!(ValueOracle::<Hexapawn>::most_pieces(&()), 0);
    /// ```
    fn most_pieces(&self) -> u32;
}

/// Knows nothing.
impl<G: Game> ValueOracle<G> for () {
    fn value(&self, _: &G) -> Option<TableValue> {
        None
    }

    fn most_pieces(&self) -> u32 {
        0
    }
}

impl<G: HasTablebase> ValueOracle<G> for EndgameTables<G> {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        EndgameTables::value(self, position)
    }

    fn most_pieces(&self) -> u32 {
        self.pieces().last().unwrap_or(0)
    }
}

impl<G: HasTablebase> ValueOracle<G> for TablebaseSet<G> {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        TablebaseSet::value(self, position)
    }

    fn most_pieces(&self) -> u32 {
        self.most()
    }
}

impl<G: Game, O: ValueOracle<G> + ?Sized> ValueOracle<G> for Arc<O> {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        (**self).value(position)
    }

    fn most_pieces(&self) -> u32 {
        (**self).most_pieces()
    }
}

impl<G: Game, O: ValueOracle<G> + ?Sized> ValueOracle<G> for &O {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        (**self).value(position)
    }

    fn most_pieces(&self) -> u32 {
        (**self).most_pieces()
    }
}

/// What a value for the count 0 says about a side and any count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SideValue {
    /// The side wins with counts up to this one.
    Wins {
        /// The greatest count for which that is certain.
        up_to: u8,
    },
    /// The side does not win, whatever the count is.
    NoWin,
}

/// What the oracle says about a side.
#[inline]
pub(super) fn side_value<G: ProvableWithDraws>(
    oracle: &impl ValueOracle<G>,
    position: &G,
    side: Player,
) -> Option<SideValue> {
    let is_mover = position.to_move() == side;
    let wins = match oracle.value(position)? {
        TableValue::Win => is_mover,
        TableValue::Loss => !is_mover,
        TableValue::Draw | TableValue::CursedWin | TableValue::CursedLoss => false,
    };
    if !wins {
        return Some(SideValue::NoWin);
    }
    let longest = G::longest_win(position.size()).unwrap_or(G::QUIET_LIMIT);
    Some(SideValue::Wins { up_to: G::QUIET_LIMIT.saturating_sub(longest) })
}

/// Whether the game has ended with a win of this side, or without one; `None` while it goes on.
#[inline]
pub(super) fn ended<G: Game>(position: &G, side: Player) -> Option<bool> {
    position.outcome().map(|outcome| outcome == Outcome::Win(side))
}
