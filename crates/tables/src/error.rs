//! Why a table cannot be made or read.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::rules_broken::RulesBroken;

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
        /// The name of a file with such a table.
        name: String,
    },
    /// A file of something else.
    #[error(
        "{path:?} is not an endgame table: expected a file of zugi table build of this version"
    )]
    Foreign {
        /// Its path.
        path: PathBuf,
    },
    /// A table of something else.
    #[error("{path:?} is a table of {found}: expected {expected}")]
    OtherTable {
        /// Its path.
        path: PathBuf,
        /// The variant and pieces of the file.
        found: String,
        /// The expected ones.
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
    /// A file whose content does not match its checksum.
    #[error("{path:?} is damaged in {part}: expected another checksum")]
    Damaged {
        /// Its path.
        path: PathBuf,
        /// The damaged part.
        part: String,
    },
    /// A table that does not keep to the rules.
    #[error("{path:?} is wrong for {position:?}: expected that {expected}")]
    Wrong {
        /// Its path.
        path: PathBuf,
        /// A position, as text.
        position: String,
        /// The result by the rules.
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
        /// The required memory in MiB.
        needed: u64,
        /// The available memory in MiB.
        memory: u64,
    },
    /// A share of a table that is not made in shards which processes can share out.
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
    /// An unfinished build of a former version.
    #[error("{path:?} is of an unfinished build of zugi 0.2: remove it to build the table anew")]
    Unfinished {
        /// The path of the unfinished file.
        path: PathBuf,
    },
    /// Another process builds the table.
    #[error("{path:?} is in use by another process: wait until it ends, or choose another folder")]
    Busy {
        /// The path of the unfinished file.
        path: PathBuf,
    },
    /// The game breaks a rule on which its tables rely.
    #[error(transparent)]
    Rules(#[from] RulesBroken),
}

impl TableError {
    /// An error of this file.
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> TableError {
        move |error| TableError::File { path: path.to_owned(), error }
    }
}
