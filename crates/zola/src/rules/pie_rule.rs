//! The pie rule of Zola: its state, which is part of a position, and the swap.

use zugi_game::Player;
use zugi_game::board::key_table;

use super::{Size, Zola};

/// The keys of Blue to move and of the states of the pie rule.
const STATE_KEYS: [u64; 3] = key_table(3);
pub(super) const BLUE_TO_MOVE_KEY: u64 = STATE_KEYS[0];
const FIRST_MOVE_KEY: u64 = STATE_KEYS[1];
const MAY_SWAP_KEY: u64 = STATE_KEYS[2];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Pie {
    /// No swap is possible: the game has no pie rule, or its second move was made.
    Off,
    /// Before the first move.
    FirstMove,
    /// After the first move: the side to move may swap.
    MaySwap,
}

impl Pie {
    pub const fn key(self) -> u64 {
        match self {
            Pie::Off => 0,
            Pie::FirstMove => FIRST_MOVE_KEY,
            Pie::MaySwap => MAY_SWAP_KEY,
        }
    }

    /// The state after a move other than the swap.
    pub const fn next(self) -> Pie {
        match self {
            Pie::FirstMove => Pie::MaySwap,
            Pie::MaySwap | Pie::Off => Pie::Off,
        }
    }
}

impl<S: Size> Zola<S> {
    /// Exchanges the colours of all checkers; Red moves again.
    pub(super) fn swap(&mut self) {
        let [red, blue] = self.checkers;
        *self = Zola::new([blue, red], Player::One, Pie::Off);
    }
}
