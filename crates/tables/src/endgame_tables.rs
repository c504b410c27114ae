//! Tables that can be probed. In a search, `shared_state.rs` of `zugi_search` probes them.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use zugi_game::{Probe, TableValue};

use super::cache::Cache;
use super::error::TableError;
use super::files::{TableFile, write};
use super::position_index::{HasTablebase, PositionIndex, words};
use super::shards::{Generation, Home, MemoryStore, MemoryTable, make_shards};

/// The tables of a game, by number of pieces. Any number of threads may probe them at once.
#[derive(Debug)]
pub struct EndgameTables<G: HasTablebase> {
    /// By number of pieces; empty where there is no table yet.
    tables: Vec<OnceLock<Table<G>>>,
    /// The table that [`EndgameTables::grow_in_steps`] has begun.
    unfinished: Mutex<Option<Unfinished<G>>>,
    cache: Cache,
    faults: Mutex<Vec<TableError>>,
}

#[derive(Debug)]
struct Unfinished<G: HasTablebase> {
    numbering: Arc<G::PositionIndex>,
    generation: Box<dyn Generation>,
    table: MemoryTable,
}

#[derive(Debug)]
struct Table<G: HasTablebase> {
    numbering: Arc<G::PositionIndex>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Memory(Vec<u64>),
    File {
        file: TableFile,
        /// Set after an error of reading; the table is not probed again.
        is_broken: AtomicBool,
    },
}

/// The cache of blocks takes the memory divided by this.
const CACHE_SHARE: u64 = 4;

impl<G: HasTablebase> Default for EndgameTables<G> {
    fn default() -> EndgameTables<G> {
        EndgameTables::empty(0)
    }
}

impl<G: HasTablebase> EndgameTables<G> {
    /// A set without tables, and with a cache of this size in bytes.
    fn empty(cache: u64) -> EndgameTables<G> {
        let tables = (0..=G::MOST_PIECES).map(|_| OnceLock::new()).collect();
        let (unfinished, faults) = (Mutex::default(), Mutex::default());
        EndgameTables { tables, unfinished, cache: Cache::new(cache), faults }
    }

    /// Builds in memory all tables that the game has, up to this number of pieces, on the threads
    /// of the current Rayon pool.
    pub fn make(pieces: u32) -> Result<EndgameTables<G>, TableError> {
        let tables = EndgameTables::default();
        tables.grow(pieces, None)?;
        Ok(tables)
    }

    /// Loads all tables that the game has, up to this number of pieces, into memory, on the threads
    /// of the current Rayon pool. Each can be probed as soon as it is ready. Tables in `folder` are
    /// read; the others are built and saved there. If the folder cannot be used, the log says so.
    pub fn grow(&self, pieces: u32, folder: Option<&Path>) -> Result<(), TableError> {
        self.grow_in_steps(pieces, folder, &mut || true).map(|_| ())
    }

