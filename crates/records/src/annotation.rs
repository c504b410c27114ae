//! Annotations of moves by people: the six common signs and their PGN numbers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A person's annotation of a move. Marks of an analysis are a [`MoveMark`](super::MoveMark).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Annotation {
    /// A good move.
    #[serde(rename = "!")]
    Good,
    /// A mistake.
    #[serde(rename = "?")]
    Mistake,
    /// A brilliant move.
    #[serde(rename = "!!")]
    Brilliant,
    /// A blunder.
    #[serde(rename = "??")]
    Blunder,
    /// An interesting move.
    #[serde(rename = "!?")]
    Interesting,
    /// A dubious move.
    #[serde(rename = "?!")]
    Dubious,
}

impl Annotation {
    /// All annotations, in the order of their PGN numbers from `$1` on.
    pub const ALL: [Annotation; 6] = [
        Annotation::Good,
        Annotation::Mistake,
        Annotation::Brilliant,
        Annotation::Blunder,
        Annotation::Interesting,
        Annotation::Dubious,
    ];

    /// The sign, such as `!?`.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Annotation::Good => "!",
            Annotation::Mistake => "?",
            Annotation::Brilliant => "!!",
            Annotation::Blunder => "??",
            Annotation::Interesting => "!?",
            Annotation::Dubious => "?!",
        }
    }

    /// The annotation with this PGN number, 1 for `$1`; `None` for others, which have other
    /// meanings.
    ///
    /// ```
    /// use zugi_records::Annotation;
    /// assert_eq!(Annotation::from_number(5), Some(Annotation::Interesting));
    /// assert_eq!(Annotation::from_number(13), None);
    /// ```
    #[must_use]
    pub fn from_number(number: usize) -> Option<Annotation> {
        Annotation::ALL.get(number.checked_sub(1)?).copied()
    }
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sign())
    }
}

/// The error for a text that is not an annotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseAnnotationError;

impl FromStr for Annotation {
    type Err = ParseAnnotationError;

    fn from_str(text: &str) -> Result<Annotation, ParseAnnotationError> {
        Annotation::ALL.into_iter().find(|it| it.sign() == text).ok_or(ParseAnnotationError)
    }
}
