//! A match: all games of a schedule, several at a time, to the last one or to the
//! first verdict.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use zugi_client::process::{ProgramFile, ProgramReader};
use zugi_client::{
    Client, EngineCapabilities, EngineSetup, Fault, FaultKind, Timeouts, VARIANT_OPTIONS,
};
use zugi_game::{Setup, Variant};
use zugi_protocol::quote;
use zugi_records::{End, GameRecord, MoveRecord, Reason};

use super::adjudication::Adjudication;
use super::config::EngineSpec;
use super::config_diff::{Difference, differences};
use super::fault_reasons;
use super::game::{GENERIC, GamePlan, GameRules, play};
use super::games_in_progress::GamesInProgress;
pub use super::interrupt::Interrupt;
use super::journal_error::JournalError;
use super::openings::{Opening, seed_of};
use super::replaced_programs::replaced;
use super::schedule::{Pairing, Schedule, SchedulePlan};
use super::timeouts;

/// Everything that a match depends on, but for how fast it goes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchPlan {
    /// A variant that the rules are known of, or [`GENERIC`].
    pub variant: String,
    /// The engines, at least two.
    pub engines: Vec<EngineSpec>,
    /// The pairings.
    pub schedule: SchedulePlan,
    /// The openings, as many as the schedule needs.
    pub openings: Vec<Opening>,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// By how much an engine may overstep its time without losing, in milliseconds, unless
    /// its own margin says otherwise.
    pub margin: u64,
    /// For how long engines are waited for, beyond their time where they have one.
    #[serde(with = "timeouts")]
    pub timeouts: Timeouts,
    /// Whether the engines are asked for the result at the end.
    pub ask_result: bool,
    /// Whether an engine whose process failed is restarted; otherwise it plays no further games.
    pub recover: bool,
    /// Whether the engines see hidden information, such as the order of face-down pieces; for
    /// tests.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reveal: bool,
}

impl MatchPlan {
    /// This plan as long as the other one, if a match by that can go on from one by this: only
    /// the number of games may differ, and with it that of random openings.
    fn as_long_as(&self, other: &MatchPlan) -> MatchPlan {
        let mut as_long = self.clone();
        as_long.schedule.games = other.schedule.games;
        let (one, two) = (&self.openings, &other.openings);
        if !self.schedule.shuffled && (one.starts_with(two) || two.starts_with(one)) {
            as_long.openings.clone_from(two);
            as_long.schedule.openings = other.schedule.openings;
        }
        as_long
    }

    /// What keeps a match by the other plan from going on from one by this plan: nothing if
    /// only the number of games differs.
    pub(super) fn obstacles(&self, other: &MatchPlan) -> Vec<Difference> {
        let as_long = self.as_long_as(other);
        match differences(&as_long, other) {
            // What is recorded differs wherever the plans do; if not, they are refused all the
            // same.
            none if none.is_empty() && as_long != *other => {
                vec![Difference::new("the plan", "another one".to_owned(), "this".to_owned())]
            }
            found => found,
        }
    }

    /// The games in progress that an interrupted match has left beside its record, without those in
    /// `done`, and messages about incomplete files and about moves that are illegal by the rules.
    ///
    /// # Errors
    /// If files cannot be read.
    pub fn under_way(
        &self,
        prefix: &Path,
        done: &HashSet<usize>,
        rules: Option<&Variant>,
    ) -> Result<(GamesInProgress, Vec<String>), JournalError> {
        let schedule = Schedule::new(&self.schedule);
        let of = |number| schedule.get(number).map(|pairing| unplayed(self, &pairing));
        let legal = |game: &GameRecord| match rules {
            Some(rules) => legal_moves(rules, game),
            None => game.moves.len(),
        };
        GamesInProgress::read(prefix, done, of, legal)
    }

