use thiserror::Error;
use zugi_game::{GameError, MissingCapability, UnknownVariant};
use zugi_protocol::quote;
use zugi_search::OutOfMemory;

use super::options::OptionError;

/// A failed call; the text is one line. In most cases it quotes the input and says what was
/// expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    #[error("{}", described(.0))]
    Game(#[from] GameError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("cannot set Hash to \"{}\": expected a size for which there is memory", .0.mib)]
    Memory(#[from] OutOfMemory),
    #[error(
        "cannot set {option} to {}: no memory for a new hash table of {mib} MiB: expected a \
         smaller Hash",
        quote(value)
    )]
    MemoryFor {
        option: &'static str,
        value: String,
        /// The size of the hash table, in MiB.
        mib: u64,
    },
    #[error("cannot set EvalFile to {}: {why}", quote(path))]
    EvalFile { path: String, why: String },
    #[error("cannot set TablePath to {}: {why}", quote(path))]
    TablePath {
        /// The directories, as a path list of the system.
        path: String,
        why: String,
    },
    #[error("cannot start a thread: {0}")]
    Thread(String),
    #[error(transparent)]
    Missing(#[from] MissingCapability),
    #[error("unknown variant {}: expected one of {}", quote(&.0.name), .0.expected.join(", "))]
    UnknownVariant(#[from] UnknownVariant),
}

impl EngineError {
    /// The `kind` of the error in the answer to `query refusal`.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            EngineError::Game(error) => match error {
                GameError::Position(_) => "position",
                GameError::MoveText { .. } => "moveText",
                GameError::IllegalMove { .. } => "illegalMove",
                GameError::GameOver { .. } => "gameOver",
                GameError::Undo { .. } => "undo",
            },
            EngineError::Option(error) => match error {
                OptionError::Unknown { .. } => "unknownOption",
                OptionError::NoValue { .. } => "noValue",
                OptionError::BadValue { .. } => "badValue",
                OptionError::NoUse { .. } => "noUse",
            },
            EngineError::Memory(_) | EngineError::MemoryFor { .. } => "memory",
            EngineError::EvalFile { .. } => "evalFile",
            EngineError::TablePath { .. } => "tablePath",
            EngineError::Thread(_) => "thread",
            EngineError::Missing(_) => "missing",
            EngineError::UnknownVariant(_) => "unknownVariant",
        }
    }

    /// The error as a sentence for people who do not know the protocol.
    pub(super) fn message(&self) -> String {
        match self {
            EngineError::Game(GameError::Position(error)) => {
                format!("This is no position of the game: expected {}.", error.expected)
            }
            EngineError::Game(GameError::MoveText { number, error }) => {
                format!("Move {number}, {}, is no move of the game.", quote(&error.text))
            }
            EngineError::Game(GameError::IllegalMove { number, text, reason, .. }) => {
                let why = reason.iter().map(|reason| format!(": {reason}")).collect::<String>();
                format!("Move {number}, {}, is not legal{why}.", quote(text))
            }
            EngineError::Game(GameError::GameOver { number, text, .. }) => {
                format!("Move {number}, {}, comes after the end of the game.", quote(text))
            }
            EngineError::Option(OptionError::BadValue { name, value, expected }) => {
                format!("{name} cannot be {}: expected {expected}.", quote(value))
            }
            other => {
                let mut text = other.to_string();
                if let Some(first) = text.get_mut(..1) {
                    first.make_ascii_uppercase();
                }
                text + "."
            }
        }
    }

    /// In an error about the hash table, names the option that was being set.
    pub(super) fn in_setting(self, option: &'static str, value: Option<&str>) -> EngineError {
        match self {
            EngineError::Memory(OutOfMemory { mib }) => {
                let value = value.unwrap_or_default().to_owned();
                EngineError::MemoryFor { option, value, mib }
            }
            other => other,
        }
    }
}

fn described(error: &GameError) -> String {
    let expected = error.expected();
    match error {
        GameError::Position(error) => {
            format!("bad position: {}: expected {expected}", quote(&error.text))
        }
        GameError::MoveText { number, error } => {
            format!("bad move {} (number {number}): expected {expected}", quote(&error.text))
        }
        GameError::IllegalMove { number, text, reason: Some(reason), .. } => {
            // The reason helps more than the position.
            format!(
                "illegal move {} (number {number}): {reason}: expected a legal move",
                quote(text)
            )
        }
        GameError::IllegalMove { number, text, .. } | GameError::GameOver { number, text, .. } => {
            format!("illegal move {} (number {number}): expected {expected}", quote(text))
        }
        // A bare `undo` has no number to quote.
        GameError::Undo { asked: 1, .. } => format!("cannot undo a move: expected {expected}"),
        GameError::Undo { asked, .. } => {
            format!("cannot undo \"{asked}\" moves: expected {expected}")
        }
    }
}
