//! The order of the units of a table and that of its shards: a table is taken apart into shards,
//! and shards are put together to a table.

use std::borrow::Cow;
use std::fs::File;
use std::mem;
use std::ops::Range;
use std::path::PathBuf;

use super::error::TableError;
use super::file::{BLOCK, TableFile};
use super::position_index::HasTablebase;
use super::scattered::{ScatteredGeneration, ShardId};
use super::scattered_files::ShardFiles;

/// Blocks of a table that are read at a time.
const TABLE_BLOCKS: usize = 512;
/// Blocks of a shard that are read at a time.
const SHARD_BLOCKS: usize = 4;

/// The words of those shards of a table that are wanted, by shard; of the others none.
pub(super) fn take_apart(
    table: &TableFile,
    generation: &dyn ScatteredGeneration,
    wanted: &[bool],
) -> Result<Vec<Vec<u64>>, TableError> {
    let pieces = table.pieces();
    let (unit, of_units) = (generation.unit(pieces), generation.shard_of_units(pieces));
    let words = |(shard, &wanted): (usize, &bool)| {
        Vec::with_capacity(if wanted { generation.words(ShardId { pieces, shard }) } else { 0 })
    };
    let mut shards: Vec<Vec<u64>> = wanted.iter().enumerate().map(words).collect();
    let step = TABLE_BLOCKS * BLOCK / unit;
    for (at, of_units) in of_units.chunks(step).enumerate() {
        let begin = at * step * unit;
        let words = table.read_words(begin..begin + of_units.len() * unit)?;
        for (words, &shard) in words.chunks_exact(unit).zip(of_units) {
            if wanted[usize::from(shard)] {
                shards[usize::from(shard)].extend_from_slice(words);
            }
        }
    }
    Ok(shards)
}

/// A shard that is read from the first word to the last. The file is only open while it is read.
#[derive(Debug)]
struct ShardReader {
    path: PathBuf,
    size: (u32, u64),
    places: Vec<(u64, u32)>,
    /// What was read.
    words: Vec<u64>,
    /// The words of it that are in the table.
    taken: usize,
    /// The words that were read before it.
    before: usize,
}

impl ShardReader {
    fn new<G: HasTablebase>(
        files: &ShardFiles<'_, G>,
        id: ShardId,
    ) -> Result<ShardReader, TableError> {
        let mut file = files.file(id)?;
        let (path, size) = (files.path(id), (file.pieces(), file.entries()));
        let places = mem::take(file.places_mut());
        Ok(ShardReader { path, size, places, words: Vec::new(), taken: 0, before: 0 })
    }

    /// The next words, which are whole units, as are blocks.
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

/// Puts shards together.
#[derive(Debug)]
pub(super) struct Composer<'a> {
    of_units: &'a [u16],
    unit: usize,
    readers: Vec<ShardReader>,
}

impl<'a> Composer<'a> {
    /// Opens all shards of a table.
    pub fn new<G: HasTablebase>(
        files: &ShardFiles<'a, G>,
        generation: &'a dyn ScatteredGeneration,
        pieces: u32,
    ) -> Result<Composer<'a>, TableError> {
        let ids = (0..generation.shards(pieces)).map(|shard| ShardId { pieces, shard });
        let readers = ids.map(|id| ShardReader::new(files, id)).collect::<Result<_, _>>()?;
        let (of_units, unit) = (generation.shard_of_units(pieces), generation.unit(pieces));
        Ok(Composer { of_units, unit, readers })
    }

    /// The words of a range of the table, which follows the one before.
    pub fn next(&mut self, range: Range<usize>) -> Result<Cow<'static, [u64]>, TableError> {
        let mut words = Vec::with_capacity(range.len());
        for &shard in &self.of_units[range.start / self.unit..range.end / self.unit] {
            words.extend_from_slice(self.readers[usize::from(shard)].take(self.unit)?);
        }
        Ok(Cow::Owned(words))
    }
}
