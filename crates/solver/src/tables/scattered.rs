//! Tables that are made in shards whose entries are scattered over the table.

use std::collections::HashMap;
use std::fmt::Debug;

use super::rules_broken::RulesBroken;

/// A shard of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShardId {
    /// The pieces of the table.
    pub pieces: u32,
    /// The number of the shard, from 0.
    pub shard: usize,
}

/// The words of shards.
#[derive(Debug, Default)]
pub struct ShardContents {
    by_id: HashMap<ShardId, Vec<u64>>,
}

impl ShardContents {
    /// The words of a shard; none if it is not there.
    #[must_use]
    pub fn get(&self, id: ShardId) -> &[u64] {
        self.by_id.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Whether a shard is there.
    #[must_use]
    pub fn contains(&self, id: ShardId) -> bool {
        self.by_id.contains_key(&id)
    }

    /// Adds a shard with its words.
    pub fn insert(&mut self, id: ShardId, words: Vec<u64>) {
        self.by_id.insert(id, words);
    }

    /// The shards that are there, with the memory of each in bytes.
    pub fn iter(&self) -> impl Iterator<Item = (ShardId, u64)> {
        self.by_id.iter().map(|(&id, words)| (id, 8 * words.len() as u64))
    }

    /// Drops a shard.
    pub fn remove(&mut self, id: ShardId) {
        self.by_id.remove(&id);
    }
}

/// Makes a large table shard by shard, from a few finished shards of it and of the table with one
/// piece less. Several processes can make shards at the same time. At the end the shards are put
/// together to the table.
///
/// A table is a sequence of units of whole words, and each unit belongs to one shard. A shard has
/// its units in the order of the table.
///
/// ```
/// use zugi_solver::tables::{RulesBroken, ScatteredGeneration, ShardContents, ShardId};
///
/// /// Makes a table in memory. `all` has the shards of the table with a piece less.
/// fn make_table(
///     shards: &dyn ScatteredGeneration,
///     pieces: u32,
///     mut all: ShardContents,
/// ) -> Result<Vec<u64>, RulesBroken> {
///     for shard in 0..shards.shards(pieces) {
///         let made = shards.make(shard, &all)?;
///         all.insert(ShardId { pieces, shard }, made);
///     }
///     let (mut table, mut taken) = (Vec::new(), vec![0; shards.shards(pieces)]);
///     for &shard in shards.shard_of_units(pieces) {
///         let (shard, unit) = (usize::from(shard), shards.unit(pieces));
///         table.extend_from_slice(&all.get(ShardId { pieces, shard })[taken[shard]..][..unit]);
///         taken[shard] += unit;
///     }
///     Ok(table)
/// }
/// ```
pub trait ScatteredGeneration: Debug + Sync {
    /// The number of shards of the table with these pieces: that which is made, or the one with a
    /// piece less.
    fn shards(&self, pieces: u32) -> usize;

    /// The words of a shard of these tables.
    fn words(&self, id: ShardId) -> usize;

    /// The memory in bytes that it takes itself.
    fn bytes(&self) -> u64;

    /// The words of a unit of the table with these pieces.
    fn unit(&self, pieces: u32) -> usize;

    /// The shard of each unit of the table with these pieces.
    fn shard_of_units(&self, pieces: u32) -> &[u16];

    /// The shards that a shard is made from: of the same table only those with lower numbers.
    fn needs(&self, shard: usize) -> Vec<ShardId>;

    /// Makes a shard from what it needs, on the threads of the current Rayon pool.
    ///
    /// # Errors
    /// The game breaks a rule on which the generation relies.
    fn make(&self, shard: usize, needs: &ShardContents) -> Result<Vec<u64>, RulesBroken>;
}
