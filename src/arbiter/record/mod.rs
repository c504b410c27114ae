//! The record of a game: what was played, how it ended and why.

mod text;

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::process::error_text;
use crate::protocol::Score;

pub use text::{RecordError, parse_games};

/// A finished game of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The variant's name, or `generic`.
    pub variant: String,
    /// The names of player one and player two.
    pub players: [String; 2],
    /// The position text in which the game began; none for the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves that were played for the players, from that position on.
    pub opening: Vec<String>,
    /// The moves of the engines.
    pub moves: Vec<MoveRecord>,
    /// Who has won.
    pub end: End,
    /// Why the game ended so.
    pub reason: Reason,
    /// One line that says more, e.g. which engine did what; may be empty.
    pub detail: String,
    /// When the game began, in seconds since 1970.
    pub began: u64,
    /// How long it took.
    pub seconds: f64,
    /// The last lines to and from the engines, kept where something went wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<String>,
}

impl GameRecord {
    /// What the engines have written to their standard errors last, each line with the
    /// name of the engine; kept where something went wrong.
    pub fn errors(&self) -> impl Iterator<Item = (&str, &str)> {
        self.transcript.iter().filter_map(|line| {
            let of = |player: &'_ String| error_text(line.strip_prefix(player.as_str())?);
            self.players.iter().find_map(|player| Some((player.as_str(), of(player)?)))
        })
    }
}

/// A move of an engine and what it said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in canonical notation.
    pub text: String,
    /// The time that it took, in milliseconds in the records.
    #[serde(with = "millis")]
    pub time: Duration,
    /// The time left on the clock afterwards, if there is one; in milliseconds in the
    /// records.
    #[serde(with = "millis::optional", default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Duration>,
    /// The last score; in the records `cp 12` or `mate -4`.
    #[serde(with = "score_text", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The last depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The last node count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Who has won a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Player one.
    P1win,
    /// Player two.
    P2win,
    /// Nobody.
    Draw,
    /// It cannot be said; the game does not count.
    None,
}

impl End {
    /// The points of player one in half points, 0 to 2; `None` if the game does not
    /// count.
    #[must_use]
    pub fn half_points(self) -> Option<u8> {
        match self {
            End::P1win => Some(2),
            End::Draw => Some(1),
            End::P2win => Some(0),
            End::None => None,
        }
    }
}

impl fmt::Display for End {
    /// In the protocol's words: `p1win`, `p2win`, `draw` or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::P1win => "p1win",
            End::P2win => "p2win",
            End::Draw => "draw",
            End::None => "none",
        })
    }
}

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// Both engines agreed for long enough on who wins, or that nobody does.
    Adjudication,
    /// The game grew too long.
    Length,
    /// An engine overstepped its time.
    TimeLoss,
    /// An engine played a move that is not legal.
    IllegalMove,
    /// An engine's process ended or closed its output.
    Crash,
    /// An engine did not answer before the deadline.
    Stall,
    /// An engine answered with something that is no answer.
    Malformed,
    /// The engines, or an engine and the rules, do not agree on the state of the game.
    Disagreement,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 9] = [
        Reason::Rules,
        Reason::Adjudication,
        Reason::Length,
        Reason::TimeLoss,
        Reason::IllegalMove,
        Reason::Crash,
        Reason::Stall,
        Reason::Malformed,
        Reason::Disagreement,
    ];

    /// Whether an engine has done what it must not do.
    #[must_use]
    pub fn is_fault(self) -> bool {
        !matches!(self, Reason::Rules | Reason::Adjudication | Reason::Length)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Rules => "rules",
            Reason::Adjudication => "adjudication",
            Reason::Length => "length",
            Reason::TimeLoss => "time loss",
            Reason::IllegalMove => "illegal move",
            Reason::Crash => "crash",
            Reason::Stall => "stall",
            Reason::Malformed => "malformed output",
            Reason::Disagreement => "disagreement",
        })
    }
}

/// A duration as a number of milliseconds, exact to the microsecond.
mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn to_number(time: Duration) -> f64 {
        // Exact below 2^53 microseconds, which is 285 years.
        time.as_micros() as f64 / 1000.0
    }

    pub fn from_number(millis: f64) -> Option<Duration> {
        let micros = (millis * 1000.0).round();
        (0.0..1e15).contains(&micros).then(|| Duration::from_micros(micros as u64))
    }

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        to_number(*time).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let error = || serde::de::Error::custom("expected milliseconds");
        from_number(f64::deserialize(deserializer)?).ok_or_else(error)
    }

    pub mod optional {
        use super::{Deserialize, Deserializer, Duration, Serialize, Serializer};

        pub fn serialize<S: Serializer>(
            time: &Option<Duration>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            time.map(super::to_number).serialize(serializer)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<Duration>, D::Error> {
            Ok(Option::<f64>::deserialize(deserializer)?.and_then(super::from_number))
        }
    }
}

/// A score as the protocol writes it. One that cannot be read, which older programs
/// recorded as the engine had written it, is none.
mod score_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Score;

    pub fn serialize<S: Serializer>(
        score: &Option<Score>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        score.map(|score| score.to_string()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Score>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        Ok(text.and_then(|text| text.parse().ok()))
    }
}
