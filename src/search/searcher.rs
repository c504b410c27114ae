//! What answers `go`, with the game's type erased: a value that a variant chooses.

use std::sync::Arc;

use super::{
    AlphaBeta, Analysis, CurrentMove, Evaluator, Limits, Observer, OutOfMemory, Settings,
    StopToken, Tactics, Value,
};
use crate::game::{AnyGame, Game, GameInProgress, MoveBits, PackedMove, Power};

/// Finds moves in games of one variant.
///
/// One thread searches at a time; the other questions may be asked meanwhile.
///
/// ```
/// use zugi::search::{Limits, Searches, Settings, StopToken};
///
/// let registry = zugi::variants::registry();
/// let searcher = registry.usual().power::<Searches>()?.searcher(1)?;
/// let game = registry.usual().game();
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let (settings, token) = (Settings::default(), StopToken::default());
/// let best = searcher.search(game.as_ref(), &limits, &settings, &token, &mut ()).unwrap();
/// assert_eq!(best.depth, 3);
/// assert!(game.moves().iter().any(|(_, mv)| *mv == best.pv[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Searcher: Send + Sync {
    /// Takes so many MiB for what searches find out. A search under way goes on with what
    /// it has.
    ///
    /// # Errors
    /// There is not so much memory; all stays as it was.
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory>;

    /// Forgets what earlier searches have found.
    fn forget(&self);

    /// The static evaluation for the side to move, unless the game is over.
    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value>;

    /// Searches the current position, see [`AlphaBeta::search`]; `None` if the game
    /// is over.
    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits<MoveBits>,
        settings: &Settings,
        token: &StopToken,
        observer: &mut dyn Observer<MoveBits>,
    ) -> Option<Analysis<MoveBits>>;
}

/// Makes a searcher with a table of so many MiB.
type Make = dyn Fn(u64) -> Result<Arc<dyn Searcher>, OutOfMemory> + Send + Sync;

/// The power of a variant whose games can be searched.
pub struct Searches(Box<Make>);

impl Power for Searches {
    const NAME: &'static str = "search";
}

impl Searches {
    /// By alpha-beta with an evaluator that is made anew for each searcher.
    #[must_use]
    pub fn by_alpha_beta<G: Tactics, E: Evaluator<G>>(
        evaluator: impl Fn() -> E + Send + Sync + 'static,
    ) -> Searches {
        Searches(Box::new(move |mib| Ok(Arc::new(AlphaBeta::<G, E>::new(evaluator(), mib)?))))
    }

    /// A searcher with a table of so many MiB.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn searcher(&self, mib: u64) -> Result<Arc<dyn Searcher>, OutOfMemory> {
        (self.0)(mib)
    }
}

fn typed<G: Game>(game: &dyn AnyGame) -> Option<&GameInProgress<G>> {
    game.as_any().downcast_ref()
}

impl<G: Tactics, E: Evaluator<G>> Searcher for AlphaBeta<G, E> {
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        AlphaBeta::resize(self, mib)
    }

    fn forget(&self) {
        AlphaBeta::forget(self);
    }

    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value> {
        let game = typed::<G>(game)?;
        game.outcome().is_none().then(|| self.evaluator().value(game.position()))
    }

    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits<MoveBits>,
        settings: &Settings,
        token: &StopToken,
        observer: &mut dyn Observer<MoveBits>,
    ) -> Option<Analysis<MoveBits>> {
        let game = typed::<G>(game)?;
        let limits = limits.clone().map(|MoveBits(bits)| G::Move::from_bits(bits));
        let report = AlphaBeta::search(self, game, &limits, settings, token, Erasing(observer))?;
        Some(report.map(bits))
    }
}

fn bits<M: PackedMove>(mv: M) -> MoveBits {
    MoveBits(mv.to_bits())
}

/// Tells an observer of erased moves.
struct Erasing<'a>(&'a mut dyn Observer<MoveBits>);

impl<M: PackedMove> Observer<M> for Erasing<'_> {
    fn report(&mut self, report: &Analysis<M>) {
        self.0.report(&report.clone().map(bits));
    }

    fn current_move(&mut self, current: &CurrentMove<M>) {
        let CurrentMove { depth, mv, number } = *current;
        self.0.current_move(&CurrentMove { depth, mv: bits(mv), number });
    }
}
