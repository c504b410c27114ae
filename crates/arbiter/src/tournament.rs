//! Plays a match: the games of a schedule, several at a time, until all are played or a sink ends
//! the match. Sinks take the games.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use thiserror::Error;
use zugi_client::open_files::{engines_for, files_for, raise_file_limit};
use zugi_client::process::ProgramReader;
use zugi_client::{Client, EngineCapabilities, EngineSetup, Fault, FaultKind, VARIANT_OPTIONS};
use zugi_game::{HiddenInformation, KnownTables, Registry, Tablebases, Variant};
use zugi_protocol::quote;
use zugi_records::{End, GENERIC, GameRecord, Reason};

use super::adjudication::{RulingTables, SMALL_TABLES};
use super::fault_reasons;
use super::game::play;
use super::games_in_progress::GamesInProgress;
pub use super::interrupt::Interrupt;
use super::journal::{FORMAT, JournalError, MatchHeader};
use super::match_config::{EngineConfig, MatchConfig};
use super::openings::{MatchOpenings, Opening, no_rules};
use super::probe::probe;
use super::replaced_programs::replaced;
use super::schedule::{Pairing, Schedule};

/// Why a match cannot begin.
#[derive(Debug, Error)]
pub enum MatchError {
    #[error("{0}")]
    Config(String),
    /// There are fewer random openings than rounds.
    #[error("{0}")]
    FewOpenings(String),
    #[error("engine {} does not start: {fault}", quote(.engine))]
    Start { engine: String, fault: Fault },
    /// It was interrupted before the first game.
    #[error("interrupted")]
    Interrupted {
        /// The requested number of games.
        asked: usize,
    },
}

impl From<String> for MatchError {
    fn from(text: String) -> MatchError {
        MatchError::Config(text)
    }
}

/// Whether the match goes on after a game. An error ends it.
pub type SinkResult = Result<ControlFlow<()>, Box<dyn Error + Send + Sync>>;

/// Takes the games of a match. The workers call it, one worker at a time, before they begin another
/// game.
pub trait Sink: Send {
    /// Takes a game that is finished.
    ///
    /// # Errors
    /// The match cannot go on; games under way are finished, and no sink gets them.
    fn game(&mut self, game: &GameRecord) -> SinkResult;
}

impl Sink for Vec<GameRecord> {
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        self.push(game.clone());
        Ok(ControlFlow::Continue(()))
    }
}

/// A match that is ready to be played.
///
/// ```no_run
/// use zugi_arbiter::MatchConfig;
/// use zugi_arbiter::score::Score;
/// use zugi_arbiter::tournament::{Interrupt, Tournament};
/// # fn play(registry: &zugi_game::Registry) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// let config = MatchConfig::from_toml("each = 'cmd=zugi'\nengine = [{depth = 3}, {depth = 4}]")?;
/// let mut score = Score::new(&config.names(), true, None);
/// Tournament::prepare(config, registry, &Interrupt::default())?.run(&mut [&mut score])?;
/// println!("{}", score.summary());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Tournament<'a> {
    header: MatchHeader,
    pub(super) rules: Option<&'a Variant>,
    pub(super) tables: Option<KnownTables>,
    capabilities: Vec<EngineCapabilities>,
    programs: ProgramReader,
    interrupt: Interrupt,
    /// The numbers of its games: those of the shard, or all.
    games: Range<usize>,
    /// The numbers of the games that an interrupted match has played.
    done: HashSet<usize>,
    in_progress: Option<GamesInProgress>,
    warnings: Vec<String>,
}

