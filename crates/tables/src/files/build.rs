//! Builds the tables of a game in a folder.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use super::build_plan::{BuildPlan, BuildProgress, OVERHEAD, TableShare};
use super::claim::{Claim, LEVEL, write};
use super::file_store::{FileStore, POLL_INTERVAL, SPARE};
use super::shard_files::{Access, ShardFiles, range, remove_shards};
use super::table_file::{Header, MAGIC, TableFile};
use crate::endgame_tables::file_name;
use crate::error::TableError;
use crate::position_index::{HasTablebase, PositionIndex, words};
use crate::shards::{Finished, Generation, Home, MemoryStore, MemoryTable, Store, make_shards};

/// Building a table takes this many times as long as writing it or composing it from its shards.
const BUILD_WEIGHT: u64 = 16;

type Report<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

pub(crate) struct Build<'a, G: HasTablebase> {
    pub plan: &'a BuildPlan,
    /// By number of pieces, from 0.
    indices: Vec<Arc<G::PositionIndex>>,
}

/// Builds all missing tables of a folder up to a number of pieces, on the threads of the current
/// Rayon pool; it continues an interrupted build. It calls `report` before the work on each table,
/// after each shard, and while it writes a table; it stops if `report` breaks, except while it
/// writes. Returns whether all tables exist at the end or, with [`BuildPlan::share`], all shards of
/// this share.
///
/// # Errors
/// A folder or file cannot be used, a file is not the table that its name says, memory is too
/// small, the table has no shards to share, or the game breaks a rule on which its tables rely.
pub fn build<G: HasTablebase>(
    plan: &BuildPlan,
    report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<bool, TableError> {
    let build = Build::<G>::new(plan)?;
    let missing = build.missing()?;
    let all = missing.iter().map(|&(pieces, _)| build.entries(pieces)).sum();
    let (mut before, mut made) = (0, Vec::new());
    for (pieces, home) in missing {
        let mut report = |of_table| report(BuildProgress { pieces, done: before + of_table, all });
        let is_finished = match home {
            Home::Memory => build.in_memory(pieces, &mut made, &mut report)?,
            Home::Files => {
                made.clear();
                build.in_files(pieces, &mut report)?
            }
        };
        if !is_finished {
            return Ok(false);
        }
        before += build.entries(pieces);
    }
    Ok(true)
}

impl<'a, G: HasTablebase> Build<'a, G> {
    fn new(plan: &'a BuildPlan) -> Result<Self, TableError> {
        let (variant, most, pieces) = (G::NAME, G::MOST_PIECES, plan.pieces);
        let index = |it| G::numbering(it).filter(|_| pieces > 0).map(Arc::new);
        let indices: Option<_> = (0..=pieces).map(index).collect();
        let why = || format!("{variant} has no tables of {pieces} pieces: expected 1 to {most}");
        Ok(Build { plan, indices: indices.ok_or_else(|| TableError::Plan(why()))? })
    }

    fn generation(&self, pieces: u32, home: Home) -> Box<dyn Generation> {
        let at = pieces as usize;
        G::PositionIndex::generation(&self.indices[at], &self.indices[at - 1], home)
    }

    fn entries(&self, pieces: u32) -> u64 {
        self.indices[pieces as usize].entries()
    }

    pub fn path(&self, pieces: u32) -> PathBuf {
        self.plan.folder.join(file_name(G::NAME, pieces))
    }

    fn shards_path(&self, pieces: u32) -> PathBuf {
        self.plan.folder.join(file_name(G::NAME, pieces) + ".shards")
    }

    pub fn open(&self, pieces: u32) -> Result<TableFile, TableError> {
        TableFile::open::<G>(&self.path(pieces), pieces, self.entries(pieces))
    }

    /// The share of this table to build. `None` stands for the whole table: if the plan has no
    /// share, and for all tables except the largest.
    pub fn share(&self, pieces: u32) -> Option<TableShare> {
        self.plan.share.filter(|_| pieces == self.plan.pieces)
    }

    /// The tables that are not in the folder yet, by rising number of pieces, and where they are
    /// built. Checks the others and the memory, and creates the folder.
    fn missing(&self) -> Result<Vec<(u32, Home)>, TableError> {
        let (mut missing, mut most) = (Vec::new(), None);
        for pieces in 1..=self.plan.pieces {
            if self.path(pieces).exists() {
                self.open(pieces)?;
                remove_shards(&self.shards_path(pieces))?;
                continue;
            }
            let unfinished = self.plan.folder.join(file_name(G::NAME, pieces) + ".part");
            if unfinished.exists() {
                let why =
                    "is of an unfinished build of zugi 0.2: remove it to build the table anew";
                return Err(TableError::unusable(&unfinished, why));
            }
            let (home, bytes) = self.home(pieces)?;
            most = most.max(Some(((bytes + OVERHEAD).div_ceil(1 << 20), pieces)));
            missing.push((pieces, home));
        }
        let memory = self.plan.memory >> 20;
        if let Some((needed, pieces)) = most.filter(|&(needed, _)| needed > memory) {
            return Err(TableError::Plan(format!(
                "the table of {pieces} pieces takes {needed} MiB of memory to make: expected no \
                 more than {memory} MiB, so ask for fewer pieces or give it more by --memory"
            )));
        }
        let folder = &self.plan.folder;
        if !folder.is_dir() {
            fs::create_dir(folder).map_err(TableError::file(folder))?;
        }
        Ok(missing)
    }

    /// Where a table is built, and the least memory in bytes for that.
    fn home(&self, pieces: u32) -> Result<(Home, u64), TableError> {
        let index = &self.indices[pieces as usize];
        let tables = (pieces.saturating_sub(G::MOST_TAKEN)..=pieces).map(|it| self.entries(it));
        let tables: u64 = tables.map(|entries| 8 * words(entries) as u64).sum();
        let in_memory = tables + index.bytes_in_memory();
        let is_shared = self.share(pieces).is_some();
        match index.bytes_in_files() {
            Some(bytes) if is_shared || in_memory + OVERHEAD > self.plan.memory => {
                Ok((Home::Files, bytes / (SPARE - 1) * SPARE))
            }
            None if is_shared => Err(TableError::Plan(format!(
                "the table of {pieces} pieces of {} has no shards to share out: expected a table \
                 of zugi table build that has, so leave --shard out",
                G::NAME
            ))),
            _ => Ok((Home::Memory, in_memory)),
        }
    }

    /// Builds a table in memory and writes it. `made` has the tables in memory, the largest first;
    /// this one is added. Returns false if `report` has stopped it.
    fn in_memory(
        &self,
        pieces: u32,
        made: &mut Vec<MemoryTable>,
        report: &mut Report<'_>,
    ) -> Result<bool, TableError> {
        made.truncate(G::MOST_TAKEN as usize);
        for (at, pieces) in (pieces.saturating_sub(G::MOST_TAKEN)..pieces).rev().enumerate() {
            if made.get(at).is_none_or(|made| made.pieces != pieces) {
                made.truncate(at);
                let mut table = MemoryTable::new(pieces, self.entries(pieces));
                if pieces > 0 {
                    table.words = self.open(pieces)?.read()?;
                }
                made.push(table);
            }
        }
        let generation = self.generation(pieces, Home::Memory);
        let entries = self.entries(pieces);
        let mut table = MemoryTable::new(pieces, entries);
        let smaller: Vec<&[u64]> = made.iter().map(|made| made.words.as_slice()).collect();
        let memory = MemoryStore { generation: &*generation, table: &mut table, smaller: &smaller };
        let files = match entries >= self.plan.least_saved {
            true => Some(ShardFiles::open::<G>(self.shards_path(pieces), Access::Alone)?),
            false => None,
        };
        let mut store = KeptStore { memory, files };
        let progress = Progress::new(entries, pieces, &*generation);
        let told = &mut |words| report(progress.made(words));
        if told(0).is_break() || make_shards(&*generation, &mut store, told)?.is_break() {
            return Ok(false);
        }
        drop(store);
        write::<G>(&self.path(pieces), pieces, entries, &table.words, &mut |words| {
            // A break is ignored, because little is left to do.
            let _ = report(progress.written(words));
        })?;
        remove_shards(&self.shards_path(pieces))?;
        made.insert(0, table);
        Ok(true)
    }

    /// Builds a table, or the share of it, in files of shards, together with other processes.
    /// Returns false if `report` has stopped it.
    fn in_files(&self, pieces: u32, report: &mut Report<'_>) -> Result<bool, TableError> {
        let generation = self.generation(pieces, Home::Files);
        let path = self.path(pieces);
        let files = ShardFiles::open::<G>(self.shards_path(pieces), Access::Shared)?;
        let mut store = FileStore::open(self, pieces, &*generation, &files)?;
        let progress = Progress::new(self.entries(pieces), pieces, &*generation);
        let told = &mut |words| report(progress.made(words));
        if told(store.done()).is_break()
            || store.take_apart(told)?.is_break()
            || make_shards(&*generation, &mut store, told)?.is_break()
        {
            return Ok(false);
        }
        if self.share(pieces).is_some() {
            return Ok(true);
        }
        let mut store = Some(store);
        while !path.exists() {
            let Some(claim) = Claim::new(&path)? else {
                // Another process composes the table.
                thread::sleep(POLL_INTERVAL);
                continue;
            };
            let Some(store) = store.take() else { break };
            let mut composer = store.composer()?;
            let header = Header::new(G::NAME, MAGIC, pieces, self.entries(pieces));
            claim.write(
                header,
                (LEVEL, true),
                &mut |range| composer.next(range),
                &mut |words| {
                    let _ = report(progress.written(words));
                },
            )?;
        }
        drop(files);
        remove_shards(&self.shards_path(pieces))?;
        Ok(true)
    }
}

/// Converts the number of words built or written into entries of work, the unit of progress.
struct Progress {
    entries: u64,
    /// The number of words of all shards; with padding it can be greater than that of the table.
    words: u64,
}

impl Progress {
    fn new(entries: u64, pieces: u32, generation: &dyn Generation) -> Progress {
        let last = generation.shards(pieces).checked_sub(1);
        let words = last.map_or(0, |last| range(generation, pieces, last).end);
        Progress { entries, words: words.max(1) as u64 }
    }

    /// The entries of work done when this number of words of the shards is built.
    fn made(&self, words: usize) -> u64 {
        scaled(self.entries / (BUILD_WEIGHT + 1) * BUILD_WEIGHT, words as u64, self.words)
    }

    /// The entries of work done when all shards are built and this many words of the table written.
    fn written(&self, words: u64) -> u64 {
        let before = self.made(self.words as usize);
        before + scaled(self.entries - before, (64 * words).min(self.entries), self.entries)
    }
}

fn scaled(all: u64, part: u64, whole: u64) -> u64 {
    (u128::from(all) * u128::from(part) / u128::from(whole)) as u64
}

/// A table in memory, whose shards are also kept in files if it takes long to build.
struct KeptStore<'a> {
    memory: MemoryStore<'a>,
    files: Option<ShardFiles>,
}

impl Store for KeptStore<'_> {
    fn next(&mut self) -> Result<Option<usize>, TableError> {
        while let Some(shard) = self.memory.next()? {
            let (generation, pieces) = (self.memory.generation, self.memory.table.pieces);
            let files = self.files.as_ref();
            let content = files.map(|files| files.read(generation, pieces, shard)).transpose()?;
            match content.flatten() {
                Some(content) => self.memory.put(shard, content)?,
                None => return Ok(Some(shard)),
            }
        }
        Ok(None)
    }

    fn finished(&mut self, shard: usize) -> Result<Finished<'_>, TableError> {
        self.memory.finished(shard)
    }

    fn put(&mut self, shard: usize, content: Vec<Vec<u64>>) -> Result<(), TableError> {
        let pieces = self.memory.table.pieces;
        if let Some(files) = &self.files
            && let Some(claim) = files.claim(pieces, shard)?
        {
            let extents = self.memory.generation.extents(pieces, shard);
            files.write(claim, shard, &extents, &content)?;
        }
        self.memory.put(shard, content)
    }

    fn done(&self) -> usize {
        self.memory.done()
    }
}
