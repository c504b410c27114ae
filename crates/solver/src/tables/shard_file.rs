//! A table file that grows shard by shard, and from which a killed build continues.
//!
//! It is laid out as the finished file. The index has the places of the finished blocks, then the
//! end of the last one, then zeros.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::mem;
use std::path::Path;

use rayon::prelude::*;

use super::claim::{LEVEL, pack};
use super::error::TableError;
use super::file::{BLOCK, HEADER, Header, MAGIC, PLACE, TableFile, places};
use super::position_index::{HasTablebase, words};

const GROWING: [u8; 8] = *b"zugigrow";
/// Blocks that are compressed before they are written.
const WRITTEN: usize = 512;

/// The open file, which is locked until it is closed by whatever end of the process.
#[derive(Debug)]
pub(super) struct ShardFile {
    table: TableFile,
    header: Header,
    /// All blocks of the finished file.
    blocks: usize,
}

impl ShardFile {
    /// Opens the file for a table, or makes it. What is torn or of something else goes.
    pub fn open<G: HasTablebase>(
        path: &Path,
        pieces: u32,
        entries: u64,
    ) -> Result<ShardFile, TableError> {
        let io = TableError::file(path);
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(&io)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(TableError::Busy { path: path.to_owned() });
            }
            // A file system that knows no locks has to do without.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let header = Header::new::<G>(GROWING, pieces, entries);
        let blocks = words(entries).div_ceil(BLOCK);
        let first = (HEADER + blocks * PLACE + 8) as u64;
        let found = index(&mut file, &header, blocks).unwrap_or_else(|| vec![(first, 0)]);
        let table = TableFile::with_places(path, file, (pieces, entries), found);
        let mut growing = ShardFile { table, header, blocks };
        let whole = growing.whole_blocks(first);
        growing.keep(whole, first).map_err(&io)?;
        Ok(growing)
    }

    /// How many of the blocks, from the first one on, are whole.
    fn whole_blocks(&self, first: u64) -> usize {
        if self.table.places().first().is_none_or(|&(begin, _)| begin != first) {
            return 0;
        }
        let broken = (0..self.table.blocks())
            .into_par_iter()
            .find_first(|&block| self.table.read_block(block).is_err());
        broken.unwrap_or(self.table.blocks())
    }

    /// Drops all blocks but so many.
    fn keep(&mut self, blocks: usize, first: u64) -> io::Result<()> {
        let places = self.table.places_mut();
        places.truncate(blocks + 1);
        match places.last_mut() {
            Some(end) => end.1 = 0,
            None => places.push((first, 0)),
        }
        if blocks == 0 {
            *places = vec![(first, 0)];
        }
        let end = places[blocks].0;
        let mut file = self.table.file();
        if blocks == 0 {
            // Zeros for the index.
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(&self.header.to_bytes())?;
        }
        file.set_len(end)?;
        let rest = vec![0; (self.blocks - blocks) * PLACE + 8];
        self.write_index(blocks, &rest)?;
        self.write_index(blocks, &end.to_le_bytes())
    }

    /// Writes bytes of the index from the place of a block on.
    fn write_index(&self, block: usize, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.table.file();
        file.seek(SeekFrom::Start((HEADER + block * PLACE) as u64))?;
        file.write_all(bytes)
    }

    /// The words that are there.
    pub fn words(&self) -> usize {
        self.table.blocks() * BLOCK
    }

    /// The table, as far as it is there.
    pub fn table(&self) -> &TableFile {
        &self.table
    }

    /// Drops what is there beyond so many whole blocks of words.
    pub fn truncate(&mut self, words: usize) -> Result<(), TableError> {
        let first = (HEADER + self.blocks * PLACE + 8) as u64;
        self.keep(words / BLOCK, first).map_err(TableError::file(self.table.path()))
    }

    /// Adds the parts of a shard, which together are whole blocks, but for the end of the table. A
    /// part is its number of words, and the words, or none if they are all 0. If that fails, the
    /// file ends before them.
    pub fn add(&mut self, parts: &[(usize, Vec<u64>)]) -> Result<(), TableError> {
        let before = self.table.blocks();
        self.try_to_add(parts).map_err(|error| {
            // The first error tells more than one of this.
            let first = (HEADER + self.blocks * PLACE + 8) as u64;
            let _ = self.keep(before, first);
            TableError::file(self.table.path())(error)
        })
    }

    fn try_to_add(&mut self, parts: &[(usize, Vec<u64>)]) -> io::Result<()> {
        let before = self.table.blocks();
        let mut end = self.table.bytes();
        let mut new = Vec::new();
        let mut file = self.table.file();
        file.seek(SeekFrom::Start(end))?;
        let mut out = BufWriter::new(file);
        for (count, words) in parts {
            let zeros = [0; BLOCK];
            let blocks: Vec<&[u64]> = match words.is_empty() {
                true => {
                    (0..*count).step_by(BLOCK).map(|at| &zeros[..(count - at).min(BLOCK)]).collect()
                }
                false => words.chunks(BLOCK).collect(),
            };
            for blocks in blocks.chunks(WRITTEN) {
                let packed: io::Result<Vec<_>> =
                    blocks.par_iter().map(|words| pack(words, LEVEL)).collect();
                for (packed, checksum) in packed? {
                    out.write_all(&packed)?;
                    new.push((end, checksum));
                    end += packed.len() as u64;
                }
            }
        }
        out.flush()?;
        drop(out);
        let mut bytes = Vec::with_capacity(new.len() * PLACE + 8);
        for (begin, checksum) in &new {
            bytes.extend(begin.to_le_bytes());
            bytes.extend(checksum.to_le_bytes());
        }
        bytes.extend(end.to_le_bytes());
        // The blocks are there before the index says so.
        self.table.file().sync_data()?;
        self.write_index(before, &bytes)?;
        let places = self.table.places_mut();
        places.truncate(before);
        places.extend(new);
        places.push((end, 0));
        Ok(())
    }

    /// All is there: makes it the finished table.
    pub fn finish(mut self, path: &Path) -> Result<(), TableError> {
        let growing = self.table.path().to_owned();
        let header = Header { magic: MAGIC, places: self.checksum(), ..self.header.clone() };
        let mut file = self.table.file();
        let finished = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.write_all(&header.to_bytes()))
            .and_then(|()| file.sync_all())
            .map_err(TableError::file(&growing));
        // It is not removed any more.
        self.blocks = 0;
        finished.and_then(|()| fs::rename(&growing, path).map_err(TableError::file(path)))
    }

    /// The checksum of the index.
    fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        let places = self.table.places();
        for (at, (begin, checksum)) in places.iter().enumerate() {
            hasher.update(&begin.to_le_bytes());
            if at + 1 < places.len() {
                hasher.update(&checksum.to_le_bytes());
            }
        }
        hasher.finalize()
    }
}

impl Drop for ShardFile {
    /// A file without a shard spares no work: it goes.
    fn drop(&mut self) {
        if self.table.blocks() == 0 && self.blocks > 0 {
            // Whoever can do something about an error has heard of it while writing.
            let _ = fs::remove_file(self.table.path());
        }
    }
}

/// The places that the index of a growing file has, with the end of the last block.
fn index(file: &mut File, header: &Header, blocks: usize) -> Option<Vec<(u64, u32)>> {
    let mut bytes = [0; HEADER];
    file.rewind().ok()?;
    file.read_exact(&mut bytes).ok()?;
    if bytes != header.to_bytes() {
        return None;
    }
    let mut bytes = vec![0; blocks * PLACE + 8];
    file.read_exact(&mut bytes).ok()?;
    let mut places = places(&bytes);
    let there = places.iter().take_while(|&&(begin, _)| begin != 0).count();
    places.truncate(there);
    let rises = places.is_sorted_by(|(a, _), (b, _)| a < b);
    (there > 0 && rises).then_some(mem::take(&mut places))
}
