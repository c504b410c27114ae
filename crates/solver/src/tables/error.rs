//! Why a table cannot be made or read.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::position_index::RulesBroken;

/// Why a table cannot be made or read.
#[derive(Debug, Error)]
pub enum TableError {
    /// A file or a folder that cannot be used.
    #[error("cannot use {path:?}: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A folder without tables.
    #[error("{path:?} has no tables of {variant}: expected files such as {name:?}")]
    NoTables {
        /// The folder's path.
        path: PathBuf,
        /// The variant's name.
        variant: &'static str,
        /// What a table of it is called.
        name: String,
    },
    /// A file of something else.
    #[error("{path:?} is no table of zugi: expected one of this version")]
    Foreign {
        /// Its path.
        path: PathBuf,
    },
    /// A table of something else.
    #[error("{path:?} is a table of {found}: expected {expected}")]
    OtherTable {
        /// Its path.
        path: PathBuf,
        /// What it is of.
        found: String,
        /// What is looked for.
        expected: String,
    },
    /// A file that ends too early.
    #[error("{path:?} is truncated: expected {expected} bytes, found {found}")]
    Truncated {
        /// Its path.
        path: PathBuf,
        /// The bytes that it should have.
        expected: u64,
        /// The bytes that it has.
        found: u64,
    },
    /// A file whose content has changed.
    #[error("{path:?} is damaged in {part}: expected another checksum")]
    Damaged {
        /// Its path.
        path: PathBuf,
        /// What is damaged.
        part: String,
    },
    /// A table that does not keep to the rules.
    #[error("{path:?} is wrong for {position:?}: expected that {expected}")]
    Wrong {
        /// Its path.
        path: PathBuf,
        /// A position, as text.
        position: String,
        /// What the rules say of it.
        expected: String,
    },
    /// More pieces than a table can have.
    #[error("{variant} has no tables of {pieces} pieces: expected {least} to {most}")]
    Pieces {
        /// The variant's name.
        variant: &'static str,
        /// The number of pieces.
        pieces: u32,
        /// The least number.
        least: u32,
        /// The greatest number.
        most: u32,
    },
    /// Too little memory for a table.
    #[error(
        "the table of {pieces} pieces takes {needed} MiB of memory to make: expected no more \
         than {memory} MiB, so ask for fewer pieces or give it more by --memory"
    )]
    Memory {
        /// The number of pieces.
        pieces: u32,
        /// What it takes, in MiB.
        needed: u64,
        /// What there is, in MiB.
        memory: u64,
    },
    /// A table that somebody else makes.
    #[error("{path:?} is in use by another process: expected the end of that, or another folder")]
    Busy {
        /// The path of the unfinished file.
        path: PathBuf,
    },
    /// A game that is not what its tables rely on.
    #[error(transparent)]
    Rules(#[from] RulesBroken),
}

impl TableError {
    /// An error of this file.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> TableError {
        move |error| TableError::File { path: path.to_owned(), error }
    }
}
