//! The files of the shards of an unfinished table, in a folder with the name of the table's file
//! and `.shards` after it. Several processes may work there.

use std::borrow::Cow;
use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::claim::Claim;
use super::table_file::{Header, TableFile};
use crate::error::TableError;
use crate::position_index::HasTablebase;
use crate::shards::{Extent, Generation};

const MAGIC: [u8; 8] = *b"zugishrd";
/// The Zstandard level of shards: lower than that of tables, because shards are read rarely.
const LEVEL: i32 = 1;

/// All words of a shard.
pub(crate) fn range(generation: &dyn Generation, pieces: u32, shard: usize) -> Range<usize> {
    let extents = generation.extents(pieces, shard);
    let begin = extents.first().map_or(0, |first| first.words.start);
    begin..extents.last().map_or(begin, |last| last.words.end)
}

/// Whether other processes may build the same table at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Alone,
    Shared,
}

#[derive(Debug)]
pub(crate) struct ShardFiles {
    folder: PathBuf,
    variant: &'static str,
    /// Whether this is a build in memory that divides the table into other shards than a build in
    /// files, see [`HasTablebase::DIVIDES_BY_HOME`]. The files then have names of their own.
    has_own_names: bool,
    /// The lock that enforces [`Access`].
    _lock: File,
}

impl ShardFiles {
    /// Creates the folder if it does not exist.
    pub fn open<G: HasTablebase>(
        folder: PathBuf,
        access: Access,
    ) -> Result<ShardFiles, TableError> {
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(TableError::file(&folder)(error));
            }
            _ => {}
        }
        let file = lock_file(&folder, "build")?;
        let locked = match access {
            Access::Alone => file.try_lock(),
            Access::Shared => file.try_lock_shared(),
        };
        match locked {
            // The two cannot share the work: at least one of them builds the table in memory.
            Err(TryLockError::WouldBlock) => Err(TableError::unusable(
                &folder,
                "is in use by another process: wait until it ends, or choose another folder",
            )),
            // Some file systems have no locks, see `Claim::new`.
            Ok(()) | Err(TryLockError::Error(_)) => {
                let has_own_names = G::DIVIDES_BY_HOME && access == Access::Alone;
                Ok(ShardFiles { folder, variant: G::NAME, has_own_names, _lock: file })
            }
        }
    }

    pub fn path(&self, pieces: u32, shard: usize) -> PathBuf {
        self.folder.join(match self.has_own_names {
            true => format!("{shard:05}.shard"),
            false => format!("{pieces}.{shard:05}.shard"),
        })
    }

    fn header(&self, pieces: u32, shard: usize, words: usize) -> Header {
        let header = Header::new(self.variant, MAGIC, pieces, 64 * words as u64);
        Header { shard: shard as u32, ..header }
    }

    /// Waits for other holders of the lock of this name. Dropping the file ends the lock.
    pub fn lock(&self, name: &str) -> Result<File, TableError> {
        let file = lock_file(&self.folder, name)?;
        // Some file systems have no locks, see `Claim::new`.
        let _ = file.lock();
        Ok(file)
    }

    pub fn file(&self, pieces: u32, shard: usize, words: usize) -> Result<TableFile, TableError> {
        TableFile::open_as(&self.path(pieces, shard), &self.header(pieces, shard, words))
    }

    pub fn claim(&self, pieces: u32, shard: usize) -> Result<Option<Claim>, TableError> {
        Claim::new(&self.path(pieces, shard))
    }

    /// Writes the words of the extents of a shard; an empty list stands for zeros.
    pub fn write(
        &self,
        claim: Claim,
        shard: usize,
        extents: &[Extent],
        content: &[Vec<u64>],
    ) -> Result<(), TableError> {
        let Some(first) = extents.first() else { return Ok(()) };
        let words = extents.iter().map(|extent| extent.words.len()).sum();
        let mut part = |range: Range<usize>| {
            if let [words] = content
                && !words.is_empty()
            {
                return Ok(Cow::Borrowed(&words[range]));
            }
            let mut part = vec![0; range.len()];
            for (extent, words) in extents.iter().zip(content).filter(|(_, it)| !it.is_empty()) {
                let begin = extent.words.start - first.words.start;
                let (from, to) = (range.start.max(begin), range.end.min(begin + words.len()));
                if from < to {
                    let words = &words[from - begin..to - begin];
                    part[from - range.start..to - range.start].copy_from_slice(words);
                }
            }
            Ok(Cow::Owned(part))
        };
        // No flush to the disk: after a power failure the checksums reveal what is missing.
        let header = self.header(first.pieces, shard, words);
        claim.write(header, (LEVEL, false), &mut part, &mut |_| ())
    }

    /// The words of the extents of a shard, if it exists. A damaged file is removed. Other
    /// processes may do all this at the same time.
    pub fn read(
        &self,
        generation: &dyn Generation,
        pieces: u32,
        shard: usize,
    ) -> Result<Option<Vec<Vec<u64>>>, TableError> {
        let Range { start, end } = range(generation, pieces, shard);
        let read = |file: TableFile| {
            let extents = generation.extents(pieces, shard).into_iter();
            let read = |Range { start: from, end }| file.read_words(from - start..end - start);
            extents.map(|extent| read(extent.words)).collect()
        };
        let mut lock = None;
        loop {
            match self.file(pieces, shard, end - start).and_then(read) {
                Ok(content) => return Ok(Some(content)),
                Err(TableError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(None);
                }
                Err(error @ TableError::File { .. }) => return Err(error),
                // Another process may have removed the damaged file, and made a good one.
                Err(_) if lock.is_none() => lock = Some(self.lock("damaged")?),
                Err(error) => {
                    log::warn!("{error}; it is made again");
                    let path = self.path(pieces, shard);
                    ignore_missing(fs::remove_file(&path)).map_err(TableError::file(&path))?;
                    return Ok(None);
                }
            }
        }
    }

    /// Which shards with these pieces exist. Reads all of them, and removes the damaged ones.
    pub fn check(&self, generation: &dyn Generation, pieces: u32) -> Result<Vec<bool>, TableError> {
        let shards = (0..generation.shards(pieces)).into_par_iter();
        shards.map(|shard| Ok(self.read(generation, pieces, shard)?.is_some())).collect()
    }
}

fn lock_file(folder: &Path, name: &str) -> Result<File, TableError> {
    let path = folder.join(format!("{name}.shard.new"));
    File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(TableError::file(&path))
}

/// Removes the shards of a finished table and their folder, if they exist.
pub(crate) fn remove_shards(folder: &Path) -> Result<(), TableError> {
    let io = TableError::file(folder);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(&io)?,
    };
    for entry in entries {
        let path = entry.map_err(&io)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.ends_with(".shard") || name.ends_with(".shard.new") {
            ignore_missing(fs::remove_file(&path)).map_err(TableError::file(&path))?;
        }
    }
    match ignore_missing(fs::remove_dir(folder)) {
        // The folder has files of another origin.
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => removed.map_err(&io),
    }
}

/// Ignores that another process has removed it.
fn ignore_missing(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