    /// Starts an engine and chooses the variant.
    pub(super) fn start(&self, spec: &EngineSpec, interrupt: &Interrupt) -> Result<Client, Fault> {
        let chooses = |(name, _): &(String, String)| {
            VARIANT_OPTIONS.iter().any(|option| name.eq_ignore_ascii_case(option))
        };
        let chosen = spec.options.iter().any(chooses);
        let chooses = self.variant != GENERIC && !chosen;
        let setup = EngineSetup { kill: Some(interrupt.kill_token()), ..spec.setup() };
        Client::start(&setup, &self.timeouts, chooses.then_some(&self.variant))
    }

    fn game(&self, pairing: &Pairing) -> Option<GamePlan> {
        let [one, two] = pairing.players;
        let players = [self.engines.get(one)?, self.engines.get(two)?];
        let opening = self.openings.get(pairing.opening)?;
        let margin = |spec: &EngineSpec| Duration::from_millis(spec.margin.unwrap_or(self.margin));
        Some(GamePlan {
            number: pairing.number,
            variant: self.variant.clone(),
            fen: opening.fen.clone(),
            opening: opening.moves.clone(),
            times: players.map(|spec| spec.time),
            adjudication: self.adjudication.clone(),
            margins: players.map(margin),
            overrun: self.timeouts.overrun,
            ask_result: self.ask_result,
            // The same for both games of a pair.
            seed: seed_of(self.schedule.seed, pairing.opening as u64),
            reveal: self.reveal,
        })
    }
}

/// The referee, who decides which moves are legal and when a game is over.
#[derive(Clone, Copy, Debug)]
pub enum Referee<'a> {
    /// The rules of a variant, and tables of its endings if games are ended by them.
    Rules(GameRules<'a>),
    /// The engines, with the optional questions that each answers, from
    /// [`probe`](super::probe::probe).
    Engines(&'a [EngineCapabilities]),
}

impl<'a> Referee<'a> {
    fn rules(&self) -> Option<GameRules<'a>> {
        match self {
            Referee::Rules(rules) => Some(*rules),
            Referee::Engines(_) => None,
        }
    }

    fn capabilities(&self, engine: usize) -> EngineCapabilities {
        match self {
            Referee::Rules(_) => EngineCapabilities::default(),
            Referee::Engines(all) => all.get(engine).copied().unwrap_or_default(),
        }
    }
}

/// The games of a match that are to be played, and how.
#[derive(Clone, Copy, Debug)]
pub struct MatchRun<'a> {
    /// The match.
    pub plan: &'a MatchPlan,
    /// Who decides which moves are legal.
    pub referee: Referee<'a>,
    /// The program files of the engines by the first line of the record; empty if it names none.
    /// A game played by another program says so, see [`GameRecord::programs`].
    pub recorded: &'a [Option<ProgramFile>],
    /// Reads the program files as they are now.
    pub programs: &'a ProgramReader,
    /// The numbers of the games that are not to be played.
    pub done: &'a HashSet<usize>,
    /// Writes the moves of long games, and continues those of an interrupted match.
    pub under_way: Option<&'a GamesInProgress>,
    /// The number of games at the same time.
    pub concurrency: usize,
    /// Ends the run from outside.
    pub interrupt: &'a Interrupt,
}

/// What has kept a run from playing all games, apart from interruptions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunEnd {
    /// The indices of the engines that failed and were removed.
    pub out: BTreeSet<usize>,
    /// The engine that the system did not start any more, and the error, in one line. That is not
    /// its fault, so the game does not count against it, and the match ends.
    pub not_started: Option<String>,
}

/// What the workers share.
struct Shared<'a> {
    run: MatchRun<'a>,
    schedule: Schedule,
    /// The number of the last game that was taken.
    taken: Mutex<usize>,
    end: Mutex<RunEnd>,
    enough: AtomicBool,
}

/// An engine of a worker.
struct Player {
    client: Client,
    /// The checksum of its program, if it is not that of the record.
    program: Option<String>,
}

