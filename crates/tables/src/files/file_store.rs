//! Builds tables that are larger than memory: each shard is written to a separate file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::iter::repeat_n;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;
use std::vec::IntoIter;

use rayon::prelude::*;

use super::build::Build;
use super::build_plan::{OVERHEAD, TableShare};
use super::claim::Claim;
use super::shard_files::{ShardFiles, range};
use super::table_file::TableFile;
use crate::cache::BLOCK;
use crate::error::TableError;
use crate::position_index::HasTablebase;
use crate::shards::{Extent, Extents, Finished, Generation, Store, Units};

/// A build leaves one part in `SPARE` of its memory unused, because freed shards leave gaps.
pub(crate) const SPARE: u64 = 8;
/// The time between two checks whether another process has finished a shard or table.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The blocks of a table that are read at a time.
const TABLE_BLOCKS: usize = 512;
/// The blocks of a shard that are read at a time.
const SHARD_BLOCKS: usize = 4;

/// See [`Home::Files`](crate::shards::Home::Files).
pub(crate) struct FileStore<'a, G: HasTablebase> {
    build: &'a Build<'a, G>,
    pieces: u32,
    generation: &'a dyn Generation,
    files: &'a ShardFiles,
    /// The shards of the table, and those of the table with one piece less if that table has
    /// scattered shards, see [`Units`].
    own: Shards,
    smaller_shards: Option<Shards>,
    extents: Extents,
    /// The open tables with fewer pieces, if their shards are not scattered.
    smaller: HashMap<u32, TableFile>,
    /// The right to write the shard that is being built.
    claim: Option<Claim>,
    /// The shards left to try in this pass over the table, and whether the pass has built one.
    round: IntoIter<usize>,
    has_made: bool,
}

struct Shards {
    pieces: u32,
    ranges: Vec<Range<usize>>,
    there: Vec<bool>,
}

impl Shards {
    fn open(
        files: &ShardFiles,
        generation: &dyn Generation,
        pieces: u32,
    ) -> Result<Shards, TableError> {
        let ranges = (0..generation.shards(pieces)).map(|shard| range(generation, pieces, shard));
        let ranges = ranges.collect();
        Ok(Shards { pieces, ranges, there: files.check(generation, pieces)? })
    }

    /// Whether a shard exists. Looks in the folder, because other processes build shards, too.
    fn is_there(&mut self, files: &ShardFiles, shard: usize) -> bool {
        self.there[shard] |= files.path(self.pieces, shard).exists();
        self.there[shard]
    }

    fn shard_of(&self, extent: &Extent) -> usize {
        self.ranges.partition_point(|range| range.end <= extent.words.start)
    }

    /// The missing shards that this process is to build: those of its share, if it has one.
    fn missing(&mut self, files: &ShardFiles, share: Option<TableShare>) -> Vec<usize> {
        let mine = (0..self.ranges.len()).filter(|&it| share.is_none_or(|share| share.has(it)));
        mine.filter(|&shard| !self.is_there(files, shard)).collect()
    }

    fn read(&self, files: &ShardFiles, extent: &Extent) -> Result<Vec<u64>, TableError> {
        let shard = self.shard_of(extent);
        let of_shard = &self.ranges[shard];
        let words = &extent.words;
        let within = words.start - of_shard.start..words.end - of_shard.start;
        files.file(self.pieces, shard, of_shard.len())?.read_words(within)
    }
}

impl<'a, G: HasTablebase> FileStore<'a, G> {
    pub fn open(
        build: &'a Build<'a, G>,
        pieces: u32,
        generation: &'a dyn Generation,
        files: &'a ShardFiles,
    ) -> Result<Self, TableError> {
        let own = Shards::open(files, generation, pieces)?;
        let smaller_shards = match generation.units(pieces - 1) {
            Some(_) => Some(Shards::open(files, generation, pieces - 1)?),
            None => None,
        };
        Ok(FileStore {
            build,
            pieces,
            generation,
            files,
            own,
            smaller_shards,
            extents: Extents::default(),
            smaller: HashMap::new(),
            claim: None,
            round: Vec::new().into_iter(),
            has_made: true,
        })
    }

