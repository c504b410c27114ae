use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Arc;

use zugi_game::{
    AnyEndgames, AnyGame, Chances, GameError, MissingCapability, NO_PROOFS, ProofLimits, Proofs,
    Registry, Setup, Tablebases, Variant,
};
use zugi_protocol::{Dialect, GoLimits, OptionDeclaration, Reply, Start};
use zugi_search::eval::net::NetFile;
use zugi_search::{
    LoadError, NetSearches, PvInfo, SearchEvent, Searcher, Searches, Settings, StopToken,
};

use super::error::EngineError;
use super::jobs::{Job, solve_job};
use super::options::{OptionTable, OptionValues, Store};
use super::{search_limits, search_replies};

/// A game in progress of some variant, its searcher if it has one, and the options.
///
/// A rejected call leaves the engine unchanged, except that the results of earlier searches may be
/// lost if there is no memory for a new hash table.
///
/// ```
/// use zugi_engine::Engine;
/// use zugi_game::{Registry, Variant};
/// use zugi_game::toy::{Corridor, Hexapawn};
///
/// let variants = vec![Variant::new::<Hexapawn>(), Variant::new::<Corridor>()];
/// let registry = Registry::new(variants, "hexapawn");
/// let mut engine = Engine::new(&registry, "hexapawn")?;
/// assert_eq!(engine.game().moves().len(), 4);
/// engine.set_option("UGI_Variant", Some("corridor"))?;
/// assert_eq!(engine.game().text(), "x......o x 0");
/// # Ok::<(), zugi_engine::EngineError>(())
/// ```
pub struct Engine {
    table: OptionTable,
    values: OptionValues,
    game: Box<dyn AnyGame>,
    /// The running search shares it.
    searcher: Result<Arc<dyn Searcher>, MissingCapability>,
    endgames: Option<Arc<dyn AnyEndgames>>,
}

/// The outer error: the searcher cannot be created. The inner one: the variant has no search.
type SearcherResult = Result<Result<Arc<dyn Searcher>, MissingCapability>, EngineError>;

impl Engine {
    /// An engine with the default options and this variant.
    ///
    /// # Errors
    /// The variant is unknown, or there is no memory for the hash table.
    pub fn new(registry: &Registry, variant: &str) -> Result<Engine, EngineError> {
        let variant = registry.find(variant)?;
        let table = OptionTable::new(registry, variant.name());
        let values = table.defaults();
        let (searcher, endgames) = (searcher(variant, &values)?, endgames(variant, &values)?);
        let engine = Engine { table, values, game: variant.game(), searcher, endgames };
        engine.update_tablebases();
        Ok(engine)
    }

    fn update_tablebases(&self) {
        if let Ok(searcher) = &self.searcher {
            searcher.set_tablebases(self.used_by_searches().map(Arc::as_ref));
        }
    }

    /// The tables of `TablePath`. Without a path: the small tables of the cache if
    /// `UseCachedTables` is on, otherwise `None`.
    fn used_by_searches(&self) -> Option<&Arc<dyn AnyEndgames>> {
        let OptionValues { use_cached_tables, table_path, .. } = &self.values;
        self.endgames.as_ref().filter(|_| *use_cached_tables || !table_path.is_empty())
    }