impl<'a> Tournament<'a> {
    /// Opens tables, reads or draws openings, and starts each engine once.
    ///
    /// # Errors
    /// The description does not fit the variant, a file cannot be read, or an engine does not
    /// start.
    pub fn prepare(
        mut config: MatchConfig,
        registry: &'a Registry,
        interrupt: &Interrupt,
    ) -> Result<Tournament<'a>, MatchError> {
        let rules = match config.variant.as_str() {
            GENERIC => None,
            "" => Some(registry.default_variant()),
            name => Some(registry.find(name).map_err(|unknown| unknown.to_string())?),
        };
        if let Some(rules) = rules {
            config.variant = rules.name().to_owned();
        }
        let tables = open_tables(&config, rules)?;
        let is_hidden = rules.is_some_and(|it| it.capability::<dyn HiddenInformation>().is_ok());
        if config.reveal && !is_hidden {
            let variant = &config.variant;
            return Err(format!(
                "reveal: variant {variant:?} has no hidden pieces: every seat sees all of it"
            )
            .into());
        }
        let MatchOpenings { openings, from, repeats, .. } = MatchOpenings::new(&config, rules)?;
        check_open_files(&config)?;
        let few = few_openings(&openings, config.rounds());
        let warnings = repeats.into_iter().chain(few).collect();
        let programs = ProgramReader::default();
        let ruling_tables = tables.as_ref().map(|tables| RulingTables {
            from: config.tables.clone(),
            pieces: tables.pieces.clone(),
        });
        let mut header = MatchHeader {
            format: FORMAT,
            config,
            openings,
            openings_from: from,
            ruling_tables,
            ..MatchHeader::default()
        };
        let (schedule, shard) = (header.schedule(), header.config.shard);
        let games = shard.map_or(1..schedule.games() + 1, |shard| shard.games(&schedule));
        let probed = probe(&mut header, rules.is_some(), &programs, interrupt);
        let capabilities = probed.map_err(|error| match interrupt.is_interrupted() {
            true => MatchError::Interrupted { asked: games.len() },
            false => error,
        })?;
        Ok(Tournament {
            header,
            rules,
            tables,
            capabilities,
            programs,
            interrupt: interrupt.clone(),
            games,
            done: HashSet::new(),
            in_progress: None,
            warnings,
        })
    }

    #[must_use]
    pub fn header(&self) -> &MatchHeader {
        &self.header
    }

    #[must_use]
    pub fn config(&self) -> &MatchConfig {
        &self.header.config
    }

    /// The requested number of games, including those that a resumed match has played.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.games.len()
    }

    /// Warnings for the user before the first game, one line each.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Continues a recorded match without its `played` games, with the programs, tables and
    /// openings of its first line, `recorded`.
    pub(super) fn go_on(
        &mut self,
        recorded: MatchHeader,
        played: Vec<usize>,
    ) -> Result<(), String> {
        let before = std::mem::replace(&mut self.header, recorded);
        self.warnings.extend(self.header.warnings(&before));
        let recorded = std::mem::replace(&mut self.header.config, before.config);
        let rounds = self.config().rounds();
        if before.openings.starts_with(&self.header.openings) {
            // If the recorded match has repeated its openings, a longer list would give those games
            // other openings.
            if recorded.rounds() <= self.header.openings.len() {
                self.header.openings = before.openings;
            }
        } else if rounds > self.header.openings.len() {
            return Err("the openings were others".to_owned());
        }
        self.done.extend(played);
        Ok(())
    }

    /// Writes the moves of long games beside the record, and continues those that an interrupted
    /// match has left there. A game with an illegal move continues before that move.
    pub(super) fn keep_moves(&mut self, prefix: &Path) -> Result<(), JournalError> {
        let schedule = self.header.schedule();
        let unplayed = |number| schedule.get(number).map(|pairing| self.unplayed(&pairing));
        let (in_progress, words) = GamesInProgress::read(prefix, &self.done, self.rules, unplayed)?;
        self.warnings.extend(words);
        self.in_progress = Some(in_progress);
        Ok(())
    }

    /// The games that continue in the middle, each with the number of its moves.
    #[must_use]
    pub fn in_progress(&self) -> Vec<(usize, usize)> {
        self.in_progress.as_ref().map(GamesInProgress::left).unwrap_or_default()
    }

    /// Plays the games, and passes each to all sinks. If a sink ends the match, the games in
    /// progress are finished.
    ///
    /// # Errors
    /// The error of a sink.
    ///
    /// # Panics
    /// If a sink or the rules panic. The games in progress are finished first, and no engine is
    /// left.
    pub fn run(&self, sinks: &mut [&mut dyn Sink]) -> Result<RunEnd, Box<dyn Error + Send + Sync>> {
        let shared = Shared {
            tournament: self,
            sinks: Mutex::new(sinks),
            rest: Mutex::new(self.games.clone()),
            end: Mutex::default(),
            error: Mutex::new(None),
            enough: AtomicBool::new(false),
        };
        let MatchConfig { variant, concurrency, .. } = self.config();
        let games = self.header.schedule().games();
        let done = games - self.games.len() + self.done.len();
        log::info!(
            "match of {variant} begins: {games} games, {done} of them left out, {concurrency} at once"
        );
        thread::scope(|scope| {
            for _ in 0..(*concurrency).max(1) {
                scope.spawn(|| shared.work());
            }
        });
        log::info!("match of {variant} ends");
        if let Some(error) = shared.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let end = shared.end.into_inner().unwrap_or_else(PoisonError::into_inner);
        let moves_failed = self.in_progress.as_ref().and_then(GamesInProgress::failure);
        Ok(RunEnd { interrupted: self.interrupt.is_interrupted(), moves_failed, ..end })
    }

    /// The record of a game before its first move.
    pub(super) fn unplayed(&self, pairing: &Pairing) -> GameRecord {
        let name = |engine: usize| self.config().engine.get(engine).map(|it| it.name.clone());
        let Opening { fen, moves } =
            self.header.openings.get(pairing.opening).cloned().unwrap_or_default();
        GameRecord {
            number: pairing.number,
            variant: self.config().variant.clone(),
            players: pairing.players.map(|engine| name(engine).unwrap_or_default()),
            fen,
            opening: moves,
            detail: "not played".to_owned(),
            ..GameRecord::default()
        }
    }

    /// The record of a game that is lost because an engine did not start for its beginning or its
    /// continuation; with the transcript of that engine.
    fn not_started(&self, pairing: &Pairing, seat: usize, fault: &Fault) -> GameRecord {
        let begun = self.in_progress.as_ref().and_then(|games| games.take(pairing.number));
        let record = begun.unwrap_or_else(|| self.unplayed(pairing));
        let name = record.players.get(seat).cloned().unwrap_or_default();
        let transcript = fault.transcript.iter().map(|line| format!("{name} {line}")).collect();
        GameRecord {
            end: if seat == 0 { End::P2win } else { End::P1win },
            reason: fault_reasons::reason(fault.kind),
            detail: format!("{name} does not start: {}", fault.text),
            time: record.moves.iter().map(|mv| mv.time).sum(),
            transcript,
            ..record
        }
    }
}

