//! Converts the values of tables into answers to the question whether a side wins.

use zugi_game::{Game, Outcome, Player, Probe, TableValue};

use super::ProvableWithDraws;

/// The value of the board with 0 quiet plies; `None` if the oracle does not know it.
#[inline]
pub(super) fn value_of_board<G: ProvableWithDraws>(
    oracle: &impl Probe<G>,
    position: &G,
) -> Option<TableValue> {
    if position.size() > oracle.most_pieces() {
        return None;
    }
    oracle.value(&position.with_quiet_plies(0))
}

/// What the value for 0 quiet plies says about all counts of quiet plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SideValue {
    Wins {
        /// The greatest count for which the win is certain.
        up_to: u8,
    },
    /// The side does not win, whatever the count.
    NoWin,
}

#[inline]
pub(super) fn side_value<G: ProvableWithDraws>(
    oracle: &impl Probe<G>,
    position: &G,
    side: Player,
) -> Option<SideValue> {
    let is_mover = position.to_move() == side;
    let wins = match value_of_board(oracle, position)? {
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

/// Whether this side has won the game; `None` if the game is not over.
#[inline]
pub(super) fn ended<G: Game>(position: &G, side: Player) -> Option<bool> {
    position.outcome().map(|outcome| outcome == Outcome::Win(side))
}
