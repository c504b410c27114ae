//! What is wrong with a record.

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
    /// What was expected.
    pub expected: String,
}

/// What is wrong with a line of JSON that should be one of this, in one line: the reader
/// repeats words of the text as they are.
pub fn expected_json(of: &str, error: &serde_json::Error) -> String {
    format!("JSON of a {of}, {error}").replace(char::is_control, "\u{fffd}")
}
