//! The traits of alpha-beta and tree search: [`Search`], and [`Searcher`] with the type of the game
//! erased.

use std::sync::Arc;

use thiserror::Error;
use zugi_game::random::Rng;
use zugi_game::{AnyEndgames, AnyGame, Capability, Endgames, GameInProgress, Of};

use super::eval::HasEvaluator;
use super::eval::net::{Learnable, Net, NetFile};
use super::{
    Evaluator, Limits, Observer, OutOfMemory, PvInfo, Searchable, Settings, StopToken, Value,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchKind {
    AlphaBeta,
    Tree,
}

/// A search of one game with one evaluator, and the results that it keeps between searches.
///
/// Searches from several threads run one after another, except alpha-beta of limited strength;
/// other methods do not wait for them.
pub trait Search: Sized + Send + Sync + 'static {
    type Game: Searchable;

    type Evaluator: Evaluator<Self::Game>;

    const KIND: SearchKind;

    /// The value of a piece, in units of the evaluation.
    const PIECE: Value;

    /// A search with at most this many MiB for the results of searches.
    fn new(evaluator: Self::Evaluator, mib: u64) -> Result<Self, OutOfMemory>;

    fn evaluator(&self) -> &Self::Evaluator;

    /// Allocates at most this many MiB, and clears the results of earlier searches. A running
    /// search keeps its memory.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much memory. Size and results then stay the
    /// same, unless the memory runs out after the old memory was freed: then the results are lost.
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory>;

    /// Clears the results of earlier searches. It needs no memory, and no time if there was no
    /// search since the last call.
    fn clear_hash(&self);

    /// Sets the exact values of later searches. It does not affect a running search. Searches of
    /// limited strength use none, nor does a tree search, because positions before chance events
    /// are neither won nor lost.
    fn set_tablebases(&self, _: Option<Arc<dyn Endgames<Self::Game>>>) {}

    /// Searches the current position and returns the best line; `None` if the game is over.
    ///
    /// Blocks until a limit is reached or the token is stopped. While the limits are infinite or
    /// the token is pondering, it also blocks when nothing is left to search. The observer is
    /// called in the thread that searches, see [`spawn`](super::spawn()).
    fn search(
        &self,
        game: &GameInProgress<Self::Game>,
        limits: &Limits,
        settings: &Settings,
        token: &StopToken,
        observer: Option<Observer<'_>>,
    ) -> Option<PvInfo>;

    /// A start position; `rng` draws the shuffle of a game that has one.
    fn start(rng: &mut Rng) -> Self::Game;

    /// The position as the seat to move knows it: the one that is searched.
    fn observation(position: &Self::Game) -> Self::Game;

    /// Whether a search relies on the evaluation of such a position: not if a capture is
    /// compulsory, or if the side of the seat to move is unknown.
    fn uses_evaluation(position: &Self::Game) -> bool;
}

/// A [`Search`] of one variant, with the type of the game erased. Methods without a comment are
/// those of [`Search`].
///
/// ```
/// use zugi_game::{Of, Variant, toy::Hexapawn};
/// use zugi_search::{Limits, Searches, Settings, StopToken};
///
/// // From here on the type of the game is erased.
/// let variant = Variant::new::<Hexapawn>().with::<dyn Searches>(Of::<Hexapawn>::new());
/// let (searcher, game) = (variant.capability::<dyn Searches>()?.searcher(1)?, variant.game());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let (settings, token) = (Settings::default(), StopToken::default());
/// let best = searcher.search(game.as_ref(), &limits, &settings, &token, None).unwrap();
/// assert_eq!(best.depth, 3);
/// assert!(game.moves().iter().any(|(_, mv)| *mv == best.pv[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Searcher: Send + Sync {
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory>;

    fn clear_hash(&self);

    fn set_tablebases(&self, endgames: Option<&dyn AnyEndgames>);

    /// The static evaluation for the side to move; `None` if the game is over.
    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value>;

    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits,
        settings: &Settings,
        token: &StopToken,
        observer: Option<Observer<'_>>,
    ) -> Option<PvInfo>;
}

impl<S: Search> Searcher for S {
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        Search::resize(self, mib)
    }

    fn clear_hash(&self) {
        Search::clear_hash(self);
    }

    fn set_tablebases(&self, endgames: Option<&dyn AnyEndgames>) {
        Search::set_tablebases(self, endgames.and_then(|endgames| endgames.typed()));
    }

    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value> {
        let game = game.typed::<S::Game>()?;
        let value = || self.evaluator().value(&S::observation(game.position()));
        game.outcome().is_none().then(value)
    }

    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits,
        settings: &Settings,
        token: &StopToken,
        observer: Option<Observer<'_>>,
    ) -> Option<PvInfo> {
        Search::search(self, game.typed()?, limits, settings, token, observer)
    }
}

/// Why a searcher with an evaluator from a file cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadError {
    /// The file has no evaluator of the variant; a message in one line.
    #[error("{0}")]
    Evaluation(String),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// The capability of variants with a search.
pub trait Searches: Send + Sync {
    /// A searcher with the game's own evaluator, and a table of `mib` MiB.
    fn searcher(&self, mib: u64) -> Result<Arc<dyn Searcher>, OutOfMemory>;
}

impl Capability for dyn Searches {
    const MISSING: &'static str = "cannot be searched: it has no search";
}

impl<G: HasEvaluator> Searches for Of<G> {
    fn searcher(&self, mib: u64) -> Result<Arc<dyn Searcher>, OutOfMemory> {
        Ok(Arc::new(G::Search::new(G::Evaluator::default(), mib)?))
    }
}

/// The capability of variants whose search can use a net from a file.
///
/// ```
/// use zugi_game::{Game, Of, Variant, toy::Hexapawn};
/// use zugi_search::NetSearches;
/// use zugi_search::eval::net::{Learnable, NetFile};
///
/// let searches = Of::<Hexapawn>::new();
/// let mut ahead = NetFile::zero(Hexapawn::NAME, Hexapawn::SHAPE, 8);
/// ahead.output_biases.fill(100 << ahead.shift);
/// let searcher = searches.load(&ahead.to_bytes(), 1)?;
/// assert_eq!(searcher.evaluate(Variant::new::<Hexapawn>().game().as_ref()), Some(100));
/// assert!(searches.load(b"no net", 1).is_err());
/// # Ok::<(), zugi_search::LoadError>(())
/// ```
pub trait NetSearches: Send + Sync {
    /// A searcher with the net of a file's `content`, and a table of `mib` MiB.
    ///
    /// # Errors
    /// The content is not a net of this variant, or there is not enough memory.
    fn load(&self, content: &[u8], mib: u64) -> Result<Arc<dyn Searcher>, LoadError>;
}

impl Capability for dyn NetSearches {
    const MISSING: &'static str = "cannot load a net: it has no nets";
}

impl<G: Learnable> NetSearches for Of<G> {
    fn load(&self, content: &[u8], mib: u64) -> Result<Arc<dyn Searcher>, LoadError> {
        let net = NetFile::from_bytes(content).and_then(|file| Net::<G>::new(&file));
        let net = net.map_err(|error| LoadError::Evaluation(error.to_string()))?;
        Ok(Arc::new(G::Search::new(net, mib)?))
    }
}
