//! The tables of an engine: small ones that it builds, mostly in the background, and those of files.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use zugi_game::{AnyEndgames, Endgames, KnownTables, Probe, TableValue, Tablebases};
use zugi_memory::available_mib;

use super::{EndgameTables, HasTablebase, PositionIndex, TableError};

/// The greatest number of entries, times [`HasTablebase::WORK`], of a table that each session
/// builds anew. The tables of zola-6, up to six pieces, take a quarter of a second of one core.
const MOST_ENTRIES: u64 = 1 << 25;

/// The same limit for a session with a cache. The tables of zola-6, up to eight pieces, take eight
/// seconds of one core, once; positions of fourteen pieces are then proven in 20 ms (median; 70 ms
/// with tables of up to seven pieces).
const MOST_KEPT_ENTRIES: u64 = 1 << 30;

/// Whether small tables are built in steps by [`Endgames::work`] and not by a thread: in
/// WebAssembly, where the only threads, if any, are those of a search.
pub const MADE_IN_STEPS: bool = cfg!(target_family = "wasm");

/// The time between two checks whether the tables of the cache are loaded.
const PAUSE: Duration = Duration::from_millis(1);

/// The memory in bytes for tables of files.
const FILE_MEMORY: u64 = 256 << 20;

/// The endgame tables of a session. They are its only source of exact values if it has no proof
/// search.
///
/// ```
/// use zugi_game::{Endgames, Game, Player, Probe, toy::Hexapawn};
/// use zugi_tables::TablebaseSet;
///
/// let tables = TablebaseSet::<Hexapawn>::open(&[], None)?;
/// let ending = Hexapawn::from_text("4/1b2/w3/4 b")?; // Black captures
/// while !tables.prepare(&ending) {
///     std::thread::yield_now();
/// }
/// assert_eq!(tables.winner(&ending), Some(Player::Two));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TablebaseSet<G: HasTablebase> {
    tables: Arc<Tables<G>>,
    /// Small tables are probed up to this number of pieces.
    most_small: u32,
    /// The number of pieces of the largest table, even if it is not built yet.
    most: u32,
    /// Whether more tables may appear.
    grows: bool,
}

impl<G: HasTablebase> Clone for TablebaseSet<G> {
    fn clone(&self) -> TablebaseSet<G> {
        TablebaseSet { tables: Arc::clone(&self.tables), ..*self }
    }
}

/// The stage of loading and building the small tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Idle,
    /// Those of the cache are being loaded.
    Loading {
        /// Whether the missing ones are built afterwards.
        builds: bool,
    },
    /// With the number of pieces of the largest table of the cache; 0 for none.
    Loaded(u32),
    /// The missing ones are being built; the number is as in `Loaded`.
    Building(u32),
    /// All exist, or cannot be built; the number is as in `Loaded`. With [`HasTablebase::AT_ONCE`]
    /// all small tables count as tables of the cache.
    Ready(u32),
}

impl Stage {
    /// The number of pieces of the largest table of the cache, once it is known.
    fn loaded(self) -> Option<u32> {
        match self {
            Stage::Idle | Stage::Loading { .. } => None,
            Stage::Loaded(most) | Stage::Building(most) | Stage::Ready(most) => Some(most),
        }
    }
}

/// The tables that clones and snapshots share.
struct Tables<G: HasTablebase> {
    /// The number of pieces of the largest small table, and what it would be without a cache.
    most_small: u32,
    most_unkept: u32,
    small: EndgameTables<G>,
    stage: Mutex<Stage>,
    cache: Option<PathBuf>,
    files: EndgameTables<G>,
}

impl<G: HasTablebase> Tables<G> {
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
        // A table has no more entries than there are free bytes. An entry is a bit, so a table
        // takes at most an eighth of the free memory.
        let most_entries = MOST_KEPT_ENTRIES.min(available_mib().saturating_mul(1 << 20));
        let most_unkept = most_pieces(MOST_ENTRIES);
        let cache = cache.filter(|_| !G::AT_ONCE);
        Ok(Tables {
            most_small: if cache.is_some() { most_pieces(most_entries) } else { most_unkept },
            most_unkept,
            small: EndgameTables::default(),
            stage: Mutex::new(Stage::Idle),
            cache: cache.map(Path::to_owned),
            files,
        })
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn most_in_files(&self) -> u32 {
        Probe::most_pieces(&self.files)
    }

