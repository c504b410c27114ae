//! A table of results for each thread, for positions near the leaves.
//!
//! Nearly all positions of a proof are near its leaves (98 % on 6x6 with tables of eight checkers),
//! and the search soon meets them again by transpositions. So a small table for each thread is
//! enough for their results. It stays in the cache of its core, while each look-up in the shared
//! table waits for memory. `docs/notes/solving.md` has the figures.

use std::sync::Mutex;

use super::results_table::Results;

/// A position is near the leaves if its size is at most this much greater than the least size of a
/// position that the search expands.
pub(super) const NEAR: u32 = 2;

/// The binary logarithm of the number of buckets (2 MiB). Keys of up to 72 bits are exact.
const BUCKET_BITS: u32 = 15;

/// The tables that no thread uses at present. Their results stay valid for later searches.
#[derive(Debug, Default)]
pub(super) struct NearTables(Mutex<Vec<Results>>);

impl NearTables {
    /// `half_bits` is the number of bits of half a key; `None` without enough memory.
    pub fn take(&self, half_bits: u32) -> Option<Results> {
        let kept = self.0.lock().ok().and_then(|mut tables| tables.pop());
        kept.or_else(|| Results::with_bits(BUCKET_BITS, half_bits))
    }

    pub fn recycle(&self, table: Results) {
        if let Ok(mut tables) = self.0.lock() {
            tables.push(table);
        }
    }
}
