//! Tables that can be asked.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::cache::Cache;
use super::error::TableError;
use super::file::{TableFile, file_name};
use super::numbering::{Generation, Numbering, RulesBroken, Tabled, words};
use crate::game::Player;
use crate::truth::Oracle;

/// Tables of a game, for positions with different numbers of pieces. Any number of threads
/// may ask at the same time.
#[derive(Debug)]
pub struct EndgameTables<G: Tabled> {
    /// By the number of pieces.
    tables: Vec<Option<Table<G>>>,
    cache: Cache,
    /// What went wrong since somebody asked.
    faults: Mutex<Vec<TableError>>,
}

/// A table.
#[derive(Debug)]
struct Table<G: Tabled> {
    numbering: G::Numbering,
    content: Content,
}

/// The entries of a table.
#[derive(Debug)]
enum Content {
    Memory(Vec<u64>),
    File {
        file: TableFile,
        /// It could not be read, and is not asked any more.
        is_broken: AtomicBool,
    },
}

/// The memory of the cache of blocks, as a part of all.
const CACHE_SHARE: u64 = 4;

/// Makes a whole table.
fn make_table(
    generation: &dyn Generation,
    entries: u64,
    smaller: &[u64],
) -> Result<Vec<u64>, RulesBroken> {
    let mut table = vec![0; words(entries)];
    for part in 0..generation.parts() {
        let content = generation.make(part, &table, smaller)?;
        generation.put(part, &content, &mut table);
    }
    Ok(table)
}

impl<G: Tabled> EndgameTables<G> {
    fn with(tables: Vec<Option<Table<G>>>, cache: u64) -> EndgameTables<G> {
        EndgameTables { tables, cache: Cache::new(cache), faults: Mutex::default() }
    }

    /// Makes all tables up to so many pieces in memory, as far as there are any, by the
    /// threads of the present pool.
    ///
    /// # Errors
    /// See [`Generation::make`].
    pub fn make(pieces: u32) -> Result<EndgameTables<G>, RulesBroken> {
        let mut tables: Vec<Option<Table<G>>> = Vec::new();
        for numbering in (0..=pieces.min(G::MOST_PIECES)).map_while(G::numbering) {
            let entries = numbering.entries();
            let content = match tables.last() {
                Some(Some(Table { numbering: smaller, content: Content::Memory(below) })) => {
                    make_table(&*numbering.generation(smaller), entries, below)?
                }
                _ => vec![0; words(entries)],
            };
            tables.push(Some(Table { numbering, content: Content::Memory(content) }));
        }
        Ok(EndgameTables::with(tables, 0))
    }

    /// Opens the tables in these folders; of several with as many pieces the first. The
    /// smaller ones are read as a whole; of what does not fit into so many bytes of memory,
    /// blocks are read when they are asked for. What cannot be used is left out: those errors
    /// come with the tables.
    #[must_use]
    pub fn open(folders: &[PathBuf], memory: u64) -> (EndgameTables<G>, Vec<TableError>) {
        let (mut tables, mut errors) = (Vec::new(), Vec::new());
        let mut left = memory - memory / CACHE_SHARE;
        let mut found = vec![false; folders.len()];
        for pieces in 0..=G::MOST_PIECES {
            let mut table = None;
            for (folder, found) in folders.iter().zip(&mut found) {
                let path = folder.join(file_name(G::NAME, pieces));
                if !path.exists() {
                    continue;
                }
                *found = true;
                if table.is_none() {
                    match open_table(&path, pieces, &mut left) {
                        Ok(opened) => table = opened,
                        Err(error) => errors.push(error),
                    }
                }
            }
            tables.push(table);
        }
        let without = folders.iter().zip(found).filter(|(_, found)| !found);
        errors.extend(without.map(|(folder, _)| nothing_in::<G>(folder)));
        (EndgameTables::with(tables, memory / CACHE_SHARE), errors)
    }

    /// The numbers of pieces of which there is a table.
    pub fn pieces(&self) -> impl Iterator<Item = u32> {
        (1..)
            .zip(self.tables.iter().skip(1))
            .filter_map(|(pieces, table)| table.is_some().then_some(pieces))
    }

    /// What went wrong while reading since this was asked: a table that cannot be read is not
    /// asked any more.
    pub fn take_faults(&self) -> Vec<TableError> {
        self.faults.lock().map_or_else(|_| Vec::new(), |mut faults| std::mem::take(&mut *faults))
    }

    /// Whether the side to move loses at this entry of the table for so many pieces; `None` if
    /// there is no such entry.
    #[must_use]
    #[inline]
    pub fn loses(&self, pieces: u32, entry: u64) -> Option<bool> {
        let Table { content, .. } = self.tables.get(pieces as usize)?.as_ref()?;
        self.bit(content, entry)
    }

    #[inline]
    fn bit(&self, content: &Content, entry: u64) -> Option<bool> {
        let at = (entry / 64) as usize;
        let word = match content {
            Content::Memory(words) => *words.get(at)?,
            Content::File { file, is_broken } => self.word_of_file(file, is_broken, at)?,
        };
        Some(word >> (entry % 64) & 1 != 0)
    }

    #[inline(never)]
    fn word_of_file(&self, file: &TableFile, is_broken: &AtomicBool, at: usize) -> Option<u64> {
        if at >= words(file.entries()) || is_broken.load(Ordering::Relaxed) {
            return None;
        }
        let fault = |error: TableError| {
            if !is_broken.swap(true, Ordering::Relaxed) {
                log::warn!("{error}; this table is not asked any more");
                if let Ok(mut faults) = self.faults.lock() {
                    faults.push(error);
                }
            }
        };
        self.cache.word(file, at).map_err(fault).ok()
    }
}

impl<G: Tabled> Oracle<G> for EndgameTables<G> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        let pieces = position.pieces() as usize;
        let Table { numbering, content } = self.tables.get(pieces)?.as_ref()?;
        let loses = self.bit(content, numbering.entry(position)?)?;
        let mover = position.to_move();
        Some(if loses { mover.opponent() } else { mover })
    }
}

/// A table of a file: in memory, as long as there is some left.
fn open_table<G: Tabled>(
    path: &Path,
    pieces: u32,
    left: &mut u64,
) -> Result<Option<Table<G>>, TableError> {
    let Some(numbering) = G::numbering(pieces) else { return Ok(None) };
    let file = TableFile::open::<G>(path, pieces, numbering.entries())?;
    let bytes = 8 * words(file.entries()) as u64;
    let content = if bytes <= *left {
        *left -= bytes;
        Content::Memory(file.read()?)
    } else {
        Content::File { file, is_broken: AtomicBool::new(false) }
    };
    Ok(Some(Table { numbering, content }))
}

/// Why there are no tables in a folder.
pub(super) fn nothing_in<G: Tabled>(folder: &Path) -> TableError {
    match std::fs::read_dir(folder) {
        Err(error) => TableError::File { path: folder.to_owned(), error },
        Ok(_) => TableError::NoTables {
            path: folder.to_owned(),
            variant: G::NAME,
            name: file_name(G::NAME, 4),
        },
    }
}
