//! Sets of endgame tables: small ones that a session builds itself, and those of files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, OnceLock};
use std::time::Duration;
use std::{fs, thread};

use zugi_game::{
    AnyExactValue, ExactValue, ExactValueError, KnownTables, Player, TablebaseProvider,
};
use zugi_memory::available_mib;

use super::{
    EndgameTables, HasTablebase, Oracle, OracleExactValue, PositionIndex, TableError, TableValue,
};

/// The entries of the largest table that is made without being asked for, in each session
/// anew: those of zola-6 up to six pieces take a quarter of a second of one core.
const MOST_ENTRIES: u64 = 1 << 25;

/// Where there is a folder to keep them in: those of zola-6 up to eight pieces, with which
/// positions of fourteen are proven in 20 ms (median; 70 ms with seven), take eight seconds of
/// one core, once.
const MOST_KEPT_ENTRIES: u64 = 1 << 30;

/// Whether small tables are made in steps, by [`ExactValue::work`], and not by a thread of their own:
/// in WebAssembly, where the only threads are those of a search, if there are any.
pub const MADE_IN_STEPS: bool = cfg!(target_family = "wasm");

/// Between two looks whether the tables of the cache are loaded.
const PAUSE: Duration = Duration::from_millis(1);

/// The memory for tables of files; of others blocks are read.
const FILE_MEMORY: u64 = 256 << 20;

/// What becomes of folders, a cache and so many MiB for proofs.
pub type Opened<G> = Result<Arc<dyn ExactValue<G>>, TableError>;

/// Endgame tables as exact values of a game without proofs.
///
/// ```
/// use zugi_game::{Game, Player, ExactValue, toy::Hexapawn};
/// use zugi_tables::TablebaseSet;
///
/// let endings = TablebaseSet::<Hexapawn>::open(&[], None)?;
/// let ending = Hexapawn::from_text("4/1b2/w3/4 b")?; // Black captures
/// while !endings.prepare(&ending) {
///     std::thread::yield_now();
/// }
/// assert_eq!(endings.winner(&ending), Some(Player::Two));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TablebaseSet<G: HasTablebase> {
    tables: Arc<Tables<G>>,
    /// Of the small tables, those up to this number of pieces are asked.
    most_small: u32,
    /// The pieces of the largest table of all, made or not yet.
    most: u32,
    /// Whether tables are added later.
    grows: bool,
}

impl<G: HasTablebase> Clone for TablebaseSet<G> {
    fn clone(&self) -> TablebaseSet<G> {
        TablebaseSet { tables: Arc::clone(&self.tables), ..*self }
    }
}

/// Tables, some of which are perhaps not ready yet.
struct Tables<G: HasTablebase> {
    /// The pieces of the largest table that is made here.
    most_small: u32,
    /// The same, if it turns out that they cannot be kept.
    most_unkept: u32,
    small: EndgameTables<G>,
    is_begun: AtomicBool,
    /// Whether a thread loads those that an earlier process has kept, or has done so.
    is_loading: AtomicBool,
    /// The pieces of the largest one that was loaded, 0 for none; set when all are.
    loaded: OnceLock<u32>,
    /// All small ones are there, or cannot be.
    ready: Once,
    /// Where they are kept.
    cache: Option<PathBuf>,
    files: EndgameTables<G>,
}

impl<G: HasTablebase> Tables<G> {
    /// See [`TablebaseSet::open`].
    fn open(
        folders: &[PathBuf],
        memory: u64,
        cache: Option<&Path>,
    ) -> Result<Tables<G>, TableError> {
        let (files, errors) = EndgameTables::open(folders, memory);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let most_pieces = |most_entries: u64| {
            let is_small = |pieces: &u32| {
                let work = G::numbering(*pieces).map(|numbering| numbering.entries() * G::WORK);
                work.is_some_and(|work| work <= most_entries)
            };
            (1..=G::MOST_PIECES).take_while(is_small).last().unwrap_or(0)
        };
        // Not more than an eighth of the memory that is free: a bit for each byte.
        let most_entries = MOST_KEPT_ENTRIES.min(available_mib().saturating_mul(1 << 20));
        let most_unkept = most_pieces(MOST_ENTRIES);
        let most_small = if cache.is_some() { most_pieces(most_entries) } else { most_unkept };
        Ok(Tables {
            most_small,
            most_unkept,
            small: EndgameTables::default(),
            is_begun: AtomicBool::new(false),
            is_loading: AtomicBool::new(false),
            loaded: OnceLock::new(),
            ready: Once::new(),
            cache: cache.map(Path::to_owned),
            files,
        })
    }

    /// The pieces of the largest table of files.
    fn most_in_files(&self) -> u32 {
        self.files.pieces().last().unwrap_or(0)
    }