    /// Like [`EndgameTables::grow`], but in steps of a few milliseconds. Returns false if `goes_on`
    /// has stopped it between two steps; the next call continues.
    ///
    /// ```
    /// use zugi_game::toy::Hexapawn;
    /// use zugi_tables::EndgameTables;
    ///
    /// let tables = EndgameTables::<Hexapawn>::default();
    /// let mut calls = 1;
    /// while !tables.grow_in_steps(3, None, &mut || false)? {
    ///     calls += 1;
    /// }
    /// assert!(calls > 3 && tables.pieces().eq(1..=3));
    /// # Ok::<(), zugi_tables::TableError>(())
    /// ```
    pub fn grow_in_steps(
        &self,
        pieces: u32,
        folder: Option<&Path>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<bool, TableError> {
        let mut unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        for (pieces, place) in (0..=pieces).zip(&self.tables) {
            if place.get().is_some() {
                continue;
            }
            let path = folder.filter(|_| pieces > 0).map(|it| it.join(file_name(G::NAME, pieces)));
            let begun = unfinished.take().filter(|begun| begun.table.pieces == pieces);
            let mut new = match begun {
                Some(begun) => begun,
                None => {
                    let Some(numbering) = G::numbering(pieces).map(Arc::new) else { break };
                    let kept = path.as_deref().and_then(|path| kept::<G>(path, pieces, &numbering));
                    match (kept, pieces.checked_sub(1).and_then(|fewer| self.table(fewer))) {
                        (None, Some(smaller)) => {
                            let (own, home) = (&numbering, Home::Memory);
                            let generation =
                                G::PositionIndex::generation(own, &smaller.numbering, home);
                            let table = MemoryTable::new(pieces, numbering.entries());
                            Unfinished { numbering, generation, table }
                        }
                        (kept, _) => {
                            let zeros = || vec![0; words(numbering.entries())];
                            let content = Content::Memory(kept.unwrap_or_else(zeros));
                            // If another thread has set the table, this changes nothing.
                            let _ = place.set(Table { numbering, content });
                            continue;
                        }
                    }
                }
            };
            if !self.advance(&mut new, goes_on)? {
                *unfinished = Some(new);
                return Ok(false);
            }
            let Unfinished { numbering, table, .. } = new;
            if let Some(path) = path
                && let Err(error) =
                    write::<G>(&path, pieces, numbering.entries(), &table.words, &mut |_| ())
            {
                // The next process builds the table again.
                log::warn!("{error}; tables of small endings are not kept");
            }
            let _ = place.set(Table { numbering, content: Content::Memory(table.words) });
        }
        Ok(true)
    }

    /// Builds the next shards of a table from the tables with fewer pieces, which must be in
    /// memory. Returns false if `goes_on` has stopped it, even after the last shard.
    fn advance(
        &self,
        Unfinished { generation, table, .. }: &mut Unfinished<G>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<bool, TableError> {
        let fewer = (table.pieces.saturating_sub(G::MOST_TAKEN)..table.pieces).rev();
        let contents =
            fewer.map_while(|pieces| self.table(pieces)).map(|table| match &table.content {
                Content::Memory(words) => words.as_slice(),
                Content::File { .. } => &[],
            });
        let smaller: Vec<&[u64]> = contents.collect();
        let mut store = MemoryStore { generation: &**generation, table, smaller: &smaller };
        let flow = make_shards(&**generation, &mut store, &mut |_| match goes_on() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        })?;
        Ok(flow.is_continue())
    }

    /// Loads the tables in `folder` into memory, by rising number of pieces up to this one, until
    /// one is missing.
    pub fn load(&self, pieces: u32, folder: &Path) {
        for (pieces, table) in (0..=pieces).zip(&self.tables).skip(1) {
            if table.get().is_some() {
                continue;
            }
            let Some(numbering) = G::numbering(pieces).map(Arc::new) else { break };
            let path = folder.join(file_name(G::NAME, pieces));
            let Some(content) = kept::<G>(&path, pieces, &numbering) else { break };
            let _ = table.set(Table { numbering, content: Content::Memory(content) });
        }
    }

    /// The number of pieces of the largest table that [`load`](EndgameTables::load) would load if
    /// no file is damaged; 0 for none.
    pub fn kept_in(pieces: u32, folder: &Path) -> u32 {
        let is_there = |pieces: &u32| folder.join(file_name(G::NAME, *pieces)).exists();
        (1..=pieces).take_while(is_there).last().unwrap_or(0)
    }

    #[inline]
    fn table(&self, pieces: u32) -> Option<&Table<G>> {
        self.tables.get(pieces as usize)?.get()
    }

    /// Opens the tables in these folders. For each number of pieces it takes the table of the first
    /// folder with a usable one. Three quarters of `memory` (in bytes) are for tables that are read
    /// whole, by rising number of pieces. Those that do not fit are read in blocks, and the last
    /// quarter is for the cache of blocks. Also returns the errors: of unusable tables, which are
    /// left out, and of folders without tables.
    #[must_use]
    pub fn open(folders: &[PathBuf], memory: u64) -> (EndgameTables<G>, Vec<TableError>) {
        let (tables, mut errors) = (EndgameTables::empty(memory / CACHE_SHARE), Vec::new());
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
            if let Some(table) = table {
                let _ = tables.tables[pieces as usize].set(table);
            }
        }
        let without = folders.iter().zip(found).filter(|(_, found)| !found);
        errors.extend(without.map(|(folder, _)| nothing_in::<G>(folder)));
        (tables, errors)
    }

