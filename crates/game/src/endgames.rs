//! Exact values of positions in a session.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Game, Outcome, Player, Probe};

/// The exact values that a session has: tables, which may be loaded or built in the background, and
/// proofs. The default methods fit a source that has all values from the beginning and proves
/// nothing.
pub trait Endgames<G: Game>: Probe<G> {
    /// Starts to load or build, in the background, the values that a search of this position may
    /// need soon. Returns whether all are ready, and never waits.
    fn prepare(&self, _position: &G) -> bool {
        true
    }

    /// Like [`prepare`](Endgames::prepare), for all values that the source can have.
    fn prepare_all(&self) -> bool {
        true
    }

    /// Starts to load, in the background, the values that an earlier process saved: the quick part
    /// of [`prepare`](Endgames::prepare), for searches with little time. It never waits.
    fn load(&self, _position: &G) {}

    /// Whether [`prepare`](Endgames::prepare) adds values, so that the known values depend on
    /// time. A search without a clock uses a [`snapshot`](Endgames::snapshot) of such a source,
    /// because its result must not depend on time.
    fn depends_on_time(&self) -> bool {
        false
    }

    /// For a source that depends on time: only the values that this process loaded from the files
    /// of earlier processes, not those built since. Waits until they are loaded or `is_stopped`
    /// returns true. `None` if a search of this position needs none, or there are none.
    fn snapshot(
        &self,
        _position: &G,
        _is_stopped: &dyn Fn() -> bool,
    ) -> Option<Arc<dyn Endgames<G>>> {
        None
    }

    /// The number of pieces of the largest table that a search can use from the start, before
    /// tables are built; 0 for none. It never waits: a table in a file counts if the file exists.
    fn largest_table(&self) -> u32 {
        0
    }

    /// Continues in this thread the work that [`prepare`](Endgames::prepare) began, for hosts
    /// without another thread. It calls `goes_on` every few milliseconds to ask whether to
    /// continue. Returns whether all work is done.
    fn work(&self, _goes_on: &mut dyn FnMut() -> bool) -> bool {
        true
    }

    /// Tries to prove the winner by a search of at most about this number of nodes. The search ends
    /// soon after `is_stopped` returns true. Further attempts continue earlier ones. It returns at
    /// once if an attempt would be useless.
    fn prove(
        &self,
        _position: &G,
        _nodes: u64,
        _is_stopped: &dyn Fn() -> bool,
    ) -> Attempt<G::Move> {
        Attempt { nodes: 0, proof: None }
    }

    /// Proves the result. The search goes on until the result is known, a limit is reached, or
    /// `stop` is true. It calls `watch` several times a second with its progress. A source without
    /// a proof search returns the known value.
    ///
    /// # Errors
    /// The search cannot begin, for instance without enough memory. The text is one line for the
    /// user.
    fn solve(
        &self,
        position: &G,
        _limits: &ProofLimits,
        _stop: &AtomicBool,
        _watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<ProofReport<G::Move>, String> {
        let value = || Some(self.value(position)?.outcome(position.to_move()));
        Ok(ProofReport::known(position.outcome().or_else(value)))
    }

    /// Forgets the results of proof searches, and limits those of later searches to this much
    /// memory in MiB. A running search keeps its results.
    fn forget(&self, _mib: u64) {}
}

/// Knows nothing, and proves nothing.
impl<G: Game> Endgames<G> for () {}

/// The result of an attempt to prove the winner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt<M> {
    /// The number of nodes searched.
    pub nodes: u64,
    /// The proof, if the attempt succeeded.
    pub proof: Option<Proof<M>>,
}

/// The winner of a position with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof<M> {
    /// The side to move, by this move.
    Won(M),
    /// The other side, after every move.
    Lost,
}

/// The limits of a proof search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofLimits {
    /// The maximum time.
    pub time: Option<Duration>,
    /// The maximum number of nodes of all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// The number of threads; at least one is used.
    pub threads: usize,
}

impl Default for ProofLimits {
    fn default() -> ProofLimits {
        ProofLimits { time: None, nodes: None, threads: 1 }
    }
}

/// The progress of a proof search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ProofProgress {
    /// The number of positions expanded.
    pub nodes: u64,
    /// The time since the beginning.
    pub time: Duration,
    /// The number of moves of the position.
    pub moves: usize,
    /// The number of these moves that are proven to lose; always 0 from the solver of games with
    /// draws.
    pub lost: usize,
    /// The filled part of the table of results, in thousandths.
    pub full: u32,
    /// The number of requested threads for which the system has no memory.
    pub missing_threads: usize,
}

/// The result of a proof search; `M` is the type of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofReport<M> {
    /// The result with best play; `None` if a limit or a stop ended the search, or if a source
    /// without a proof search does not know it.
    pub outcome: Option<Outcome>,
    /// For each player, whether it is proven that the player cannot win.
    pub cannot_win: [bool; 2],
    /// If a player wins, a line from the position to the end of the game. In a game with draws it
    /// may end earlier, at a position of the tables. It may be empty if the win was known without a
    /// search. The winner's moves win; the loser's took the most work to refute.
    pub line: Vec<M>,
    /// The number of positions expanded, without those for the line. Positions that were expanded
    /// again count again.
    pub nodes: u64,
    /// The time of the search.
    pub time: Duration,
}

impl<M> ProofReport<M> {
    /// The report of a result that is known without a search.
    #[must_use]
    pub fn known(outcome: Option<Outcome>) -> ProofReport<M> {
        let cannot_win =
            Player::BOTH.map(|player| outcome.is_some_and(|it| it != Outcome::Win(player)));
        ProofReport { outcome, cannot_win, line: Vec::new(), nodes: 0, time: Duration::ZERO }
    }

    /// The winner; `None` for a draw or an unknown result.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.outcome?.winner()
    }
}
