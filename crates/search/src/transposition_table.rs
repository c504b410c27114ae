//! The transposition table: the results of earlier searches of a position.
//!
//! Shared by all threads without locks. An entry is two atomic words, the data and
//! the key xor the data; a torn pair does not give its key back and counts as absent
//! (Hyatt and Mann, "A lock-less transposition table implementation for parallel
//! search", 2002).

use std::sync::atomic::Ordering::{AcqRel, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize};
use std::thread;

use thiserror::Error;
use zugi_game::PackedMove;
use zugi_memory::{ZeroedWords, available_mib, prefetch};

use super::negamax::Window;
use super::score::{INFINITE, TB_WIN_IN_MAX_PLY, Value, from_table};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true value is at most the stored one.
    Upper,
    /// The true value is at least the stored one.
    Lower,
    /// It is the true value.
    Exact,
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry<M> {
    pub mv: M,
    /// Proven values count from this node, see [`super::score::to_table`].
    pub value: Value,
    pub depth: i32,
    pub bound: Bound,
    /// The static evaluation.
    pub eval: Value,
}

impl<M> Entry<M> {
    /// The value of the node at `ply` if this entry settles it.
    #[inline]
    pub fn cutoff(&self, window: Window, depth: i32, ply: usize) -> Option<Value> {
        let value = from_table(self.value, ply);
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        (self.depth >= depth && settled).then_some(value)
    }

    /// The evaluation of the node, improved by the bound of this entry.
    #[inline]
    pub fn improve(&self, eval: Value) -> Value {
        match self.bound {
            _ if self.value.abs() >= TB_WIN_IN_MAX_PLY => eval,
            Bound::Exact => self.value,
            Bound::Lower => eval.max(self.value),
            Bound::Upper => eval.min(self.value),
        }
    }

    /// An entry that says which move is good and nothing about the value.
    pub fn of_move(mv: M, eval: Value) -> Entry<M> {
        Entry { mv, value: -INFINITE, depth: 0, bound: Bound::Lower, eval }
    }
}

/// There is not enough memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct OutOfMemory {
    /// The requested size in MiB.
    pub mib: u64,
}

/// Asks the system whether it has so many MiB to give.
///
/// # Errors
/// [`OutOfMemory`] if it has not.
pub(super) fn check_memory(mib: u64) -> Result<(), OutOfMemory> {
    let is_there = mib <= UNCHECKED_MIB || mib <= available_mib();
    if is_there { Ok(()) } else { Err(OutOfMemory { mib }) }
}

/// The transposition table.
#[derive(Debug)]
pub(super) struct Table {
    /// The buckets, one after the other, each [`SLOTS`] slots.
    words: ZeroedWords,
    /// The word where the first bucket begins, so that each is one line of the cache.
    first: usize,
    /// The number of buckets.
    count: usize,
    /// Counts searches, modulo 64, to replace what earlier ones left behind.
    age: AtomicU8,
    /// The parts with something in them: a short search writes to few.
    written: [AtomicBool; PARTS],
    /// The number of running searches.
    searches: AtomicUsize,
}

/// The highest bits of a key choose the part of the table, in its order.
const PART_BITS: u32 = 10;
const PARTS: usize = 1 << PART_BITS;

/// Word 0 is the key xor the data, with the static evaluation in place of the key's highest
/// bits, word 1 the data.
type Slot = [AtomicU64; 2];

/// The slots of a bucket.
const SLOTS: usize = 4;

/// The bytes of a line of the cache, and its words.
const CACHE_LINE: usize = 64;
const LINE_WORDS: usize = CACHE_LINE / size_of::<AtomicU64>();

const _: () = assert!(SLOTS * size_of::<Slot>() == CACHE_LINE);

/// An entry of another search loses to one of this search that is up to so many
/// plies shallower.
const AGE_WEIGHT: i32 = 8;

/// How many slots [`Table::hashfull`] looks at.
const SAMPLE: usize = 1000;

/// Tables up to this size are taken without asking how much memory there is. Larger
/// ones are not: the system promises more than it has and ends the process later.
const UNCHECKED_MIB: u64 = 64;

// The data word, from the lowest bit: move 32, value 16, depth 8, bound 2, age 6.
const VALUE_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const AGE_SHIFT: u32 = 58;
const AGES: u8 = 64;
const FIRST_AGE: u8 = 1;

/// The lowest bit of the static evaluation.
const EVAL_SHIFT: u32 = 48;

/// The bits of the key that are compared. The others choose the bucket, in a table of 4 MiB
/// or more all of them.
const KEY: u64 = (1 << EVAL_SHIFT) - 1;