    /// The numbers of pieces for which there is a table.
    pub fn pieces(&self) -> impl Iterator<Item = u32> {
        let tables = (0..).zip(&self.tables).skip(1);
        tables.filter_map(|(pieces, table)| table.get().map(|_| pieces))
    }

    /// The errors of reading since the last call. A table is not probed again after an error.
    pub fn take_faults(&self) -> Vec<TableError> {
        self.faults.lock().map_or_else(|_| Vec::new(), |mut faults| std::mem::take(&mut *faults))
    }

    /// The bits of a table from this entry to the end of its word.
    #[inline]
    fn bits(&self, table: &Table<G>, entry: u64) -> Option<u64> {
        let at = (entry / 64) as usize;
        let word = match &table.content {
            Content::Memory(words) => *words.get(at)?,
            Content::File { file, is_broken } => self.word_of_file(file, is_broken, at)?,
        };
        Some(word >> (entry % 64))
    }

    /// The value of a position as if the game began with it; `None` if no table has it.
    #[cfg(feature = "files")]
    pub(super) fn value_of_board(&self, position: &G) -> Option<TableValue> {
        let table = self.table(position.pieces())?;
        self.value_at(table, table.numbering.entry_of_board(position)?)
    }

    /// The value of the position with this entry; `None` if there is no such entry.
    #[must_use]
    pub fn value_of_entry(&self, pieces: u32, entry: u64) -> Option<TableValue> {
        self.value_at(self.table(pieces)?, entry)
    }

    #[inline]
    fn value_at(&self, table: &Table<G>, entry: u64) -> Option<TableValue> {
        Some(match self.bits(table, entry)? & 3 {
            0 | 2 if !G::DRAWS => TableValue::Win,
            2 => TableValue::Win,
            0 => TableValue::Draw,
            3 if G::DRAWS => match self.bits(table, table.numbering.loss_entry(entry)?)? & 1 {
                0 => TableValue::CursedWin,
                _ => TableValue::CursedLoss,
            },
            _ => TableValue::Loss,
        })
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

/// Answers from the tables that exist so far.
///
/// ```
/// use zugi_game::{Game, Probe, TableValue, toy::Hexapawn};
/// use zugi_tables::EndgameTables;
///
/// let tables = EndgameTables::<Hexapawn>::make(2).unwrap();
/// let position = Hexapawn::from_text("4/1b2/w3/4 w").unwrap(); // White captures
/// assert_eq!(tables.value(&position), Some(TableValue::Win));
/// assert_eq!(tables.value(&Hexapawn::start()), None);
/// ```
impl<G: HasTablebase> Probe<G> for EndgameTables<G> {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        let table = self.table(position.pieces())?;
        self.value_at(table, table.numbering.entry(position)?)
    }

    fn most_pieces(&self) -> u32 {
        self.pieces().last().unwrap_or(0)
    }
}

#[must_use]
pub fn file_name(variant: &str, pieces: u32) -> String {
    format!("{variant}.{pieces}.table")
}

/// Opens a table, and reads it into memory if it fits into the `left` bytes.
fn open_table<G: HasTablebase>(
    path: &Path,
    pieces: u32,
    left: &mut u64,
) -> Result<Option<Table<G>>, TableError> {
    let Some(numbering) = G::numbering(pieces).map(Arc::new) else { return Ok(None) };
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

/// The content of a table that an earlier process saved. A damaged file is removed.
fn kept<G: HasTablebase>(
    path: &Path,
    pieces: u32,
    numbering: &G::PositionIndex,
) -> Option<Vec<u64>> {
    if !path.exists() {
        return None;
    }
    let file = TableFile::open::<G>(path, pieces, numbering.entries());
    match file.and_then(|file| file.read()) {
        Ok(content) => Some(content),
        Err(error) => {
            log::warn!("{error}; it is made again");
            let _ = fs::remove_file(path);
            None
        }
    }
}

pub(super) fn nothing_in<G: HasTablebase>(folder: &Path) -> TableError {
    match fs::read_dir(folder) {
        Err(error) => TableError::File { path: folder.to_owned(), error },
        Ok(_) => TableError::NoTables {
            path: folder.to_owned(),
            variant: G::NAME,
            name: file_name(G::NAME, 4),
        },
    }
}
