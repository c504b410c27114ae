//! Why the engine refuses something. Whatever it refuses leaves it unchanged.

use thiserror::Error;
use zugi_game::{GameError, MissingCapability, UnknownVariant};
use zugi_protocol::quote;
use zugi_search::OutOfMemory;

use super::options::OptionError;

/// The error of a refused request; the text is one line that quotes the input and says what was
/// expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// A position or a move that is wrong.
    #[error("{}", described(.0))]
    Game(#[from] GameError),
    /// An option or a value that is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A table that does not fit.
    #[error("cannot set Hash to \"{}\": expected a size for which there is memory", .0.mib)]
    Memory(#[from] OutOfMemory),
    /// Another option whose value needs a new table, which does not fit.
    #[error(
        "cannot set {option} to {}: no memory for a new hash table of {mib} MiB: expected a \
         smaller Hash",
        quote(value)
    )]
    MemoryFor {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// The size of the table, in MiB.
        mib: u64,
    },
    /// A file that is no evaluation for the variant.
    #[error("cannot set EvalFile to {}: {why}", quote(path))]
    EvalFile {
        /// Its path.
        path: String,
        /// Why not.
        why: String,
    },
    /// Folders with tables that cannot be used.
    #[error("cannot set TablePath to {}: {why}", quote(path))]
    TablePath {
        /// The folders.
        path: String,
        /// Why not.
        why: String,
    },
    /// A thread that the system does not give; its reason.
    #[error("cannot start a thread: {0}")]
    Thread(String),
    /// The variant lacks a capability.
    #[error(transparent)]
    Missing(#[from] MissingCapability),
    /// A variant that does not exist.
    #[error("unknown variant {}: expected one of {}", quote(&.0.name), .0.expected.join(", "))]
    UnknownVariant(#[from] UnknownVariant),
}

impl EngineError {
    /// The same for who has set another option than Hash to this value.
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

/// What is wrong with a position or a move, with foreign text quoted.
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
            // The reason says more than the position would.
            format!(
                "illegal move {} (number {number}): {reason}: expected a legal move",
                quote(text)
            )
        }
        GameError::IllegalMove { number, text, .. } | GameError::GameOver { number, text, .. } => {
            format!("illegal move {} (number {number}): expected {expected}", quote(text))
        }
        // Who says nothing after `undo` means one move, and is not quoted.
        GameError::Undo { asked: 1, .. } => format!("cannot undo a move: expected {expected}"),
        GameError::Undo { asked, .. } => {
            format!("cannot undo \"{asked}\" moves: expected {expected}")
        }
    }
}
