//! Builds a table in scattered shards, each of which is written to a file of its own as soon as it
//! is made. Several processes may work on the same folder.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use rayon::prelude::*;

use super::build_plan::{BESIDE, BuildPlan, numbering};
use super::claim::{Claim, LEVEL};
use super::error::TableError;
use super::file::{Header, MAGIC, TableFile, file_name};
use super::position_index::{HasTablebase, PositionIndex};
use super::scattered::{ScatteredGeneration, ShardContents, ShardId};
use super::scattered_files::{ShardFiles, remove_shards, shards_path};
use super::scattered_order::{Composer, take_apart};

/// Taking the smaller table apart, and putting the table together, are so much less work than
/// making it.
const MAKING: u64 = 8;
/// One part of so many of the memory is left: freed shards leave gaps.
pub(super) const SPARE: u64 = 8;
/// How often it looks whether another process has finished a shard.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Builds a table in shards.
struct Builder<'a, G> {
    plan: &'a BuildPlan,
    pieces: u32,
    generation: &'a dyn ScatteredGeneration,
    files: ShardFiles<'a, G>,
    /// The path of the finished table.
    path: PathBuf,
    /// The shards of the table that are there, and those of the smaller one.
    there: [Vec<bool>; 2],
    /// Shards in memory.
    contents: ShardContents,
    /// When each was needed last.
    used: HashMap<ShardId, usize>,
    /// The words of the finished shards.
    done: usize,
}

