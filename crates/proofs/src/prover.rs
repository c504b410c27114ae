//! The traits by which a session uses a proof search.

use std::sync::atomic::AtomicBool;

use zugi_game::{Attempt, Endgames, Game, Player, Probe, ProofLimits, ProofProgress, ProofReport};
use zugi_tables::{HasTablebase, TablebaseSet};

use super::{NoMemoryForResults, Provable, Solver};

pub trait Proves: Game {
    /// [`Solver`] for a game without draws, `DfpnSolver` for one with draws.
    type Prover<O: Probe<Self> + 'static>: Prover<Self, O>;
}

/// A proof search with its oracle and its results so far.
pub trait Prover<G: Game, O>: Sized + Send + Sync + 'static {
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

/// An attempt is worthwhile if the expected nodes are at most this factor times its nodes; the
/// factor is above 1, because positions differ much from the expectation.
const MAX_COST_RATIO: f64 = 2.0;

impl<G: Provable, O: Probe<G> + 'static> Prover<G, O> for Solver<O> {
    fn with_memory(oracle: O, mib: u64) -> Result<Solver<O>, NoMemoryForResults> {
        Solver::new::<G>(oracle, mib)
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

pub trait SessionTables<G: Game>: Endgames<G> + Clone + 'static {
    /// The tables for [`Endgames::snapshot`].
    fn kept(&self, position: &G, is_stopped: &dyn Fn() -> bool) -> Option<Self>;
}

impl<G: Game> SessionTables<G> for () {
    fn kept(&self, _: &G, _: &dyn Fn() -> bool) -> Option<()> {
        None
    }
}

impl<G: HasTablebase> SessionTables<G> for TablebaseSet<G> {
    fn kept(&self, position: &G, is_stopped: &dyn Fn() -> bool) -> Option<TablebaseSet<G>> {
        TablebaseSet::kept(self, position, is_stopped)
    }
}

/// For each player, whether the other player is known to win.
pub(super) fn known_not_to_win(winner: Option<Player>) -> [bool; 2] {
    Player::BOTH.map(|player| winner.is_some_and(|winner| winner != player))
}
