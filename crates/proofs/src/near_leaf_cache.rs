//! A cache of each thread for positions near the leaves.
//!
//! Nearly all positions of a proof have little below them: with tables of up to eight checkers
//! three quarters of them have nine, another fifth has ten. Whatever leads to such a position
//! again does so soon. So their results are kept in a small table of the thread's own, which
//! stays in the cache of its core, and not in the large one, where each look is a wait for the
//! memory. `docs/notes/solving.md` has the figures.

use std::sync::Mutex;

use super::results::Results;

/// Positions of the least size that is searched, and of so much more, are near the end.
pub(super) const NEAR: u32 = 2;

/// The logarithm of the buckets of such a table: 2 MiB. Keys of 72 bits are exact in it.
const BUCKET_BITS: u32 = 15;

/// The small tables that no thread uses at present. What is in them stays true.
#[derive(Debug, Default)]
pub(super) struct NearTables(Mutex<Vec<Results>>);

impl NearTables {
    /// A table for keys with halves of this number of bits; `None` if there is no memory.
    pub fn take(&self, half_bits: u32) -> Option<Results> {
        let kept = self.0.lock().ok().and_then(|mut tables| tables.pop());
        kept.or_else(|| Results::with_bits(BUCKET_BITS, half_bits))
    }

    /// Keeps a table for the next thread.
    pub fn give_back(&self, table: Results) {
        if let Ok(mut tables) = self.0.lock() {
            tables.push(table);
        }
    }
}