impl MatchHeader {
    pub(super) fn schedule(&self) -> Schedule {
        Schedule {
            gauntlet: self.config.gauntlet,
            engines: self.config.engine.len(),
            games_each: self.config.games,
            openings: self.openings.len(),
            paired: !self.config.no_swap,
        }
    }
}

/// A warning if there are few openings: games from the same opening tend to repeat.
fn few_openings(openings: &[Opening], rounds: usize) -> Option<String> {
    let count = openings.len();
    (count < rounds).then(|| match openings {
        [only] if *only == Opening::default() => {
            "no openings: all games begin at the start position; expected --openings FILE".into()
        }
        _ => format!("{count} openings for {rounds} rounds: they are played again"),
    })
}

/// Opens the endgame tables for adjudication, if requested.
fn open_tables(
    config: &MatchConfig,
    rules: Option<&Variant>,
) -> Result<Option<KnownTables>, String> {
    if config.tables.is_empty() {
        return Ok(None);
    }
    let rules = rules.ok_or_else(|| no_rules("tables"))?;
    let provider = rules.capability::<dyn Tablebases>();
    let provider = provider.map_err(|missing| format!("tables: {missing}"))?;
    let is_small = |path: &PathBuf| path.as_os_str() == SMALL_TABLES;
    let (small, folders): (Vec<_>, Vec<_>) = config.tables.iter().cloned().partition(is_small);
    let opened = provider.known(&folders, !small.is_empty());
    opened.map(Some).map_err(|why| format!("tables: {why}"))
}

