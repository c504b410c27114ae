//! The transposition table, which all threads share without locks.
//!
//! An entry is two atomic words, the data and the key xor the data. If the two words come from
//! different writes, their xor is not the key, and the entry counts as absent (Hyatt and Mann, "A
//! lock-less transposition table implementation for parallel search", 2002).

use std::sync::atomic::Ordering::{AcqRel, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize};
use std::thread;

use thiserror::Error;
use zugi_game::PackedMove;
use zugi_memory::{CACHE_LINE, ZeroedWords, has_mib, prefetch};

use super::negamax::Window;
use super::score::{INFINITE, TB_WIN_IN_MAX_PLY, Value, from_table};

/// The kind of a stored value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true value is at most the stored one.
    Upper = 1,
    /// The true value is at least the stored one.
    Lower = 2,
    Exact = 3,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry<M> {
    /// The best move, or the one that refuted the move before.
    pub mv: M,
    /// Proven and known results count plies from this node, see [`super::score::to_table`].
    pub value: Value,
    pub depth: i32,
    pub bound: Bound,
    pub eval: Value,
}

impl<M> Entry<M> {
    /// The value of the node at `ply`, if the entry is deep enough, and exact or a bound that lies
    /// outside the window.
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

    /// The evaluation of the node, replaced by the value of this entry if its bound shows that the
    /// value is a better estimate.
    #[inline]
    pub fn improve(&self, eval: Value) -> Value {
        match self.bound {
            _ if self.value.abs() >= TB_WIN_IN_MAX_PLY => eval,
            Bound::Exact => self.value,
            Bound::Lower => eval.max(self.value),
            Bound::Upper => eval.min(self.value),
        }
    }

