//! [`AlphaBeta`]: the alpha-beta search, with the data that it keeps between searches. `negamax.rs`
//! searches a node, `root.rs` the root.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use zugi_game::random::Rng;
use zugi_game::{Endgames, GameInProgress};

use super::eval::HasEvaluator;
use super::evaluator::Evaluator;
use super::limits::Limits;
use super::negamax::Reductions;
use super::score::{Value, draw_values};
use super::search_event::{Observer, PvInfo, SearchEvent, reborrow, tell};
use super::searchable::Searchable;
use super::searcher::{Search, SearchKind};
use super::shared_state::Shared;
use super::stack::with_stack;
use super::stop_token::StopToken;
use super::thread_result::ThreadResult;
use super::threads::{Threads, unless_failed};
use super::transposition_table::{OutOfMemory, Table, check_memory};
use super::{Settings, Strength, strength};

/// The size of the separate table of a search of limited strength, in MiB.
const LIMITED_TABLE_MIB: u64 = 1;

/// Alpha-beta for games of `G` with one evaluator. Between searches it keeps the transposition
/// table, its threads, and the move history of each thread.
///
/// ```
/// use zugi_game::{Game, GameInProgress, toy::Hexapawn};
/// use zugi_search::toy::HexapawnSum;
/// use zugi_search::{AlphaBeta, Limits, Score, Search, Settings, StopToken};
///
/// let alpha_beta = AlphaBeta::new(HexapawnSum::default(), 1)?;
/// let game = GameInProgress::new(Hexapawn::from_text("b3/4/2b1/w3 b").unwrap());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let (settings, token) = (Settings::default(), StopToken::default());
/// let best = alpha_beta.search(&game, &limits, &settings, &token, None).unwrap();
/// assert_eq!(game.position().move_text(best.pv[0].typed()), "c2c1");
/// assert_eq!(best.score, Score::Win(1));
/// # Ok::<(), zugi_search::OutOfMemory>(())
/// ```
pub struct AlphaBeta<G: Searchable, E> {
    evaluator: Arc<E>,
    /// A running search keeps the table that it began with.
    table: Mutex<Arc<Table>>,
    endgames: Mutex<Option<Arc<dyn Endgames<G>>>>,
    #[cfg(not(feature = "tuning"))]
    reductions: Arc<Reductions>,
    threads: Mutex<Threads<G::Move>>,
    must_clear_history: AtomicBool,
    /// The number of threads that clear the table: as many as searched last.
    clearers: AtomicUsize,
}

impl<G: HasEvaluator> AlphaBeta<G, G::Evaluator> {
    /// A search with the strongest evaluator of the game and a table of at most `mib` MiB.
    pub fn strongest(mib: u64) -> Result<AlphaBeta<G, G::Evaluator>, OutOfMemory> {
        AlphaBeta::new(G::Evaluator::default(), mib)
    }
}

impl<G: Searchable, E: Evaluator<G>> Search for AlphaBeta<G, E> {
    type Game = G;
    type Evaluator = E;

    const KIND: SearchKind = SearchKind::AlphaBeta;
    const PIECE: Value = 100;

    fn new(evaluator: E, mib: u64) -> Result<AlphaBeta<G, E>, OutOfMemory> {
        Ok(AlphaBeta {
            evaluator: Arc::new(evaluator),
            table: Mutex::new(Arc::new(Table::in_memory(mib)?)),
            endgames: Mutex::new(None),
            #[cfg(not(feature = "tuning"))]
            reductions: Arc::new(Reductions::new(&G::PARAMETERS)),
            threads: Mutex::new(Threads::new()),
            must_clear_history: AtomicBool::new(false),
            clearers: AtomicUsize::new(1),
        })
    }

    fn evaluator(&self) -> &E {
        &self.evaluator
    }

    fn resize(&self, mib: u64) -> Result<(), OutOfMemory> {
        check_memory(mib)?;
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let old = table.mib();
        // The old table is freed before the new one is made.
        *table = Arc::new(Table::new(0)?);
        self.must_clear_history.store(true, Relaxed);
        let (new, resized) = match Table::in_memory(mib) {
            Ok(new) => (new, Ok(())),
            Err(error) => (Table::in_memory(old).map_err(|_| error)?, Err(error)),
        };
        *table = Arc::new(new);
        resized
    }

    fn clear_hash(&self) {
        self.must_clear_history.store(true, Relaxed);
        self.table().clear(self.clearers.load(Relaxed));
    }

