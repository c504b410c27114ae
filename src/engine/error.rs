//! Why the engine refuses something. Whatever it refuses leaves it unchanged.

use thiserror::Error;

use crate::game::{Outcome, TextError};
use crate::protocol::quote;
use crate::search::OutOfMemory;

/// Why the engine refuses something; the text is one line that quotes the input and
/// says what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// A position text that is wrong.
    #[error("bad position: {}: expected {}", quote(&.0.text), .0.expected)]
    Position(TextError),
    /// A move text that is wrong.
    #[error("bad move {} (number {number}): expected {}", quote(&.error.text), .error.expected)]
    MoveText {
        /// The number of the move in the list, from 1.
        number: usize,
        /// What is wrong.
        error: TextError,
    },
    /// A move that is not legal.
    #[error("illegal move {} (number {number}): expected a legal move of {position}", quote(.text))]
    IllegalMove {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The move.
        text: String,
        /// The position in which it is not legal.
        position: String,
    },
    /// A move after the end of the game.
    #[error("illegal move {} (number {number}): expected none, the game is over: {outcome}", quote(.text))]
    GameOver {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The move.
        text: String,
        /// How the game ended before it.
        outcome: Outcome,
    },
    /// More moves to take back than there are.
    #[error("cannot undo \"{asked}\" moves: expected at most {possible}")]
    Undo {
        /// How many were asked for.
        asked: u32,
        /// How many there are.
        possible: usize,
    },
    /// A table that does not fit.
    #[error("cannot set Hash to \"{}\": expected a size for which there is memory", .0.mib)]
    Memory(#[from] OutOfMemory),
    /// A thread that the system does not give; its reason.
    #[error("cannot start a thread: {0}")]
    Thread(String),
    /// A pie rule for a game without one.
    #[error("cannot set PieRule to \"true\": expected false, for {variant} has no pie rule")]
    NoPieRule {
        /// The variant.
        variant: &'static str,
    },
    /// A variant that does not exist.
    #[error("unknown variant {}: expected one of {}", quote(.0), crate::games::VARIANTS.join(", "))]
    UnknownVariant(String),
}