/// Builds a table whose smaller one is in the folder, and continues an interrupted build. It
/// reports the number of finished entries, first before any work; returns whether the table is
/// finished, or, with a [`BuildPlan::share`], whether the share is.
pub(super) fn build_scattered<G: HasTablebase>(
    plan: &BuildPlan,
    pieces: u32,
    generation: &dyn ScatteredGeneration,
    report: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<bool, TableError> {
    let files = ShardFiles::<G>::open(shards_path(&plan.folder, G::NAME, pieces), generation)?;
    let there = [files.check(pieces)?, files.check(pieces - 1)?];
    let ids = there[0].iter().enumerate().filter(|(_, there)| **there);
    let done = ids.map(|(shard, _)| generation.words(ShardId { pieces, shard })).sum();
    let mut builder = Builder::<G> {
        plan,
        pieces,
        generation,
        files,
        path: plan.folder.join(file_name(G::NAME, pieces)),
        there,
        contents: ShardContents::default(),
        used: HashMap::new(),
        done,
    };
    if report(builder.progress()).is_break() || builder.take_apart(report)?.is_break() {
        return Ok(false);
    }
    if builder.make_all(report)?.is_break() {
        return Ok(false);
    }
    if plan.share.is_none() {
        builder.compose(report)?;
    }
    Ok(true)
}

impl<G: HasTablebase> Builder<'_, G> {
    /// The entries of the finished shards, less what the end will take.
    fn progress(&self) -> u64 {
        64 * self.done as u64 / (MAKING + 1) * MAKING
    }

    /// Whether a shard is there; other processes make shards, too.
    fn is_there(&mut self, id: ShardId) -> bool {
        let there = &mut self.there[usize::from(id.pieces != self.pieces)][id.shard];
        if !*there && self.files.path(id).exists() {
            *there = true;
            if id.pieces == self.pieces {
                self.done += self.generation.words(id);
            }
        }
        *there
    }

    /// The shards of these pieces that this process is to make and that are not there.
    fn missing(&mut self, pieces: u32) -> Vec<ShardId> {
        let share = self.plan.share;
        let mine = (0..self.generation.shards(pieces))
            .filter(|&shard| share.is_none_or(|share| share.has(shard)));
        let mut ids: Vec<_> = mine.map(|shard| ShardId { pieces, shard }).collect();
        ids.retain(|&id| !self.is_there(id));
        ids
    }

    /// Takes the smaller table apart, as many shards at a time as half of the memory has room for.
    fn take_apart(
        &mut self,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        let smaller = self.pieces - 1;
        let room = (self.plan.memory / 2 / 8) as usize;
        let entries = numbering::<G>(smaller)?.entries();
        let table = self.plan.folder.join(file_name(G::NAME, smaller));
        // Another process that does the same has done it when this goes on.
        let _lock = self.files.lock()?;
        loop {
            let (mut wanted, mut words) = (vec![false; self.generation.shards(smaller)], 0);
            for id in self.missing(smaller) {
                let more = self.generation.words(id);
                if words == 0 || words + more <= room {
                    (wanted[id.shard], words) = (true, words + more);
                }
            }
            if words == 0 {
                return Ok(ControlFlow::Continue(()));
            }
            let table = TableFile::open::<G>(&table, smaller, entries)?;
            let shards = take_apart(&table, self.generation, &wanted)?;
            let write = |(shard, words): (usize, Vec<u64>)| {
                let id = ShardId { pieces: smaller, shard };
                match self.files.claim(id)? {
                    Some(claim) => self.files.write(claim, id, &words),
                    None => Ok(()),
                }
            };
            let shards = shards.into_par_iter().enumerate().filter(|(shard, _)| wanted[*shard]);
            shards.try_for_each(write)?;
            if report(self.progress()).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }

    /// Makes all shards, or those of the share.
    fn make_all(
        &mut self,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        loop {
            let missing = self.missing(self.pieces);
            if missing.is_empty() {
                return Ok(ControlFlow::Continue(()));
            }
            let mut made = false;
            for id in missing {
                // Another process may finish the table, and then the shards go.
                if self.is_there(id) || self.path.exists() {
                    continue;
                }
                let needs = self.generation.needs(id.shard);
                if !needs.iter().all(|&id| self.is_there(id)) {
                    continue;
                }
                let Some(claim) = self.files.claim(id)? else { continue };
                self.make(claim, id, &needs)?;
                made = true;
                if report(self.progress()).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if self.path.exists() {
                return Ok(ControlFlow::Continue(()));
            }
            if !made {
                thread::sleep(LOOK_EVERY);
            }
        }
    }

    fn make(&mut self, claim: Claim, id: ShardId, needs: &[ShardId]) -> Result<(), TableError> {
        self.make_room(id, needs);
        for &id in needs {
            self.used.insert(id, self.done);
            if !self.contents.contains(id) {
                self.contents.insert(id, self.files.file(id)?.read()?);
            }
        }
        let words = self.generation.make(id.shard, &self.contents)?;
        self.files.write(claim, id, &words)?;
        self.is_there(id);
        self.used.insert(id, self.done);
        self.contents.insert(id, words);
        Ok(())
    }

    /// Drops what was not needed for the longest time where memory is short.
    fn make_room(&mut self, id: ShardId, needs: &[ShardId]) {
        let bytes = |id: ShardId| 8 * self.generation.words(id) as u64;
        let of_shard = needs.iter().chain([&id]).map(|&id| bytes(id)).sum::<u64>();
        let used = BESIDE + of_shard + self.generation.bytes();
        let room = (self.plan.memory / SPARE * (SPARE - 1)).saturating_sub(used);
        let needs: HashSet<_> = needs.iter().copied().collect();
        let others = self.contents.iter().filter(|(id, _)| !needs.contains(id));
        let mut others: Vec<(ShardId, u64)> = others.collect();
        others.sort_by_key(|(id, _)| Reverse(self.used.get(id).copied()));
        let mut kept = 0;
        for (id, bytes) in others {
            kept += bytes;
            if kept > room {
                self.contents.remove(id);
            }
        }
    }

    /// Puts the shards together, or waits for the process that does.
    fn compose(
        &mut self,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), TableError> {
        self.contents = ShardContents::default();
        while !self.path.exists() {
            let Some(claim) = Claim::new(&self.path)? else {
                thread::sleep(LOOK_EVERY);
                continue;
            };
            let entries = numbering::<G>(self.pieces)?.entries();
            let mut composer = Composer::new(&self.files, self.generation, self.pieces)?;
            let header = Header::new::<G>(MAGIC, self.pieces, entries);
            let before = self.progress();
            let left = entries - before;
            claim.write(
                header,
                (LEVEL, true),
                &mut |range| composer.next(range),
                &mut |words| {
                    // What is nearly done is finished.
                    let share = u128::from(64 * words) * u128::from(left) / u128::from(entries);
                    let _ = report(before + share as u64);
                },
            )?;
        }
        remove_shards(&shards_path(&self.plan.folder, G::NAME, self.pieces))
    }
}
