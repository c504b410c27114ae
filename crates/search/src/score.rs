//! Values inside the search, and scores as the world sees them.

use zugi_game::{Outcome, Player};

/// A value in the search, from the point of view of the side to move: units of the
/// evaluation, or near [`WIN`] a proven win, near `-WIN` a proven loss.
pub type Value = i32;

/// The value of a game won at the root. A game won `n` plies later is worth `n` less,
/// so that the quickest win is the best.
pub const WIN: Value = 32_000;

/// Above every value that occurs.
pub const INFINITE: Value = WIN + 1;

/// The greatest distance from the root, in plies, that the search looks at.
pub const MAX_PLY: usize = 240;

/// Values of at least this size are proven.
pub const PROVEN: Value = WIN - MAX_PLY as Value;

/// The value of a position that is known to be won, after a number of plies that is not
/// known. One that is reached `n` plies later is worth `n` less.
pub const KNOWN_WIN: Value = PROVEN - 1;

/// Values of at least this size are those of won or lost positions: known or proven.
pub const DECIDED: Value = KNOWN_WIN - MAX_PLY as Value;

/// The greatest size of a value that is an estimate.
pub const MAX_EVALUATION: Value = DECIDED - 1;

/// What a draw is worth to each player, in the order of [`Player::BOTH`].
pub(super) type DrawValues = [Value; 2];

/// The values of a draw when the player at the root takes it for so much less than an
/// even game. They prove nothing.
pub(super) fn draw_values(root: Player, contempt: Value) -> DrawValues {
    let contempt = contempt.clamp(-MAX_EVALUATION, MAX_EVALUATION);
    Player::BOTH.map(|player| if player == root { -contempt } else { contempt })
}

/// The value of a finished game at a distance of `ply` from the root.
#[inline]
pub(super) fn finished(outcome: Outcome, to_move: Player, ply: usize, draw: DrawValues) -> Value {
    match outcome {
        Outcome::Win(player) if player == to_move => WIN - ply as Value,
        Outcome::Win(_) => ply as Value - WIN,
        Outcome::Draw => draw[to_move.index()],
    }
}

/// The value of a position at a distance of `ply` from the root that this player is known
/// to win.
#[inline]
pub(super) fn known(winner: Player, to_move: Player, ply: usize) -> Value {
    let value = KNOWN_WIN - ply as Value;
    if winner == to_move { value } else { -value }
}

/// The value as the table keeps it: decided results count from the stored node, not
/// from the root, for the node may be met again at another distance.
#[inline]
pub(super) fn to_table(value: Value, ply: usize) -> Value {
    match value {
        DECIDED.. => value + ply as Value,
        _ if value <= -DECIDED => value - ply as Value,
        _ => value,
    }
}

/// The inverse of [`to_table`].
#[inline]
pub(super) fn from_table(value: Value, ply: usize) -> Value {
    match value {
        DECIDED.. => value - ply as Value,
        _ if value <= -DECIDED => value + ply as Value,
        _ => value,
    }
}

/// A score, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assessment {
    /// Units of the evaluation: 100 is worth about one piece. From [`DECIDED`] on the side
    /// to move is known to win, nobody knows how soon; from `-DECIDED` down to lose.
    Units(i32),
    /// Proven: the game is over after this many plies, and the side to move has won.
    Win(u32),
    /// Proven: the game is over after this many plies, and the side to move has lost.
    Loss(u32),
}

impl Assessment {
    /// The score for a value at the root.
    ///
    /// ```
    /// use zugi_search::{Assessment, WIN};
    /// assert_eq!(Assessment::from_value(WIN - 3), Assessment::Win(3));
    /// assert_eq!(Assessment::from_value(2 - WIN), Assessment::Loss(2));
    /// assert_eq!(Assessment::from_value(-40), Assessment::Units(-40));
    /// ```
    #[must_use]
    pub fn from_value(value: Value) -> Assessment {
        let plies = (WIN - value.abs()).unsigned_abs();
        match value {
            PROVEN.. => Assessment::Win(plies),
            _ if value <= -PROVEN => Assessment::Loss(plies),
            _ => Assessment::Units(value),
        }
    }

    /// The number of plies to a proven end of the game.
    #[must_use]
    pub fn plies_to_end(self) -> Option<u32> {
        match self {
            Assessment::Units(_) => None,
            Assessment::Win(plies) | Assessment::Loss(plies) => Some(plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_keeps_distances_from_the_node() {
        let known = KNOWN_WIN - 4;
        for value in [WIN - 5, 5 - WIN, 0, 300, known, -known, -MAX_EVALUATION, MAX_EVALUATION] {
            assert_eq!(from_table(to_table(value, 4), 4), value);
        }
        // A win three plies after a node at ply 4, met again at ply 2.
        let stored = to_table(WIN - 7, 4);
        assert_eq!(from_table(stored, 2), WIN - 5);
        assert!(to_table(WIN, 0) <= i32::from(i16::MAX));
    }

    #[test]
    fn kinds_of_values_do_not_meet() {
        let latest = known(Player::One, Player::One, MAX_PLY);
        assert!(to_table(known(Player::One, Player::One, 7), 7) < PROVEN);
        assert!(DECIDED <= latest);
        assert_eq!(known(Player::Two, Player::One, 7), -known(Player::One, Player::One, 7));
        assert_eq!(Assessment::from_value(KNOWN_WIN), Assessment::Units(KNOWN_WIN));
    }

    #[test]
    fn quick_wins_and_slow_losses_are_best() {
        let won = Outcome::Win(Player::One);
        let finished = |player, ply| finished(won, player, ply, [0; 2]);
        assert!(finished(Player::One, 1) > finished(Player::One, 3));
        assert!(finished(Player::Two, 4) > finished(Player::Two, 2));
    }

    #[test]
    fn a_draw_is_worth_less_to_the_player_at_the_root() {
        let draws = draw_values(Player::Two, 70);
        assert_eq!(finished(Outcome::Draw, Player::Two, 9, draws), -70);
        assert_eq!(finished(Outcome::Draw, Player::One, 9, draws), 70);
        assert_eq!(draw_values(Player::One, Value::MAX)[1], MAX_EVALUATION);
        let even = draw_values(Player::Two, 0);
        assert_eq!(Player::BOTH.map(|player| finished(Outcome::Draw, player, 9, even)), [0; 2]);
    }
}
