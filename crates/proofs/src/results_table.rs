//! The table of results of a proof, shared by all threads without locks.
//!
//! An entry is one atomic word, so it cannot be torn. A bijection mixes the key of a position. Some
//! bits of the mixed key are the number of the bucket; the entry has the other bits, folded to 57.
//! If there are at most 57 other bits, as for a board of 36 squares (72 bits) and a table of 2 MiB
//! (2^15 buckets) or more, no entry can match another position. Otherwise an entry of another
//! position matches with a probability of 2^-57.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;
use zugi_memory::{CACHE_LINE, ZeroedWords, has_mib};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no memory for {mib} MiB of results: expected less")]
pub struct NoMemoryForResults {
    /// The requested size in MiB.
    pub mib: u64,
}

/// The bytes of a table of `mib` MiB (0 counts as 1); an error if the system lacks the memory.
pub(super) fn bytes_of(mib: u64) -> Result<usize, NoMemoryForResults> {
    let bytes = mib.max(1).checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok());
    bytes.filter(|_| has_mib(mib)).ok_or(NoMemoryForResults { mib })
}

/// The entries of a bucket, which is one cache line.
const SLOTS: usize = 8;
type Bucket = [AtomicU64; SLOTS];
const _: () = assert!(size_of::<Bucket>() == CACHE_LINE);

// The fields of an entry from the lowest bit: mover wins 1 bit, work 5, check 57, present 1.
const WORK_SHIFT: u32 = 1;
const WORK_MASK: u64 = 31;
const CHECK_SHIFT: u32 = 6;
const CHECK_BITS: u32 = 57;
const CHECK_MASK: u64 = (1 << CHECK_BITS) - 1;
const PRESENT: u64 = 1 << 63;

/// The constants of the rounds of [`Results::place`]: any odd numbers.
const ROUNDS: [[u64; 2]; 2] = [
    [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f],
    [0x1656_67b1_9e37_79f9, 0x27d4_eb2f_1656_67c5],
];

#[derive(Debug)]
pub(super) struct Results {
    words: ZeroedWords,
    /// The binary logarithm of the number of buckets.
    bucket_bits: u32,
    /// The number of bits of half a key.
    half_bits: u32,
}

/// The bucket of a position, and the bits that identify it there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    bucket: usize,
    check: u64,
}

impl Results {
    /// An empty table of at most `mib` MiB, for keys with two halves of `half_bits` bits each.
    pub fn new(mib: u64, half_bits: u32) -> Result<Results, NoMemoryForResults> {
        let buckets = bytes_of(mib)? / CACHE_LINE;
        Results::with_bits(buckets.ilog2(), half_bits).ok_or(NoMemoryForResults { mib })
    }

    /// An empty table with 2^`bucket_bits` buckets, at most 2^`half_bits`; `None` without memory.
    pub fn with_bits(bucket_bits: u32, half_bits: u32) -> Option<Results> {
        let bucket_bits = bucket_bits.min(half_bits);
        let count = 1usize.checked_shl(bucket_bits)?.checked_mul(SLOTS)?;
        let words = ZeroedWords::new(count)?;
        Some(Results { words, bucket_bits, half_bits })
    }

    /// The round function of [`Results::place`]; its value has [`Results::half_bits`] bits.
    #[inline]
    fn spread(&self, half: u64, constant: u64) -> u64 {
        let product = (half ^ constant >> 32).wrapping_mul(constant);
        (product ^ product >> 32) >> (64 - self.half_bits)
    }

    #[inline]
    pub fn place(&self, [mut left, mut right]: [u64; 2]) -> Place {
        // A Feistel network is a bijection, whatever its round function is.
        for &[first, second] in &ROUNDS {
            right ^= self.spread(left, first);
            left ^= self.spread(right, second);
        }
        let bucket = right & ((1 << self.bucket_bits) - 1);
        let rest = u128::from(left) << (self.half_bits - self.bucket_bits)
            | u128::from(right >> self.bucket_bits);
        let folded = rest ^ rest >> CHECK_BITS ^ rest >> (2 * CHECK_BITS);
        Place { bucket: bucket as usize, check: folded as u64 & CHECK_MASK }
    }

    #[inline]
    fn bucket(&self, index: usize) -> &[AtomicU64] {
        &self.words[SLOTS * index..][..SLOTS]
    }

    #[inline]
    pub fn mover_wins(&self, place: Place) -> Option<bool> {
        self.entry(place).map(|word| word & 1 != 0)
    }

    /// The binary logarithm of the nodes of the result.
    pub fn work(&self, place: Place) -> Option<u32> {
        self.entry(place).map(work_of)
    }

    #[inline]
    fn entry(&self, place: Place) -> Option<u64> {
        let wanted = PRESENT | place.check << CHECK_SHIFT;
        let words = self.bucket(place.bucket).iter().map(|word| word.load(Ordering::Relaxed));
        words.into_iter().find(|word| word & !((1 << CHECK_SHIFT) - 1) == wanted)
    }

