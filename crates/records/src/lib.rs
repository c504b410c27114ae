//! Records of games: the moves, the result and its reason, with clocks and scores.
#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    deny(
        clippy::dbg_macro,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

#[macro_use]
mod words;

mod abstract_play;
mod analysis;
mod annotation;
mod detect_format;
mod encoding;
mod error;
mod file;
mod keys;
mod ludii;
pub mod millis;
mod move_list;
mod move_mark;
mod page_lines;
mod pgn_reader;
mod pgn_tokens;
mod pgn_writer;
mod read_record;
mod rules;
mod split;
mod text;
mod xboard;

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use zugi_game::{Outcome, Player};
use zugi_protocol::UgiScore;

pub use analysis::{AnalysedGame, PositionAnalysis};
pub use annotation::Annotation;
pub use detect_format::{GameFileKind, first_line, format_hint};
pub use encoding::text_of_games;
pub use error::{GameFileError, MAX_BYTES, expected_json};
pub use file::{GameFile, SkippedGames};
pub use move_mark::{MoveMark, accuracy, mean_accuracy, winning_chances};
pub use page_lines::json_lines;
pub use pgn_writer::{PgnEngine, date, pgn};

/// The variant name for a game whose rules only the engines know.
pub const GENERIC: &str = "generic";

/// A finished game: of a match, of `zugi play`, or from a file of another program.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number in the schedule of the match, or else in the file, from 1.
    pub number: usize,
    /// The variant's name, or [`GENERIC`]; never empty.
    pub variant: String,
    /// The names of player one and player two.
    #[serde(flatten, with = "keys::players")]
    pub players: [String; 2],
    /// The place of the game, such as a web site, with the name of the game there; empty if
    /// unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub site: String,
    /// The event; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// The file from which an analysis has read the game; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The initial position; `None` for the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The opening moves from the initial position, played for both players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The SHA-256 of each player's program; `None` if it is the one in the first line of the
    /// match's record, or unknown.
    #[serde(default, skip_serializing_if = "are_none")]
    pub programs: [Option<String>; 2],
    /// The start time, in milliseconds since 1970; 0 if unknown.
    pub started: u64,
    /// The duration; records store all times in milliseconds.
    #[serde(with = "millis")]
    pub time: Duration,
    /// The numbers of moves after which the game was resumed, one per interruption of the match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumed: Vec<usize>,
    #[serde(rename = "result")]
    pub end: End,
    pub reason: Reason,
    /// Details in one line, such as the engine with a fault; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The accuracy of each side in percent, if analysed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<[f64; 2]>,
    /// The move that lost on time, if any; it is not among the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<MoveRecord>,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// The last lines to and from the engines, kept after a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<String>,
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Display for MoveRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

fn are_none(programs: &[Option<String>; 2]) -> bool {
    programs.iter().all(Option::is_none)
}

/// A move, with the figures of its search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The player; `None` in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The seat, from 1, in games with several seats per side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    /// The move in canonical notation, one word.
    #[serde(rename = "move")]
    pub text: String,
    /// The last score, for the player who moved.
    #[serde(flatten, with = "keys::score")]
    pub score: Option<UgiScore>,
    /// The last depth, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The last node count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(with = "millis")]
    pub time: Duration,
    /// The mark, if analysed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<MoveMark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<Annotation>,
    /// A person's comment; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The best line instead of the move, if analysed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
    /// The time left on the clock after the move, if there is a clock.
    #[serde(with = "millis::optional", default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Duration>,
    /// The time by which the move exceeded its limit, if it did.
    #[serde(with = "millis::optional", default, skip_serializing_if = "Option::is_none")]
    pub overshoot: Option<Duration>,
}

words! {
    /// The result of a game, with the words of the protocol.
    #[derive(Default)]
    pub enum End {
        P1win = "p1win",
        P2win = "p2win",
        Draw = "draw",
        /// Unknown; the game does not count.
        #[default]
        None = "none",
    }
}

impl End {
    /// The half points of player one, 0 to 2; `None` if the game does not count.
    #[must_use]
    pub fn half_points(self) -> Option<u8> {
        match self {
            End::P1win => Some(2),
            End::Draw => Some(1),
            End::P2win => Some(0),
            End::None => None,
        }
    }

    #[must_use]
    pub fn won_by(player: Player) -> End {
        match player {
            Player::One => End::P1win,
            Player::Two => End::P2win,
        }
    }

    /// The winner; `None` for a draw, and without a result.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| End::won_by(player) == self)
    }
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> End {
        match outcome {
            Outcome::Win(player) => End::won_by(player),
            Outcome::Draw => End::Draw,
        }
    }
}

words! {
    /// Why a game has ended.
    #[derive(PartialOrd, Ord, Default)]
    pub enum Reason {
        #[default]
        Rules = "rules",
        /// Adjudication by scores: both engines agreed on a win or a draw for enough moves, or one
        /// of them reported a loss for enough moves.
        Adjudication = "adjudication",
        /// Adjudication by tablebases.
        Tables = "tables",
        /// Adjudication by length.
        Length = "length",
        TimeLoss = "time-loss",
        IllegalMove = "illegal-move",
        /// An engine's process ended or closed its output.
        Crash = "crash",
        /// An engine did not answer before the deadline.
        Stall = "stall",
        /// An engine sent an invalid answer.
        Malformed = "malformed",
        /// The engines, or an engine and the rules, disagree about the state of the game.
        Disagreement = "disagreement",
        /// This program or the machine was suspended while an engine searched, so it is unknown
        /// whether the move was in time.
        Suspended = "standstill",
        Resign = "resign",
        Agreement = "agreement",
        Abandoned = "abandoned",
        Unknown = "unknown",
    }
}

impl Reason {
    #[must_use]
    pub fn is_fault(self) -> bool {
        use Reason::{Crash, Disagreement, IllegalMove, Malformed, Stall, TimeLoss};
        matches!(self, TimeLoss | IllegalMove | Crash | Stall | Malformed | Disagreement)
    }
}
