//! Reuses the memory of large tables on WebAssembly, which never returns memory to the system.
//!
//! There, small allocations soon split a freed block, so the next table needs new memory. One
//! block, as large as the largest table, serves all tables in turn. Lengths are in words of 64
//! bits.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use bytemuck::Zeroable;

pub(super) struct KeptBlock {
    block: Mutex<Vec<AtomicU64>>,
    /// Requests up to this length never take the kept block.
    tiny: usize,
    /// Up to this length a request uses the allocator, unless a block is kept.
    small: usize,
    /// The minimum length of the kept block.
    large: usize,
}

impl KeptBlock {
    pub const fn new(tiny: usize, small: usize, large: usize) -> KeptBlock {
        KeptBlock { block: Mutex::new(Vec::new()), tiny, small, large }
    }

    /// Returns `count` zeros, or an error if there is not enough memory.
    pub fn take(&self, count: usize) -> Result<Vec<AtomicU64>, ()> {
        let mut lock = self.lock();
        if count > self.tiny && count <= lock.capacity() {
            let mut kept = std::mem::take(&mut *lock);
            kept.clear();
            kept.resize_with(count, AtomicU64::zeroed);
            return Ok(kept);
        }
        if count <= self.small {
            return bytemuck::allocation::try_zeroed_vec(count);
        }
        // Free the old block before a larger one is allocated.
        *lock = Vec::new();
        let mut fresh = bytemuck::allocation::try_zeroed_vec(count.max(self.large))?;
        fresh.truncate(count);
        Ok(fresh)
    }

    /// Takes back the block of a dropped table, for the next table.
    pub fn give_back(&self, words: Vec<AtomicU64>) {
        let mut kept = self.lock();
        if words.capacity() > self.small && words.capacity() > kept.capacity() {
            *kept = words;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<AtomicU64>> {
        self.block.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn one_block_serves_all_tables_in_turn() {
        let kept = KeptBlock::new(5, 10, 1000);
        let mut first = kept.take(100).unwrap();
        assert_eq!((first.len(), first.capacity() >= 1000), (100, true));
        let address = first.as_ptr();
        first.iter_mut().for_each(|word| *word.get_mut() = 7);
        kept.give_back(first);
        // Tiny requests never take the kept block; a small one does.
        let tiny = kept.take(5).unwrap();
        assert!(tiny.capacity() < 1000 && tiny.as_ptr() != address);
        kept.give_back(tiny);
        let small = kept.take(10).unwrap();
        assert_eq!(small.as_ptr(), address);
        kept.give_back(small);
        let second = kept.take(1000).unwrap();
        assert_eq!(second.as_ptr(), address);
        assert!(second.iter().all(|word| word.load(Relaxed) == 0) && second.len() == 1000);
        // While the block is in use, another one is allocated. The larger one is kept.
        let third = kept.take(2000).unwrap();
        let larger = third.as_ptr();
        kept.give_back(second);
        kept.give_back(third);
        let last = kept.take(11).unwrap();
        assert_eq!(last.as_ptr(), larger);
    }
}
