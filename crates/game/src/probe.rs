//! Values of positions from tables, which a search asks for at each node.

use std::sync::Arc;

use super::{Game, Outcome, Player};

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// The side to move loses.
    Loss,
    /// A draw, since the opponent's win takes more plies than the rules allow.
    CursedLoss,
    /// A draw: no side can force a win.
    Draw,
    /// A draw, since the win of the side to move takes more plies than the rules allow.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl TableValue {
    /// The outcome with best play if this player moves.
    #[must_use]
    #[inline]
    pub fn outcome(self, to_move: Player) -> Outcome {
        match self {
            TableValue::Win => Outcome::Win(to_move),
            TableValue::Loss => Outcome::Win(to_move.opponent()),
            TableValue::CursedLoss | TableValue::Draw | TableValue::CursedWin => Outcome::Draw,
        }
    }
}

/// A source of exact values for some positions, such as endgame tables.
///
/// ```
/// use zugi_game::{Game, Outcome, Player, Probe, TableValue, toy::Hexapawn};
///
/// /// Knows only that a player who can win with the next move wins.
/// struct OneMoveAhead;
///
/// impl Probe<Hexapawn> for OneMoveAhead {
///     fn value(&self, position: &Hexapawn) -> Option<TableValue> {
///         let won = Some(Outcome::Win(position.to_move()));
///         let wins = |mv| position.after(mv).outcome() == won;
///         position.moves().into_iter().any(wins).then_some(TableValue::Win)
///     }
///
///     fn most_pieces(&self) -> u32 {
///         8
///     }
/// }
///
/// let ending = Hexapawn::from_text("b3/2w1/4/4 w").unwrap();
/// assert_eq!(OneMoveAhead.winner(&ending), Some(Player::One));
/// assert_eq!(OneMoveAhead.winner(&Hexapawn::start()), None);
/// ```
pub trait Probe<G: Game>: Send + Sync {
    /// The value, which must not depend on earlier moves; `None` if it is unknown. This must be
    /// fast, above all for unknown positions.
    fn value(&self, position: &G) -> Option<TableValue>;

    /// The largest number of pieces up to which the source knows nearly all positions, or will know
    /// them after background work; 0 for none.
    fn most_pieces(&self) -> u32;

    /// The player who wins with best play; `None` for a draw or an unknown value.
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        self.value(position)?.outcome(position.to_move()).winner()
    }
}

/// Knows nothing.
impl<G: Game> Probe<G> for () {
    #[inline]
    fn value(&self, _: &G) -> Option<TableValue> {
        None
    }

    fn most_pieces(&self) -> u32 {
        0
    }
}

impl<G: Game, P: Probe<G> + ?Sized> Probe<G> for &P {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        (**self).value(position)
    }

    fn most_pieces(&self) -> u32 {
        (**self).most_pieces()
    }
}

impl<G: Game, P: Probe<G> + ?Sized> Probe<G> for Arc<P> {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        (**self).value(position)
    }

    fn most_pieces(&self) -> u32 {
        (**self).most_pieces()
    }
}

impl<G: Game, P: Probe<G>> Probe<G> for Option<P> {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        self.as_ref()?.value(position)
    }

    fn most_pieces(&self) -> u32 {
        self.as_ref().map_or(0, Probe::most_pieces)
    }
}