/// Raises the limit of open files, and refuses a concurrency that needs more: an engine that cannot
/// be started would end the match in its middle.
fn check_open_files(config: &MatchConfig) -> Result<(), String> {
    // A worker keeps each engine that it has started.
    let of_worker = config.engine.len() as u64;
    let concurrency = config.concurrency;
    let needed = files_for((concurrency as u64).saturating_mul(of_worker));
    match raise_file_limit() {
        Some(allowed) if allowed < needed => {
            let possible = engines_for(allowed) / of_worker.max(1);
            Err(format!(
                "concurrency is {concurrency}: expected at most {possible}, as it needs {needed} \
                 open files and the system allows {allowed} (ulimit -n)"
            ))
        }
        _ => Ok(()),
    }
}

/// Starts an engine and chooses the variant.
pub(super) fn start(
    config: &MatchConfig,
    engine: &EngineConfig,
    interrupt: &Interrupt,
) -> Result<Client, Fault> {
    let chooses = |(name, _): &(String, String)| {
        VARIANT_OPTIONS.iter().any(|option| name.eq_ignore_ascii_case(option))
    };
    let chooses = config.variant != GENERIC && !engine.option.iter().any(chooses);
    let launch = engine.launch();
    let setup = EngineSetup {
        name: &engine.name,
        launch: &launch,
        dialect: engine.proto,
        options: &engine.option,
        kill: Some(&interrupt.kill),
    };
    Client::start(&setup, &config.timeouts(), chooses.then_some(&config.variant))
}

/// Why a run did not play all games.
#[derive(Debug, Default)]
pub struct RunEnd {
    /// The indices of the engines that failed and were removed.
    pub out: BTreeSet<usize>,
    /// The engine that the system did not start, and the error, in one line. The engine is not at
    /// fault, so the game does not count, and the match ends.
    pub not_started: Option<String>,
    pub interrupted: bool,
    /// Why the moves of a game in progress were not written.
    pub moves_failed: Option<JournalError>,
}

struct Shared<'a, 's> {
    tournament: &'a Tournament<'a>,
    sinks: Mutex<&'a mut [&'s mut dyn Sink]>,
    /// The numbers of the games that no worker has taken.
    rest: Mutex<Range<usize>>,
    end: Mutex<RunEnd>,
    error: Mutex<Option<Box<dyn Error + Send + Sync>>>,
    enough: AtomicBool,
}

struct WorkerEngine<'a> {
    config: &'a EngineConfig,
    client: Client,
    /// The checksum of its program, if it is not that of the record.
    program: Option<String>,
}

/// Ends the match at a panic. Otherwise the other threads would play to the last game before the
/// panic is reported.
struct EndsMatch<'a>(&'a AtomicBool);

impl Drop for EndsMatch<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::SeqCst);
        }
    }
}

