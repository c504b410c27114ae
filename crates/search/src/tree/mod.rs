//! Monte-Carlo tree search, for games in which chance has a part and pieces are hidden.
//!
//! The tree has the positions as the player to move knows them. It begins with
//! [`Hidden::observation_for`]; if a hidden piece decides the next event, a chance node has all
//! outcomes. An evaluation scores the leaves, not random games. Each seat plays for its side in the
//! leaf.
//!
//! Where nothing is left to chance and the end is near, alpha-beta searches instead of a tree, see
//! [`TreeGame::is_exact_ending`].
//!
//! Nothing is drawn at random: with one thread a search limited by nodes or depth is the same
//! on every machine and run.

mod endings;
mod mcts;
mod mcts_worker;
mod nodes;
mod prior_cache;
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
use super::pv_info::{Observer, PvInfo, SearchEvent, tell};
use super::score::Value;
use super::searchable::Searchable;
use super::searcher::{Search, SearchKind};
use super::stop::StopToken;
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
    /// The value at which a win is as likely as no win, which says how common draws are. In units
    /// of the evaluation, where 400 are odds of ten to one.
    const DRAW_MARGIN: Value;

    /// The value of a piece in the same units: contempt is in hundredths of it.
    const PIECE: Value;

    /// How many plies before the end of the game a search looks for proofs first, which leave
    /// nothing out: those that the rest of a game may take. Nowhere if it is 0.
    const PROOF_PLIES: usize = 0;

    /// The number of plies after which the game may be over, at least; 0 if it is over. The greater
    /// it is, the less there is to search for a proof. A game may leave rare ends out of account:
    /// then less is proven, and still nothing wrong.
    fn least_plies_to_end(&self) -> usize {
        usize::from(self.outcome().is_none())
    }

    /// A key for proofs: equal only if the same can follow within [`TreeGame::PROOF_PLIES`], counts
    /// of plies included. By default it is the key of the position.
    fn proof_key(&self) -> u64 {
        self.key()
    }

    /// A key that is equal for positions between which no progress was made. The search scores the
    /// later one of two such positions in a line or game as a draw, because waiting gains nothing.
    /// By default it is the key of the position.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// Whether nothing is hidden or left to chance, and the end of the game so near that
    /// alpha-beta finds more than a tree: then it searches, see [`AlphaBeta`]. Each game says
    /// by matches where that is; nowhere if it does not say so.
    fn is_exact_ending(&self) -> bool {
        false
    }
}

/// Tree search for games of `G` with one evaluator. It keeps nothing from one search to the
/// next, but for the table of alpha-beta.
pub struct TreeSearch<G: TreeGame, E> {
    /// Searches the ends of games, and holds the evaluator.
    endings: AlphaBeta<G, E>,
    /// The memory for a tree and the table of the endings, in MiB.
    mib: AtomicU64,
    /// One search at a time, with the memory of the trees of the one before.
    turn: Mutex<Vec<Nodes>>,
}

impl<G: TreeGame, E: Evaluator<G>> Search for TreeSearch<G, E> {
    type Game = G;
    type Evaluator = E;

    const KIND: SearchKind = SearchKind::Tree;
    const PIECE: Value = G::PIECE;

    /// Trees and table take at most this many MiB, 2 or more.
    fn new(evaluator: E, mib: u64) -> Result<TreeSearch<G, E>, OutOfMemory> {
        transposition_table::check_memory(mib)?;
        let endings = AlphaBeta::new(evaluator, endings::table_mib(mib))?;
        Ok(TreeSearch { endings, mib: AtomicU64::new(mib), turn: Mutex::new(Vec::new()) })
    }

    fn evaluator(&self) -> &E {
        self.endings.evaluator()
    }

    fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        transposition_table::check_memory(mib)?;
        self.endings.resize(endings::table_mib(mib))?;
        self.mib.store(mib, Relaxed);
        // A running search keeps what it has, and the one after it does not take that over.
        if let Ok(mut memory) = self.turn.try_lock() {
            memory.clear();
        }
        Ok(())
    }

    fn clear_hash(&self) {
        self.endings.clear_hash();
    }

    /// Searches the current position as the seat to move knows it. The line begins with a legal
    /// move of the game, or with a decision if chance decides its outcome.
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
        let mut memory = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        // The levels are measured with the tree alone.
        let is_exact = settings.strength.is_none() && game.position().is_exact_ending();
        if is_exact {
            tell(&mut observer, SearchEvent::ExactEnding);
        }
        let (limits, proof_nodes) =
            match proven::begin(game, limits, settings, token, &mut observer) {
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

    fn judges(position: &G) -> bool {
        position.side(position.seat()).is_some()
    }
}
