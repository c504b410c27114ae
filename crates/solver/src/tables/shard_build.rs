//! Builds a table in shards, each of which is written as soon as it is made.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::build_plan::{BESIDE, BuildPlan, numbering, parts_path};
use super::error::TableError;
use super::file::{TableFile, file_name};
use super::position_index::{HasTablebase, PositionIndex};
use super::shard::{Extent, Extents, ShardedGeneration};
use super::shard_file::ShardFile;

/// The greatest memory in bytes that a shard takes.
pub(super) fn shard_bytes(shards: &dyn ShardedGeneration) -> u64 {
    (0..shards.shards()).map(|shard| shards.bytes(shard)).max().unwrap_or(0)
}

/// Finished extents in memory, and where the others are.
struct Store<'a, G> {
    plan: &'a BuildPlan,
    extents: Extents,
    /// The number of the shard that needed an extent last.
    used: HashMap<Extent, usize>,
    /// The smaller tables that were opened.
    smaller: HashMap<u32, TableFile>,
    game: PhantomData<G>,
}

/// Builds a table whose smaller ones are in the folder, and continues an interrupted build. It
/// reports the number of finished entries, first before any work; returns whether the table is
/// finished.
pub(super) fn build_shards<G: HasTablebase>(
    plan: &BuildPlan,
    pieces: u32,
    shards: &dyn ShardedGeneration,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<bool, TableError> {
    let begin = |shard: usize| shards.extents(shard).first().map_or(0, |first| first.words().start);
    let end = |shard: usize| shards.extents(shard).last().map_or(0, |last| last.words().end);
    let entries = (0..shards.shards()).last().map_or(0, |last| 64 * end(last) as u64);
    let mut file =
        ShardFile::open::<G>(&parts_path(&plan.folder, G::NAME, pieces), pieces, entries)?;
    let all = end(shards.shards().saturating_sub(1));
    let there = file.words().min(all);
    let next = (0..shards.shards()).take_while(|&shard| end(shard) <= there).count();
    file.truncate(if next == shards.shards() { file.words() } else { begin(next) })?;
    let mut store = Store::<G> {
        plan,
        extents: Extents::default(),
        used: HashMap::new(),
        smaller: HashMap::new(),
        game: PhantomData,
    };
    let mut flow = report(64 * if next == shards.shards() { all } else { begin(next) } as u64);
    for shard in next..shards.shards() {
        if flow.is_break() {
            return Ok(false);
        }
        store.get(shards, shard, pieces, &file)?;
        let made = shards.make(shard, &store.extents)?;
        let extents = shards.extents(shard);
        let parts: Vec<_> =
            extents.iter().zip(made).map(|(extent, words)| (extent.words().len(), words)).collect();
        file.add(&parts)?;
        for (extent, (_, words)) in extents.into_iter().zip(parts) {
            store.used.insert(extent.clone(), shard);
            store.extents.insert(extent, words);
        }
        flow = report(64 * end(shard) as u64);
    }
    file.finish(&plan.folder.join(file_name(G::NAME, pieces)))?;
    Ok(true)
}

impl<G: HasTablebase> Store<'_, G> {
    /// Gets what a shard needs into memory, and drops what was not needed for the longest time
    /// where memory is short.
    fn get(
        &mut self,
        shards: &dyn ShardedGeneration,
        shard: usize,
        pieces: u32,
        file: &ShardFile,
    ) -> Result<(), TableError> {
        let needs = shards.needs(shard);
        for extent in &needs {
            self.used.insert(extent.clone(), shard);
        }
        let room = self.plan.memory.saturating_sub(BESIDE + shards.bytes(shard));
        let others = self.extents.iter().filter(|(extent, _)| !needs.contains(extent));
        let mut others: Vec<(&Extent, u64)> = others.collect();
        let used = |extent: &Extent| self.used.get(extent).copied().unwrap_or(0);
        others.sort_by_key(|(extent, _)| Reverse(used(extent)));
        let mut kept = 0;
        let dropped = others.into_iter().filter(|(_, bytes)| {
            kept += bytes;
            kept > room
        });
        let dropped: HashSet<Extent> = dropped.map(|(extent, _)| extent.clone()).collect();
        self.extents.retain(|extent| !dropped.contains(extent));
        for extent in needs {
            if self.extents.contains(&extent) {
                continue;
            }
            let words = match extent.pieces == pieces {
                true => file.table().read_words(extent.words())?,
                false => self.smaller(extent.pieces)?.read_words(extent.words())?,
            };
            self.extents.insert(extent, words);
        }
        Ok(())
    }

    /// The file of a smaller table.
    fn smaller(&mut self, pieces: u32) -> Result<&TableFile, TableError> {
        if !self.smaller.contains_key(&pieces) {
            let numbering = numbering::<G>(pieces)?;
            let path = self.plan.folder.join(file_name(G::NAME, pieces));
            let file = TableFile::open::<G>(&path, pieces, numbering.entries())?;
            self.smaller.insert(pieces, file);
        }
        Ok(&self.smaller[&pieces])
    }
}