    /// An entry with a move and an evaluation, and no information about the value.
    pub fn of_move(mv: M, eval: Value) -> Entry<M> {
        Entry { mv, value: -INFINITE, depth: 0, bound: Bound::Lower, eval }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct OutOfMemory {
    /// The requested size in MiB.
    pub mib: u64,
}

pub(super) fn check_memory(mib: u64) -> Result<(), OutOfMemory> {
    if has_mib(mib) { Ok(()) } else { Err(OutOfMemory { mib }) }
}

#[derive(Debug)]
pub(super) struct Table {
    /// The buckets: each has [`SLOTS`] slots and is one cache line.
    words: ZeroedWords,
    /// The number of buckets.
    count: usize,
    /// The number of searches, modulo [`AGES`]: older entries rank lower, see [`AGE_WEIGHT`].
    age: AtomicU8,
    /// Whether a part may hold entries: only these are cleared, to save time after a short search.
    written: [AtomicBool; PARTS],
    searches: AtomicUsize,
}

/// The number of highest bits of a key that choose its part. The highest bits also choose the
/// bucket, so a part is a contiguous range of the table.
const PART_BITS: u32 = 10;
const PARTS: usize = 1 << PART_BITS;

/// Word 0 is the key, with the static evaluation in place of its highest 16 bits, xor the data.
/// Word 1 is the data.
type Slot = [AtomicU64; 2];

const SLOTS: usize = 4;

const _: () = assert!(SLOTS * size_of::<Slot>() == CACHE_LINE);

/// For each search since it was stored, an entry ranks as this many plies shallower.
const AGE_WEIGHT: i32 = 8;

/// The number of slots that [`Table::hashfull`] reads.
const HASHFULL_SAMPLE: usize = 1000;

// The bits of the data word, from the lowest: 32 move, 16 value, 8 depth, 2 bound, 6 age.
const VALUE_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const AGE_SHIFT: u32 = 58;
const AGES: u8 = 64;
const INITIAL_AGE: u8 = 1;

/// The lowest bit of the static evaluation in word 0, before the xor.
const EVAL_SHIFT: u32 = 48;

/// The bits of the key that a probe compares. The other 16 bits choose the bucket; a table of 4 MiB
/// or more uses all of them, so no information is lost.
const KEY_MASK: u64 = (1 << EVAL_SHIFT) - 1;

/// [`Table::in_memory`] populates at most this many MiB, the first ones of a larger table. A
/// gibibyte takes half a second in pages of 4 KiB, and 0.12 s in huge ones.
const MAX_POPULATED_MIB: usize = 1024;

impl Table {
    /// An empty table of at most this many MiB.
    pub fn new(mib: u64) -> Result<Table, OutOfMemory> {
        let error = OutOfMemory { mib };
        check_memory(mib)?;
        let bytes = mib.checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok());
        let count = (bytes.ok_or(error)? / CACHE_LINE).max(1);
        let words = ZeroedWords::new(count * CACHE_LINE / size_of::<AtomicU64>()).ok_or(error)?;
        let written = [const { AtomicBool::new(false) }; PARTS];
        let (age, searches) = (AtomicU8::new(INITIAL_AGE), AtomicUsize::new(0));
        Ok(Table { words, count, age, written, searches })
    }

    /// An empty table for several searches, whose pages the system maps in advance. Otherwise it
    /// maps a page at its first write: at random addresses during a search this takes five times
    /// as long, and a short first search would spend most of its time on it.
    pub fn in_memory(mib: u64) -> Result<Table, OutOfMemory> {
        let table = Table::new(mib)?;
        table.words.populate((MAX_POPULATED_MIB << 20) / size_of::<AtomicU64>());
        Ok(table)
    }

    #[inline]
    fn slots(&self) -> &[Slot] {
        self.words.as_chunks().0
    }

    /// The size in MiB; 0 for the smallest table, which has one bucket.
    pub fn mib(&self) -> u64 {
        (self.count * CACHE_LINE) as u64 >> 20
    }

    /// Clears the written parts of the table with this number of threads. It keeps the memory, as a
    /// new allocation takes several times as long and may fail. Slots that hold zeros are only
    /// read, which maps no page.
    ///
    /// A running search continues; its later results stay in the table.
    pub fn clear(&self, threads: usize) {
        let clear_parts = |(first, parts): (usize, &[AtomicBool])| {
            let parts = (first..).zip(parts);
            for (part, _) in parts.filter(|(_, written)| written.swap(false, AcqRel)) {
                let words = self.part(part).as_flattened().iter();
                words.filter(|it| it.load(Relaxed) != 0).for_each(|it| it.store(0, Relaxed));
            }
        };
        // In WebAssembly all threads belong to searches, and tables are small.
        let threads = if cfg!(target_family = "wasm") { 1 } else { threads.max(1) };
        let size = PARTS.div_ceil(threads);
        let mut shares = (0..).step_by(size).zip(self.written.chunks(size));
        let own = shares.next();
        thread::scope(|scope| {
            for share in shares {
                if thread::Builder::new().spawn_scoped(scope, move || clear_parts(share)).is_err() {
                    clear_parts(share);
                }
            }
            own.map(clear_parts);
        });
        // A running search may have read `written` as true just before its reset, and store an
        // entry without setting it again. So all parts count as written.
        if self.searches.fetch_add(0, AcqRel) > 0 {
            self.written.iter().for_each(|written| written.store(true, Release));
        }
        self.age.store(INITIAL_AGE, Relaxed);
    }

    /// The slots of all keys of a part; two parts may share a bucket.
    fn part(&self, part: usize) -> &[Slot] {
        // 64 bits, because the products may be larger than a `usize` of 32 bits.
        let [part, parts, count] = [part, PARTS, self.count].map(|number| number as u64);
        let (begin, end) = (part * count / parts, ((part + 1) * count).div_ceil(parts));
        &self.slots()[SLOTS * begin as usize..SLOTS * end as usize]
    }

    pub fn begin_search(&self) {
        self.searches.fetch_add(1, AcqRel);
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    pub fn end_search(&self) {
        self.searches.fetch_sub(1, AcqRel);
    }

    /// How many of 1000 slots hold an entry of the latest search, estimated from the first slots,
    /// because keys are spread evenly.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.slots()[..(self.count * SLOTS).min(HASHFULL_SAMPLE)];
        let used = sample.iter().filter(|slot| {
            let data = slot[1].load(Relaxed);
            data != 0 && age_of(data) == age
        });
        // At most 1000.
        (used.count() * 1000 / sample.len()) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; SLOTS] {
        // The high half of the product spreads the keys evenly over any number of buckets (Lemire,
        // "Fast random integer generation in an interval", 2019).
        let index = (u128::from(key) * self.count as u128) >> 64;
        &self.slots().as_chunks().0[index as usize]
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    pub(super) fn probe<M: PackedMove>(&self, key: u64) -> Option<Entry<M>> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[1].load(Relaxed);
            let found = slot[0].load(Relaxed) ^ data;
            let matches = (found ^ key) & KEY_MASK == 0 && data != 0;
            matches.then(|| unpack(data, found))
        })
    }

    /// Stores an entry. It replaces the position's own entry or an empty slot if there is one,
    /// otherwise the shallowest entry, see [`AGE_WEIGHT`].
    #[inline]
    pub(super) fn store<M: PackedMove>(&self, key: u64, entry: Entry<M>) {
        let age = self.age.load(Relaxed);
        let worth = |slot: &Slot| {
            let data = slot[1].load(Relaxed);
            if data == 0 || (slot[0].load(Relaxed) ^ data ^ key) & KEY_MASK == 0 {
                return i32::MIN;
            }
            let older = i32::from((age + AGES - age_of(data)) % AGES);
            depth_of(data) - AGE_WEIGHT * older
        };
        if let Some(slot) = self.bucket(key).iter().min_by_key(|slot| worth(slot)) {
            let data = pack(entry, age);
            let eval = u64::from(entry.eval as u16) << EVAL_SHIFT;
            slot[0].store((key & KEY_MASK | eval) ^ data, Relaxed);
            slot[1].store(data, Relaxed);
        }
        let written = &self.written[(key >> (u64::BITS - PART_BITS)) as usize];
        if !written.load(Relaxed) {
            written.store(true, Release);
        }
    }
}

fn pack<M: PackedMove>(entry: Entry<M>, age: u8) -> u64 {
    u64::from(entry.mv.to_bits())
        | u64::from(entry.value as u16) << VALUE_SHIFT
        | u64::from(entry.depth.clamp(0, 255) as u8) << DEPTH_SHIFT
        | (entry.bound as u64) << BOUND_SHIFT
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

    /// A move that uses all 32 bits.
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
    fn a_probe_returns_the_stored_entry() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.hashfull(), 0);
        for (key, value) in [(0, -32_000), (1, 32_000), (u64::MAX, 0), (1 << 63, -1)] {
            assert_eq!(table.probe::<Wide>(key), None);
            table.store(key, entry(240, value));
            assert_eq!(table.probe(key), Some(entry(240, value)));
        }
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
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
    fn a_cleared_table_is_empty() {
        for (mib, threads) in [(0, 1), (1, 0), (1, 1), (3, 3)] {
            let table = Table::new(mib).unwrap();
            let is_empty = || table.words.iter().all(|it| it.load(Relaxed) == 0);
            table.begin_search();
            (0..5000).for_each(|key| table.store(key * (u64::MAX / 4999), entry(5, 7)));
            assert!(table.hashfull() > 0);
            table.clear(threads);
            assert!(is_empty());
            // A write of the running search that does not set `written`.
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