    /// The numbers of pieces of which there is a table, in order.
    fn pieces(&self) -> Vec<u32> {
        let mut pieces: Vec<u32> = self.files.pieces().chain(self.small.pieces()).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// Loads the small ones that are kept, or waits for who does.
    fn load(&self) {
        self.loaded.get_or_init(|| {
            if let Some(folder) = &self.cache {
                with_one_thread(|| self.small.load(self.most_small, folder));
            }
            // Nothing is built before this: see `grow`.
            self.small.pieces().last().unwrap_or(0)
        });
    }

    /// Gets the small ones, or waits for who does.
    fn grow(&self) {
        self.ready.call_once(|| {
            self.load();
            let cache = self.cache.as_deref().filter(|folder| {
                let there = fs::create_dir_all(folder);
                let failed = |error| log::warn!("cannot keep tables in {folder:?}: {error}");
                there.map_err(failed).is_ok()
            });
            let most = if cache.is_some() { self.most_small } else { self.most_unkept };
            if let Err(broken) = with_one_thread(|| self.small.grow(most, cache)) {
                log::warn!("no tables of small endings: {broken}");
            }
        });
    }
}

/// Works with one thread: the others may be searching.
fn with_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "files")]
    if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        return pool.install(work);
    }
    work()
}

/// Of which nothing is left to do.
fn done() -> Once {
    let once = Once::new();
    once.call_once(|| ());
    once
}

impl<G: HasTablebase> TablebaseSet<G> {
    /// The tables of a session: those in these folders, or without folders small ones that are
    /// built on demand. The small ones are kept in the folder `cache`, which is created if it does
    /// not exist; without a cache only some of them are built.
    ///
    /// # Errors
    /// A folder has no tables of the game, or one that cannot be used. A cache that is of no
    /// use is none.
    pub fn open(folders: &[PathBuf], cache: Option<&Path>) -> Result<TablebaseSet<G>, TableError> {
        match folders {
            [] => TablebaseSet::open_with(folders, FILE_MEMORY, cache),
            _ => TablebaseSet::of_files(folders, FILE_MEMORY),
        }
    }

    /// The tables in these folders and the small ones, with this memory in bytes for files; with 0,
    /// files are only read in blocks.
    ///
    /// # Errors
    /// See [`TablebaseSet::open`].
    pub fn open_with(
        folders: &[PathBuf],
        memory: u64,
        cache: Option<&Path>,
    ) -> Result<TablebaseSet<G>, TableError> {
        Ok(TablebaseSet::of(Tables::open(folders, memory, cache)?))
    }

    /// The same with all small tables built, for work that may wait. Files that do not fit into
    /// this memory in bytes are read in blocks.
    ///
    /// # Errors
    /// See [`TablebaseSet::open`].
    pub fn complete(
        folders: &[PathBuf],
        memory: u64,
        cache: Option<&Path>,
    ) -> Result<TablebaseSet<G>, TableError> {
        let tables = Tables::open(folders, memory, cache)?;
        tables.grow();
        Ok(TablebaseSet::of(tables))
    }

    /// Only the tables of files, with this memory in bytes; no small ones are built.
    ///
    /// # Errors
    /// See [`TablebaseSet::open`].
    pub fn of_files(folders: &[PathBuf], memory: u64) -> Result<TablebaseSet<G>, TableError> {
        let mut tables = Tables::open(folders, memory, None)?;
        (tables.most_small, tables.ready) = (0, done());
        Ok(TablebaseSet::of(tables))
    }

    /// All of these tables.
    fn of(tables: Tables<G>) -> TablebaseSet<G> {
        let most_small = tables.most_small;
        let most = tables.most_in_files().max(most_small);
        TablebaseSet { tables: Arc::new(tables), most_small, most, grows: most_small > 0 }
    }

    /// The values of tables, see [`TablebaseProvider::tables`].
    ///
    /// # Errors
    /// See [`TablebaseSet::open`].
    pub fn known_tables(
        folders: &[PathBuf],
        small: bool,
        cache: Option<&Path>,
    ) -> Result<KnownTables, TableError> {
        let endings = match small {
            true => TablebaseSet::<G>::complete(folders, FILE_MEMORY, cache)?,
            false => TablebaseSet::<G>::open(folders, cache)?,
        };
        let pieces = endings.tables.pieces();
        Ok(KnownTables {
            exact_values: AnyExactValue::of::<G>(Arc::new(OracleExactValue(endings))),
            pieces,
        })
    }

    /// As a capability of a variant; see [`TablebaseSet::open`].
    #[must_use]
    pub fn capability(cache: Option<&Path>) -> TablebaseProvider {
        TablebaseSet::<G>::capability_by(cache, |folders, cache, _| {
            Ok(Arc::new(TablebaseSet::open(folders, cache)?))
        })
    }