impl<'a> Shared<'a, '_> {
    fn next(&self) -> Option<Pairing> {
        let Tournament { header, done, interrupt, .. } = self.tournament;
        if self.enough.load(Ordering::SeqCst) || interrupt.is_interrupted() {
            return None;
        }
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        let (schedule, end) = (header.schedule(), self.end());
        rest.by_ref().filter_map(|number| schedule.get(number)).find(|pairing| {
            let is_out = pairing.players.iter().any(|engine| end.out.contains(engine));
            !is_out && !done.contains(&pairing.number)
        })
    }

    fn end(&self) -> MutexGuard<'_, RunEnd> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, number: usize, config: &'a EngineConfig) -> Result<WorkerEngine<'a>, Fault> {
        let Tournament { header, capabilities, programs, interrupt, .. } = self.tournament;
        let recorded = header.programs.get(number).and_then(Option::as_ref);
        let program = replaced(recorded, programs.read(&config.launch()).as_ref());
        let mut client = start(&header.config, config, interrupt)?;
        client.capabilities = capabilities.get(number).copied().unwrap_or_default();
        Ok(WorkerEngine { config, client, program })
    }

    /// Plays one game after another with its own engines. A panic ends these engines, too.
    fn work(&self) {
        let _ends_with_it = EndsMatch(&self.enough);
        let Tournament { interrupt, header: MatchHeader { config, .. }, .. } = self.tournament;
        let mut engines: HashMap<usize, WorkerEngine<'_>> = HashMap::new();
        while let Some(pairing) = self.next() {
            let record = match self.play(&pairing, &mut engines) {
                Ok(record) => record,
                Err(not_started) => {
                    self.enough.store(true, Ordering::SeqCst);
                    self.end().not_started.get_or_insert(not_started);
                    break;
                }
            };
            if interrupt.kill.is_killed() {
                break;
            }
            if record.reason == Reason::Disagreement {
                // An engine may have failed at the query for the result.
                engines.retain(|engine, _| !pairing.players.contains(engine));
            }
            for (_, worker_engine) in engines.extract_if(|_, engine| engine.config.restart) {
                worker_engine.client.quit();
            }
            if let Some(engine) = failed_engine(&record, &pairing) {
                // Its process is unusable.
                engines.remove(&engine);
                let next =
                    if config.recover { "it is restarted" } else { "it plays no more games" };
                log::info!("game {}: an engine has failed: {next}", record.number);
                if !config.recover {
                    self.end().out.insert(engine);
                }
            }
            self.pass_on(&record);
        }
        for worker_engine in engines.into_values() {
            worker_engine.client.quit();
        }
    }

    /// Passes a game to all sinks, unless one of them has panicked or failed.
    fn pass_on(&self, game: &GameRecord) {
        let Ok(mut sinks) = self.sinks.lock() else { return };
        let mut error = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        for sink in sinks.iter_mut() {
            if error.is_some() {
                return;
            }
            match sink.game(game) {
                Ok(ControlFlow::Continue(())) => continue,
                Ok(ControlFlow::Break(())) => {
                    log::info!("match is decided by game {}", game.number);
                }
                Err(found) => *error = Some(found),
            }
            self.enough.store(true, Ordering::SeqCst);
        }
    }

    /// The record of a game; an error names the engine that the system did not start.
    fn play(
        &self,
        pairing: &Pairing,
        engines: &mut HashMap<usize, WorkerEngine<'a>>,
    ) -> Result<GameRecord, String> {
        let tournament = self.tournament;
        log::debug!("game {} has opening {}", pairing.number, pairing.opening + 1);
        for (seat, engine) in pairing.players.into_iter().enumerate() {
            let config = tournament.config().engine.get(engine);
            if let (Entry::Vacant(vacant), Some(config)) = (engines.entry(engine), config) {
                match self.start(engine, config) {
                    Ok(player) => {
                        log::debug!("game {}: engine {} is started", pairing.number, config.name);
                        vacant.insert(player);
                    }
                    Err(fault) if fault.kind == FaultKind::Spawn => {
                        let engine = config.name.clone();
                        return Err(MatchError::Start { engine, fault }.to_string());
                    }
                    Err(fault) => return Ok(tournament.not_started(pairing, seat, &fault)),
                }
            }
        }
        let [one, two] = pairing.players;
        let [Some(one), Some(two)] = engines.get_disjoint_mut([&one, &two]) else {
            // Cannot happen: a schedule has two engines of the match in a game.
            return Ok(tournament.unplayed(pairing));
        };
        let configs = [one.config, two.config];
        let limits = configs.map(EngineConfig::limits);
        let log = tournament.in_progress.as_ref().map(|it| it.game(pairing.number, limits));
        let programs = [one.program.clone(), two.program.clone()];
        let clients = [&mut one.client, &mut two.client];
        let record = play(tournament, pairing, configs, clients, log);
        Ok(GameRecord { programs, ..record })
    }
}

/// The engine whose process a game has left unusable: the loser's, if it failed as a program and
/// not as a player.
fn failed_engine(record: &GameRecord, pairing: &Pairing) -> Option<usize> {
    let loser = record.end.winner()?.opponent();
    let has_failed = matches!(record.reason, Reason::Crash | Reason::Stall | Reason::Malformed);
    pairing.players.get(loser.index()).copied().filter(|_| has_failed)
}
