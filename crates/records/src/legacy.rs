//! Reads games in the JSON format before 0.2.

use std::time::Duration;

use serde::Deserialize;

use super::{End, GameRecord, MoveRecord, Reason};
use crate::millis;

/// A game with times in seconds.
#[derive(Deserialize)]
pub(super) struct OldGame {
    number: usize,
    variant: String,
    players: [String; 2],
    #[serde(default)]
    fen: Option<String>,
    opening: Vec<String>,
    moves: Vec<OldMove>,
    end: End,
    reason: Reason,
    detail: String,
    began: u64,
    seconds: f64,
    #[serde(default)]
    transcript: Vec<String>,
}

/// A move with its score as text; invalid scores, which 0.1 recorded as sent, are dropped.
#[derive(Deserialize)]
struct OldMove {
    text: String,
    #[serde(with = "millis")]
    time: Duration,
    #[serde(with = "millis::optional", default)]
    clock: Option<Duration>,
    #[serde(default)]
    score: Option<String>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
}

impl From<OldMove> for MoveRecord {
    fn from(mv: OldMove) -> MoveRecord {
        let OldMove { text, time, clock, score, depth, nodes } = mv;
        let score = score.and_then(|score| score.parse().ok());
        MoveRecord { text, time, clock, score, depth, nodes, ..MoveRecord::default() }
    }
}

impl From<OldGame> for GameRecord {
    fn from(game: OldGame) -> GameRecord {
        let OldGame { number, variant, players, fen, opening, .. } = game;
        let OldGame { moves, end, reason, detail, began, seconds, transcript, .. } = game;
        GameRecord {
            number,
            variant,
            players,
            fen,
            opening,
            started: began.saturating_mul(1000),
            time: millis::from_number(1000.0 * seconds).unwrap_or_default(),
            end,
            reason,
            detail,
            moves: moves.into_iter().map(MoveRecord::from).collect(),
            transcript,
            ..GameRecord::default()
        }
    }
}
