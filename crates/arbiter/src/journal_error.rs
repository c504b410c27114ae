//! The errors of the files of a match, in one line each.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use zugi_files::NotText;

/// Why a match cannot be recorded or resumed.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file that cannot be read or written.
    #[error("cannot use {path:?}: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The record exists already.
    #[error(
        "{0:?} exists already: expected --resume to go on with it, another name, or --force to \
         write over it"
    )]
    Exists(PathBuf),
    /// The record is not text.
    #[error("cannot use {path:?}: {error}")]
    Text {
        /// Its path.
        path: PathBuf,
        /// The reason.
        error: NotText,
    },
    /// Another file is in the place of one that a match writes.
    #[error("{0:?} exists and is not a match record: choose another name")]
    Foreign(PathBuf),
    /// Another match writes the record.
    #[error("{0:?} is in use by another match: wait until it ends, or choose another name")]
    InUse(PathBuf),
    /// A record has an invalid line.
    #[error("{path:?}, line {line}: expected {expected}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The expected content.
        expected: String,
    },
    /// The record has another format.
    #[error(
        "{0:?} is a record of another version of zugi: finish the match with that version, or choose \
         another name; `zugi replay` shows its games"
    )]
    Version(PathBuf),
    /// The record is of another match.
    #[error("{path:?} is the record of another match: expected the same arguments, but {how}")]
    Other {
        /// The record.
        path: PathBuf,
        /// The arguments that differ, with their old and new values.
        how: String,
    },
}

impl JournalError {
    /// The error of a file, from that of the system.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> JournalError {
        move |error| JournalError::File { path: path.to_owned(), error }
    }
}