/// How much of a table [`Table::in_memory`] populates. A gibibyte takes half a second in pages of
/// 4 KiB, and 0.12 s in huge ones.
const POPULATED_MIB: usize = 1024;

impl Table {
    /// An empty table of at most this many MiB.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not give that much.
    pub fn new(mib: u64) -> Result<Table, OutOfMemory> {
        let error = OutOfMemory { mib };
        check_memory(mib)?;
        let bytes = mib.checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok());
        let count = (bytes.ok_or(error)? / CACHE_LINE).max(1);
        // The spare words let the first bucket begin at a line of the cache.
        let words = ZeroedWords::new(count * LINE_WORDS + LINE_WORDS - 1).ok_or(error)?;
        let first = words.as_ptr().align_offset(CACHE_LINE);
        // If that cannot be done, probes are slower and right.
        let first = if first < LINE_WORDS { first } else { 0 };
        let written = [const { AtomicBool::new(false) }; PARTS];
        let (age, searches) = (AtomicU8::new(FIRST_AGE), AtomicUsize::new(0));
        Ok(Table { words, first, count, age, written, searches })
    }

    /// The same for several searches, with its pages of memory. The system gives each page at the
    /// first write to it. At random places during a search this takes five times as long, and a
    /// short first search would spend most of its time on it.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not give that much.
    pub fn in_memory(mib: u64) -> Result<Table, OutOfMemory> {
        let table = Table::new(mib)?;
        table.words.populate((POPULATED_MIB << 20) / size_of::<AtomicU64>());
        Ok(table)
    }

    /// The slots of all buckets.
    #[inline]
    fn slots(&self) -> &[Slot] {
        self.words[self.first..].as_chunks().0
    }

    /// Its size, in MiB; 0 for the smallest one.
    pub fn mib(&self) -> u64 {
        (self.count * CACHE_LINE) as u64 >> 20
    }

    /// Clears the written parts of the table with this number of threads. It keeps the memory: a new
    /// allocation, page by page, takes several times as long and may fail. Slots that were never
    /// written are only read, which takes no memory.
    ///
    /// A running search continues; its later results stay in the table.
    pub fn clear(&self, threads: usize) {
        let forget = |(first, parts): (usize, &[AtomicBool])| {
            let parts = (first..).zip(parts);
            for (part, _) in parts.filter(|(_, written)| written.swap(false, AcqRel)) {
                let words = self.part(part).as_flattened().iter();
                words.filter(|it| it.load(Relaxed) != 0).for_each(|it| it.store(0, Relaxed));
            }
        };
        // In WebAssembly each thread is one of a search, and tables are small.
        let threads = if cfg!(target_family = "wasm") { 1 } else { threads.max(1) };
        let size = PARTS.div_ceil(threads);
        let mut shares = (0..).step_by(size).zip(self.written.chunks(size));
        let own = shares.next();
        thread::scope(|scope| {
            for share in shares {
                if thread::Builder::new().spawn_scoped(scope, move || forget(share)).is_err() {
                    forget(share);
                }
            }
            own.map(forget);
        });
        // A search that runs may have seen, just before, that a part was written to already.
        if self.searches.fetch_add(0, AcqRel) > 0 {
            self.written.iter().for_each(|written| written.store(true, Release));
        }
        self.age.store(FIRST_AGE, Relaxed);
    }

    /// The slots of all keys of a part; two parts may share a bucket.
    fn part(&self, part: usize) -> &[Slot] {
        let (begin, end) = (part * self.count / PARTS, ((part + 1) * self.count).div_ceil(PARTS));
        &self.slots()[SLOTS * begin..SLOTS * end]
    }

    /// A new search begins.
    pub fn begin_search(&self) {
        self.searches.fetch_add(1, AcqRel);
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// A search has ended.
    pub fn end_search(&self) {
        self.searches.fetch_sub(1, AcqRel);
    }

    /// How many of 1000 slots hold an entry of the latest search: an estimate by the first
    /// ones, for keys are spread evenly.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.slots()[..(self.count * SLOTS).min(SAMPLE)];
        let used = sample.iter().filter(|slot| {
            let data = slot[1].load(Relaxed);
            data != 0 && age_of(data) == age
        });
        // The sample is at most 1000 slots.
        (used.count() * 1000 / sample.len()) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        // The high half of the product spreads the keys evenly over any number of
        // buckets (Lemire, "Fast random integer generation in an interval", 2019).
        let index = (u128::from(key) * self.count as u128) >> 64;
        &self.slots().as_chunks().0[index as usize]
    }

    /// Fetches what is known about the position with this key into the cache.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub(super) fn probe<M: PackedMove>(&self, key: u64) -> Option<Entry<M>> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[1].load(Relaxed);
            let found = slot[0].load(Relaxed) ^ data;
            let matches = (found ^ key) & KEY == 0 && data != 0;
            matches.then(|| unpack(data, found))
        })
    }

    /// Stores an entry in place of the position's own one, or else of the one that
    /// is worth least.
    #[inline]
    pub(super) fn store<M: PackedMove>(&self, key: u64, entry: Entry<M>) {
        let age = self.age.load(Relaxed);
        let worth = |slot: &Slot| {
            let data = slot[1].load(Relaxed);
            if data == 0 || (slot[0].load(Relaxed) ^ data ^ key) & KEY == 0 {
                return i32::MIN;
            }
            let older = i32::from((age + AGES - age_of(data)) % AGES);
            depth_of(data) - AGE_WEIGHT * older
        };
        if let Some(slot) = self.bucket(key).iter().min_by_key(|slot| worth(slot)) {
            let data = pack(entry, age);
            let eval = u64::from(entry.eval as u16) << EVAL_SHIFT;
            slot[0].store((key & KEY | eval) ^ data, Relaxed);
            slot[1].store(data, Relaxed);
        }
        let written = &self.written[(key >> (u64::BITS - PART_BITS)) as usize];
        if !written.load(Relaxed) {
            written.store(true, Release);
        }
    }
}

