//! The two sides of a game.

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

impl fmt::Display for Outcome {
    /// `p1win`, `p2win` or `draw`, as in the protocol.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "{player}win"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}
