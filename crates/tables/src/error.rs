//! The errors of building, reading and verifying tables.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A game breaks a rule on which its tables rely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the rules are broken: expected that {0}")]
pub struct RulesBroken(pub &'static str);

#[derive(Debug, Error)]
pub enum TableError {
    #[error("cannot use {path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("{path:?} has no tables of {variant}: expected files such as {name:?}")]
    NoTables { path: PathBuf, variant: &'static str, name: String },
    #[error("{path:?} is truncated: expected {expected} bytes, found {found}")]
    Truncated { path: PathBuf, expected: u64, found: u64 },
    /// A file is damaged, wrong or not the expected one, or a folder is in use. The text `why`
    /// follows the path in the message.
    #[error("{path:?} {why}")]
    Unusable { path: PathBuf, why: String },
    /// The tables cannot be built as asked: one line for people.
    #[error("{0}")]
    Plan(String),
    #[error(transparent)]
    Rules(#[from] RulesBroken),
}

impl TableError {
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> TableError {
        move |error| TableError::File { path: path.to_owned(), error }
    }

    #[cfg(feature = "files")]
    pub(super) fn unusable(path: &Path, why: impl Into<String>) -> TableError {
        TableError::Unusable { path: path.to_owned(), why: why.into() }
    }
}