fn pack<M: PackedMove>(entry: Entry<M>, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.mv.to_bits())
        | u64::from(entry.value as u16) << VALUE_SHIFT
        | u64::from(entry.depth.clamp(0, 255) as u8) << DEPTH_SHIFT
        | bound << BOUND_SHIFT
        | u64::from(age) << AGE_SHIFT
}

fn unpack<M: PackedMove>(data: u64, found: u64) -> Entry<M> {
    Entry {
        eval: Value::from((found >> EVAL_SHIFT) as i16),
        mv: M::from_bits(data as u32),
        value: Value::from((data >> VALUE_SHIFT) as i16),
        depth: depth_of(data),
        bound: match data >> BOUND_SHIFT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> DEPTH_SHIFT) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> AGE_SHIFT) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move that needs all of its bits.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    struct Wide(u32);

    impl PackedMove for Wide {
        fn to_bits(self) -> u32 {
            self.0
        }

        fn from_bits(bits: u32) -> Wide {
            Wide(bits)
        }

        fn target(self) -> usize {
            (self.0 % 128) as usize
        }
    }

    fn entry(depth: i32, value: Value) -> Entry<Wide> {
        Entry { mv: Wide(0xfedc_ba98), value, depth, bound: Bound::Lower, eval: -value / 2 }
    }

    #[test]
    fn entries_come_back_whole() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.hashfull(), 0);
        for (key, value) in [(0, -32_000), (1, 32_000), (u64::MAX, 0), (1 << 63, -1)] {
            assert_eq!(table.probe::<Wide>(key), None);
            table.store(key, entry(240, value));
            assert_eq!(table.probe(key), Some(entry(240, value)));
        }
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let table = Table::new(1).unwrap();
        for (key, depth) in (0..).zip([9, 3, 8, 7, 6]) {
            table.store(key, entry(depth, 0));
        }
        assert_eq!(table.probe::<Wide>(1), None);
        assert!([0, 2, 3, 4].into_iter().all(|key| table.probe::<Wide>(key).is_some()));
        table.begin_search();
        table.begin_search();
        for key in 5..9 {
            table.store(key, entry(1, 0));
        }
        assert_eq!(table.probe::<Wide>(0), None);
    }

    #[test]
    fn buckets_are_lines_of_the_cache() {
        for mib in [0, 1, 3] {
            let table = Table::new(mib).unwrap();
            for key in [0, u64::MAX / 2, u64::MAX] {
                let bucket = table.bucket(key);
                assert_eq!(bucket.len(), SLOTS);
                assert!((bucket.as_ptr() as usize).is_multiple_of(CACHE_LINE), "{mib} {key}");
            }
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        for (mib, threads) in [(0, 1), (1, 0), (1, 1), (3, 3)] {
            let table = Table::new(mib).unwrap();
            let is_empty = || table.words.iter().all(|it| it.load(Relaxed) == 0);
            table.begin_search();
            (0..5000).for_each(|key| table.store(key * (u64::MAX / 4999), entry(5, 7)));
            assert!(table.hashfull() > 0);
            table.clear(threads);
            assert!(is_empty());
            // The search goes on: this write is not marked.
            table.bucket(7)[0][1].store(1, Relaxed);
            table.end_search();
            table.clear(threads);
            assert!(is_empty());
        }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(Table::new(u64::MAX).unwrap_err(), OutOfMemory { mib: u64::MAX });
        assert!(Table::new(1 << 40).is_err());
    }
}
