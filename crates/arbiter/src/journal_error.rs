//! The errors of the files of a match, in one line each.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a match cannot be recorded or resumed.
#[derive(Debug, Error)]
pub enum JournalError {
    #[error("cannot use {path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error(
        "{0:?} exists already: expected --resume to go on with it, another name, or --force to \
         write over it"
    )]
    Exists(PathBuf),
    #[error("{0:?} exists and is not a match record: choose another name")]
    Foreign(PathBuf),
    #[error("{0:?} is in use by another match: wait until it ends, or choose another name")]
    InUse(PathBuf),
    #[error("{path:?}, line {line}: expected {expected}")]
    Line {
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        expected: String,
    },
    #[error(
        "{0:?} is a record of another version of zugi: finish the match with that version, or choose \
         another name; `zugi replay` shows its games"
    )]
    Version(PathBuf),
    #[error("{path:?} is the record of another match: expected the same arguments, but {how}")]
    Other {
        path: PathBuf,
        /// The arguments that differ, with their old and new values.
        how: String,
    },
}

impl JournalError {
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> JournalError {
        move |error| JournalError::File { path: path.to_owned(), error }
    }
}