    fn set_tablebases(&self, endgames: Option<Arc<dyn Endgames<G>>>) {
        *self.endgames.lock().unwrap_or_else(PoisonError::into_inner) = endgames;
    }

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
        let search = || match settings.strength {
            Some(strength) => {
                self.search_limited(game, limits, settings, strength, token, &mut observer)
            }
            None => self.search_fully(game, limits, settings, token, &mut observer),
        };
        Some(with_stack(search).unwrap_or_else(|error| {
            log::warn!("no thread to search in: {error}");
            let shared = self.share(game, limits.clone(), settings, self.table(), token);
            last_resort(&shared, &mut observer)
        }))
    }

    fn start(_: &mut Rng) -> G {
        G::start()
    }

    fn observation(position: &G) -> G {
        position.clone()
    }

    /// In a position with a compulsory capture the evaluation decides nothing. In the middle of an
    /// exchange it counts, because the quiescence search may stop there and rely on the evaluation
    /// of hanging pieces.
    fn uses_evaluation(position: &G) -> bool {
        !position.must_capture(&position.context())
    }
}

impl<G: Searchable, E: Evaluator<G>> AlphaBeta<G, E> {
    pub(super) fn table(&self) -> Arc<Table> {
        Arc::clone(&self.table.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn search_fully(
        &self,
        game: &GameInProgress<G>,
        limits: &Limits,
        settings: &Settings,
        token: &StopToken,
        observer: &mut Option<Observer<'_>>,
    ) -> PvInfo {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = Arc::new(self.share(game, limits.clone(), settings, self.table(), token));
        shared.table.begin_search();
        self.clearers.store(settings.threads, Relaxed);
        let clear_history = self.must_clear_history.swap(false, Relaxed);
        let found = threads.search(
            &shared,
            settings.threads,
            clear_history,
            settings.lines,
            reborrow(observer),
        );
        shared.table.end_search();
        // Only the first thread searches several lines.
        let count = if settings.lines > 1 { 1 } else { found.len() };
        let best = ThreadResult::best(&found[..found.len().min(count)]).cloned();
        let nodes = found.iter().map(|found| found.nodes).sum();
        let best = best.map(|best| ThreadResult { nodes, ..best });
        let report = best.unwrap_or_else(|| ThreadResult::last_resort(&shared)).report(&shared, 1);
        tell(observer, SearchEvent::Line(report.clone()));
        report
    }

    fn search_limited(
        &self,
        game: &GameInProgress<G>,
        limits: &Limits,
        settings: &Settings,
        strength: Strength,
        token: &StopToken,
        observer: &mut Option<Observer<'_>>,
    ) -> PvInfo {
        // Entries of earlier searches would change the answer.
        let table = Table::new(LIMITED_TABLE_MIB).map_or_else(|_| self.table(), Arc::new);
        let settings = Settings { threads: 1, ..settings.clone() };
        let shared =
            self.share(game, strength.alpha_beta_level().limit(limits), &settings, table, token);
        let search = || strength::search(strength, &shared, observer);
        unless_failed(&shared, search).unwrap_or_else(|| last_resort(&shared, observer))
    }

    fn share(
        &self,
        game: &GameInProgress<G>,
        limits: Limits,
        settings: &Settings,
        table: Arc<Table>,
        token: &StopToken,
    ) -> Shared<G, E> {
        let position = game.position();
        let budget = limits.budget(settings, position.moves_left());
        let endgames = self.endgames.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let endgames = endgames.filter(|_| settings.strength.is_none());
        // The result of a search without a clock must not depend on how soon tables are ready.
        let is_timed = budget.is_some() || limits.infinite;
        let endgames = match endgames {
            Some(values) if !is_timed && values.depends_on_time() => {
                values.snapshot(position, &|| token.is_stopped())
            }
            endgames => endgames,
        };
        #[cfg(feature = "tuning")]
        let parameters = G::PARAMETERS.with(&settings.parameters).unwrap_or(G::PARAMETERS);
        #[cfg(feature = "tuning")]
        let reductions = Arc::new(Reductions::new(&parameters));
        #[cfg(not(feature = "tuning"))]
        let reductions = Arc::clone(&self.reductions);
        Shared {
            position: position.clone(),
            endgames,
            tbhits: AtomicU64::new(0),
            budget,
            limits,
            evaluator: Arc::clone(&self.evaluator),
            table,
            reductions,
            token: token.clone(),
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            is_single_thread: settings.threads <= 1,
            drawn: game.history().drawing_keys(position),
            draw: draw_values(position.to_move(), settings.contempt),
            #[cfg(feature = "tuning")]
            parameters,
        }
    }
}

/// The result of a search that failed: a legal move. Waits until the token allows an answer.
fn last_resort<G: Searchable, E: Evaluator<G>>(
    shared: &Shared<G, E>,
    observer: &mut Option<Observer<'_>>,
) -> PvInfo {
    let report = ThreadResult::last_resort(shared).report(shared, 1);
    shared.token.wait_until_released(shared.limits.infinite);
    tell(observer, SearchEvent::Line(report.clone()));
    report
}
