//! The traits by which a session uses a proof search.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use zugi_game::{Attempt, Endgames, Game, Probe, ProofLimits, ProofProgress, ProofReport};
use zugi_tables::{HasTablebase, TableError, TablebaseSet};

#[cfg(not(feature = "files"))]
use self::Prover as AnyProver;
#[cfg(feature = "files")]
use super::FileProver as AnyProver;
use super::{NoMemoryForResults, Provable, Solver};

pub trait Proves: Game {
    /// [`Solver`] for a game without draws, `DfpnSolver` for one with draws. With the feature
    /// `files` it is also a `FileProver`.
    type Prover<O: Probe<Self> + 'static>: AnyProver<Self, O> + 'static;
}

/// A proof search with its oracle and its results so far.
pub trait Prover<G: Game, O>: Sized + Send + Sync {
    /// `mib` is the memory for results in MiB.
    fn with_memory(oracle: O, mib: u64) -> Result<Self, NoMemoryForResults>;

    /// Proves the result of a position, as if the game began with it. It calls `watch` several
    /// times a second; `stop` ends the search early.
    fn prove(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> ProofReport<G::Move>;

    /// Whether an attempt with this number of nodes may succeed, if positions with at most
    /// `known_pieces` pieces are known.
    fn is_worth_an_attempt(_position: &G, _known_pieces: u32, _nodes: u64) -> bool {
        false
    }

    /// See [`Endgames::prove`].
    fn try_to_prove(
        &self,
        _position: &G,
        _nodes: u64,
        _is_stopped: &dyn Fn() -> bool,
    ) -> Attempt<G::Move> {
        Attempt { nodes: 0, proof: None }
    }
}

/// An attempt is worthwhile if the expected nodes are at most this factor times its limit of nodes.
/// The factor is above 1, because the true number of nodes differs much from the expected one.
const MAX_COST_RATIO: f64 = 2.0;

impl<G: Provable, O: Probe<G>> Prover<G, O> for Solver<G, O> {
    fn with_memory(oracle: O, mib: u64) -> Result<Solver<G, O>, NoMemoryForResults> {
        Solver::new(oracle, mib)
    }

    fn prove(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> ProofReport<G::Move> {
        self.solve(position, limits, stop, watch)
    }

    fn is_worth_an_attempt(position: &G, known_pieces: u32, nodes: u64) -> bool {
        position.expected_nodes(known_pieces) <= MAX_COST_RATIO * nodes as f64
    }

    fn try_to_prove(
        &self,
        position: &G,
        nodes: u64,
        is_stopped: &dyn Fn() -> bool,
    ) -> Attempt<G::Move> {
        self.attempt(position, nodes, is_stopped)
    }
}

/// The tables of a request of `zugi solve`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofTables {
    pub folders: Vec<PathBuf>,
    /// Whether the small tables are used, too; zugi builds these itself.
    pub small: bool,
    /// The memory in bytes for tables of the folders; those that do not fit are read in blocks.
    pub memory: u64,
    /// Whether the small tables need not be built, because nothing is searched.
    pub skips_building_small: bool,
}

/// The tables of proofs: a [`TablebaseSet`], or `()` for none, which ignores folders. The folder
/// `cache` keeps the small tables.
pub trait SessionTables<G: Game>: Endgames<G> + Clone + 'static {
    /// # Errors
    /// A folder cannot be used.
    fn of_session(folders: &[PathBuf], cache: Option<&Path>) -> Result<Self, TableError>;

    /// # Errors
    /// A folder cannot be used.
    fn of_request(request: &ProofTables, cache: Option<&Path>) -> Result<Self, TableError>;

    /// The tables for [`Endgames::snapshot`].
    fn kept(&self, position: &G, is_stopped: &dyn Fn() -> bool) -> Option<Self>;
}

impl<G: Game> SessionTables<G> for () {
    fn of_session(_: &[PathBuf], _: Option<&Path>) -> Result<(), TableError> {
        Ok(())
    }

    fn of_request(_: &ProofTables, _: Option<&Path>) -> Result<(), TableError> {
        Ok(())
    }

    fn kept(&self, _: &G, _: &dyn Fn() -> bool) -> Option<()> {
        None
    }
}

impl<G: HasTablebase> SessionTables<G> for TablebaseSet<G> {
    fn of_session(
        folders: &[PathBuf],
        cache: Option<&Path>,
    ) -> Result<TablebaseSet<G>, TableError> {
        TablebaseSet::open(folders, cache)
    }

    fn of_request(
        request: &ProofTables,
        cache: Option<&Path>,
    ) -> Result<TablebaseSet<G>, TableError> {
        let &ProofTables { ref folders, small, memory, skips_building_small } = request;
        match (small, skips_building_small) {
            (true, true) => TablebaseSet::open_with(folders, memory, cache),
            (true, false) => TablebaseSet::complete(folders, memory, cache),
            (false, _) => TablebaseSet::of_files(folders, memory),
        }
    }

    fn kept(&self, position: &G, is_stopped: &dyn Fn() -> bool) -> Option<TablebaseSet<G>> {
        TablebaseSet::kept(self, position, is_stopped)
    }
}