    /// The tables that exist now and that searches use, as text: `none`, or the number of pieces of
    /// the largest table and the source.
    pub(super) fn tables(&self) -> String {
        let OptionValues { limit_strength, analyse_mode, table_path, .. } = &self.values;
        let used = self.used_by_searches().filter(|_| *analyse_mode || !limit_strength);
        let Some((endgames, most @ 1..)) = used.map(|it| (it, it.largest_table())) else {
            return "none".to_owned();
        };
        let source = match table_path.is_empty() {
            true if endgames.depends_on_time() => "from the cache",
            true => "in memory",
            false => "from TablePath",
        };
        format!("up to {most} pieces {source}")
    }

    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.table.registry
    }

    #[must_use]
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// The option declarations with the names of this dialect.
    pub fn declarations(&self, dialect: Dialect) -> impl Iterator<Item = OptionDeclaration> {
        self.table.declarations(dialect)
    }

    pub(super) fn options_of(&self, game: &dyn AnyGame) -> Vec<&'static str> {
        self.table.options_of(game)
    }

    #[must_use]
    pub fn values(&self) -> &OptionValues {
        &self.values
    }

    /// Sets an option, as `setoption` does.
    ///
    /// # Errors
    /// The option or the value is invalid, the variant does not have the option, or a file, memory
    /// or a thread is not available.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        let (values, store) = self.table.set(self.game(), self.values.clone(), name, value)?;
        match store {
            Store::Variant => {
                let chosen = self.start_variant(&values);
                chosen.map_err(|error| error.in_setting("UGI_Variant", value))?;
            }
            Store::EvalFile => {
                let chosen = self.new_searcher(self.variant()?, &values);
                self.searcher = chosen.map_err(|error| error.in_setting("EvalFile", value))?;
            }
            Store::TablePath => self.endgames = endgames(self.variant()?, &values)?,
            Store::Clear => self.clear_hash(),
            _ if values.hash_mib != self.values.hash_mib => {
                if let Ok(searcher) = &self.searcher {
                    searcher.resize(values.hash_mib)?;
                }
                if let Some(endgames) = &self.endgames {
                    endgames.forget(values.hash_mib);
                }
            }
            _ => {}
        }
        self.values = values;
        self.update_tablebases();
        Ok(())
    }

    /// The declared name of an option; accepts aliases and any case.
    #[must_use]
    pub fn declared_name(&self, option: &str) -> Option<&'static str> {
        self.table.declared_name(option)
    }

    fn start_variant(&mut self, values: &OptionValues) -> Result<(), EngineError> {
        let variant = self.registry().find(values.variant)?;
        let mut game = variant.game();
        set_up_start(game.as_mut(), values, &[])?;
        let endgames = endgames(variant, values)?;
        (self.searcher, self.endgames) = (self.new_searcher(variant, values)?, endgames);
        self.game = game;
        Ok(())
    }

    /// The old hash table is freed first, because WebAssembly memory never shrinks.
    fn new_searcher(&self, variant: &Variant, values: &OptionValues) -> SearcherResult {
        let small = OptionValues { hash_mib: 1, ..values.clone() };
        let chosen = searcher(variant, &small)?;
        let mib = values.hash_mib;
        if let (Ok(old), Ok(new)) = (&self.searcher, &chosen) {
            old.resize(1)?;
            new.resize(mib).inspect_err(|_| _ = old.resize(self.values.hash_mib))?;
        } else if let Ok(new) = &chosen {
            new.resize(mib)?;
        }
        Ok(chosen)
    }

    fn variant(&self) -> Result<&Variant, EngineError> {
        Ok(self.registry().find(self.game.variant())?)
    }

    /// Sets up a position and plays moves from there, all or nothing.
    ///
    /// # Errors
    /// The position or one of the moves is invalid.
    pub fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        match start {
            Start::StartPos => set_up_start(self.game.as_mut(), &self.values, moves)?,
            Start::Fen(text) => self.game.set_up(Setup::Text(text), moves)?,
        }
        Ok(())
    }

    /// Plays moves from the current position, all or nothing.
    ///
    /// # Errors
    /// One of the moves is invalid.
    pub fn play_moves(&mut self, moves: &[String]) -> Result<(), GameError> {
        self.game.play_texts(moves)
    }

    /// # Errors
    /// Fewer plies were played since the position was set up.
    pub fn undo(&mut self, plies: u32) -> Result<(), GameError> {
        self.game.undo(plies)
    }

    /// Clears the results of earlier searches.
    pub fn clear_hash(&self) {
        if let Ok(searcher) = &self.searcher {
            searcher.clear_hash();
        }
        if let Some(endgames) = &self.endgames {
            endgames.forget(self.values.hash_mib);
        }
    }

    /// Continues background work of earlier searches in this thread, for hosts without another
    /// thread; see [`Endgames::work`](zugi_game::Endgames::work).
    pub fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.endgames.as_ref().is_none_or(|endgames| endgames.work(goes_on))
    }

    /// The static evaluation for the side to move, in the unit of search scores; `None` if the game
    /// is over.
    ///
    /// # Errors
    /// The variant has no evaluation.
    pub fn evaluation(&self) -> Result<Option<i32>, MissingCapability> {
        Ok(self.searcher.clone()?.evaluate(self.game()))
    }

    /// Prepares a search of the current position. The last reply of the job is
    /// [`Reply::BestMove`]. Each string describes an error in the limits, and quotes the wrong
    /// words; the search uses the other limits.
    ///
    /// # Errors
    /// The variant has no search.
    pub fn search(&self, go: &GoLimits) -> Result<(Job, Vec<String>), MissingCapability> {
        let searcher = self.searcher.clone()?;
        let (limits, problems) = search_limits::limits(self.game(), go);
        let settings = Settings {
            threads: self.values.threads,
            lines: self.values.multi_pv,
            overhead: self.values.move_overhead,
            contempt: search_limits::contempt(&self.values, &limits),
            is_analysis: search_limits::is_analysis(&self.values, &limits),
            strength: search_limits::strength(&self.values, &limits),
            #[cfg(feature = "tuning")]
            parameters: self.values.parameters.clone(),
        };
        let OptionValues { ponder, show_wdl, .. } = self.values;
        let game = self.game.boxed_clone();
        let job = move |token: &StopToken, send: &mut (dyn FnMut(Reply) + Send)| {
            let game = game.as_ref();
            let mut told = |event| send(search_replies::event(game, event, show_wdl));
            let search = || searcher.search(game, &limits, &settings, token, Some(&mut told));
            let best = panic::catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                // After a panic the client still gets a legal `bestmove` with an `info` line before
                // it. A pondering or infinite search sends it only after `stop` or `ponderhit`.
                let report = any_move(game)?;
                token.wait_until_released(limits.infinite);
                told(SearchEvent::Line(report.clone()));
                Some(report)
            });
            if best.is_none() {
                // The game is over: even an infinite search has nothing to wait for.
                token.stop();
            }
            search_replies::best_move(game, best, ponder).into_iter().for_each(send);
        };
        Ok((Box::new(job), problems))
    }

    /// A job that solves the current position; its last reply is the result, or an error if the
    /// search cannot begin.
    ///
    /// # Errors
    /// The variant has no proof search.
    pub fn solve(&self, limits: ProofLimits) -> Result<Job, MissingCapability> {
        self.game.capability::<dyn Proofs>()?;
        let missing = MissingCapability { variant: self.game.variant(), missing: NO_PROOFS };
        let endgames = self.endgames.clone().ok_or(missing)?;
        Ok(solve_job(endgames, self.game.boxed_clone(), limits))
    }
}