    /// Writes the shards of the table with one piece less. It collects as many shards at a time as
    /// fit into half of the memory.
    pub fn take_apart(
        &mut self,
        report: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        let done = self.done();
        let (Some(shards), Some(units)) =
            (&mut self.smaller_shards, self.generation.units(self.pieces - 1))
        else {
            return Ok(ControlFlow::Continue(()));
        };
        let room = (self.build.plan.memory / 2 / 8) as usize;
        // Waits while another process writes shards of the smaller table; then the loop writes only
        // those that are still missing.
        let _lock = self.files.lock("smaller")?;
        loop {
            let (mut wanted, mut words) = (vec![None; shards.ranges.len()], 0);
            for shard in shards.missing(self.files, self.build.share(self.pieces)) {
                let more = shards.ranges[shard].len();
                if words == 0 || words + more <= room {
                    wanted[shard] = Some(Vec::with_capacity(more));
                    words += more;
                }
            }
            if words == 0 {
                return Ok(ControlFlow::Continue(()));
            }
            fill_shards(&self.build.open(self.pieces - 1)?, units, &mut wanted)?;
            let write = |(shard, words): (usize, Option<Vec<u64>>)| -> Result<(), TableError> {
                if let Some(words) = words
                    && let Some(claim) = self.files.claim(shards.pieces, shard)?
                {
                    let extents = self.generation.extents(shards.pieces, shard);
                    self.files.write(claim, shard, &extents, &[words])?;
                }
                Ok(())
            };
            wanted.into_par_iter().enumerate().try_for_each(write)?;
            if report(done).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }

    /// Whether all shards that a shard is built from exist.
    fn has_needs(&mut self, shard: usize) -> bool {
        let files = self.files;
        self.generation.needs(shard).iter().all(|extent| {
            let Some(shards) = self.shards(extent.pieces) else { return true };
            let shard = shards.shard_of(extent);
            shards.is_there(files, shard)
        })
    }

    /// The shards of the table with these pieces; `None` if it is in one file.
    fn shards(&mut self, pieces: u32) -> Option<&mut Shards> {
        if pieces == self.pieces { Some(&mut self.own) } else { self.smaller_shards.as_mut() }
    }

    fn read(&mut self, extent: &Extent) -> Result<Vec<u64>, TableError> {
        let files = self.files;
        if let Some(shards) = self.shards(extent.pieces) {
            return shards.read(files, extent);
        }
        let file = match self.smaller.entry(extent.pieces) {
            Entry::Occupied(file) => file.into_mut(),
            Entry::Vacant(place) => place.insert(self.build.open(extent.pieces)?),
        };
        file.read_words(extent.words.clone())
    }

    pub fn composer(self) -> Result<Composer<'a>, TableError> {
        let shards = self.own.ranges.iter().enumerate();
        let reader = |(shard, range): (usize, &Range<usize>)| {
            ShardReader::new(self.files, self.pieces, shard, range.len())
        };
        let readers = shards.map(reader).collect::<Result<_, _>>()?;
        let units = self.generation.units(self.pieces);
        let (unit, of_units) = match units {
            Some(Units { words, shards }) => (words, Cow::Borrowed(shards)),
            // The shards follow each other, in whole blocks.
            None => {
                let ranges = (0..).zip(&self.own.ranges);
                let blocks = |range: &Range<usize>| range.len() / BLOCK;
                let of_units = ranges.flat_map(|(shard, range)| repeat_n(shard, blocks(range)));
                (BLOCK, Cow::Owned(of_units.collect()))
            }
        };
        Ok(Composer { of_units, unit, readers })
    }
}

