//! The errors of building, reading and verifying tables.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::rules_broken::RulesBroken;

#[derive(Debug, Error)]
pub enum TableError {
    #[error("cannot use {path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("{path:?} has no tables of {variant}: expected files such as {name:?}")]
    NoTables { path: PathBuf, variant: &'static str, name: String },
    #[error(
        "{path:?} is not an endgame table: expected a file of zugi table build of this version"
    )]
    Foreign { path: PathBuf },
    #[error("{path:?} is a table of {found}: expected {expected}")]
    OtherTable {
        path: PathBuf,
        /// The variant, pieces and entries of the file.
        found: String,
        expected: String,
    },
    #[error("{path:?} is truncated: expected {expected} bytes, found {found}")]
    Truncated { path: PathBuf, expected: u64, found: u64 },
    #[error("{path:?} is damaged in {part}: expected another checksum")]
    Damaged { path: PathBuf, part: String },
    /// An entry of a table contradicts the rules.
    #[error("{path:?} is wrong for {position:?}: expected that {expected}")]
    Wrong { path: PathBuf, position: String, expected: String },
    #[error("{variant} has no tables of {pieces} pieces: expected {least} to {most}")]
    Pieces { variant: &'static str, pieces: u32, least: u32, most: u32 },
    #[error(
        "the table of {pieces} pieces takes {needed} MiB of memory to make: expected no more \
         than {memory} MiB, so ask for fewer pieces or give it more by --memory"
    )]
    Memory {
        pieces: u32,
        /// The least memory for the build, in MiB.
        needed: u64,
        /// The limit, in MiB.
        memory: u64,
    },
    #[error(
        "the table of {pieces} pieces of {variant} has no shards to share out: expected a table \
         of zugi table build that has, so leave --shard out"
    )]
    NoShards { variant: &'static str, pieces: u32 },
    #[error("{path:?} is of an unfinished build of zugi 0.2: remove it to build the table anew")]
    Unfinished { path: PathBuf },
    /// Another process is building the table, and the two cannot share the work, because at least
    /// one of them builds the table in memory.
    #[error("{path:?} is in use by another process: wait until it ends, or choose another folder")]
    Busy {
        /// The folder of the table's shards.
        path: PathBuf,
    },
    #[error(transparent)]
    Rules(#[from] RulesBroken),
}

impl TableError {
    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> TableError {
        move |error| TableError::File { path: path.to_owned(), error }
    }
}
