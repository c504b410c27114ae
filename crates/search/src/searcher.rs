//! The searcher that answers `go`, with the type of the game erased: a value that a variant
//! chooses.

use std::sync::Arc;

use thiserror::Error;
use zugi_game::{AnyExactValue, AnyGame, Capability, PackedMove, RawMove};

use super::{
    AlphaBeta, CurrentMove, Evaluator, Limits, Observer, OutOfMemory, PvInfo, Searchable, Settings,
    StopToken, TreeGame, TreeSearch, Value,
};

/// Finds moves in games of one variant.
///
/// One thread searches at a time; the other questions may be asked meanwhile.
///
/// ```
/// use zugi_game::toy::Hexapawn;
/// use zugi_search::{Limits, Searches, Settings, StopToken, standard};
///
/// // Beyond this line nobody knows which game it is.
/// let variant = standard::<Hexapawn>();
/// let (searcher, game) = (variant.capability::<Searches>()?.searcher(1)?, variant.game());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let (settings, token) = (Settings::default(), StopToken::default());
/// let best = searcher.search(game.as_ref(), &limits, &settings, &token, &mut ()).unwrap();
/// assert_eq!(best.depth, 3);
/// assert!(game.moves().iter().any(|(_, mv)| *mv == best.pv[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Searcher: Send + Sync {
    /// Allocates this much memory in MiB for the results of searches. A running search keeps its
    /// memory.
    ///
    /// # Errors
    /// There is not enough memory; nothing has changed.
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory>;

    /// Clears the results of earlier searches.
    fn clear_hash(&self);

    /// Sets the exact values that later searches use, see [`AlphaBeta::set_tablebases`].
    fn set_tablebases(&self, exact_values: Option<&AnyExactValue>);

    /// The static evaluation for the side to move, unless the game is over.
    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value>;

    /// Searches the current position, see [`AlphaBeta::search`]; `None` if the game
    /// is over.
    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits<RawMove>,
        settings: &Settings,
        token: &StopToken,
        observer: &mut dyn Observer<RawMove>,
    ) -> Option<PvInfo<RawMove>>;
}

/// Makes a searcher with a table of so many MiB.
type Make = dyn Fn(u64) -> Result<Arc<dyn Searcher>, OutOfMemory> + Send + Sync;

/// Makes one with the evaluator that these bytes are.
type Load = dyn Fn(&[u8], u64) -> Result<Arc<dyn Searcher>, LoadError> + Send + Sync;

/// Why there is no searcher with an evaluator from a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadError {
    /// The content of the file, in one line.
    #[error("{0}")]
    Evaluation(String),
    /// Too little memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// The capability of a variant with a search.
pub struct Searches {
    make: Box<Make>,
    load: Option<Box<Load>>,
}

impl Capability for Searches {
    const MISSING: &'static str = "cannot be searched: it has no search";
}

impl Searches {
    /// By alpha-beta with an evaluator that is made anew for each searcher.
    #[must_use]
    pub fn by_alpha_beta<G: Searchable, E: Evaluator<G>>(
        evaluator: impl Fn() -> E + Send + Sync + 'static,
    ) -> Searches {
        let make = move |mib| -> Result<Arc<dyn Searcher>, OutOfMemory> {
            Ok(Arc::new(AlphaBeta::<G, E>::new(evaluator(), mib)?))
        };
        Searches { make: Box::new(make), load: None }
    }

    /// By tree search with an evaluator that is made anew for each searcher.
    #[must_use]
    pub fn by_tree<G: TreeGame, E: Evaluator<G>>(
        evaluator: impl Fn() -> E + Send + Sync + 'static,
    ) -> Searches {
        let make = move |mib| -> Result<Arc<dyn Searcher>, OutOfMemory> {
            Ok(Arc::new(TreeSearch::<G, E>::new(evaluator(), mib)?))
        };
        Searches { make: Box::new(make), load: None }
    }

    /// The same, with alpha-beta and an evaluator that `load` makes from the content of a file.
    #[must_use]
    pub fn loading<G: Searchable, E: Evaluator<G>, Error: ToString>(
        self,
        evaluator: impl Fn(&[u8]) -> Result<E, Error> + Send + Sync + 'static,
    ) -> Searches {
        let load = move |content: &[u8], mib| -> Result<Arc<dyn Searcher>, LoadError> {
            let bad = |error: Error| LoadError::Evaluation(error.to_string());
            Ok(Arc::new(AlphaBeta::<G, E>::new(evaluator(content).map_err(bad)?, mib)?))
        };
        Searches { load: Some(Box::new(load)), ..self }
    }