impl<G: HasTablebase> Store for FileStore<'_, G> {
    fn next(&mut self) -> Result<Option<usize>, TableError> {
        loop {
            while let Some(shard) = self.round.next() {
                // Another process may finish the table and remove the shards.
                if self.build.path(self.pieces).exists() {
                    return Ok(None);
                }
                if !self.own.is_there(self.files, shard)
                    && self.has_needs(shard)
                    && let Some(claim) = self.files.claim(self.pieces, shard)?
                {
                    (self.claim, self.has_made) = (Some(claim), true);
                    return Ok(Some(shard));
                }
            }
            if !mem::take(&mut self.has_made) {
                thread::sleep(POLL_INTERVAL);
            }
            let missing = self.own.missing(self.files, self.build.share(self.pieces));
            if missing.is_empty() {
                return Ok(None);
            }
            self.round = missing.into_iter();
        }
    }

    fn finished(&mut self, shard: usize) -> Result<Finished<'_>, TableError> {
        let needs = self.generation.needs(shard);
        let words = needs.iter().map(|extent| extent.words.len()).sum::<usize>();
        let of_shard = 8 * (words + self.own.ranges[shard].len()) as u64;
        let room = self.build.plan.memory / SPARE * (SPARE - 1);
        let room = room.saturating_sub(OVERHEAD + of_shard + self.generation.bytes(shard));
        for extent in self.extents.make_room(&needs, room) {
            let words = self.read(&extent)?;
            self.extents.insert(extent, words);
        }
        Ok(Finished::Extents(&self.extents))
    }

    fn put(&mut self, shard: usize, content: Vec<Vec<u64>>) -> Result<(), TableError> {
        let extents = self.generation.extents(self.pieces, shard);
        if let Some(claim) = self.claim.take() {
            self.files.write(claim, shard, &extents, &content)?;
        }
        self.own.there[shard] = true;
        for (extent, words) in extents.into_iter().zip(content) {
            self.extents.insert(extent, words);
        }
        Ok(())
    }

    fn done(&self) -> usize {
        let shards = self.own.ranges.iter().zip(&self.own.there);
        shards.filter(|(_, there)| **there).map(|(range, _)| range.len()).sum()
    }
}

/// Appends the words of a table to those shards that are wanted.
fn fill_shards(
    table: &TableFile,
    units: Units<'_>,
    wanted: &mut [Option<Vec<u64>>],
) -> Result<(), TableError> {
    let step = TABLE_BLOCKS * BLOCK / units.words;
    for (at, of_units) in units.shards.chunks(step).enumerate() {
        let begin = at * step * units.words;
        let words = table.read_words(begin..begin + of_units.len() * units.words)?;
        for (words, &shard) in words.chunks_exact(units.words).zip(of_units) {
            if let Some(wanted) = &mut wanted[usize::from(shard)] {
                wanted.extend_from_slice(words);
            }
        }
    }
    Ok(())
}

/// Reads a shard from its first word to its last. The file is open only during a read: a table may
/// have more shards than a process can open files.
#[derive(Debug)]
struct ShardReader {
    path: PathBuf,
    size: (u32, u64),
    places: Vec<(u64, u32)>,
    /// The words that were read last.
    words: Vec<u64>,
    /// The number of these words that were returned.
    taken: usize,
    /// The number of words of the shard before these words.
    before: usize,
}

impl ShardReader {
    fn new(
        files: &ShardFiles,
        pieces: u32,
        shard: usize,
        words: usize,
    ) -> Result<ShardReader, TableError> {
        let mut file = files.file(pieces, shard, words)?;
        let (path, size) = (files.path(pieces, shard), (pieces, file.entries()));
        let places = mem::take(file.places_mut());
        Ok(ShardReader { path, size, places, words: Vec::new(), taken: 0, before: 0 })
    }

    /// The next `unit` words. A block is a whole number of units.
    fn take(&mut self, unit: usize) -> Result<&[u64], TableError> {
        if self.taken == self.words.len() {
            self.before += self.words.len();
            let file = File::open(&self.path).map_err(TableError::file(&self.path))?;
            let places = mem::take(&mut self.places);
            let mut file = TableFile::with_places(&self.path, file, self.size, places);
            let end = (self.before + SHARD_BLOCKS * BLOCK).min((self.size.1 / 64) as usize);
            self.words = file.read_words(self.before..end)?;
            self.places = mem::take(file.places_mut());
            self.taken = 0;
        }
        self.taken += unit;
        Ok(&self.words[self.taken - unit..self.taken])
    }
}

#[derive(Debug)]
pub(crate) struct Composer<'a> {
    of_units: Cow<'a, [u16]>,
    unit: usize,
    readers: Vec<ShardReader>,
}

impl Composer<'_> {
    /// The words of a range of the table, which must begin where the last one ended.
    pub fn next(&mut self, range: Range<usize>) -> Result<Cow<'static, [u64]>, TableError> {
        let mut words = Vec::with_capacity(range.len());
        for &shard in &self.of_units[range.start / self.unit..range.end / self.unit] {
            words.extend_from_slice(self.readers[usize::from(shard)].take(self.unit)?);
        }
        Ok(Cow::Owned(words))
    }
}