    /// As a capability of a variant that knows more than these.
    #[must_use]
    pub fn capability_by(
        cache: Option<&Path>,
        open: fn(&[PathBuf], Option<&Path>, u64) -> Opened<G>,
    ) -> TablebaseProvider {
        let (of_truth, of_tables) = (cache.map(Path::to_owned), cache.map(Path::to_owned));
        let exact_values = move |folders: &[PathBuf], mib| {
            open(folders, of_truth.as_deref(), mib).map_err(ExactValueError::new)
        };
        let tables = move |folders: &[PathBuf], small| {
            let tables = TablebaseSet::<G>::known_tables(folders, small, of_tables.as_deref());
            tables.map_err(ExactValueError::new)
        };
        TablebaseProvider::by::<G>(exact_values, tables)
    }

    /// The pieces of the largest table, made or not yet.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The value of a position, see [`EndgameTables::value`].
    #[must_use]
    #[inline]
    pub fn value(&self, position: &G) -> Option<TableValue> {
        let pieces = position.pieces();
        if pieces > self.most {
            return None;
        }
        let tables = &*self.tables;
        let small = if pieces <= self.most_small { tables.small.value(position) } else { None };
        small.or_else(|| tables.files.value(position))
    }

    /// The tables that do not change any more, for [`ExactValue::snapshot`].
    #[must_use]
    pub fn kept(&self, position: &G, is_stopped: &dyn Fn() -> bool) -> Option<TablebaseSet<G>> {
        let tables = &self.tables;
        let mut most_small = 0;
        if self.uses_cache(position) {
            self.load(position);
            while tables.loaded.get().is_none() && !is_stopped() {
                thread::sleep(PAUSE);
            }
            most_small = tables.loaded.get().copied().unwrap_or(0);
        }
        let most = tables.most_in_files().max(most_small);
        let tables = Arc::clone(tables);
        (most > 0).then_some(TablebaseSet { tables, most_small, most, grows: false })
    }

    /// Whether a search of this position can use tables of the cache.
    fn uses_cache(&self, position: &G) -> bool {
        let tables = &self.tables;
        !MADE_IN_STEPS
            && self.grows
            && tables.cache.is_some()
            && position.pieces() <= self.most_small + G::AHEAD
    }

    /// Begins to get the small ones in the background; whether they are there. With
    /// [`MADE_IN_STEPS`], [`ExactValue::work`] continues what is begun.
    #[must_use]
    pub fn are_ready(&self) -> bool {
        let tables = &self.tables;
        if tables.ready.is_completed() {
            return true;
        }
        if !tables.is_begun.swap(true, Ordering::Relaxed) && !MADE_IN_STEPS {
            let begun = Arc::clone(tables);
            if let Err(error) = thread::Builder::new().spawn(move || begun.grow()) {
                log::warn!("no thread to make tables of small endings: {error}");
                tables.grow();
            }
        }
        false
    }
}

impl<G: HasTablebase> Oracle<G> for TablebaseSet<G> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        let pieces = position.pieces();
        if pieces > self.most {
            return None;
        }
        let tables = &*self.tables;
        let small = if pieces <= self.most_small { tables.small.winner(position) } else { None };
        small.or_else(|| tables.files.winner(position))
    }

    fn pieces(&self) -> u32 {
        self.most()
    }
}

impl<G: HasTablebase> ExactValue<G> for TablebaseSet<G> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        Oracle::winner(self, position)
    }

    fn prepare(&self, position: &G) -> bool {
        !self.grows || position.pieces() > self.most_small + G::AHEAD || self.are_ready()
    }

    fn load(&self, position: &G) {
        let tables = &self.tables;
        if !self.uses_cache(position) || tables.is_loading.swap(true, Ordering::Relaxed) {
            return;
        }
        let begun = Arc::clone(tables);
        if let Err(error) = thread::Builder::new().spawn(move || begun.load()) {
            log::warn!("no thread to load tables of small endings: {error}");
            tables.load();
        }
    }

    fn depends_on_time(&self) -> bool {
        self.grows
    }

    fn snapshot(
        &self,
        position: &G,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Arc<dyn ExactValue<G>>> {
        Some(Arc::new(self.kept(position, is_stopped)?))
    }

    fn largest_table(&self) -> u32 {
        let tables = &self.tables;
        let in_cache = |folder: &PathBuf| EndgameTables::<G>::kept_in(tables.most_small, folder);
        let kept = tables.loaded.get().copied();
        let kept = kept.or_else(|| tables.cache.as_ref().map(in_cache)).unwrap_or(0);
        tables.most_in_files().max(kept)
    }

    fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        let tables = &self.tables;
        if !MADE_IN_STEPS || tables.ready.is_completed() || !tables.is_begun.load(Ordering::Relaxed)
        {
            return true;
        }
        let made = tables.small.grow_in_steps(tables.most_unkept, None, goes_on).unwrap_or_else(
            |broken| {
                log::warn!("no tables of small endings: {broken}");
                true
            },
        );
        if made {
            tables.ready.call_once(|| ());
        }
        made
    }
}
