//! The pie rule of Zola: its state, which is a part of a position, and the swap.

use zugi_game::Player;
use zugi_game::board::key_table;

use super::{Size, Zola};

/// The keys of the side to move and of the states of the pie rule.
const STATE_KEYS: [u64; 3] = key_table(3);
pub(super) const BLUE_TO_MOVE_KEY: u64 = STATE_KEYS[0];
const FIRST_MOVE_KEY: u64 = STATE_KEYS[1];
const MAY_SWAP_KEY: u64 = STATE_KEYS[2];

/// The state of the pie rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Pie {
    /// Without the pie rule, or after it: no swap is possible any more.
    Off,
    /// Before the first move.
    FirstMove,
    /// After the first move: the side to move may swap.
    MaySwap,
}

impl Pie {
    /// The key of the state.
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
    /// Plays the swap: the checkers change their colours, and Red moves again.
    pub(super) fn swap(&mut self) {
        let [red, blue] = self.checkers;
        *self = Zola::new([blue, red], Player::One, Pie::Off);
    }
}