    /// The same, with tree search.
    #[must_use]
    pub fn loading_by_tree<G: TreeGame, E: Evaluator<G>, Error: ToString>(
        self,
        evaluator: impl Fn(&[u8]) -> Result<E, Error> + Send + Sync + 'static,
    ) -> Searches {
        let load = move |content: &[u8], mib| -> Result<Arc<dyn Searcher>, LoadError> {
            let bad = |error: Error| LoadError::Evaluation(error.to_string());
            Ok(Arc::new(TreeSearch::<G, E>::new(evaluator(content).map_err(bad)?, mib)?))
        };
        Searches { load: Some(Box::new(load)), ..self }
    }

    /// Whether evaluators can be loaded.
    #[must_use]
    pub fn loads(&self) -> bool {
        self.load.is_some()
    }

    /// A searcher with an evaluator from this content of a file, and a table of this size in MiB.
    ///
    /// # Errors
    /// The content is not an evaluator of this variant, or there is not enough memory.
    pub fn load(&self, content: &[u8], mib: u64) -> Result<Arc<dyn Searcher>, LoadError> {
        match &self.load {
            Some(load) => load(content, mib),
            None => Err(LoadError::Evaluation("expected a variant that loads nets".to_owned())),
        }
    }

    /// A searcher with a table of this size in MiB.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn searcher(&self, mib: u64) -> Result<Arc<dyn Searcher>, OutOfMemory> {
        (self.make)(mib)
    }
}

impl<G: Searchable, E: Evaluator<G>> Searcher for AlphaBeta<G, E> {
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        AlphaBeta::resize(self, mib)
    }

    fn clear_hash(&self) {
        AlphaBeta::clear_hash(self);
    }

    fn set_tablebases(&self, exact_values: Option<&AnyExactValue>) {
        AlphaBeta::set_tablebases(self, exact_values.and_then(AnyExactValue::typed));
    }

    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value> {
        let game = game.typed::<G>()?;
        game.outcome().is_none().then(|| self.evaluator().value(game.position()))
    }

    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits<RawMove>,
        settings: &Settings,
        token: &StopToken,
        observer: &mut dyn Observer<RawMove>,
    ) -> Option<PvInfo<RawMove>> {
        let game = game.typed::<G>()?;
        let limits = limits.clone().map(|RawMove(bits)| G::Move::from_bits(bits));
        let report = AlphaBeta::search(self, game, &limits, settings, token, Erasing(observer))?;
        Some(report.map(bits))
    }
}

impl<G: TreeGame, E: Evaluator<G>> Searcher for TreeSearch<G, E> {
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        TreeSearch::resize(self, mib)
    }

    fn clear_hash(&self) {
        TreeSearch::clear_hash(self);
    }

    /// It does not ask: where chance decides, a win is more than won or lost.
    fn set_tablebases(&self, _: Option<&AnyExactValue>) {}

    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value> {
        let game = game.typed::<G>()?;
        let position = game.position();
        let shown = position.observation_for(position.seat());
        game.outcome().is_none().then(|| self.evaluator().value(&shown))
    }

    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits<RawMove>,
        settings: &Settings,
        token: &StopToken,
        observer: &mut dyn Observer<RawMove>,
    ) -> Option<PvInfo<RawMove>> {
        let game = game.typed::<G>()?;
        let limits = limits.clone().map(|RawMove(bits)| G::Move::from_bits(bits));
        let report = TreeSearch::search(self, game, &limits, settings, token, Erasing(observer))?;
        Some(report.map(bits))
    }
}

fn bits<M: PackedMove>(mv: M) -> RawMove {
    RawMove(mv.to_bits())
}

/// Tells an observer of erased moves.
struct Erasing<'a>(&'a mut dyn Observer<RawMove>);

impl<M: PackedMove> Observer<M> for Erasing<'_> {
    fn report(&mut self, report: &PvInfo<M>) {
        self.0.report(&report.clone().map(bits));
    }

    fn is_silent(&self) -> bool {
        self.0.is_silent()
    }

    fn current_move(&mut self, current: &CurrentMove<M>) {
        let CurrentMove { depth, mv, number } = *current;
        self.0.current_move(&CurrentMove { depth, mv: bits(mv), number });
    }

    fn fewer_threads(&mut self, found: usize, asked: usize) {
        self.0.fewer_threads(found, asked);
    }

    fn exact_ending(&mut self) {
        self.0.exact_ending();
    }

    fn refuted(&mut self, refuted: usize, all: usize) {
        self.0.refuted(refuted, all);
    }
}
