//! Values of the search, and scores as they are reported.

use std::fmt;

use zugi_game::{Outcome, Player};

/// A value of the search, for the side to move: in falling order proven wins, near [`WIN`], known
/// wins, near [`TB_WIN`], and evaluations, at most [`MAX_EVALUATION`]. Losses are negative.
pub type Value = i32;

/// The value of a game won at the root. A game won `n` plies later is worth `n` less, so that the
/// search prefers the quickest win.
pub const WIN: Value = 32_000;

/// Greater than every value.
pub const INFINITE: Value = WIN + 1;

/// The greatest distance of a node from the root, in plies.
pub const MAX_PLY: usize = 240;

/// Values of at least this size are proven wins, or losses if negative.
pub const PROVEN: Value = WIN - MAX_PLY as Value;

/// The value of a known win at the root: tables or proofs show the winner, but not the length of
/// the win. A position `n` plies later is worth `n` less.
pub const TB_WIN: Value = PROVEN - 1;

/// Values of at least this size are proven or known wins, or losses if negative.
pub const TB_WIN_IN_MAX_PLY: Value = TB_WIN - MAX_PLY as Value;

pub const MAX_EVALUATION: Value = TB_WIN_IN_MAX_PLY - 1;

/// The value of a draw to each player, in the order of [`Player::BOTH`].
pub(super) type DrawValues = [Value; 2];

/// The values of a draw that is worth `contempt` less than an even game to the player at the root,
/// in the range of evaluations.
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

/// The value of a position at a distance of `ply` from the root with this known winner.
#[inline]
pub(super) fn tb_value(winner: Player, to_move: Player, ply: usize) -> Value {
    let value = TB_WIN - ply as Value;
    if winner == to_move { value } else { -value }
}

/// The value for the transposition table: proven and known results count plies from the stored
/// node, not from the root, because the node may occur at another distance.
#[inline]
pub(super) fn to_table(value: Value, ply: usize) -> Value {
    match value {
        TB_WIN_IN_MAX_PLY.. => value + ply as Value,
        _ if value <= -TB_WIN_IN_MAX_PLY => value - ply as Value,
        _ => value,
    }
}

#[inline]
pub(super) fn from_table(value: Value, ply: usize) -> Value {
    match value {
        TB_WIN_IN_MAX_PLY.. => value - ply as Value,
        _ if value <= -TB_WIN_IN_MAX_PLY => value + ply as Value,
        _ => value,
    }
}

/// A score for the side to move. Its text is for people:
///
/// ```
/// use zugi_search::Score;
/// assert_eq!(Score::Centipawns(-40).to_string(), "-0.40");
/// assert_eq!(Score::Win(3).to_string(), "win in 3 plies");
/// assert_eq!(Score::KnownLoss(2).to_string(), "known loss");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// An estimate, at most [`MAX_EVALUATION`] in size; a piece is worth about
    /// [`Search::PIECE`](super::Search::PIECE).
    Centipawns(i32),
    /// In this many plies the side to move reaches a position that is known to be won; the length
    /// of the win is unknown.
    KnownWin(u32),
    /// In this many plies the side to move reaches a position that is known to be lost; the length
    /// of the loss is unknown.
    KnownLoss(u32),
    /// Proven: the game is over after this many plies, and the side to move has won.
    Win(u32),
    /// Proven: the game is over after this many plies, and the side to move has lost.
    Loss(u32),
}

impl Default for Score {
    fn default() -> Score {
        Score::Centipawns(0)
    }
}

impl Score {
    /// The score for a value at the root.
    #[must_use]
    pub fn from_value(value: Value) -> Score {
        let from = |best: Value| (best - value.abs()).unsigned_abs();
        match (value.abs(), value > 0) {
            (PROVEN.., true) => Score::Win(from(WIN)),
            (PROVEN.., false) => Score::Loss(from(WIN)),
            (TB_WIN_IN_MAX_PLY.., true) => Score::KnownWin(from(TB_WIN)),
            (TB_WIN_IN_MAX_PLY.., false) => Score::KnownLoss(from(TB_WIN)),
            _ => Score::Centipawns(value),
        }
    }

    /// The value of the search, the greater the better: the inverse of [`Score::from_value`].
    #[must_use]
    pub fn value(self) -> Value {
        // Plies are at most MAX_PLY.
        match self {
            Score::Centipawns(value) => value,
            Score::KnownWin(plies) => TB_WIN - plies.cast_signed(),
            Score::KnownLoss(plies) => plies.cast_signed() - TB_WIN,
            Score::Win(plies) => WIN - plies.cast_signed(),
            Score::Loss(plies) => plies.cast_signed() - WIN,
        }
    }

    /// Whether the side to move wins for certain, or loses for certain; `None` for an estimate.
    #[must_use]
    pub fn is_win(self) -> Option<bool> {
        match self {
            Score::Centipawns(_) => None,
            Score::KnownWin(_) | Score::Win(_) => Some(true),
            Score::KnownLoss(_) | Score::Loss(_) => Some(false),
        }
    }

    /// The number of plies to a proven end of the game.
    #[must_use]
    pub fn plies_to_end(self) -> Option<u32> {
        match self {
            Score::Win(plies) | Score::Loss(plies) => Some(plies),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |count: u32| if count == 1 { "ply" } else { "plies" };
        match *self {
            Score::Centipawns(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Score::KnownWin(_) => f.write_str("known win"),
            Score::KnownLoss(_) => f.write_str("known loss"),
            Score::Win(count) => write!(f, "win in {count} {}", plies(count)),
            Score::Loss(count) => write!(f, "loss in {count} {}", plies(count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_results_count_plies_from_the_node() {
        let tb_win = TB_WIN - 4;
        for value in [WIN - 5, 5 - WIN, 0, 300, tb_win, -tb_win, -MAX_EVALUATION, MAX_EVALUATION] {
            assert_eq!(from_table(to_table(value, 4), 4), value);
        }
        // A win three plies after a node at ply 4, met again at ply 2.
        let stored = to_table(WIN - 7, 4);
        assert_eq!(from_table(stored, 2), WIN - 5);
        assert!(to_table(WIN, 0) <= i32::from(i16::MAX));
    }

    #[test]
    fn ranges_of_values_do_not_overlap() {
        let latest = tb_value(Player::One, Player::One, MAX_PLY);
        assert!(to_table(tb_value(Player::One, Player::One, 7), 7) < PROVEN);
        assert!(TB_WIN_IN_MAX_PLY <= latest);
        assert_eq!(tb_value(Player::Two, Player::One, 7), -tb_value(Player::One, Player::One, 7));
        assert_eq!(Score::from_value(TB_WIN), Score::KnownWin(0));
    }

    #[test]
    fn every_value_has_a_score_of_its_own() {
        for value in -WIN..=WIN {
            let score = Score::from_value(value);
            assert_eq!(score.value(), value);
            assert_eq!(score.plies_to_end().is_some(), value.abs() >= PROVEN, "{score:?}");
            let certain = (value.abs() >= TB_WIN_IN_MAX_PLY).then_some(value > 0);
            assert_eq!(score.is_win(), certain, "{score:?}");
        }
    }

    #[test]
    fn scores_have_their_texts() {
        for (score, text) in [
            (Score::Centipawns(0), "+0.00"),
            (Score::Centipawns(-4), "-0.04"),
            (Score::Centipawns(1234), "+12.34"),
            (Score::KnownWin(2), "known win"),
            (Score::Win(1), "win in 1 ply"),
            (Score::Loss(0), "loss in 0 plies"),
        ] {
            assert_eq!(score.to_string(), text);
        }
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