impl Shared<'_> {
    fn next(&self) -> Option<Pairing> {
        if self.enough.load(Ordering::SeqCst) || self.run.interrupt.is_interrupted() {
            return None;
        }
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let end = self.end();
        loop {
            *taken += 1;
            let pairing = self.schedule.get(*taken)?;
            let is_out = pairing.players.iter().any(|engine| end.out.contains(engine));
            if !is_out && !self.run.done.contains(&pairing.number) {
                return Some(pairing);
            }
        }
    }

    fn end(&self) -> MutexGuard<'_, RunEnd> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the engine with this index.
    fn start(&self, engine: usize, spec: &EngineSpec) -> Result<Player, Fault> {
        let MatchRun { plan, referee, recorded, programs, .. } = self.run;
        let recorded = recorded.get(engine).and_then(Option::as_ref);
        let program = replaced(recorded, programs.read(&spec.launch).as_ref());
        let mut client = plan.start(spec, self.run.interrupt)?;
        client.set_capabilities(referee.capabilities(engine));
        Ok(Player { client, program })
    }
}

impl MatchRun<'_> {
    /// Plays the games, and passes on each record as soon as the game is finished. `finished` may
    /// end the match: then the games in progress are finished.
    ///
    /// # Panics
    /// If `finished` does, or the rules do: after the games under way, with no engine left.
    pub fn play(self, mut finished: impl FnMut(&GameRecord) -> ControlFlow<()>) -> RunEnd {
        let shared = Shared {
            run: self,
            schedule: Schedule::new(&self.plan.schedule),
            taken: Mutex::new(0),
            end: Mutex::default(),
            enough: AtomicBool::new(false),
        };
        let (games, done) = (shared.schedule.len(), self.done.len());
        log::info!(
            "match of {} begins: {games} games, {done} of them played already, {} at once",
            self.plan.variant,
            self.concurrency.max(1)
        );
        let (sender, records) = mpsc::channel();
        thread::scope(|scope| {
            let _ends_with_it = EndsMatch(&shared.enough);
            for _ in 0..self.concurrency.max(1) {
                let (sender, shared) = (sender.clone(), &shared);
                scope.spawn(move || work(shared, &sender));
            }
            drop(sender);
            for game in records {
                if finished(&game.record).is_break() {
                    log::info!("match is decided by game {}", game.record.number);
                    shared.enough.store(true, Ordering::SeqCst);
                }
            }
        });
        log::info!("match of {} ends", self.plan.variant);
        shared.end.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game on its way to be counted. Its worker begins no other one before this is dropped:
/// the game may have ended the match.
struct Finished {
    record: GameRecord,
    _counted: mpsc::SyncSender<()>,
}

/// Ends the match when a panic comes by: the other threads would go on to the last game
/// before anybody hears of it.
struct EndsMatch<'a>(&'a AtomicBool);

impl Drop for EndsMatch<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::SeqCst);
        }
    }
}

/// Plays one game after another with engines of its own, which a panic ends too.
fn work(shared: &Shared, sender: &mpsc::Sender<Finished>) {
    let _ends_with_it = EndsMatch(&shared.enough);
    let MatchRun { plan, interrupt, .. } = shared.run;
    let mut players: HashMap<usize, Player> = HashMap::new();
    while let Some(pairing) = shared.next() {
        let record = match play_pairing(shared, &pairing, &mut players) {
            Ok(record) => record,
            Err(not_started) => {
                shared.enough.store(true, Ordering::SeqCst);
                shared.end().not_started.get_or_insert(not_started);
                break;
            }
        };
        if interrupt.kill_token().is_killed() {
            break;
        }
        if record.reason == Reason::Disagreement {
            // One of them may have failed when it was asked for the result.
            players.retain(|engine, _| !pairing.players.contains(engine));
        }
        for engine in pairing.players {
            if plan.engines.get(engine).is_some_and(|spec| spec.restart)
                && let Some(player) = players.remove(&engine)
            {
                player.client.quit();
            }
        }
        if let Some(engine) = failed(&record, &pairing) {
            // What is left of its process is of no further use.
            players.remove(&engine);
            let next = if plan.recover { "it is restarted" } else { "it plays no more games" };
            log::info!("game {}: an engine has failed: {next}", record.number);
            if !plan.recover {
                shared.end().out.insert(engine);
            }
        }
        let (counted, is_counted) = mpsc::sync_channel(0);
        if sender.send(Finished { record, _counted: counted }).is_err() {
            break;
        }
        // Nothing is ever sent: it ends when the other side does.
        let _ = is_counted.recv();
    }
    for player in players.into_values() {
        player.client.quit();
    }
}

