//! What an engine knows of its game for certain: tables of endings, small ones that it makes
//! for itself and those of files, and a proof search that goes on where it has ended.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, OnceLock};
use std::{fs, thread};

use super::Oracle;
use super::proof::{Provable, Solver};
use super::tables::{EndgameTables, Numbering, TableError, Tabled};
use crate::game::{Attempt, Knows, Player, Truth};

/// The entries of the largest table that is made without being asked for, in each session
/// anew: those of zola-6 up to six pieces take a quarter of a second of one core.
const MOST_ENTRIES: u64 = 1 << 25;

/// Where there is a folder to keep them in: up to seven pieces, 1.6 seconds of one core once
/// and 5 MB. Those of all variants together take no more than 10 MB.
const MOST_KEPT_ENTRIES: u64 = 1 << 28;

/// The memory for tables of files; of others blocks are read.
const FILE_MEMORY: u64 = 256 << 20;

/// A proof is tried where it is expected to take up to so many times the nodes that it may
/// take: positions differ much.
const HOPE: f64 = 5.0;

/// Knows positions of one game for certain.
///
/// ```
/// use zugi::game::{Game, Player, Truth};
/// use zugi::games::zola::Zola6;
/// use zugi::truth::Knowledge;
///
/// let knowledge = Knowledge::<Zola6>::open(&[], None, 1)?;
/// let ending = Zola6::from_text("6/6/2r3/2b3/6/6 r -")?;
/// while !knowledge.prepare(&ending) {
///     std::thread::yield_now();
/// }
/// assert_eq!(knowledge.winner(&ending), Some(Player::One));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Knowledge<G: Tabled> {
    endings: Endings<G>,
    /// Made at the first attempt; `None` if there is no memory for it.
    solver: OnceLock<Option<Solver<Endings<G>>>>,
    mib: u64,
}

/// The endings alone: all that is known of a game whose positions cannot be proven.
///
/// ```
/// use zugi::game::{Game, Player, Truth};
/// use zugi::games::zola::Zola6;
/// use zugi::truth::Endings;
///
/// let endings = Endings::<Zola6>::open(&[], None)?;
/// let ending = Zola6::from_text("6/6/2r3/2b3/6/6 b -")?;
/// while !endings.prepare(&ending) {
///     std::thread::yield_now();
/// }
/// assert_eq!(endings.winner(&ending), Some(Player::Two));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Endings<G: Tabled>(Arc<Tables<G>>);

impl<G: Tabled> Clone for Endings<G> {
    fn clone(&self) -> Endings<G> {
        Endings(Arc::clone(&self.0))
    }
}

/// Tables, some of which are perhaps not ready yet.
struct Tables<G: Tabled> {
    /// The pieces of the largest table that is made here.
    most_small: u32,
    small: EndgameTables<G>,
    is_begun: AtomicBool,
    /// All small ones are there, or cannot be.
    ready: Once,
    /// Where they are kept.
    cache: Option<PathBuf>,
    files: EndgameTables<G>,
    /// The pieces of the largest table of all.
    most: u32,
}

impl<G: Tabled> Tables<G> {
    /// See [`Endings::open`].
    fn open(folders: &[PathBuf], cache: Option<&Path>) -> Result<Tables<G>, TableError> {
        let (files, errors) = EndgameTables::open(folders, FILE_MEMORY);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let most_entries = if cache.is_some() { MOST_KEPT_ENTRIES } else { MOST_ENTRIES };
        let is_small = |pieces: &u32| {
            let work = G::numbering(*pieces).map(|numbering| numbering.entries() * G::WORK);
            work.is_some_and(|work| work <= most_entries)
        };
        let most_small = (1..=G::MOST_PIECES).take_while(is_small).last().unwrap_or(0);
        let most = files.pieces().last().unwrap_or(0).max(most_small);
        let (small, is_begun, ready) =
            (EndgameTables::default(), AtomicBool::new(false), Once::new());
        let cache = cache.map(Path::to_owned);
        Ok(Tables { most_small, small, is_begun, ready, cache, files, most })
    }

