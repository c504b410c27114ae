//! Tables that are made in shards: only what a shard needs of finished ones is in memory.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::Range;

use super::rules_broken::RulesBroken;

/// A range of the bits of a table: whole words.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    /// The pieces of the table.
    pub pieces: u32,
    /// The bits.
    pub bits: Range<u64>,
}

impl Extent {
    /// Its 64-bit words in the table.
    #[must_use]
    pub fn words(&self) -> Range<usize> {
        (self.bits.start / 64) as usize..(self.bits.end / 64) as usize
    }
}

/// The words of extents. Words that are all 0 take no memory: they are an empty list.
#[derive(Debug, Default)]
pub struct Extents {
    by_extent: HashMap<Extent, Vec<u64>>,
}

impl Extents {
    /// The words of an extent; none if they are all 0, or if the extent is not there.
    #[must_use]
    pub fn get(&self, extent: &Extent) -> &[u64] {
        self.by_extent.get(extent).map_or(&[], Vec::as_slice)
    }

    /// Whether an extent is there.
    #[must_use]
    pub fn contains(&self, extent: &Extent) -> bool {
        self.by_extent.contains_key(extent)
    }

    /// Adds an extent with its words.
    pub fn insert(&mut self, extent: Extent, words: Vec<u64>) {
        let words = if words.iter().all(|&word| word == 0) { Vec::new() } else { words };
        self.by_extent.insert(extent, words);
    }

    /// The extents that are there, with the memory of each in bytes.
    pub fn iter(&self) -> impl Iterator<Item = (&Extent, u64)> {
        self.by_extent.iter().map(|(extent, words)| (extent, 8 * words.len() as u64))
    }

    /// Drops the extents for which `keep` says no.
    pub fn retain(&mut self, mut keep: impl FnMut(&Extent) -> bool) {
        self.by_extent.retain(|extent, _| keep(extent));
    }
}

/// Makes a large table shard by shard, from extents of finished shards and of smaller tables. The
/// shards are the same on every machine, and each begins with a block of the file.
///
/// ```
/// use zugi_solver::tables::{Extents, RulesBroken, ShardedGeneration};
///
/// /// Makes all shards in memory. A file takes them one by one.
/// fn make_all(shards: &dyn ShardedGeneration, mut all: Extents) -> Result<Extents, RulesBroken> {
///     for shard in 0..shards.shards() {
///         let made = shards.make(shard, &all)?;
///         for (extent, words) in shards.extents(shard).into_iter().zip(made) {
///             all.insert(extent, words);
///         }
///     }
///     Ok(all)
/// }
/// ```
pub trait ShardedGeneration: Debug + Sync {
    /// The number of shards.
    fn shards(&self) -> usize;

    /// The extents of a shard, one after the other: no bit is between them or between shards.
    fn extents(&self, shard: usize) -> Vec<Extent>;

    /// The extents that a shard is made from.
    fn needs(&self, shard: usize) -> Vec<Extent>;

    /// The greatest memory in bytes that making a shard takes, with what it needs.
    fn bytes(&self, shard: usize) -> u64;

    /// Makes a shard from what it needs, on the threads of the current Rayon pool: the words of its
    /// extents, or no words if they are all 0.
    ///
    /// # Errors
    /// The game breaks a rule on which the generation relies.
    fn make(&self, shard: usize, needs: &Extents) -> Result<Vec<Vec<u64>>, RulesBroken>;
}