/// The record of a game; as an error the engine that the system did not start.
fn play_pairing(
    shared: &Shared,
    pairing: &Pairing,
    players: &mut HashMap<usize, Player>,
) -> Result<GameRecord, String> {
    let MatchRun { plan, referee, under_way, .. } = shared.run;
    log::debug!("game {} has opening {}", pairing.number, pairing.opening + 1);
    for (seat, engine) in pairing.players.into_iter().enumerate() {
        let Some(spec) = plan.engines.get(engine) else { return Ok(unplayed(plan, pairing)) };
        if let Entry::Vacant(vacant) = players.entry(engine) {
            match shared.start(engine, spec) {
                Ok(player) => {
                    log::debug!("game {}: engine {} is started", pairing.number, spec.name);
                    vacant.insert(player);
                }
                Err(fault) if fault.kind == FaultKind::Spawn => {
                    return Err(format!("engine {} does not start: {fault}", quote(&spec.name)));
                }
                Err(fault) => return Ok(not_started(plan, pairing, seat, &fault)),
            }
        }
    }
    let [one, two] = pairing.players;
    let seats = players.get_disjoint_mut([&one, &two]);
    Ok(match (seats, plan.game(pairing)) {
        ([Some(one), Some(two)], Some(game)) => {
            let log = under_way.map(|under_way| under_way.game(game.number, game.times));
            let programs = [one.program.clone(), two.program.clone()];
            let clients = [&mut one.client, &mut two.client];
            GameRecord { programs, ..play(&game, referee.rules(), clients, log) }
        }
        // A schedule has different engines at the board, and openings for all games.
        _ => unplayed(plan, pairing),
    })
}

/// The engines whose processes a game has left unusable: the loser's, if it failed as a
/// program and not as a player.
fn failed(record: &GameRecord, pairing: &Pairing) -> Option<usize> {
    let [one, two] = pairing.players;
    match (record.reason, record.end) {
        (Reason::Crash | Reason::Stall | Reason::Malformed, End::P1win) => Some(two),
        (Reason::Crash | Reason::Stall | Reason::Malformed, End::P2win) => Some(one),
        _ => None,
    }
}

/// The record of a game that was lost before it began, with what the engine said.
fn not_started(plan: &MatchPlan, pairing: &Pairing, seat: usize, fault: &Fault) -> GameRecord {
    let record = unplayed(plan, pairing);
    let name = record.players.get(seat).cloned().unwrap_or_default();
    let transcript = fault.transcript.iter().map(|line| format!("{name} {line}")).collect();
    GameRecord {
        end: if seat == 0 { End::P2win } else { End::P1win },
        reason: fault_reasons::reason(fault.kind),
        detail: format!("{name} does not start: {}", fault.text),
        transcript,
        ..record
    }
}

/// How many moves of a game are legal, each by the player to move.
fn legal_moves(rules: &Variant, game: &GameRecord) -> usize {
    let mut position = rules.game();
    let start = game.fen.as_deref().map_or(Setup::Start, Setup::Text);
    if position.set_up(start, &game.opening).is_err() {
        return 0;
    }
    let mut is_legal = |mv: &&MoveRecord| {
        mv.player == Some(position.to_move()) && position.play_text(&mv.text).is_ok()
    };
    game.moves.iter().take_while(|mv| is_legal(mv)).count()
}

/// What is known of a game before it is played.
fn unplayed(plan: &MatchPlan, pairing: &Pairing) -> GameRecord {
    let name = |engine: usize| plan.engines.get(engine).map(|spec| spec.name.clone());
    let opening = plan.openings.get(pairing.opening).cloned().unwrap_or_default();
    GameRecord {
        number: pairing.number,
        variant: plan.variant.clone(),
        players: pairing.players.map(|engine| name(engine).unwrap_or_default()),
        fen: opening.fen,
        opening: opening.moves,
        detail: "not played".to_owned(),
        ..GameRecord::default()
    }
}
