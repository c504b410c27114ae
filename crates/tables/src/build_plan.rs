//! The parameters and the progress of a build of tables.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

/// The parameters of a build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildPlan {
    /// The folder; it is made if it is not there, but not the one that it is in.
    pub folder: PathBuf,
    /// The pieces of the largest table.
    pub pieces: u32,
    /// The bytes of memory that may be used.
    pub memory: u64,
    /// The shards of tables of at least this number of entries are saved while the table is built:
    /// [`BuildPlan::KEPT`], except in tests.
    pub kept: u64,
    /// The shards of the largest table that are to be made; `None` for the whole table.
    pub share: Option<TableShare>,
}

/// A part of the shards of a table: every `count`-th one from the `number`-th on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableShare {
    /// Its number, from 1 to `count`.
    number: usize,
    /// The number of shares.
    count: usize,
}

/// A text that names no share of a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {text:?}, expected i/n, such as 1/4 to 4/4")]
pub struct TableShareError {
    /// The text.
    pub text: String,
}

impl TableShare {
    /// Whether the shard with this number, from 0, belongs to it.
    #[must_use]
    pub fn has(self, shard: usize) -> bool {
        shard % self.count == self.number - 1
    }
}

impl FromStr for TableShare {
    type Err = TableShareError;

    fn from_str(text: &str) -> Result<TableShare, TableShareError> {
        let parse = || {
            let (number, count) = text.split_once('/')?;
            let share = TableShare { number: number.parse().ok()?, count: count.parse().ok()? };
            (1..=share.count).contains(&share.number).then_some(share)
        };
        parse().ok_or_else(|| TableShareError { text: text.to_owned() })
    }
}

impl BuildPlan {
    /// The shards of smaller tables, which take only a few seconds, are not saved.
    pub const KEPT: u64 = 1 << 28;
}

/// How far a build is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The pieces of the table that is being made.
    pub pieces: u32,
    /// The work that is done, in entries: of all tables that were missing.
    pub done: u64,
    /// All work.
    pub all: u64,
}

/// The memory that packing blocks and the program itself take, in bytes.
pub(super) const BESIDE: u64 = 96 << 20;
