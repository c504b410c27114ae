//! The two sides of a game.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two sides. [`Player::One`] moves first from the start position.
///
/// Each game has its own names for the sides: in Hexapawn player one is White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Player {
    /// The side that moves first.
    #[serde(rename = "p1")]
    One,
    /// The other side.
    #[serde(rename = "p2")]
    Two,
}

impl Player {
    /// Both sides, in order.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// 0 for player one and 1 for player two, as an array index.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    /// `p1` or `p2`, as in the protocol.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::One => "p1",
            Player::Two => "p2",
        })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Player),
    /// No side has won.
    Draw,
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }

    /// The half points of a side: 2 for a win, 1 for a draw, 0 for a loss.
    #[must_use]
    pub fn half_points(self, player: Player) -> u8 {
        self.winner().map_or(1, |winner| if winner == player { 2 } else { 0 })
    }

    /// The side with the higher score wins; equal scores are a draw.
    #[must_use]
    pub fn of_scores<N: Ord>([one, two]: [N; 2]) -> Outcome {
        match one.cmp(&two) {
            Ordering::Less => Outcome::Win(Player::Two),
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win(Player::One),
        }
    }
}

impl fmt::Display for Outcome {
    /// `p1win`, `p2win` or `draw`, as in the protocol.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "{player}win"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}