    /// Gets the small ones, or waits for who does.
    fn grow(&self) {
        self.ready.call_once(|| {
            // One thread: the others may be searching.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            let cache = self.cache.as_deref().filter(|folder| {
                let there = fs::create_dir_all(folder);
                let failed = |error| log::warn!("cannot keep tables in {folder:?}: {error}");
                there.map_err(failed).is_ok()
            });
            let grow = || self.small.grow(self.most_small, cache);
            if let Err(broken) = pool.map_or_else(|_| grow(), |pool| pool.install(grow)) {
                log::warn!("no tables of small endings: {broken}");
            }
        });
    }
}

impl<G: Tabled> Endings<G> {
    /// What is made here, and kept in the folder `cache`, and the tables in these folders;
    /// see [`Knowledge::open`].
    ///
    /// # Errors
    /// See [`Knowledge::open`].
    pub fn open(folders: &[PathBuf], cache: Option<&Path>) -> Result<Endings<G>, TableError> {
        Ok(Endings(Arc::new(Tables::open(folders, cache)?)))
    }

    /// As a power of a variant.
    #[must_use]
    pub fn power(cache: Option<&Path>) -> Knows {
        let cache = cache.map(Path::to_owned);
        Knows::by::<G>(move |folders, _| {
            let opened = Endings::<G>::open(folders, cache.as_deref());
            Ok(Arc::new(opened.map_err(|error| error.to_string())?))
        })
    }
}

impl<G: Tabled> Oracle<G> for Endings<G> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        let tables = &*self.0;
        if position.pieces() > tables.most {
            return None;
        }
        tables.small.winner(position).or_else(|| tables.files.winner(position))
    }
}

impl<G: Tabled> Truth<G> for Endings<G> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        Oracle::winner(self, position)
    }

    fn prepare(&self, position: &G) -> bool {
        let tables = &self.0;
        if position.pieces() > tables.most_small + G::AHEAD || tables.ready.is_completed() {
            return true;
        }
        if !tables.is_begun.swap(true, Ordering::Relaxed) {
            let begun = Arc::clone(tables);
            if let Err(error) = thread::Builder::new().spawn(move || begun.grow()) {
                log::warn!("no thread to make tables of small endings: {error}");
                tables.grow();
            }
        }
        false
    }
}

impl<G: Tabled + Provable> Knowledge<G> {
    /// With the tables in these folders; proofs take so many MiB. Small endings are kept in
    /// the folder `cache`, which is made if it is not there; a part of them only is made
    /// where there is none.
    ///
    /// # Errors
    /// A folder has no tables of the game, or one that cannot be used. A cache that is of no
    /// use is none.
    pub fn open(
        folders: &[PathBuf],
        cache: Option<&Path>,
        mib: u64,
    ) -> Result<Knowledge<G>, TableError> {
        let endings = Endings::open(folders, cache)?;
        Ok(Knowledge { endings, solver: OnceLock::new(), mib })
    }

    /// Small endings, for a proof that is all there is to do; see [`Knowledge::open`].
    #[must_use]
    pub fn small_endings(cache: Option<&Path>) -> impl Oracle<G> + use<G> {
        let endings = Endings::<G>::open(&[], cache).ok();
        if let Some(endings) = &endings {
            endings.0.grow();
        }
        endings
    }

    /// As a power of a variant; see [`Knowledge::open`].
    #[must_use]
    pub fn power(cache: Option<&Path>) -> Knows {
        let cache = cache.map(Path::to_owned);
        Knows::by::<G>(move |folders, mib| {
            let opened = Knowledge::<G>::open(folders, cache.as_deref(), mib);
            Ok(Arc::new(opened.map_err(|error| error.to_string())?))
        })
    }
}

impl<G: Tabled + Provable> Truth<G> for Knowledge<G> {
    #[inline]
    fn winner(&self, position: &G) -> Option<Player> {
        Oracle::winner(&self.endings, position)
    }

    fn prepare(&self, position: &G) -> bool {
        self.endings.prepare(position)
    }

    fn prove(&self, position: &G, nodes: u64, is_stopped: &dyn Fn() -> bool) -> Attempt<G::Move> {
        let nothing = Attempt { nodes: 0, proof: None };
        if position.expected_nodes(self.endings.0.most) > HOPE * nodes as f64 {
            return nothing;
        }
        let new = || Solver::new::<G>(self.endings.clone(), self.mib).ok();
        match self.solver.get_or_init(new) {
            Some(solver) => solver.attempt(position, nodes, is_stopped),
            None => nothing,
        }
    }
}