/// The seed shuffles a game of chance; the pie rule applies if it is enabled.
fn set_up_start(
    game: &mut dyn AnyGame,
    values: &OptionValues,
    moves: &[String],
) -> Result<(), GameError> {
    let dealt = game.capability().map(|chances: &dyn Chances| chances.start_text(values.seed));
    let setup = match &dealt {
        Ok(text) => Setup::Text(text),
        Err(_) if values.pie_rule => Setup::PieStart,
        Err(_) => Setup::Start,
    };
    game.set_up(setup, moves)
}

fn endgames(
    variant: &Variant,
    values: &OptionValues,
) -> Result<Option<Arc<dyn AnyEndgames>>, EngineError> {
    let path = &values.table_path;
    let folders: Vec<PathBuf> = if path.is_empty() {
        Vec::new()
    } else {
        env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()).collect()
    };
    let bad = |why| EngineError::TablePath { path: path.clone(), why };
    let opened = match (variant.capability::<dyn Proofs>(), variant.capability::<dyn Tablebases>())
    {
        (Ok(proofs), _) => proofs.open(&folders, values.hash_mib),
        (Err(_), Ok(tables)) => tables.open(&folders),
        (Err(_), Err(_)) => return Ok(None),
    };
    opened.map(Some).map_err(bad)
}

/// The searcher of a variant, with the evaluation of `EvalFile`.
fn searcher(variant: &Variant, values: &OptionValues) -> SearcherResult {
    let searches = match variant.capability::<dyn Searches>() {
        Ok(searches) => searches,
        Err(missing) => return Ok(Err(missing)),
    };
    let path = &values.eval_file;
    if path.is_empty() {
        return Ok(Ok(searches.searcher(values.hash_mib)?));
    }
    let bad = |why| EngineError::EvalFile { path: path.clone(), why };
    NetFile::check_path(path.as_ref()).map_err(|error| bad(error.to_string()))?;
    let content = fs::read(path).map_err(|error| bad(error.to_string()))?;
    let nets = match variant.capability::<dyn NetSearches>() {
        Ok(nets) => nets,
        Err(missing) => return Err(bad(missing.to_string())),
    };
    match nets.load(&content, values.hash_mib) {
        Ok(searcher) => Ok(Ok(searcher)),
        Err(LoadError::Memory(error)) => Err(error.into()),
        Err(error) => Err(bad(error.to_string())),
    }
}

/// The result in place of that of a search that panicked; `None` without a legal move.
fn any_move(game: &dyn AnyGame) -> Option<PvInfo> {
    let (_, mv) = game.moves().into_iter().next()?;
    Some(PvInfo { line: 1, pv: vec![mv], ..PvInfo::default() })
}
