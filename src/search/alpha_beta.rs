//! [`AlphaBeta`]: the search as a value, which keeps from one search to the next what may
//! be of use again.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::evaluator::Evaluator;
use super::limits::Limits;
use super::negamax::Shared;
use super::report::{Observer, Report};
use super::root::Root;
use super::score::draw_values;
use super::stop::StopToken;
use super::table::{OutOfMemory, Table};
use super::tactics::Tactics;
use super::{STACK_SIZE, Settings, strength};
use crate::game::GameInProgress;

/// The size of the table that a search of limited strength has to itself.
const LIMITED_TABLE_MIB: u64 = 1;

/// Alpha-beta for games of `G` with one evaluator. It keeps a table of what earlier
/// searches have found.
///
/// ```
/// use zugi::eval::zola::ZolaEvaluator;
/// use zugi::game::{Game, GameInProgress};
/// use zugi::games::zola::Zola6;
/// use zugi::search::{AlphaBeta, Limits, Score, Settings, StopToken};
///
/// let alpha_beta = AlphaBeta::new(ZolaEvaluator::default(), 1)?;
/// let game = GameInProgress::new(Zola6::from_text("6/6/1br3/6/6/6 b").unwrap());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let (settings, token) = (Settings::default(), StopToken::default());
/// let best = alpha_beta.search(&game, &limits, &settings, &token, ()).unwrap();
/// assert_eq!(game.position().move_text(best.pv[0]), "b4c4");
/// assert_eq!(best.score, Score::Win(1));
/// # Ok::<(), zugi::search::OutOfMemory>(())
/// ```
pub struct AlphaBeta<G, E> {
    evaluator: Arc<E>,
    /// Searches under way keep the table that they began with.
    table: Mutex<Arc<Table>>,
    /// Those of the latest search.
    threads: AtomicUsize,
    game: PhantomData<fn() -> G>,
}

impl<G: Tactics, E: Evaluator<G>> AlphaBeta<G, E> {
    /// A search with a table of at most this many MiB.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not give that much.
    pub fn new(evaluator: E, mib: u64) -> Result<AlphaBeta<G, E>, OutOfMemory> {
        Ok(AlphaBeta {
            evaluator: Arc::new(evaluator),
            table: Mutex::new(Arc::new(Table::new(mib)?)),
            threads: AtomicUsize::new(1),
            game: PhantomData,
        })
    }

    /// What judges the positions.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// What earlier searches have found.
    pub(super) fn table(&self) -> Arc<Table> {
        Arc::clone(&self.table.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes an empty table of at most this many MiB. A search under way goes on with the
    /// one that it has.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not give that much; all stays as it was.
    pub fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        let table = Arc::new(Table::new(mib)?);
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = table;
        Ok(())
    }

    /// Forgets what earlier searches have found. Takes no memory, and no time if there
    /// was no search since the last time.
    pub fn forget(&self) {
        self.table().clear(self.threads.load(Relaxed));
    }

    /// Searches the current position and returns the best line; `None` if the game is
    /// over.
    ///
    /// Blocks until a limit is reached or the token is stopped, and while the limits are
    /// infinite or the token is pondering also when there is nothing left to search. Call
    /// it from a thread with a stack of [`STACK_SIZE`].
    pub fn search(
        &self,
        game: &GameInProgress<G>,
        limits: &Limits<G::Move>,
        settings: &Settings,
        token: &StopToken,
        observer: impl Observer<G::Move>,
    ) -> Option<Report<G::Move>> {
        if game.outcome().is_some() {
            return None;
        }
        if let Some(strength) = settings.strength {
            // What earlier searches have found would change the answer.
            let table = Table::new(LIMITED_TABLE_MIB).map_or_else(|_| self.table(), Arc::new);
            let settings = Settings { threads: 1, ..settings.clone() };
            let limits = strength.limit(limits);
            let shared = self.share(game, limits, &settings, table, token);
            return Some(strength::search(strength, &shared, observer));
        }
        let shared = self.share(game, limits.clone(), settings, self.table(), token);
        shared.table.begin_search();
        self.threads.store(settings.threads, Relaxed);
        let budget = limits.budget(settings.overhead);
        let mut root = Root::new(&shared, budget, settings.lines, observer);
        thread::scope(|scope| {
            for helper in 1..settings.threads {
                let spawned = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, {
                    let shared = &shared;
                    move || {
                        let mut root = Root::new(shared, None, 1, ());
                        // Every other helper leaves out every other depth: it is ahead of
                        // the first thread and fills the table for it.
                        root.iterate(|depth| (depth as usize + helper).is_multiple_of(2));
                    }
                });
                if let Err(error) = spawned {
                    log::warn!("no thread number {helper} for the search: {error}");
                    break;
                }
            }
            root.iterate(|_| false);
            token.wait_until_released(limits.infinite);
            shared.table.end_search();
            Some(root.finish())
        })
    }

    /// What the threads of a search have in common.
    fn share(
        &self,
        game: &GameInProgress<G>,
        limits: Limits<G::Move>,
        settings: &Settings,
        table: Arc<Table>,
        token: &StopToken,
    ) -> Shared<G, E> {
        let position = game.position();
        Shared {
            position: position.clone(),
            hard_limit: limits.budget(settings.overhead).map(|budget| budget.hard),
            limits,
            evaluator: Arc::clone(&self.evaluator),
            table,
            token: token.clone(),
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            single: settings.threads <= 1,
            drawn: game.history().drawing_keys(position),
            draw: draw_values(position.to_move(), settings.contempt),
        }
    }
}