    /// The numbers of pieces of all finished tables, in order.
    fn pieces(&self) -> Vec<u32> {
        let mut pieces: Vec<u32> = self.files.pieces().chain(self.small.pieces()).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// Requests that the small tables are loaded and, with `builds`, built. Returns whether the
    /// caller must [`run`](Tables::run) the request.
    fn begin(&self, builds: bool) -> bool {
        let mut stage = self.stage();
        let (next, runs) = match *stage {
            Stage::Idle if MADE_IN_STEPS && !builds => (Stage::Idle, false),
            // [`Endgames::work`] builds the tables.
            Stage::Idle if MADE_IN_STEPS => (Stage::Building(0), false),
            Stage::Idle => (Stage::Loading { builds }, true),
            Stage::Loading { builds: before } => {
                (Stage::Loading { builds: before || builds }, false)
            }
            Stage::Loaded(most) if builds => (Stage::Building(most), true),
            other => (other, false),
        };
        *stage = next;
        runs
    }

    /// Loads and builds what was requested, in this thread.
    fn run(&self) {
        if matches!(*self.stage(), Stage::Loading { .. }) {
            if let Some(folder) = &self.cache {
                with_one_thread(|| self.small.load(self.most_small, folder));
            }
            let most = Probe::most_pieces(&self.small);
            let mut stage = self.stage();
            match *stage {
                Stage::Loading { builds: true } => *stage = Stage::Building(most),
                _ => {
                    *stage = Stage::Loaded(most);
                    return;
                }
            }
        }
        let cache = self.cache.as_deref().filter(|folder| {
            let there = fs::create_dir_all(folder);
            let failed = |error| log::warn!("cannot keep tables in {folder:?}: {error}");
            there.map_err(failed).is_ok()
        });
        let most = if cache.is_some() { self.most_small } else { self.most_unkept };
        if let Err(broken) = with_one_thread(|| self.small.grow(most, cache)) {
            log::warn!("no tables of small endings: {broken}");
        }
        self.finish();
    }

    fn finish(&self) {
        let mut stage = self.stage();
        *stage = Stage::Ready(stage.loaded().unwrap_or(0));
    }

    /// Makes the request of [`Tables::begin`], and runs it in a thread of its own.
    fn start(self: &Arc<Tables<G>>, builds: bool) {
        if !self.begin(builds) {
            return;
        }
        let tables = Arc::clone(self);
        if let Err(error) = thread::Builder::new().spawn(move || tables.run()) {
            log::warn!("no thread for tables of small endings: {error}");
            self.run();
        }
    }
}

/// Uses one thread, because a search may use the others.
fn with_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "files")]
    if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        return pool.install(work);
    }
    work()
}

impl<G: HasTablebase> TablebaseSet<G> {
    /// The tables of a session: those in these folders or, without folders, small ones. These are
    /// built on demand or, with [`HasTablebase::AT_ONCE`], now. The folder `cache` keeps those
    /// built on demand; it is created if it does not exist. Without a cache fewer of them are
    /// built.
    ///
    /// # Errors
    /// A folder has no tables of the game, or an unusable one. An unusable cache is ignored.
    pub fn open(folders: &[PathBuf], cache: Option<&Path>) -> Result<TablebaseSet<G>, TableError> {
        match folders {
            [] if G::AT_ONCE => {
                let tables = Tables::open(folders, FILE_MEMORY, cache)?;
                *tables.stage() = Stage::Building(tables.most_small);
                tables.run();
                Ok(TablebaseSet { grows: false, ..TablebaseSet::of(tables) })
            }
            [] => TablebaseSet::open_with(folders, FILE_MEMORY, cache),
            _ => TablebaseSet::of_files(folders, FILE_MEMORY),
        }
    }

    /// The tables in these folders and the small ones. `memory` is as in [`EndgameTables::open`].
    pub fn open_with(
        folders: &[PathBuf],
        memory: u64,
        cache: Option<&Path>,
    ) -> Result<TablebaseSet<G>, TableError> {
        Ok(TablebaseSet::of(Tables::open(folders, memory, cache)?))
    }

    /// Like [`TablebaseSet::open_with`], but builds all small tables before it returns.
    pub fn complete(
        folders: &[PathBuf],
        memory: u64,
        cache: Option<&Path>,
    ) -> Result<TablebaseSet<G>, TableError> {
        let tables = Tables::open(folders, memory, cache)?;
        if tables.begin(true) {
            tables.run();
        }
        Ok(TablebaseSet::of(tables))
    }

    /// Only the tables in these folders; `memory` is as in [`TablebaseSet::open_with`].
    pub fn of_files(folders: &[PathBuf], memory: u64) -> Result<TablebaseSet<G>, TableError> {
        let mut tables = Tables::open(folders, memory, None)?;
        tables.most_small = 0;
        tables.finish();
        Ok(TablebaseSet::of(tables))
    }

