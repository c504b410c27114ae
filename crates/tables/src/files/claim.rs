//! Files that are written whole or not at all, by one process only.

use std::borrow::Cow;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use zstd::bulk::Compressor;
use zugi_files::link_target;

use super::table_file::{HEADER, Header, INDEX_ENTRY, MAGIC, to_bytes};
use crate::cache::BLOCK;
use crate::error::TableError;
use crate::position_index::{HasTablebase, words};

/// The Zstandard level of the blocks of a table.
pub(crate) const LEVEL: i32 = 3;
/// The number of blocks that are compressed at a time, before they are written.
const WRITTEN: usize = 512;

/// Returns the words of a range of a file; each range begins where the last one ended.
pub(crate) type Content<'a> =
    dyn FnMut(Range<usize>) -> Result<Cow<'a, [u64]>, TableError> + Send + 'a;

/// The exclusive right to write a file, under the temporary name `new` until it is complete.
#[derive(Debug)]
pub(crate) struct Claim {
    path: PathBuf,
    new: PathBuf,
    /// Locked.
    file: File,
}

impl Claim {
    /// `None` if another process writes the file, or if it exists.
    pub fn new(path: &Path) -> Result<Option<Claim>, TableError> {
        let path = &link_target(path).map_err(TableError::file(path))?;
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let new = PathBuf::from(new);
        let file = File::options().write(true).create(true).truncate(false).open(&new);
        let file = file.map_err(TableError::file(&new))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Some file systems have no locks; two processes may then do the same work.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let claim = Claim { path: path.to_owned(), new, file };
        // Another process may have finished the file between the opening and the lock.
        Ok(if path.exists() { None } else { Some(claim) })
    }

    /// Writes the file. `written` gets the number of words so far; `sync` flushes it to the disk.
    pub fn write(
        self,
        header: Header,
        (level, sync): (i32, bool),
        content: &mut Content<'_>,
        written: &mut dyn FnMut(u64),
    ) -> Result<(), TableError> {
        self.fill(header, level, content, written)?;
        if sync {
            self.file.sync_all().map_err(TableError::file(&self.new))?;
        }
        fs::rename(&self.new, &self.path).map_err(TableError::file(&self.path))
    }

    /// Writes the blocks, then the header and the index before them.
    fn fill(
        &self,
        header: Header,
        level: i32,
        content: &mut Content<'_>,
        written: &mut dyn FnMut(u64),
    ) -> Result<(), TableError> {
        let io = TableError::file(&self.new);
        let all = words(header.entries);
        let blocks = all.div_ceil(BLOCK);
        let mut places = Vec::with_capacity(blocks * INDEX_ENTRY + 8);
        let mut begin = (HEADER + blocks * INDEX_ENTRY + 8) as u64;
        self.file.set_len(0).map_err(&io)?;
        let mut out = BufWriter::new(&self.file);
        out.seek(SeekFrom::Start(begin)).map_err(&io)?;
        let range = |begin: usize| begin..(begin + WRITTEN * BLOCK).min(all);
        let (mut chunk, mut done) = (content(range(0))?, 0);
        while !chunk.is_empty() {
            done += chunk.len();
            let (packed, next) = rayon::join(
                || pack_all(&chunk, level),
                || if done < all { content(range(done)) } else { Ok(Cow::default()) },
            );
            for (packed, checksum) in packed.map_err(&io)? {
                out.write_all(&packed).map_err(&io)?;
                places.extend(begin.to_le_bytes());
                places.extend(checksum.to_le_bytes());
                begin += packed.len() as u64;
            }
            written(done as u64);
            chunk = next?;
        }
        places.extend(begin.to_le_bytes());
        let header = Header { index_checksum: crc32fast::hash(&places), ..header };
        out.seek(SeekFrom::Start(0)).map_err(&io)?;
        out.write_all(&header.to_bytes()).map_err(&io)?;
        out.write_all(&places).map_err(&io)?;
        out.flush().map_err(&io)
    }
}

impl Drop for Claim {
    /// Removes an unfinished file. There is none after a rename, or if another process removed it.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.new);
    }
}

/// Writes a table, whole or not at all. `written` gets the number of words so far. If another
/// process writes the table, this returns at once, because that process writes the same bytes.
pub(crate) fn write<G: HasTablebase>(
    path: &Path,
    pieces: u32,
    entries: u64,
    content: &[u64],
    written: &mut dyn FnMut(u64),
) -> Result<(), TableError> {
    let Some(claim) = Claim::new(path)? else { return Ok(()) };
    let header = Header::new(G::NAME, MAGIC, pieces, entries);
    claim.write(header, (LEVEL, true), &mut |words| Ok(Cow::Borrowed(&content[words])), written)
}

/// The compressed blocks of these words, each with the checksum of its words.
fn pack_all(words: &[u64], level: i32) -> io::Result<Vec<(Vec<u8>, u32)>> {
    let pack = |compressor: &mut Compressor<'_>, words: &[u64]| {
        let bytes = to_bytes(words);
        compressor.set_compression_level(level)?;
        Ok((compressor.compress(&bytes)?, crc32fast::hash(&bytes)))
    };
    words.par_chunks(BLOCK).map_init(Compressor::default, pack).collect()
}
