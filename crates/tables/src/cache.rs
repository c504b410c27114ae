//! A cache of blocks, for tables that are too large for memory. It drops the least recently used
//! blocks.

use std::sync::{Arc, Mutex, PoisonError};

use super::error::TableError;
use super::files::TableFile;

/// The words of an uncompressed block: 32 KiB.
pub(super) const BLOCK: usize = 4096;

/// The number of blocks under one lock.
const WAYS: usize = 8;

/// The number of pieces of the table, and the number of the block.
type BlockKey = (u32, u32);

/// The blocks under one lock, the most recently used first.
type CacheSet = Vec<(BlockKey, Arc<[u64]>)>;

#[derive(Debug)]
pub(super) struct Cache {
    sets: Vec<Mutex<CacheSet>>,
}

impl Cache {
    /// A cache of this size in bytes, at least 2 MiB.
    pub fn new(bytes: u64) -> Cache {
        let sets = (bytes / (8 * BLOCK * WAYS) as u64).clamp(8, 1 << 20);
        Cache { sets: (0..sets).map(|_| Mutex::default()).collect() }
    }

    /// A word of a table, from its block, which is read if it is not in the cache.
    pub fn word(&self, file: &TableFile, word: usize) -> Result<u64, TableError> {
        let block = word / BLOCK;
        let key = (file.pieces(), block as u32);
        let mixed = (block as u64 ^ u64::from(key.0) << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let set = &self.sets[((mixed >> 32) as usize) % self.sets.len()];
        let lock = || set.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut ways = lock();
            if let Some(at) = ways.iter().position(|(known, _)| *known == key) {
                ways[..=at].rotate_right(1);
                return Ok(ways[0].1[word % BLOCK]);
            }
        }
        // No lock is held while this reads; two threads may read the same block.
        let content: Arc<[u64]> = file.read_block(block)?.into();
        let found = content[word % BLOCK];
        let mut ways = lock();
        ways.truncate(WAYS - 1);
        ways.insert(0, (key, content));
        Ok(found)
    }
}
