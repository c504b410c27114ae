//! The parameters and the progress of a build of tables.

use std::path::PathBuf;
use std::str::FromStr;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildPlan {
    /// The folder, which is created if it does not exist; its parent must exist.
    pub folder: PathBuf,
    /// The number of pieces of the largest table.
    pub pieces: u32,
    /// The memory limit in bytes.
    pub memory: u64,
    /// A table that is built in memory saves its shards during the build if it has at least this
    /// number of entries. It is [`BuildPlan::LEAST_SAVED`], except in tests.
    pub least_saved: u64,
    /// Which shards of the largest table are built; `None` for all.
    pub share: Option<TableShare>,
}

/// A part of the shards of a table: every `count`-th one, from the `number`-th on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableShare {
    /// From 1 to `count`.
    number: usize,
    count: usize,
}

impl TableShare {
    /// Whether the shard with this number, from 0, belongs to the share.
    #[must_use]
    pub fn has(self, shard: usize) -> bool {
        shard % self.count == self.number - 1
    }
}

impl FromStr for TableShare {
    type Err = String;

    fn from_str(text: &str) -> Result<TableShare, String> {
        let parse = || {
            let (number, count) = text.split_once('/')?;
            let share = TableShare { number: number.parse().ok()?, count: count.parse().ok()? };
            (1..=share.count).contains(&share.number).then_some(share)
        };
        parse().ok_or_else(|| format!("found {text:?}, expected i/n, such as 1/4 to 4/4"))
    }
}

impl BuildPlan {
    /// In entries. Smaller tables take only a few seconds, so their shards are not saved.
    pub const LEAST_SAVED: u64 = 1 << 28;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The number of pieces of the table that is being built.
    pub pieces: u32,
    /// The work done, in entries of all tables that were missing.
    pub done: u64,
    /// The whole work, in the same unit.
    pub all: u64,
}

/// The memory in bytes for compressing blocks and for the program itself.
pub(crate) const OVERHEAD: u64 = 96 << 20;
