//! Errors of records.

use thiserror::Error;
use zugi_protocol::quote;

/// A text that is no game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: bad record {}: expected {expected}", quote(.text))]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// The expected text.
    pub expected: String,
}

/// The expected text for a line of JSON that should be an `of`, in one line.
pub fn expected_json(of: &str, error: &serde_json::Error) -> String {
    format!("JSON of a {of}, {error}").replace(char::is_control, "\u{fffd}")
}

/// The most bytes of a file.
pub const MAX_BYTES: usize = 64 << 20;

/// Why a file has no games for us.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameFileError {
    /// It is too large.
    #[error(
        "{} MiB of games: expected at most {} MiB, or the file in parts",
        .0.div_ceil(1 << 20), MAX_BYTES >> 20
    )]
    TooLarge(usize),
    /// A line of our own forms that is wrong.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Another thing that cannot be read.
    #[error("line {line}: {what}")]
    Other {
        /// The number of the line, from 1.
        line: usize,
        /// The error and the expected text.
        what: String,
    },
}

/// A text of others as a part of a line.
pub(crate) fn plain(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}
