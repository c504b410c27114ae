//! The errors of building, reading and verifying tables.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::rules_broken::RulesBroken;

/// Why a table cannot be built, read or verified.
#[derive(Debug, Error)]
pub enum TableError {
    /// A file or folder cannot be used.
    #[error("cannot use {path:?}: {error}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A folder has no tables.
    #[error("{path:?} has no tables of {variant}: expected files such as {name:?}")]
    NoTables {
        /// The folder.
        path: PathBuf,
        /// The variant's name.
        variant: &'static str,
        /// The name of such a file.
        name: String,
    },
    /// A file is not a table of this version of the format.
    #[error(
        "{path:?} is not an endgame table: expected a file of zugi table build of this version"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A table is of another variant or size.
    #[error("{path:?} is a table of {found}: expected {expected}")]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// The variant, pieces and entries of the file.
        found: String,
        /// Those expected.
        expected: String,
    },
    /// A file ends too early.
    #[error("{path:?} is truncated: expected {expected} bytes, found {found}")]
    Truncated {
        /// The file.
        path: PathBuf,
        /// The expected length.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// The content of a file does not match its checksum.
    #[error("{path:?} is damaged in {part}: expected another checksum")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damaged part.
        part: String,
    },
    /// An entry of a table contradicts the rules.
    #[error("{path:?} is wrong for {position:?}: expected that {expected}")]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The position, as text.
        position: String,
        /// The result by the rules.
        expected: String,
    },
    /// There is no table with this number of pieces.
    #[error("{variant} has no tables of {pieces} pieces: expected {least} to {most}")]
    Pieces {
        /// The variant's name.
        variant: &'static str,
        /// The number of pieces.
        pieces: u32,
        /// The least number of pieces.
        least: u32,
        /// The greatest number of pieces.
        most: u32,
    },
    /// A table needs more memory than allowed.
    #[error(
        "the table of {pieces} pieces takes {needed} MiB of memory to make: expected no more \
         than {memory} MiB, so ask for fewer pieces or give it more by --memory"
    )]
    Memory {
        /// The number of pieces.
        pieces: u32,
        /// The least memory for the build, in MiB.
        needed: u64,
        /// The limit, in MiB.
        memory: u64,
    },
    /// A share was requested, but processes cannot build this table together.
    #[error(
        "the table of {pieces} pieces of {variant} has no shards to share out: expected a table \
         of zugi table build that has, so leave --shard out"
    )]
    NoShards {
        /// The variant's name.
        variant: &'static str,
        /// The number of pieces.
        pieces: u32,
    },
    /// A file of an unfinished build of version 0.2.
    #[error("{path:?} is of an unfinished build of zugi 0.2: remove it to build the table anew")]
    Unfinished {
        /// The unfinished file.
        path: PathBuf,
    },
    /// Another process is building the table, and the two cannot share the work, because at least
    /// one of them builds the table in memory.
    #[error("{path:?} is in use by another process: wait until it ends, or choose another folder")]
    Busy {
        /// The folder of the table's shards.
        path: PathBuf,
    },
    /// The game breaks a rule on which its tables rely.
    #[error(transparent)]
    Rules(#[from] RulesBroken),
}

impl TableError {
    /// Wraps an error of the system about this file.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> TableError {
        move |error| TableError::File { path: path.to_owned(), error }
    }
}
