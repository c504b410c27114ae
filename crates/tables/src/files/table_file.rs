//! Files of tables: a header, an index of the blocks, and the blocks, each compressed separately so
//! that a probe reads only one. `docs/reference/tables.md` describes the format.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use zstd::bulk::Decompressor;

use crate::cache::BLOCK;
use crate::error::TableError;
use crate::position_index::{HasTablebase, words};

pub(crate) const MAGIC: [u8; 8] = *b"zugitabl";
const VERSION: u16 = 1;
/// The length of the header in bytes.
pub(crate) const HEADER: usize = 64;
const VARIANT: usize = 16;
/// The bytes of a block in the index: its offset (8) and its checksum (4).
pub(crate) const INDEX_ENTRY: usize = 12;

thread_local! {
    /// Reused by all reads of a thread. This, together with decompressing straight into the words
    /// of a block, saves 14 % of the time of a probe.
    static DECOMPRESSOR: RefCell<Decompressor<'static>> = RefCell::default();
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub magic: [u8; 8],
    pub variant: String,
    pub pieces: u32,
    pub entries: u64,
    pub index_checksum: u32,
    /// The number of the shard in a file of a shard; 0 in a file of a table.
    pub shard: u32,
}

impl Header {
    /// The header of a table, without the checksum of its index.
    pub fn new(variant: &str, magic: [u8; 8], pieces: u32, entries: u64) -> Header {
        Header { magic, variant: variant.to_owned(), pieces, entries, index_checksum: 0, shard: 0 }
    }

    pub fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&self.magic);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10..12].copy_from_slice(&(self.pieces as u16).to_le_bytes());
        let name = &mut bytes[12..12 + VARIANT];
        name.iter_mut().zip(self.variant.bytes()).for_each(|(to, from)| *to = from);
        bytes[28..32].copy_from_slice(&(8 * BLOCK as u32).to_le_bytes());
        bytes[32..40].copy_from_slice(&self.entries.to_le_bytes());
        bytes[40..44].copy_from_slice(&self.index_checksum.to_le_bytes());
        bytes[44..48].copy_from_slice(&self.shard.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..60]);
        bytes[60..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// `None` if the header is damaged or of another version.
    pub fn parse(bytes: &[u8; HEADER]) -> Option<Header> {
        let number = |at: usize, len: usize| number(&bytes[at..at + len]);
        let magic = *bytes.first_chunk()?;
        let name = str::from_utf8(&bytes[12..12 + VARIANT]).ok()?.trim_end_matches('\0');
        let fine = number(8, 2) == u64::from(VERSION)
            && number(28, 4) == 8 * BLOCK as u64
            && number(60, 4) == u64::from(crc32fast::hash(&bytes[..60]));
        fine.then(|| Header {
            magic,
            variant: name.to_owned(),
            pieces: number(10, 2) as u32,
            entries: number(32, 8),
            index_checksum: number(40, 4) as u32,
            shard: number(44, 4) as u32,
        })
    }
}

/// Fills `bytes` from this offset on.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        at += read as u64;
    }
    Ok(())
}

#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    file: File,
    pieces: u32,
    entries: u64,
    /// The offset and the checksum of each block, and finally the length of the file.
    places: Vec<(u64, u32)>,
}

impl TableFile {
    /// Opens the table of a game with these numbers of pieces and entries. Only the header and the
    /// index are verified; [`TableFile::read_block`] verifies a block.
    ///
    /// # Errors
    /// The file cannot be read, is not that table, or is truncated.
    pub fn open<G: HasTablebase>(
        path: &Path,
        pieces: u32,
        entries: u64,
    ) -> Result<Self, TableError> {
        TableFile::open_as(path, &Header::new(G::NAME, MAGIC, pieces, entries))
    }

    /// Opens a file. Its header must be `expected`, except for the checksum of the index.
    pub(crate) fn open_as(path: &Path, expected: &Header) -> Result<Self, TableError> {
        let (pieces, entries) = (expected.pieces, expected.entries);
        let io = TableError::file(path);
        let file = File::open(path).map_err(&io)?;
        let length = file.metadata().map_err(&io)?.len();
        let mut bytes = [0; HEADER];
        let path = path.to_owned();
        if length < HEADER as u64 {
            let expected = HEADER as u64;
            return Err(TableError::Truncated { path, expected, found: length });
        }
        read_at(&file, &mut bytes, 0).map_err(&io)?;
        let Some(header) = Header::parse(&bytes).filter(|it| it.magic == expected.magic) else {
            let why =
                "is not an endgame table: expected a file of zugi table build of this version";
            return Err(TableError::unusable(&path, why));
        };
        if (Header { index_checksum: 0, ..header.clone() }) != *expected {
            let words = |Header { variant, pieces, entries, .. }: &Header| {
                format!("{variant} with {pieces} pieces and {entries} entries")
            };
            let why = format!("is a table of {}: expected {}", words(&header), words(expected));
            return Err(TableError::unusable(&path, why));
        }
        let blocks = words(entries).div_ceil(BLOCK);
        let mut bytes = vec![0; blocks * INDEX_ENTRY + 8];
        let expected = (HEADER + bytes.len()) as u64;
        if length < expected {
            return Err(TableError::Truncated { path, expected, found: length });
        }
        read_at(&file, &mut bytes, HEADER as u64).map_err(&io)?;
        if crc32fast::hash(&bytes) != header.index_checksum {
            return Err(damaged(&path, "the places of its blocks"));
        }
        let places = places(&bytes);
        match places.last() {
            Some(&(end, _)) if end != length => {
                Err(TableError::Truncated { path, expected: end, found: length })
            }
            _ => Ok(TableFile { path, file, pieces, entries, places }),
        }
    }