    /// Stores a result that took `nodes` nodes, in place of the bucket's entry with the least work.
    #[inline]
    pub fn store(&self, place: Place, mover_wins: bool, nodes: u64) {
        let work = u64::from(nodes.max(1).ilog2()).min(WORK_MASK);
        let word =
            PRESENT | place.check << CHECK_SHIFT | work << WORK_SHIFT | u64::from(mover_wins);
        self.insert(place.bucket, word);
    }

    fn insert(&self, bucket: usize, word: u64) {
        let check = word >> CHECK_SHIFT;
        let worth = |slot: &&AtomicU64| {
            let old = slot.load(Ordering::Relaxed);
            // An empty slot, or an older entry of the same position, is replaced first.
            if old == 0 || old >> CHECK_SHIFT == check { 0 } else { 1 + work_of(old) }
        };
        if let Some(slot) = self.bucket(bucket).iter().min_by_key(worth) {
            slot.store(word, Ordering::Relaxed);
        }
    }

    /// The share of occupied slots in thousandths, estimated from the first 1000 slots.
    pub fn taken(&self) -> u32 {
        let sample = 1000.min(SLOTS << self.bucket_bits);
        let words = &self.words[..sample];
        let taken = words.iter().filter(|word| word.load(Ordering::Relaxed) != 0).count();
        (taken * 1000 / sample) as u32
    }
}

/// For checkpoints.
#[cfg(feature = "files")]
impl Results {
    pub fn bucket_bits(&self) -> u32 {
        self.bucket_bits
    }

    /// The number of entries by the logarithm of their work.
    pub fn count_by_work(&self) -> [u64; WORK_MASK as usize + 1] {
        let mut counts = [0; WORK_MASK as usize + 1];
        for (_, word) in self.entries() {
            counts[work_of(word) as usize] += 1;
        }
        counts
    }

    /// The bucket and word of all entries with at least this logarithm of work, in bucket order.
    pub fn entries_of_work(&self, work: u32) -> impl Iterator<Item = (usize, u64)> {
        self.entries().filter(move |(_, word)| work_of(*word) >= work)
    }

    fn entries(&self) -> impl Iterator<Item = (usize, u64)> {
        let buckets = 0..1usize << self.bucket_bits;
        let words = |bucket| self.bucket(bucket).iter().map(move |word| (bucket, word));
        buckets
            .flat_map(words)
            .map(|(bucket, word)| (bucket, word.load(Ordering::Relaxed)))
            .filter(|(_, word)| *word != 0)
    }

    /// Stores an entry of [`Results::entries_of_work`] again; false if it is not valid.
    pub fn restore(&self, bucket: u64, word: u64) -> bool {
        let is_entry = word & PRESENT != 0 && bucket >> self.bucket_bits == 0;
        if is_entry {
            self.insert(bucket as usize, word);
        }
        is_entry
    }
}

fn work_of(word: u64) -> u32 {
    (word >> WORK_SHIFT & WORK_MASK) as u32
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use std::collections::HashSet;

    use zugi_game::board::mix;

    use super::*;

    #[test]
    fn results_come_back() {
        let results = Results::new(1, 36).unwrap();
        let place = |i: u64| results.place([i, mix(i) >> 28]);
        for i in 0..1000 {
            assert_eq!(results.mover_wins(place(i)), None);
            results.store(place(i), i % 3 == 0, i);
        }
        for i in 0..1000 {
            assert_eq!(results.mover_wins(place(i)), Some(i % 3 == 0));
            assert_eq!(results.work(place(i)), Some(i.max(1).ilog2()));
        }
        assert_eq!(results.count_by_work().iter().sum::<u64>(), 1000);
    }

    #[test]
    fn no_two_keys_have_the_same_place() {
        // All keys of 16 bits.
        let results = Results::with_bits(3, 8).unwrap();
        let keys = (0..256).flat_map(|left| (0..256).map(move |right| [left, right]));
        let places: HashSet<(usize, u64)> =
            keys.map(|key| results.place(key)).map(|place| (place.bucket, place.check)).collect();
        assert_eq!(places.len(), 1 << 16);
    }

    #[test]
    fn work_is_kept() {
        let results = Results::with_bits(0, 36).unwrap();
        let place = |i: u64| results.place([i, 7]);
        results.store(place(0), true, 1000);
        for i in 1..100 {
            results.store(place(i), false, 3);
        }
        assert_eq!(results.mover_wins(place(0)), Some(true));
        assert_eq!(results.mover_wins(place(99)), Some(false));
    }

    #[test]
    fn entries_are_restored() {
        let results = Results::with_bits(4, 36).unwrap();
        for i in 0..50 {
            results.store(results.place([i, i]), i % 2 == 0, i);
        }
        let copy = Results::with_bits(4, 36).unwrap();
        for (bucket, word) in results.entries_of_work(3) {
            assert!(copy.restore(bucket as u64, word));
        }
        for i in 0..50 {
            let place = results.place([i, i]);
            let kept = results.work(place).is_some_and(|work| work >= 3);
            assert_eq!(copy.mover_wins(place), kept.then_some(i % 2 == 0));
        }
        assert!(!copy.restore(16, PRESENT) && !copy.restore(0, 1));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(Results::new(u64::MAX, 36).unwrap_err(), NoMemoryForResults { mib: u64::MAX });
        assert!(Results::new(1 << 40, 36).is_err());
    }
}
