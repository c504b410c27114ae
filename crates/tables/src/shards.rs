//! The generation of a table shard by shard, each from finished ones.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{ControlFlow, Range};

use super::error::{RulesBroken, TableError};
#[cfg(doc)]
use super::position_index::HasTablebase;
use super::position_index::words;

/// Where the finished shards are during a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// In memory, as whole tables.
    Memory,
    /// In files; memory has what the next shard needs and, as far as there is room, what earlier
    /// shards needed.
    Files,
}

/// A range of words of a table, numbered as if the shards of the table followed each other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    pub pieces: u32,
    pub words: Range<usize>,
}

/// The words of extents. An extent whose words are all 0 has an empty list.
#[derive(Debug, Default)]
pub struct Extents {
    /// The words of each extent, and the value of `now` at its last use.
    by_extent: HashMap<Extent, (Vec<u64>, usize)>,
    now: usize,
}

impl Extents {
    /// The words of an extent; none if they are all 0 or the extent is missing.
    #[must_use]
    pub fn get(&self, extent: &Extent) -> &[u64] {
        self.by_extent.get(extent).map_or(&[], |(words, _)| words)
    }

    pub fn insert(&mut self, extent: Extent, words: Vec<u64>) {
        let words = if words.iter().all(|&word| word == 0) { Vec::new() } else { words };
        self.by_extent.insert(extent, (words, self.now));
    }

    /// Drops extents that are not in `needs`, the least recently used first, until the rest of them
    /// takes at most `room` bytes. Returns the extents of `needs` that are missing.
    #[cfg(feature = "files")]
    pub(super) fn make_room(&mut self, needs: &[Extent], room: u64) -> Vec<Extent> {
        self.now += 1;
        let mut missing = Vec::new();
        for extent in needs {
            match self.by_extent.get_mut(extent) {
                Some((_, used)) => *used = self.now,
                None => missing.push(extent.clone()),
            }
        }
        let others = self.by_extent.iter().filter(|(_, (_, used))| *used < self.now);
        let mut others: Vec<(usize, Extent)> =
            others.map(|(extent, &(_, used))| (used, extent.clone())).collect();
        others.sort_by_key(|(used, _)| std::cmp::Reverse(*used));
        let mut kept = 0;
        for (_, extent) in others {
            kept += 8 * self.get(&extent).len() as u64;
            if kept > room {
                self.by_extent.remove(&extent);
            }
        }
        missing
    }
}

/// The finished words that a shard is built from.
#[derive(Clone, Copy, Debug)]
pub enum Finished<'a> {
    Tables {
        /// The table that is being built, with all earlier shards.
        table: &'a [u64],
        /// At most [`HasTablebase::MOST_TAKEN`] tables with fewer pieces, the largest first.
        smaller: &'a [&'a [u64]],
    },
    /// The extents that the shard needs.
    Extents(&'a Extents),
}

/// The order of scattered shards in a table: the words of such a shard do not follow each other.
/// The table is a sequence of units, and each unit belongs to one shard.
#[derive(Clone, Copy, Debug)]
pub struct Units<'a> {
    /// The number of words of a unit: a power of 2.
    pub words: usize,
    /// The shard of each unit, in the order of the table.
    pub shards: &'a [u16],
}

/// Builds a table shard by shard, from finished shards of it and of smaller tables. The shards are
/// the same on every machine. Bit `i` of a table is bit `i % 64` of its word `i / 64`.
pub trait Generation: Debug + Send + Sync {
    /// The number of shards of the table that is built. In [`Home::Files`] it also answers for the
    /// table with one piece less, if [`Generation::units`] gives the order of that table.
    fn shards(&self, pieces: u32) -> usize;

    /// The extents of a shard, in order; neither extents nor shards have gaps between them.
    fn extents(&self, pieces: u32, shard: usize) -> Vec<Extent>;

    /// Builds a shard on the threads of the current Rayon pool. Returns the words of its extents;
    /// an empty list stands for zeros.
    ///
    /// # Errors
    /// The game breaks a rule on which the generation relies.
    fn make(&self, shard: usize, finished: Finished<'_>) -> Result<Vec<Vec<u64>>, RulesBroken>;

    /// Copies the words of an extent of a shard into the table, which has zeros there.
    fn put(&self, shard: usize, extent: &Extent, words: &[u64], table: &mut [u64]);

    /// The extents that a shard is built from; those of its own table belong to earlier shards.
    fn needs(&self, _shard: usize) -> Vec<Extent> {
        Vec::new()
    }

    /// The memory in bytes for building a shard. It includes what is kept for all shards, but not
    /// the extents that the shard needs, and not its own words.
    fn bytes(&self, _shard: usize) -> u64 {
        0
    }

    /// The order of the shards in the table with these pieces; `None` if they follow each other.
    fn units(&self, _pieces: u32) -> Option<Units<'_>> {
        None
    }
}

/// The shards of a table during its build.
pub(super) trait Store {
    /// The next shard to build; `None` if none is missing. Waits for shards of other processes.
    fn next(&mut self) -> Result<Option<usize>, TableError>;

    /// What this shard is built from.
    fn finished(&mut self, shard: usize) -> Result<Finished<'_>, TableError>;

    fn put(&mut self, shard: usize, content: Vec<Vec<u64>>) -> Result<(), TableError>;

    /// The number of words of the finished shards.
    fn done(&self) -> usize;
}

/// Builds all missing shards. After each shard, `report` gets the number of words of the finished
/// shards; if it breaks, the loop stops.
pub(super) fn make_shards(
    generation: &dyn Generation,
    store: &mut dyn Store,
    report: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, TableError> {
    while let Some(shard) = store.next()? {
        let content = generation.make(shard, store.finished(shard)?)?;
        store.put(shard, content)?;
        if report(store.done()).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// A table that is being built in memory.
#[derive(Debug)]
pub(super) struct MemoryTable {
    pub pieces: u32,
    pub words: Vec<u64>,
    /// The first missing shard.
    pub next: usize,
    /// The number of words of the shards before it.
    done: usize,
}

impl MemoryTable {
    pub fn new(pieces: u32, entries: u64) -> MemoryTable {
        MemoryTable { pieces, words: vec![0; words(entries)], next: 0, done: 0 }
    }
}

/// See [`Home::Memory`].
pub(super) struct MemoryStore<'a> {
    pub generation: &'a dyn Generation,
    pub table: &'a mut MemoryTable,
    /// The words of the tables with fewer pieces, the largest first.
    pub smaller: &'a [&'a [u64]],
}

impl Store for MemoryStore<'_> {
    fn next(&mut self) -> Result<Option<usize>, TableError> {
        let shards = self.generation.shards(self.table.pieces);
        Ok((self.table.next < shards).then_some(self.table.next))
    }

    fn finished(&mut self, _: usize) -> Result<Finished<'_>, TableError> {
        Ok(Finished::Tables { table: &self.table.words, smaller: self.smaller })
    }

    fn put(&mut self, shard: usize, content: Vec<Vec<u64>>) -> Result<(), TableError> {
        let table = &mut *self.table;
        for (extent, words) in self.generation.extents(table.pieces, shard).iter().zip(content) {
            if !words.is_empty() {
                self.generation.put(shard, extent, &words, &mut table.words);
            }
            table.done += extent.words.len();
        }
        table.next = shard + 1;
        Ok(())
    }

    fn done(&self) -> usize {
        self.table.done
    }
}
