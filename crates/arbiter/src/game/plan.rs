//! The plan of a game.

use std::time::Duration;

use zugi_game::{AnyExactValue, Variant};

use super::super::adjudication::Adjudication;
use super::super::time_control::TimeControl;

/// The name of the variant whose rules only the engines have.
pub const GENERIC: &str = "generic";

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlan {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// A variant of this crate, or [`GENERIC`].
    pub variant: String,
    /// The position text to start from; none for the start position.
    pub fen: Option<String>,
    /// Moves from there that are played for the engines.
    pub opening: Vec<String>,
    /// The time or limit for the moves of player one and player two.
    pub times: [TimeControl; 2],
    /// When the game is ended early.
    pub adjudication: Adjudication,
    /// By how much player one and player two may overstep their times without losing.
    pub margins: [Duration; 2],
    /// For how long a move is waited for beyond the engine's time, if it has one.
    pub overrun: Duration,
    /// Whether the engines are asked for the result at the end; engines that speak UCI cannot be.
    pub ask_result: bool,
    /// The seed of random outcomes, in games with chance beyond the start.
    pub seed: u64,
    /// Whether the engines see hidden information, for tests.
    pub reveal: bool,
}

/// The rules for a referee.
#[derive(Clone, Copy, Debug)]
pub struct GameRules<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// Endgame tables: a game ends as soon as they know the winner.
    pub tables: Option<&'a AnyExactValue>,
}

impl<'a> From<&'a Variant> for GameRules<'a> {
    /// The rules alone.
    fn from(variant: &'a Variant) -> GameRules<'a> {
        GameRules { variant, tables: None }
    }
}
