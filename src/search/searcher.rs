//! What answers `go`, with the game's type erased: a value that a variant chooses.

use std::sync::{Arc, Mutex, PoisonError};

use super::{
    CurrentMove, Evaluate, Limits, Observer, OutOfMemory, Report, Settings, StopToken, Table,
    Value, search_game,
};
use crate::game::{AnyGame, Game, GameInProgress, MoveBits, PackedMove, Power};

/// Finds moves in games of one variant.
///
/// One thread searches at a time; the other questions may be asked meanwhile.
pub trait Searcher: Send + Sync {
    /// Takes so many MiB for what searches find out. A search under way goes on with what
    /// it has.
    ///
    /// # Errors
    /// There is not so much memory; all stays as it was.
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory>;

    /// Forgets what earlier searches have found.
    ///
    /// # Errors
    /// There is no memory for a fresh table while a search still uses the old one.
    fn forget(&self) -> Result<(), OutOfMemory>;

    /// The static evaluation for the side to move, unless the game is over.
    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value>;

    /// Searches the current position, see [`search`](super::search()); `None` if the game
    /// is over.
    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits<MoveBits>,
        settings: &Settings,
        token: &StopToken,
        observer: &mut dyn Observer<MoveBits>,
    ) -> Option<Report<MoveBits>>;
}

/// The power of a variant whose games can be searched.
pub struct Searches(fn(u64) -> Result<Arc<dyn Searcher>, OutOfMemory>);

impl Power for Searches {
    const NAME: &'static str = "search";
}

impl Searches {
    /// By alpha-beta.
    #[must_use]
    pub fn of<G: Evaluate>() -> Searches {
        Searches(|mib| {
            let table = Mutex::new(Arc::new(Table::new(mib)?));
            let mib = Mutex::new(mib);
            Ok(Arc::new(AlphaBeta::<G> { table, mib, game: std::marker::PhantomData }))
        })
    }

    /// A searcher with a table of so many MiB.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn searcher(&self, mib: u64) -> Result<Arc<dyn Searcher>, OutOfMemory> {
        (self.0)(mib)
    }
}

/// Alpha-beta with a table of its own.
struct AlphaBeta<G> {
    /// Searches under way keep the table that they began with.
    table: Mutex<Arc<Table>>,
    mib: Mutex<u64>,
    game: std::marker::PhantomData<fn() -> G>,
}

fn typed<G: Game>(game: &dyn AnyGame) -> Option<&GameInProgress<G>> {
    game.as_any().downcast_ref()
}

impl<G: Evaluate> Searcher for AlphaBeta<G> {
    fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        let table = Arc::new(Table::new(mib)?);
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = table;
        *self.mib.lock().unwrap_or_else(PoisonError::into_inner) = mib;
        Ok(())
    }

    fn forget(&self) -> Result<(), OutOfMemory> {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        match Arc::get_mut(&mut table) {
            Some(table) => table.clear(),
            None => {
                let mib = *self.mib.lock().unwrap_or_else(PoisonError::into_inner);
                *table = Arc::new(Table::new(mib)?);
            }
        }
        Ok(())
    }

    fn evaluate(&self, game: &dyn AnyGame) -> Option<Value> {
        let game = typed::<G>(game)?;
        game.outcome().is_none().then(|| game.position().evaluate())
    }

    fn search(
        &self,
        game: &dyn AnyGame,
        limits: &Limits<MoveBits>,
        settings: &Settings,
        token: &StopToken,
        observer: &mut dyn Observer<MoveBits>,
    ) -> Option<Report<MoveBits>> {
        let game = typed::<G>(game)?;
        let limits = limits.clone().map(|MoveBits(bits)| G::Move::from_bits(bits));
        let table = Arc::clone(&self.table.lock().unwrap_or_else(PoisonError::into_inner));
        let game = (game.position(), game.history());
        let report = search_game(game, &limits, settings, &table, token, Erasing(observer))?;
        Some(report.map(bits))
    }
}

fn bits<M: PackedMove>(mv: M) -> MoveBits {
    MoveBits(mv.to_bits())
}

/// Tells an observer of erased moves.
struct Erasing<'a>(&'a mut dyn Observer<MoveBits>);

impl<M: PackedMove> Observer<M> for Erasing<'_> {
    fn report(&mut self, report: &Report<M>) {
        self.0.report(&report.clone().map(bits));
    }

    fn current_move(&mut self, current: &CurrentMove<M>) {
        let CurrentMove { depth, mv, number } = *current;
        self.0.current_move(&CurrentMove { depth, mv: bits(mv), number });
    }
}
