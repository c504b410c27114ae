//! Monte-Carlo tree search, for games with chance and hidden pieces.
//!
//! The tree begins with the position as the seat to move at the root knows it, see
//! [`Hidden::observation_for`]; an event that hidden pieces decide is a chance node with all
//! outcomes. The evaluation scores the leaves; there are no random playouts. A seat's side may be
//! unknown in the tree: each result counts for the side that the seat has in the leaf.

mod endings;
mod mcts;
mod mcts_worker;
mod nodes;
mod priors;
mod proof;
mod proven;
#[cfg(test)]
mod tests;
mod wdl;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zugi_game::random::Rng;
use zugi_game::{Chance, GameInProgress, Hidden, Seated};

use super::evaluator::Evaluator;
use super::limits::Limits;
use super::score::Value;
use super::search_event::{Observer, PvInfo, SearchEvent, tell};
use super::searchable::Searchable;
use super::searcher::{Search, SearchKind};
use super::stop_token::StopToken;
use super::transposition_table::OutOfMemory;
use super::{AlphaBeta, Settings, transposition_table};
use nodes::Nodes;
pub use wdl::ODDS_UNITS;

/// A game that a tree search can search, with some [`Evaluator`].
///
/// ```
/// use zugi_game::{Game, GameInProgress, toy::Pile};
/// use zugi_search::{Limits, Search, Settings, StopToken, TreeSearch, toy::PileLead};
///
/// let search = TreeSearch::new(PileLead, 1)?;
/// // The last card is a 4, and player one is behind by 3 points: turning it over wins.
/// let game = GameInProgress::new(Pile::from_text("4 0:3 1 0").unwrap());
/// let limits = Limits { nodes: Some(200), ..Limits::default() };
/// let (settings, token) = (Settings::default(), StopToken::default());
/// let best = search.search(&game, &limits, &settings, &token, None).unwrap();
/// assert!(game.position().move_text(best.pv[0].typed()).starts_with('t'));
/// # Ok::<(), zugi_search::OutOfMemory>(())
/// ```
pub trait TreeGame: Searchable + Chance + Hidden + Seated {
    /// The value at which a win is as likely as a draw and a loss together: the more common draws
    /// are, the greater it is. In units of the evaluation, where 400 are odds of ten to one.
    const DRAW_MARGIN: Value;

    /// The value of a piece in the same units: contempt is in hundredths of it.
    const PIECE: Value;

    /// The greatest depth, in plies, of the proof search that comes before the tree near the end of
    /// a game; 0 for no proof search.
    const PROOF_PLIES: usize = 0;

    /// A lower bound on the number of plies to the end of the game; 0 if it is over. A greater
    /// bound makes proofs cheaper. A game may overestimate it for rare ends: then fewer positions
    /// are proven, and none wrongly.
    fn least_plies_to_end(&self) -> usize {
        usize::from(self.outcome().is_none())
    }

    /// A key for proofs: equal only for positions with the same continuations within
    /// [`TreeGame::PROOF_PLIES`], counts of plies included. By default the key of the position.
    fn proof_key(&self) -> u64 {
        self.key()
    }

    /// A key that is equal for positions without progress in between. The search scores the later
    /// of two such positions in a line or game as a draw, because waiting gains nothing. By default
    /// the key of the position.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// Whether [`AlphaBeta`] searches this position instead of a tree: nothing may be hidden or
    /// left to chance, and the game must be so near its end that alpha-beta is stronger, as shown
    /// by matches. By default no position.
    fn is_exact_ending(&self) -> bool {
        false
    }
}

/// Tree search for games of `G` with one evaluator. Of its results, only alpha-beta's table is kept
/// between searches.
pub struct TreeSearch<G: TreeGame, E> {
    /// Searches exact endings, and holds the evaluator.
    endings: AlphaBeta<G, E>,
    /// The memory of trees and of the endings' table, in MiB.
    mib: AtomicU64,
    /// The allocations of the last search's trees. A search holds the lock, so that only one runs.
    tree_memory: Mutex<Vec<Nodes>>,
}

impl<G: TreeGame, E: Evaluator<G>> Search for TreeSearch<G, E> {
    type Game = G;
    type Evaluator = E;

    const KIND: SearchKind = SearchKind::Tree;
    const PIECE: Value = G::PIECE;

    /// Trees and table take at most `mib` MiB, or 2 MiB if that is more, unless there are so many
    /// threads that each tree has its least size of 16,384 nodes.
    fn new(evaluator: E, mib: u64) -> Result<TreeSearch<G, E>, OutOfMemory> {
        transposition_table::check_memory(mib)?;
        let endings = AlphaBeta::new(evaluator, endings::table_mib(mib))?;
        Ok(TreeSearch { endings, mib: AtomicU64::new(mib), tree_memory: Mutex::new(Vec::new()) })
    }

    fn evaluator(&self) -> &E {
        self.endings.evaluator()
    }

    fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        transposition_table::check_memory(mib)?;
        self.endings.resize(endings::table_mib(mib))?;
        self.mib.store(mib, Relaxed);
        // A running search keeps its trees; the next one drops them, because their size differs.
        if let Ok(mut memory) = self.tree_memory.try_lock() {
            memory.clear();
        }
        Ok(())
    }

    fn clear_hash(&self) {
        self.endings.clear_hash();
    }

    /// Searches the current position as the seat to move knows it. The line begins with a legal
    /// move. For a decision with several outcomes that is the likeliest one or, in an exact win or
    /// loss, the one that delays the end most.
    fn search(
        &self,
        game: &GameInProgress<G>,
        limits: &Limits,
        settings: &Settings,
        token: &StopToken,
        mut observer: Option<Observer<'_>>,
    ) -> Option<PvInfo> {
        if game.outcome().is_some() {
            return None;
        }
        let mut memory = self.tree_memory.lock().unwrap_or_else(PoisonError::into_inner);
        // The ratings of levels were measured with the tree alone.
        let is_exact = settings.strength.is_none() && game.position().is_exact_ending();
        if is_exact {
            tell(&mut observer, SearchEvent::ExactEnding);
        }
        let (limits, proof_nodes) =
            match proven::try_proof(game, limits, settings, token, &mut observer) {
                ControlFlow::Continue(rest) => rest,
                ControlFlow::Break(proven) => return Some(proven),
            };
        let completed = move |line: PvInfo| {
            let wdl = if is_exact { endings::wdl::<G>(line.score) } else { line.wdl };
            PvInfo { wdl, nodes: line.nodes + proof_nodes, ..line }
        };
        let mut told = observer.map(|observer| {
            move |event| match event {
                SearchEvent::Line(line) => observer(SearchEvent::Line(completed(line))),
                other => observer(other),
            }
        });
        let mut observer = told.as_mut().map(|told| told as Observer<'_>);
        if is_exact {
            let settings = endings::settings::<G>(settings);
            return self.endings.search(game, &limits, &settings, token, observer).map(completed);
        }
        let bytes = endings::tree_bytes(self.mib.load(Relaxed));
        let search = mcts::Search::new(game, self.evaluator(), &limits, settings, token);
        Some(completed(search.run(bytes, &mut memory, &mut observer)))
    }

    fn start(rng: &mut Rng) -> G {
        G::start_with(rng.u64(..))
    }

    fn observation(position: &G) -> G {
        position.observation_for(position.seat())
    }

    fn uses_evaluation(position: &G) -> bool {
        position.side(position.seat()).is_some()
    }
}
