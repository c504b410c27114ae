//! How a table is made: shard by shard, each from finished ones.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{ControlFlow, Range};

use super::error::TableError;
#[cfg(doc)]
use super::position_index::HasTablebase;
use super::position_index::words;
use super::rules_broken::RulesBroken;

/// Where the finished shards are from which others are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// In memory, as whole tables.
    Memory,
    /// In files; only what a shard needs is in memory.
    Files,
}

/// A range of the words of a table with its shards one after the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    /// The pieces of the table.
    pub pieces: u32,
    /// The words.
    pub words: Range<usize>,
}

/// The words of extents. Words that are all 0 take no memory: they are an empty list.
#[derive(Debug, Default)]
pub struct Extents {
    /// With the time of the last use.
    by_extent: HashMap<Extent, (Vec<u64>, usize)>,
    now: usize,
}

impl Extents {
    /// The words of an extent; none if they are all 0, or if the extent is not there.
    #[must_use]
    pub fn get(&self, extent: &Extent) -> &[u64] {
        self.by_extent.get(extent).map_or(&[], |(words, _)| words)
    }

    /// Adds an extent with its words.
    pub fn insert(&mut self, extent: Extent, words: Vec<u64>) {
        let words = if words.iter().all(|&word| word == 0) { Vec::new() } else { words };
        self.by_extent.insert(extent, (words, self.now));
    }

    /// Drops extents that are not needed, those that were not used for the longest time first, until
    /// the others take at most `room` bytes. Returns the needed extents that are not there.
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

/// What a shard is made from.
#[derive(Clone, Copy, Debug)]
pub enum Finished<'a> {
    /// The table that is being made, and at most [`HasTablebase::MOST_TAKEN`] with fewer pieces, the
    /// largest first.
    Tables {
        /// With all earlier shards.
        table: &'a [u64],
        /// The others.
        smaller: &'a [&'a [u64]],
    },
    /// What the shard needs.
    Extents(&'a Extents),
}

/// The order of the words of a table with its shards one after the other: a table is a sequence of
/// units of this number of words, and each belongs to one shard.
#[derive(Clone, Copy, Debug)]
pub struct Units<'a> {
    /// The words of a unit: a power of 2.
    pub words: usize,
    /// The shard of each unit.
    pub shards: &'a [u16],
}

/// Makes a table shard by shard, from finished shards of it and of smaller tables. The shards are
/// the same on every machine. Bit `i` of a table is bit `i % 64` of its word `i / 64`.
pub trait Generation: Debug + Send + Sync {
    /// The number of shards of the table with these pieces: the one that is made, or in
    /// [`Home::Files`] a smaller one that needs [`Generation::units`].
    fn shards(&self, pieces: u32) -> usize;

    /// The extents of a shard of these tables, one after the other: no word is between them or
    /// between shards.
    fn extents(&self, pieces: u32, shard: usize) -> Vec<Extent>;

    /// Makes a shard from those before it, on the threads of the current Rayon pool: the words of
    /// its extents, or no words if they are all 0.
    ///
    /// # Errors
    /// The game breaks a rule on which the generation relies.
    fn make(&self, shard: usize, finished: Finished<'_>) -> Result<Vec<Vec<u64>>, RulesBroken>;

    /// Copies the words of an extent of a shard into the table, which had zeros there.
    fn put(&self, shard: usize, extent: &Extent, words: &[u64], table: &mut [u64]);

    /// The extents that a shard is made from: of the same table only those of lower shards.
    fn needs(&self, _shard: usize) -> Vec<Extent> {
        Vec::new()
    }

    /// The memory in bytes that making a shard takes, with what is kept for all shards, without what
    /// it needs and without the shard.
    fn bytes(&self, _shard: usize) -> u64 {
        0
    }

    /// The order of the shards of these tables in them; `None` if they are one after the other.
    fn units(&self, _pieces: u32) -> Option<Units<'_>> {
        None
    }
}

/// Where the shards of a table are kept while it is made.
pub(super) trait Store {
    /// The next shard to make; `None` if all are there. It waits for other processes that make
    /// them.
    fn next(&mut self) -> Result<Option<usize>, TableError>;

    /// What this shard is made from.
    fn finished(&mut self, shard: usize) -> Result<Finished<'_>, TableError>;

    fn put(&mut self, shard: usize, content: Vec<Vec<u64>>) -> Result<(), TableError>;

    /// The words of the shards that are there.
    fn done(&self) -> usize;
}

/// Makes all shards, until `report` breaks, which gets the words of those that are there. The only
/// loop in which a table is made.
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

/// A table that is made in memory.
#[derive(Debug)]
pub(super) struct MemoryTable {
    pub pieces: u32,
    pub words: Vec<u64>,
    /// The first shard that is not there.
    pub next: usize,
    /// The words of those before it.
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
    /// The tables with fewer pieces, the largest first.
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