    fn of(tables: Tables<G>) -> TablebaseSet<G> {
        let most_small = tables.most_small;
        let most = tables.most_in_files().max(most_small);
        TablebaseSet { tables: Arc::new(tables), most_small, most, grows: most_small > 0 }
    }

    /// The tables for [`Endgames::snapshot`]: those of files, and the small ones of the cache.
    #[must_use]
    pub fn kept(&self, position: &G, is_stopped: &dyn Fn() -> bool) -> Option<TablebaseSet<G>> {
        let tables = &self.tables;
        let mut most_small = 0;
        if self.uses_cache(position) {
            self.load(position);
            let loaded = || tables.stage().loaded();
            while loaded().is_none() && !is_stopped() {
                thread::sleep(PAUSE);
            }
            most_small = loaded().unwrap_or(0);
        }
        let most = tables.most_in_files().max(most_small);
        let tables = Arc::clone(tables);
        (most > 0).then_some(TablebaseSet { tables, most_small, most, grows: false })
    }

    /// Whether a search of this position can use tables of the cache.
    fn uses_cache(&self, position: &G) -> bool {
        let is_kept = self.grows && !MADE_IN_STEPS && self.tables.cache.is_some();
        is_kept && position.pieces() <= self.most_small + G::AHEAD
    }
}

impl<G: HasTablebase> Probe<G> for TablebaseSet<G> {
    #[inline]
    fn value(&self, position: &G) -> Option<TableValue> {
        let pieces = position.pieces();
        if pieces > self.most {
            return None;
        }
        let tables = &*self.tables;
        let small = if pieces <= self.most_small { tables.small.value(position) } else { None };
        small.or_else(|| tables.files.value(position))
    }

    fn most_pieces(&self) -> u32 {
        self.most
    }
}

impl<G: HasTablebase> Endgames<G> for TablebaseSet<G> {
    fn prepare(&self, position: &G) -> bool {
        position.pieces() > self.most_small + G::AHEAD || self.prepare_all()
    }

    fn prepare_all(&self) -> bool {
        if !self.grows {
            return true;
        }
        self.tables.start(true);
        matches!(*self.tables.stage(), Stage::Ready(_))
    }

    fn load(&self, position: &G) {
        if self.uses_cache(position) {
            self.tables.start(false);
        }
    }

    fn depends_on_time(&self) -> bool {
        self.grows
    }

    fn snapshot(
        &self,
        position: &G,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Arc<dyn Endgames<G>>> {
        Some(Arc::new(self.kept(position, is_stopped)?))
    }

    fn largest_table(&self) -> u32 {
        let tables = &self.tables;
        let in_cache = |folder: &PathBuf| EndgameTables::<G>::kept_in(tables.most_small, folder);
        let kept = tables.stage().loaded();
        let kept = kept.or_else(|| tables.cache.as_ref().map(in_cache)).unwrap_or(0);
        tables.most_in_files().max(kept)
    }

    fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        let tables = &self.tables;
        if !MADE_IN_STEPS || !matches!(*tables.stage(), Stage::Building(_)) {
            return true;
        }
        let made = tables.small.grow_in_steps(tables.most_unkept, None, goes_on);
        let made = made.unwrap_or_else(|broken| {
            log::warn!("no tables of small endings: {broken}");
            true
        });
        if made {
            tables.finish();
        }
        made
    }
}

/// The tables of a variant, as a capability.
pub(super) struct TablebaseSource<G> {
    pub cache: Option<PathBuf>,
    pub game: PhantomData<fn() -> G>,
}

impl<G: HasTablebase> Tablebases for TablebaseSource<G> {
    fn open(&self, folders: &[PathBuf]) -> Result<Arc<dyn AnyEndgames>, String> {
        let tables = TablebaseSet::<G>::open(folders, self.cache.as_deref());
        Ok(<dyn AnyEndgames>::of::<G>(Arc::new(tables.map_err(|why| why.to_string())?)))
    }

    fn known(&self, folders: &[PathBuf], small: bool) -> Result<KnownTables, String> {
        let cache = self.cache.as_deref();
        let tables = match small {
            true => TablebaseSet::<G>::complete(folders, FILE_MEMORY, cache),
            false => TablebaseSet::<G>::open(folders, cache),
        };
        let tables = tables.map_err(|why| why.to_string())?;
        let pieces = tables.tables.pieces();
        Ok(KnownTables { endgames: <dyn AnyEndgames>::of::<G>(Arc::new(tables)), pieces })
    }
}
