//! Files that are written as a whole: a kill leaves nothing or all of a file, and of several
//! processes one writes it.

use std::borrow::Cow;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use zugi_files::link_target;

use super::error::TableError;
use super::file::{BLOCK, HEADER, Header, MAGIC, PLACE, to_bytes};
use super::position_index::{HasTablebase, words};

/// How hard the blocks of a table are compressed.
pub(super) const LEVEL: i32 = 3;
/// Blocks that are compressed before they are written.
const WRITTEN: usize = 512;

/// What gives the words of a range of a file; the ranges follow each other.
pub(super) type Content<'a> =
    dyn FnMut(Range<usize>) -> Result<Cow<'a, [u64]>, TableError> + Send + 'a;

/// A file that only this process writes.
#[derive(Debug)]
pub(super) struct Claim {
    path: PathBuf,
    new: PathBuf,
    /// Under its lock.
    file: File,
}

impl Claim {
    /// `None` if another process writes it, or if it is there.
    pub fn new(path: &Path) -> Result<Option<Claim>, TableError> {
        let path = &link_target(path).map_err(TableError::file(path))?;
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let new = PathBuf::from(new);
        let file = File::options().write(true).create(true).truncate(false).open(&new);
        let file = file.map_err(TableError::file(&new))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // A file system that knows no locks has to do without.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let claim = Claim { path: path.to_owned(), new, file };
        // It was finished between the opening and the lock, and this is it.
        Ok(if path.exists() { None } else { Some(claim) })
    }

    /// Writes the file. It is on the disk afterwards if `sync` says so.
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

    /// Writes the blocks, and then what stands before them.
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
        let mut places = Vec::with_capacity(blocks * PLACE + 8);
        let mut begin = (HEADER + blocks * PLACE + 8) as u64;
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
        let header = Header { places: crc32fast::hash(&places), ..header };
        out.seek(SeekFrom::Start(0)).map_err(&io)?;
        out.write_all(&header.to_bytes()).map_err(&io)?;
        out.write_all(&places).map_err(&io)?;
        out.flush().map_err(&io)
    }
}

impl Drop for Claim {
    /// What is left of a file that could not be written is of no use. Another process may have
    /// renamed or removed it.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.new);
    }
}

/// Writes a table as a whole: a kill leaves nothing, or all of it, and an error nothing. Tells how
/// many words are in the file. The same content gives the same bytes, so that of several processes
/// which write it at the same time one is enough: the others return at once.
pub(super) fn write<G: HasTablebase>(
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

/// The blocks of these words, each compressed, and their checksums.
fn pack_all(words: &[u64], level: i32) -> io::Result<Vec<(Vec<u8>, u32)>> {
    let pack = |words: &[u64]| {
        let bytes = to_bytes(words);
        Ok((zstd::bulk::compress(&bytes, level)?, crc32fast::hash(&bytes)))
    };
    words.par_chunks(BLOCK).map(pack).collect()
}
