//! The files of the shards of a table that is made in scattered shards: each shard has a file in
//! the folder `NAME.shards`.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::claim::Claim;
use super::error::TableError;
use super::file::{Header, TableFile, file_name};
use super::position_index::HasTablebase;
use super::scattered::{ScatteredGeneration, ShardId};

const MAGIC: [u8; 8] = *b"zugishrd";
/// How hard the blocks of a shard are compressed: it is read a few times only.
const LEVEL: i32 = 1;

/// The folder with the shards of an unfinished table.
pub(super) fn shards_path(folder: &Path, variant: &str, pieces: u32) -> PathBuf {
    folder.join(file_name(variant, pieces) + ".shards")
}

/// The files of the shards from which a table is made.
#[derive(Debug)]
pub(super) struct ShardFiles<'a, G> {
    folder: PathBuf,
    generation: &'a dyn ScatteredGeneration,
    game: PhantomData<G>,
}

impl<'a, G: HasTablebase> ShardFiles<'a, G> {
    /// Makes the folder, if it is not there.
    pub fn open(
        folder: PathBuf,
        generation: &'a dyn ScatteredGeneration,
    ) -> Result<ShardFiles<'a, G>, TableError> {
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                Err(TableError::file(&folder)(error))
            }
            _ => Ok(ShardFiles { folder, generation, game: PhantomData }),
        }
    }

    /// The path of a shard.
    pub fn path(&self, id: ShardId) -> PathBuf {
        self.folder.join(format!("{}.{:05}.shard", id.pieces, id.shard))
    }

    fn header(&self, id: ShardId) -> Header {
        let entries = 64 * self.generation.words(id) as u64;
        Header { shard: id.shard as u32, ..Header::new::<G>(MAGIC, id.pieces, entries) }
    }

    /// Waits for other processes that have this lock, which is held as long as the file is open.
    pub fn lock(&self) -> Result<File, TableError> {
        let path = self.folder.join("lock.shard.new");
        let file = File::create(&path).map_err(TableError::file(&path))?;
        // A file system that knows no locks has to do without.
        let _ = file.lock();
        Ok(file)
    }

    /// Opens a shard.
    pub fn file(&self, id: ShardId) -> Result<TableFile, TableError> {
        TableFile::open_as(&self.path(id), &self.header(id))
    }

    /// The claim to write a shard; `None` if another process writes it, or if it is there.
    pub fn claim(&self, id: ShardId) -> Result<Option<Claim>, TableError> {
        Claim::new(&self.path(id))
    }

    /// Writes a shard.
    pub fn write(&self, claim: Claim, id: ShardId, words: &[u64]) -> Result<(), TableError> {
        // After a loss of power the checksums tell what is not on the disk.
        let how = (LEVEL, false);
        claim.write(
            self.header(id),
            how,
            &mut |range| Ok(Cow::Borrowed(&words[range])),
            &mut |_| (),
        )
    }

    /// Which of these shards are there. It reads all of them; what is damaged goes.
    pub fn check(&self, pieces: u32) -> Result<Vec<bool>, TableError> {
        let check = |shard: usize| {
            let id = ShardId { pieces, shard };
            if !self.path(id).exists() {
                return Ok(false);
            }
            let read = |file: TableFile| {
                (0..file.blocks()).try_for_each(|block| file.read_block(block).map(|_| ()))
            };
            match self.file(id).and_then(read) {
                Ok(()) => Ok(true),
                Err(error @ TableError::File { .. }) => Err(error),
                Err(error) => {
                    log::warn!("{error}; it is made again");
                    let path = self.path(id);
                    fs::remove_file(&path).map_err(TableError::file(&path))?;
                    Ok(false)
                }
            }
        };
        (0..self.generation.shards(pieces)).into_par_iter().map(check).collect()
    }
}

/// Removes the shards of a finished table, if they are still there.
pub(super) fn remove_shards(folder: &Path) -> Result<(), TableError> {
    let io = TableError::file(folder);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(&io)?,
    };
    for entry in entries {
        let path = entry.map_err(&io)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.ends_with(".shard") || name.ends_with(".shard.new") {
            gone(fs::remove_file(&path)).map_err(TableError::file(&path))?;
        }
    }
    match gone(fs::remove_dir(folder)) {
        // Somebody else keeps something there.
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => removed.map_err(&io),
    }
}

/// Another process may have removed it.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
