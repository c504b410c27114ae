//! Errors of texts and moves.

use thiserror::Error;

/// An invalid text, with the reason.
///
/// The text is separate so that the caller can quote it safely: it may be long or have control
/// characters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("bad {what} {text:?}: expected {expected}")]
pub struct TextError {
    /// The kind of text, such as `move`.
    pub what: &'static str,
    /// The invalid text, whole or only the wrong part.
    pub text: String,
    /// The expected text, such as `a square such as b2`; it follows the word "expected".
    pub expected: String,
}

impl TextError {
    /// An error with these fields.
    pub fn new(what: &'static str, text: &str, expected: impl Into<String>) -> TextError {
        TextError { what, text: text.to_owned(), expected: expected.into() }
    }
}

/// The move is not legal in the position; the position is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;
