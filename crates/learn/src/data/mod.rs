//! Positions of self-play games in files, each with the score of the search and the result of the
//! game.
//!
//! A [`DataPlan`] decides every byte of a file, whatever the number of threads and however
//! often the work was interrupted. A plan can be worked off in shards, files with different
//! games of it. The format is described in `docs/reference/data.md`.

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

/// A shard of a plan: its number, from 1, and the number of shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Its number.
    pub number: u16,
    /// How many there are.
    pub count: u16,
}

impl Shard {
    /// The only one.
    pub const WHOLE: Shard = Shard { number: 1, count: 1 };

    /// The numbers of its games, of `all` games.
    pub fn games(self, all: u32) -> impl Iterator<Item = u32> {
        (u32::from(self.number) - 1..all).step_by(self.count.into())
    }

    /// Whether there are games of both.
    ///
    /// ```
    /// use zugi_learn::data::Shard;
    /// let [first, second, third] = [(1, 4), (2, 4), (2, 6)]
    ///     .map(|(number, count)| Shard { number, count });
    /// assert!(!first.meets(second) && second.meets(third) && !first.meets(third));
    /// assert!(first.meets(Shard::WHOLE));
    /// ```
    #[must_use]
    pub fn meets(self, other: Shard) -> bool {
        let (mut a, mut b) = (self.count, other.count);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        self.number.abs_diff(other.number).is_multiple_of(a)
    }
}

/// A text that names no part of the games of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected i/n, such as 1/4 to 4/4")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let parse = || {
            let (number, count) = text.split_once('/')?;
            let shard = Shard { number: number.parse().ok()?, count: count.parse().ok()? };
            (1..=shard.count).contains(&shard.number).then_some(shard)
        };
        parse().ok_or(ShardError)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// The plan of self-play games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataPlan {
    /// The number of games of all shards.
    pub games: u32,
    /// Nodes that each move is searched for, at least 1.
    pub nodes: u64,
    /// The least and the greatest number of random plies with which a game begins.
    pub plies: [u16; 2],
    /// Another seed gives other games.
    pub seed: u64,
    /// The games to play now.
    pub shard: Shard,
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataProgress {
    /// The games that are in the file.
    pub games: u32,
    /// Their positions.
    pub positions: u64,
}

/// Why there are no data.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file that cannot be used.
    #[error("cannot use {path:?}: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file of something else.
    #[error("{path:?} is not a file of zugi data: expected one, or the name of a new file")]
    Foreign {
        /// Its path.
        path: PathBuf,
    },
    /// A file of another plan.
    #[error("{path:?} was made with {what} {found}: expected {expected}, or another file")]
    OtherPlan {
        /// Its path.
        path: PathBuf,
        /// The key that differs.
        what: &'static str,
        /// Its value in the file.
        found: String,
        /// Its value in this run.
        expected: String,
    },
    /// A file with impossible content.
    #[error("{path:?} is damaged at byte {at}: expected {expected}")]
    Damaged {
        /// Its path.
        path: PathBuf,
        /// Where.
        at: usize,
        /// The expected content.
        expected: String,
    },
    /// Another process writes to the file.
    #[error("{path:?} is in use by another process: expected a file of its own for each")]
    Busy {
        /// Its path.
        path: PathBuf,
    },
    /// Files that are not all shards of a plan, each once and whole.
    #[error("{what}: expected each shard of one plan once, with all of its games")]
    Incomplete {
        /// The games that are missing, or there twice.
        what: String,
    },
    /// A net that cannot play.
    #[error("cannot play with this net: {0}")]
    Net(#[from] NetError),
    /// No memory, or no thread.
    #[error("cannot play: {0}")]
    System(io::Error),
}

/// The capability of a variant with self-play data.
pub trait DataGenerator: Send + Sync {
    /// Plays the missing games of the file with the evaluator that comes with the program, with
    /// this number of threads, and appends them. It reports its progress at the beginning and after
    /// each game.
    ///
    /// # Errors
    /// The file belongs to something else, and is untouched; or it cannot be written.
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

/// The capability of a variant with self-play data of a net.
pub trait NetDataGenerator: Send + Sync {
    /// The same as [`DataGenerator::make`] with this net.
    ///
    /// # Errors
    /// See there; or it is not a net of the variant.
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
        let evaluator = || Net::new(net).expect("it was a net a moment ago");
        make::make::<G::Search<Net<G>>>(plan, path, threads, &evaluator, played)
    }
}
