//! What can be wrong with a text or a move.

use std::fmt;

use thiserror::Error;

/// A text that does not denote what it should, with the reason.
///
/// The offending text is kept apart from the reason, so that the caller can
/// quote it safely: it may be long or hold control characters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("bad {what} {text:?}: expected {expected}")]
pub struct TextError {
    /// What the text should have denoted, e.g. `move`.
    pub what: &'static str,
    /// The offending text, whole or the part that is wrong.
    pub text: String,
    /// What was expected in its place.
    pub expected: String,
}

impl TextError {
    /// An error about `text`, which should have denoted a `what`. `expected` is what is said after
    /// the word "expected", such as `a square such as b2`.
    pub fn new(what: &'static str, text: &str, expected: impl Into<String>) -> TextError {
        TextError { what, text: text.to_owned(), expected: expected.into() }
    }
}

/// The move is not legal in the position; the position is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;

/// Why tables cannot be read, or a proof cannot begin: one line, for people.
///
/// ```
/// use zugi_game::ExactValueError;
/// let error = ExactValueError::new("no table of 7 checkers in \"tables\"");
/// assert_eq!(error.to_string(), "no table of 7 checkers in \"tables\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ExactValueError(String);

impl ExactValueError {
    /// The error with this text, or with that of another error.
    #[must_use]
    pub fn new(why: impl fmt::Display) -> ExactValueError {
        ExactValueError(why.to_string())
    }
}
