//! Positions of self-play games in files, each with the score of the search and the result of the
//! game.
//!
//! The variant, the evaluator and the [`DataPlan`] determine every byte of a file, whatever the
//! number of threads and interruptions. The games of a plan can be divided into shards, one file
//! for each.

mod format;
mod game;
mod make;
mod merge;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;
use zugi_game::{Capability, Of, Pack};
use zugi_search::eval::HasEvaluator;
use zugi_search::eval::net::{Learnable, Net, NetError, NetFile};

pub use format::{DataFile, DataGame, DataHeader, Record};
pub use merge::merge_data;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 1 to `count`.
    pub number: u16,
    pub count: u16,
}

impl Shard {
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// The numbers, from 0, of the shard's games out of `all`.
    pub fn games(self, all: u32) -> impl Iterator<Item = u32> {
        (u32::from(self.number) - 1..all).step_by(self.count.into())
    }

    /// Whether some game belongs to both shards.
    ///
    /// ```
    /// use zugi_learn::data::Shard;
    /// let [first, second, third] = [(1, 4), (2, 4), (2, 6)]
    ///     .map(|(number, count)| Shard { number, count });
    /// assert!(!first.overlaps(second) && second.overlaps(third) && !first.overlaps(third));
    /// assert!(first.overlaps(Shard::WHOLE));
    /// ```
    #[must_use]
    pub fn overlaps(self, other: Shard) -> bool {
        let (mut a, mut b) = (self.count, other.count);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        self.number.abs_diff(other.number).is_multiple_of(a)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let parse = || {
            let (number, count) = text.split_once('/')?;
            let shard = Shard { number: number.parse().ok()?, count: count.parse().ok()? };
            (1..=shard.count).contains(&shard.number).then_some(shard)
        };
        parse().ok_or("expected i/n, such as 1/4 to 4/4")
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataPlan {
    /// The number of games of all shards.
    pub games: u32,
    /// The nodes of the search for each move, at least 1.
    pub nodes: u64,
    /// The least and the greatest number of random plies at the start of a game.
    pub plies: [u16; 2],
    /// The seed of the random plies and, in a game with chance, of the shuffles.
    pub seed: u64,
    /// The games to play in this run.
    pub shard: Shard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataProgress {
    /// The games in the file.
    pub games: u32,
    pub positions: u64,
}

#[derive(Debug, Error)]
pub enum DataError {
    #[error("cannot use {path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("{path:?} is not a file of zugi data: expected one, or the name of a new file")]
    Foreign { path: PathBuf },
    #[error("{path:?} was made with {what} {found}: expected {expected}, or another file")]
    OtherPlan {
        path: PathBuf,
        /// The name of the field that differs.
        what: &'static str,
        found: String,
        expected: String,
    },
    #[error("{path:?} is damaged at byte {at}: expected {expected}")]
    Damaged {
        path: PathBuf,
        /// The offset in bytes.
        at: usize,
        expected: String,
    },
    #[error("{path:?} is in use by another process: expected a file of its own for each")]
    Busy { path: PathBuf },
    /// The files are not exactly the shards of one plan: a shard is missing, occurs twice or lacks
    /// games.
    #[error("{what}: expected each shard of one plan once, with all of its games")]
    Incomplete {
        /// What is missing or occurs twice: files, shards, or games of a shard.
        what: String,
    },
    #[error("cannot play with this net: {0}")]
    Net(#[from] NetError),
    /// The system has no memory, or cannot start a thread.
    #[error("cannot play: {0}")]
    System(io::Error),
}

/// The capability of variants with self-play data.
pub trait DataGenerator: Send + Sync {
    /// Plays the missing games of the file with the evaluator of the program, on this number of
    /// threads, and appends them. Reports the progress at the start and after each game.
    ///
    /// # Errors
    /// The file belongs to another plan, is damaged or no data file, or is in use, and stays as it
    /// is; or it cannot be written; or the system lacks memory or threads.
    fn make(
        &self,
        plan: &DataPlan,
        path: &Path,
        threads: usize,
        played: &mut dyn FnMut(DataProgress),
    ) -> Result<(), DataError>;
}

impl Capability for dyn DataGenerator {
    const MISSING: &'static str = "cannot save positions: it has no packed form";
}

impl<G: HasEvaluator + Pack> DataGenerator for Of<G> {
    fn make(
        &self,
        plan: &DataPlan,
        path: &Path,
        threads: usize,
        played: &mut dyn FnMut(DataProgress),
    ) -> Result<(), DataError> {
        let evaluator = G::Evaluator::default;
        make::make::<G::Search<G::Evaluator>>(plan, path, threads, &evaluator, played)
    }
}

/// The capability of variants whose self-play data can come from games of a given net.
pub trait NetDataGenerator: Send + Sync {
    /// [`DataGenerator::make`] with this net.
    ///
    /// # Errors
    /// See [`DataGenerator::make`]; or the net does not fit the variant.
    fn make_by(
        &self,
        net: &NetFile,
        plan: &DataPlan,
        path: &Path,
        threads: usize,
        played: &mut dyn FnMut(DataProgress),
    ) -> Result<(), DataError>;
}

impl Capability for dyn NetDataGenerator {
    const MISSING: &'static str = "cannot play with a net: it has no nets";
}

impl<G: Learnable> NetDataGenerator for Of<G> {
    fn make_by(
        &self,
        net: &NetFile,
        plan: &DataPlan,
        path: &Path,
        threads: usize,
        played: &mut dyn FnMut(DataProgress),
    ) -> Result<(), DataError> {
        Net::<G>::new(net)?;
        let evaluator = || Net::new(net).expect("the net was checked above");
        make::make::<G::Search<Net<G>>>(plan, path, threads, &evaluator, played)
    }
}
