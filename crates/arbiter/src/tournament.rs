//! A match: all games of a schedule, several at a time, to the last one or to the
//! first verdict.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use zugi_client::{Client, EngineCapabilities, Fault, Timeouts, VARIANT_OPTIONS};
use zugi_records::{End, GameRecord, Reason};

use super::adjudication::Adjudication;
use super::config::EngineSpec;
use super::config_diff::{Difference, differences};
use super::fault_reasons;
use super::game::{GENERIC, GamePlan, GameRules, play};
use super::games_in_progress::GamesInProgress;
use super::journal_error::JournalError;
use super::openings::{Opening, seed_of};
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
    /// `done`, and messages about incomplete files.
    ///
    /// # Errors
    /// If files cannot be read.
    pub fn under_way(
        &self,
        prefix: &Path,
        done: &HashSet<usize>,
    ) -> Result<(GamesInProgress, Vec<String>), JournalError> {
        let schedule = Schedule::new(&self.schedule);
        let of = |number| schedule.get(number).map(|pairing| unplayed(self, &pairing));
        GamesInProgress::read(prefix, done, of)
    }

    /// Starts an engine and chooses the variant.
    pub(super) fn start(&self, spec: &EngineSpec) -> Result<Client, Fault> {
        let chooses = |(name, _): &(String, String)| {
            VARIANT_OPTIONS.iter().any(|option| name.eq_ignore_ascii_case(option))
        };
        let chosen = spec.options.iter().any(chooses);
        let chooses = self.variant != GENERIC && !chosen;
        Client::start(&spec.setup(), &self.timeouts, chooses.then_some(&self.variant))
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

/// How a running match is interrupted from outside.
#[derive(Debug, Default)]
pub struct Interrupt {
    finish: AtomicBool,
    quit: AtomicBool,
}

impl Interrupt {
    /// An interrupt that was not triggered yet.
    #[must_use]
    pub const fn new() -> Interrupt {
        Interrupt { finish: AtomicBool::new(false), quit: AtomicBool::new(false) }
    }

    /// The first time, running games are finished and no new ones begin; the second
    /// time, they are abandoned.
    pub fn interrupt(&self) {
        if self.finish.swap(true, Ordering::SeqCst) {
            self.quit.store(true, Ordering::SeqCst);
            zugi_client::process::kill_all();
        }
    }

    /// Whether no new games shall begin.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.finish.load(Ordering::SeqCst)
    }

    fn is_quitting(&self) -> bool {
        self.quit.load(Ordering::SeqCst)
    }
}

/// What the workers share.
struct Shared<'a> {
    plan: &'a MatchPlan,
    referee: Referee<'a>,
    /// Games to be played, the next one last.
    waiting: Mutex<Vec<Pairing>>,
    /// Engines that take no further part.
    out: Mutex<BTreeSet<usize>>,
    under_way: Option<&'a GamesInProgress>,
    interrupt: &'a Interrupt,
    enough: AtomicBool,
}

impl Shared<'_> {
    fn next(&self) -> Option<Pairing> {
        if self.enough.load(Ordering::SeqCst) || self.interrupt.is_interrupted() {
            return None;
        }
        let out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(pairing) = waiting.pop() {
            if pairing.players.iter().all(|engine| !out.contains(engine)) {
                return Some(pairing);
            }
        }
        None
    }
}

/// Plays all games whose numbers are not in `done`, this many at a time, and passes on each record
/// as soon as the game is finished. `finished` may end the match: then the games in progress are
/// finished. Returns the indices of the engines that failed and were removed. `under_way` writes
/// the moves of long games, and continues those of an interrupted match.
///
/// # Panics
/// If `finished` does, or the rules do: after the games under way, with no engine left.
pub fn run(
    plan: &MatchPlan,
    referee: Referee,
    done: &HashSet<usize>,
    under_way: Option<&GamesInProgress>,
    concurrency: usize,
    interrupt: &Interrupt,
    mut finished: impl FnMut(&GameRecord) -> ControlFlow<()>,
) -> BTreeSet<usize> {
    let mut waiting: Vec<Pairing> = Schedule::new(&plan.schedule).iter().collect();
    waiting.retain(|pairing| !done.contains(&pairing.number));
    waiting.reverse();
    let shared = Shared {
        plan,
        referee,
        waiting: Mutex::new(waiting),
        out: Mutex::new(BTreeSet::new()),
        under_way,
        interrupt,
        enough: AtomicBool::new(false),
    };
    let (sender, records) = mpsc::channel();
    thread::scope(|scope| {
        let _ends_with_it = EndsMatch(&shared.enough);
        for _ in 0..concurrency.max(1) {
            let (sender, shared) = (sender.clone(), &shared);
            scope.spawn(move || work(shared, &sender));
        }
        drop(sender);
        for game in records {
            if finished(&game.record).is_break() {
                shared.enough.store(true, Ordering::SeqCst);
            }
        }
    });
    shared.out.into_inner().unwrap_or_else(PoisonError::into_inner)
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
    let mut clients: HashMap<usize, Client> = HashMap::new();
    while let Some(pairing) = shared.next() {
        let record = play_pairing(shared, &pairing, &mut clients);
        if shared.interrupt.is_quitting() {
            break;
        }
        if record.reason == Reason::Disagreement {
            // One of them may have failed when it was asked for the result.
            clients.retain(|engine, _| !pairing.players.contains(engine));
        }
        for engine in pairing.players {
            if shared.plan.engines.get(engine).is_some_and(|spec| spec.restart)
                && let Some(client) = clients.remove(&engine)
            {
                client.quit();
            }
        }
        if let Some(engine) = failed(&record, &pairing) {
            // What is left of its process is of no further use.
            clients.remove(&engine);
            if !shared.plan.recover {
                shared.out.lock().unwrap_or_else(PoisonError::into_inner).insert(engine);
            }
        }
        let (counted, is_counted) = mpsc::sync_channel(0);
        if sender.send(Finished { record, _counted: counted }).is_err() {
            break;
        }
        // Nothing is ever sent: it ends when the other side does.
        let _ = is_counted.recv();
    }
    for client in clients.into_values() {
        client.quit();
    }
}

fn play_pairing(
    shared: &Shared,
    pairing: &Pairing,
    clients: &mut HashMap<usize, Client>,
) -> GameRecord {
    let Shared { plan, referee, under_way, .. } = *shared;
    for (seat, engine) in pairing.players.into_iter().enumerate() {
        let Some(spec) = plan.engines.get(engine) else { return unplayed(plan, pairing) };
        if let Entry::Vacant(vacant) = clients.entry(engine) {
            match plan.start(spec) {
                Ok(client) => vacant.insert(client).set_capabilities(referee.capabilities(engine)),
                Err(fault) => return not_started(plan, pairing, seat, &fault),
            }
        }
    }
    let [one, two] = pairing.players;
    let seats = clients.get_disjoint_mut([&one, &two]);
    match (seats, plan.game(pairing)) {
        ([Some(one), Some(two)], Some(game)) => {
            let log = under_way.map(|under_way| under_way.game(game.number, game.times));
            play(&game, referee.rules(), [one, two], log)
        }
        // A schedule has different engines at the board, and openings for all games.
        _ => unplayed(plan, pairing),
    }
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
