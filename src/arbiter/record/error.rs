//! What is wrong with a record.

use thiserror::Error;

use crate::protocol::quote;

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