    /// A table with this index, which is not checked.
    pub(crate) fn with_places(
        path: &Path,
        file: File,
        (pieces, entries): (u32, u64),
        places: Vec<(u64, u32)>,
    ) -> TableFile {
        TableFile { path: path.to_owned(), file, pieces, entries, places }
    }

    pub(crate) fn places_mut(&mut self) -> &mut Vec<(u64, u32)> {
        &mut self.places
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    #[must_use]
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The length of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.places.last().map_or(0, |&(end, _)| end)
    }

    #[must_use]
    pub fn blocks(&self) -> usize {
        self.places.len() - 1
    }

    /// The words of a block; its number must be less than [`TableFile::blocks`].
    ///
    /// # Errors
    /// The block cannot be read or is damaged.
    pub fn read_block(&self, block: usize) -> Result<Vec<u64>, TableError> {
        let ((begin, checksum), (end, _)) = (self.places[block], self.places[block + 1]);
        let count = (words(self.entries) - block * BLOCK).min(BLOCK);
        let damaged = || damaged(&self.path, &format!("block {block}"));
        let length = end.checked_sub(begin).filter(|&length| length <= 16 * BLOCK as u64);
        let mut packed = vec![0; length.ok_or_else(damaged)? as usize];
        read_at(&self.file, &mut packed, begin).map_err(TableError::file(&self.path))?;
        let mut words = vec![0_u64; count];
        let bytes = bytemuck::cast_slice_mut::<u64, u8>(&mut words);
        let unpack = |it: &mut Decompressor<'_>| it.decompress_to_buffer(&packed, &mut *bytes);
        let length = DECOMPRESSOR.with_borrow_mut(unpack).map_err(|_| damaged())?;
        if length != 8 * count || crc32fast::hash(bytes) != checksum {
            return Err(damaged());
        }
        words.iter_mut().for_each(|word| *word = u64::from_le(*word));
        Ok(words)
    }

    /// The words of a range, read in parallel.
    pub(crate) fn read_words(&self, range: Range<usize>) -> Result<Vec<u64>, TableError> {
        let blocks = range.start / BLOCK..range.end.div_ceil(BLOCK);
        let parts = blocks.into_par_iter().map(|block| {
            let words = self.read_block(block)?;
            let begin = block * BLOCK;
            let within = |word: usize| word.saturating_sub(begin).min(words.len());
            Ok(words[within(range.start)..within(range.end)].to_vec())
        });
        Ok(parts.collect::<Result<Vec<_>, TableError>>()?.concat())
    }

    /// All words of the table.
    pub fn read(&self) -> Result<Vec<u64>, TableError> {
        let mut content = vec![0; words(self.entries)];
        let blocks = content.par_chunks_mut(BLOCK).enumerate();
        blocks.try_for_each(|(block, to)| {
            to.copy_from_slice(&self.read_block(block)?);
            Ok::<(), TableError>(())
        })?;
        Ok(content)
    }
}

fn damaged(path: &Path, part: &str) -> TableError {
    TableError::unusable(path, format!("is damaged in {part}: expected another checksum"))
}

/// A number from little-endian bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The offsets and checksums of an index.
pub(crate) fn places(bytes: &[u8]) -> Vec<(u64, u32)> {
    let place = |bytes: &[u8]| {
        let (begin, checksum) = bytes.split_at(8);
        (number(begin), number(checksum) as u32)
    };
    bytes.chunks(INDEX_ENTRY).map(place).collect()
}

/// Little-endian bytes of words.
pub(crate) fn to_bytes(words: &[u64]) -> Vec<u8> {
    let mut bytes = vec![0; 8 * words.len()];
    let (places, _) = bytes.as_chunks_mut::<8>();
    places.iter_mut().zip(words).for_each(|(to, word)| *to = word.to_le_bytes());
    bytes
}
