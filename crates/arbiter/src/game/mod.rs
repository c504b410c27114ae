//! One game between two engines, from the opening to its record.

mod clock;
mod engine_referee;
mod position_spec;
mod resumed_game;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use zugi_client::{Answer, Client, Fault};
use zugi_game::{AnyEndgames, AnyGame, GameError, Player, Variant};
use zugi_protocol::{Dialect, GoLimits, Query, quote};
use zugi_records::{End, GameRecord, MoveRecord, Reason};

use super::adjudication::{GENERIC_MAX_PLIES, Judge, Ruling};
use super::fault_reasons;
use super::games_in_progress::MoveWriter;
use super::match_config::{EngineConfig, MatchConfig};
use super::openings::seed_of;
use super::schedule::Pairing;
use super::time_control::Limits;
use super::tournament::Tournament;
use clock::Clock;
use position_spec::{Views, happens, objection, seat_number};

#[derive(Clone, PartialEq, Eq, Debug)]
struct Ending {
    end: End,
    reason: Reason,
    /// Further details in one line.
    detail: String,
}

impl Ending {
    fn new(end: End, reason: Reason, detail: impl Into<String>) -> Ending {
        Ending { end, reason, detail: detail.into() }
    }
}

/// Plays a game; `engines` and `clients` are player one and player two. It always ends with a
/// record, because each wait has a deadline. `log` gets the moves, and may have those of an
/// interrupted game, which then continues.
pub(super) fn play(
    tournament: &Tournament<'_>,
    pairing: &Pairing,
    engines: [&EngineConfig; 2],
    clients: [&mut Client; 2],
    mut log: Option<MoveWriter<'_>>,
) -> GameRecord {
    let (config, unplayed) = (tournament.config(), tournament.unplayed(pairing));
    let begun = log.as_mut().and_then(|log| log.begun.take());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let start = Instant::now();
    let clock = |engine: &EngineConfig| {
        let margin = engine.margin.unwrap_or(config.margin);
        Clock::new(engine.limits(), Duration::from_millis(margin))
    };
    let mut game = Playing {
        config,
        tables: tournament.tables.as_ref().map(|tables| &*tables.endgames),
        // The same for both games of a pair.
        seed: seed_of(config.seed, pairing.opening as u64),
        clients,
        rules: tournament.rules.map(Variant::game),
        views: Views::new(unplayed.fen.clone()),
        clocks: engines.map(clock),
        mover: None,
        seat: None,
        fens: [None, None],
        judge: Judge::default(),
        log,
        so_far: GameRecord { started: now as u64, detail: String::new(), ..unplayed },
    };
    let GameRecord { number, players: [one, two], .. } = &game.so_far;
    log::info!("game {number} begins: {one} against {two}");
    let Ending { end, reason, detail } = match game.run(begun) {
        Ok(ending) | Err(ending) => ending,
    };
    let why = if detail.is_empty() { String::new() } else { format!(": {detail}") };
    let GameRecord { number, moves, .. } = &game.so_far;
    log::info!("game {number} ends after {} moves: {end}, {reason}{why}", moves.len());
    let transcript = if reason.is_fault() { game.transcript() } else { Vec::new() };
    let time = game.so_far.time + Duration::from_millis(start.elapsed().as_millis() as u64);
    GameRecord { time, end, reason, detail, transcript, ..game.so_far }
}

struct Playing<'a> {
    config: &'a MatchConfig,
    /// A game ends as soon as these tables know the winner.
    tables: Option<&'a dyn AnyEndgames>,
    /// The seed of random outcomes, in games with chance beyond the start.
    seed: u64,
    clients: [&'a mut Client; 2],
    /// The rules; `None` if only the engines know them.
    rules: Option<Box<dyn AnyGame>>,
    views: Views,
    clocks: [Clock; 2],
    /// The player of the last move.
    mover: Option<Player>,
    /// The number of the seat to move, if sides have several seats.
    seat: Option<u32>,
    /// The last `query fen` of each engine, if only the engines know the rules.
    fens: [Option<String>; 2],
    judge: Judge,
    log: Option<MoveWriter<'a>>,
    /// The record without the end.
    so_far: GameRecord,
}

impl Playing<'_> {
    /// The ending: `Ok` by the rules or by adjudication, `Err` if an engine or its answer was at
    /// fault, the engines disagree, or the arbiter was suspended.
    fn run(&mut self, begun: Option<GameRecord>) -> Result<Ending, Ending> {
        self.set_up()?;
        for player in Player::BOTH {
            self.ask(player, Client::new_game)?;
        }
        let mut early = begun.and_then(|begun| self.take_up(begun));
        loop {
            if self.rules.is_none() {
                self.tell_position(&Player::BOTH);
            }
            // A game that is over is not adjudicated.
            if let Some(end) = self.end()? {
                return Ok(self.verified(end));
            }
            if let Some(ending) = early {
                return Ok(ending);
            }
            let mover = self.mover()?;
            self.seat = self.rules.as_deref().and_then(seat_number);
            let answer = self.think(mover)?;
            if self.rules.is_none() {
                self.check_move(mover, &answer.best)?;
            }
            self.mover = Some(mover);
            let mv = self.accept(mover, answer)?;
            early = self.early_end(mover, &mv);
            self.so_far.moves.push(mv);
            self.write_down();
        }
    }

    /// The ending by adjudication after this move, if any.
    fn early_end(&mut self, mover: Player, mv: &MoveRecord) -> Option<Ending> {
        let known = self.tables.zip(self.rules.as_deref());
        if let Some(winner) = known.and_then(|(tables, rules)| tables.winner(rules)) {
            let detail = format!("{} wins with best play", side(&mut self.clients, winner).name());
            return Some(Ending::new(End::won_by(winner), Reason::Tables, detail));
        }
        let (number, config) = (self.so_far.number, self.config);
        let plies = self.so_far.moves.len() + 1;
        let most = config.max_plies.map(NonZeroUsize::get);
        let most = most.or(self.rules.is_none().then_some(GENERIC_MAX_PLIES));
        let too_long = most.is_some_and(|most| plies >= most);
        // See [`GENERIC_MAX_PLIES`].
        let drawn = if self.rules.is_some() { End::Draw } else { End::None };
        match self.judge.judge(config, mover, mv) {
            Some(Ruling::Agreed(end)) => {
                log::info!("game {number} is adjudicated after {plies} moves: {end}");
                Some(Ending::new(end, Reason::Adjudication, "both engines agree"))
            }
            Some(Ruling::Resigns) => {
                let name = side(&mut self.clients, mover).name();
                let detail = format!("{name} resigns");
                log::info!("game {number} is adjudicated after {plies} moves: {detail}");
                Some(Ending::new(End::won_by(mover.opponent()), Reason::Adjudication, detail))
            }
            None => too_long.then(|| Ending::new(drawn, Reason::Length, format!("{plies} plies"))),
        }
    }

    /// Plays the opening. Openings are checked before the match, so a wrong one is not an engine's
    /// fault.
    fn set_up(&mut self) -> Result<(), Ending> {
        let GameRecord { fen, opening, .. } = &self.so_far;
        let Some(rules) = self.rules.as_deref_mut() else {
            opening.iter().for_each(|mv| self.views.tell(mv.clone()));
            return Ok(());
        };
        let wrong = |error: GameError| Ending::new(End::None, Reason::Rules, error.to_string());
        rules.set_up(fen.as_deref().into(), &[]).map_err(wrong)?;
        if !self.config.reveal {
            self.views.conceal(rules);
        }
        opening.iter().try_for_each(|mv| self.views.play(rules, mv).map(drop)).map_err(wrong)
    }

    /// Asks an engine; an engine that fails loses.
    fn ask<T>(
        &mut self,
        player: Player,
        question: impl FnOnce(&mut Client) -> Result<T, Fault>,
    ) -> Result<T, Ending> {
        let client = side(&mut self.clients, player);
        question(client).map_err(|fault| {
            let reason = fault_reasons::reason(fault.kind);
            let detail = format!("{}: {}", client.name(), fault.text);
            Ending::new(End::won_by(player.opponent()), reason, detail)
        })
    }

    fn tell_position(&mut self, players: &[Player]) {
        for &player in players {
            let client = side(&mut self.clients, player);
            client.take_errors();
            let spec = self.views.of(self.rules.as_deref(), player);
            client.set_position(spec.fen.as_deref(), &spec.moves);
        }
    }

    /// Asks both engines. If they differ, the game cannot continue.
    fn ask_both(&mut self, question: &Query) -> Result<String, Ending> {
        let one = self.ask(Player::One, |client| client.query(question))?;
        let two = self.ask(Player::Two, |client| client.query(question))?;
        if one == two {
            return Ok(one);
        }
        let detail = format!("query {question}: {} or {}", quote(&one), quote(&two));
        Err(Ending::new(End::None, Reason::Disagreement, detail))
    }

    fn end(&mut self) -> Result<Option<End>, Ending> {
        if let Some(rules) = &self.rules {
            return Ok(rules.outcome().map(End::from));
        }
        let over = self.ask_both(&Query::GameOver);
        // An engine that rejected the position gives wrong answers here: report that first.
        self.hear_about_position()?;
        if over? != "true" {
            return Ok(None);
        }
        let result = self.ask_both(&Query::Result)?;
        match End::from_word(&result) {
            None | Some(End::None) => {
                let detail = format!("query result: {} in a finished game", quote(&result));
                Err(Ending::new(End::None, Reason::Disagreement, detail))
            }
            end => Ok(end),
        }
    }

    fn mover(&mut self) -> Result<Player, Ending> {
        if let Some(rules) = &self.rules {
            return Ok(rules.to_move());
        }
        let ones_turn = self.ask_both(&Query::PlayerOneTurn)? == "true";
        Ok(if ones_turn { Player::One } else { Player::Two })
    }

    /// Lets the mover think. A late answer is an error.
    fn think(&mut self, mover: Player) -> Result<Answer, Ending> {
        if self.rules.is_some() {
            self.tell_position(&[mover]);
        }
        let limits = self.limits(mover);
        let clock = *side(&mut self.clocks, mover);
        let limit = clock.limit();
        if limit.is_some() {
            // The time for the setup of the position does not count.
            self.ask(mover, |client| client.ready())?;
        }
        let allowed = limit.map(|limit| limit + clock.margin);
        let deadline = allowed.map(|allowed| allowed + self.config.timeouts().overrun);
        let answer = self.ask(mover, |client| client.go(limits, deadline))?;
        if let Some(limit) = limit
            && let Some(allowed) = allowed.filter(|allowed| answer.elapsed > *allowed)
        {
            let name = side(&mut self.clients, mover).name();
            let [took, limit, still] = [answer.elapsed, limit, answer.suspended]
                .map(|time| format!("{:.1} ms", time.as_secs_f64() * 1000.0));
            let detail = format!("{name}: {took} for a move with {limit} left");
            if sure(&answer) <= allowed {
                let detail = format!("{detail}, but zugi itself stood still for {still} of them");
                return Err(Ending::new(End::None, Reason::Suspended, detail));
            }
            self.so_far.late = Some(self.record(mover, answer.best.clone(), &answer, true));
            return Err(Ending::new(End::won_by(mover.opponent()), Reason::TimeLoss, detail));
        }
        Ok(answer)
    }

    fn limits(&mut self, mover: Player) -> GoLimits {
        let clock = *side(&mut self.clocks, mover);
        let Limits { tc, movetime, depth, nodes } = clock.limits;
        let limits = GoLimits { depth, nodes, move_time: movetime, ..GoLimits::default() };
        let Some(tc) = tc else { return limits };
        GoLimits {
            time: self.clocks.map(|clock| clock.shown()),
            increment: self.clocks.map(|clock| clock.limits.tc.map(|tc| tc.increment)),
            moves_to_go: tc.moves.map(|moves| moves - clock.moves_made % moves),
            ..limits
        }
    }

    /// Plays the answer if it is legal.
    fn accept(&mut self, mover: Player, answer: Answer) -> Result<MoveRecord, Ending> {
        let Some(rules) = self.rules.as_deref_mut() else {
            self.views.tell(answer.best.clone());
            return Ok(self.record(mover, answer.best.clone(), &answer, false));
        };
        let spec = self.views.of(Some(&*rules), mover);
        let drawn = (self.seed, self.so_far.moves.len());
        let happens = happens(rules, spec, &answer.best, drawn);
        let played =
            happens.and_then(|mv| self.views.play(rules, &mv).map_err(|error| objection(&error)));
        let text = played.map_err(|objection| {
            let name = side(&mut self.clients, mover).name();
            let detail = format!("{name}: {}: {objection}", quote(&answer.best));
            Ending::new(End::won_by(mover.opponent()), Reason::IllegalMove, detail)
        })?;
        Ok(self.record(mover, text, &answer, false))
    }

    /// Records a move, and subtracts its time from the clock, without the time for which the
    /// arbiter was suspended. For a move that lost on time, the whole time is subtracted, and there
    /// is no increment.
    fn record(
        &mut self,
        mover: Player,
        text: String,
        answer: &Answer,
        is_late: bool,
    ) -> MoveRecord {
        let clock = side(&mut self.clocks, mover);
        let over = clock.limit().and_then(|limit| answer.elapsed.checked_sub(limit));
        let left = if is_late {
            clock.after_late(answer.elapsed)
        } else {
            clock.has_moved(sure(answer));
            clock.shown()
        };
        MoveRecord {
            player: Some(mover),
            seat: self.seat,
            text,
            score: answer.score,
            depth: answer.depth,
            nodes: answer.nodes,
            time: to_micros(answer.elapsed),
            clock: left.map(to_micros),
            overshoot: over.map(to_micros).filter(|over| !over.is_zero()),
            ..MoveRecord::default()
        }
    }

    /// The ending by the rules; its reason is a disagreement if an engine answers otherwise. The
    /// result by the rules counts in either case.
    fn verified(&mut self, end: End) -> Ending {
        if !self.config.no_ask && self.rules.is_some() {
            let asked = |(_, client): &(Player, &mut &mut Client)| client.dialect() == Dialect::Ugi;
            for (player, client) in Player::BOTH.into_iter().zip(&mut self.clients).filter(asked) {
                let answers =
                    [(Query::GameOver, "true".to_owned()), (Query::Result, end.to_string())];
                let spec = self.views.of(self.rules.as_deref(), player);
                client.set_position(spec.fen.as_deref(), &spec.moves);
                for (question, expected) in answers {
                    let said = match client.query(&question) {
                        Ok(answer) if answer == expected => continue,
                        Ok(answer) => format!("{} and not {expected}", quote(&answer)),
                        Err(fault) => fault.text,
                    };
                    let detail = format!("{}: query {question}: {said}", client.name());
                    return Ending::new(end, Reason::Disagreement, detail);
                }
            }
        }
        Ending::new(end, Reason::Rules, "")
    }

    fn transcript(&self) -> Vec<String> {
        let lines = |client: &&mut Client| {
            let named = |line: String| format!("{} {line}", client.name());
            client.transcript().into_iter().map(named).collect::<Vec<_>>()
        };
        self.clients.iter().flat_map(lines).collect()
    }
}

/// A lower bound of the time that a move took: the suspensions of the arbiter are subtracted.
fn sure(answer: &Answer) -> Duration {
    answer.elapsed.saturating_sub(answer.suspended)
}

/// The time in the precision of records.
fn to_micros(time: Duration) -> Duration {
    Duration::from_micros(time.as_micros() as u64)
}

pub(super) fn side<T>([one, two]: &mut [T; 2], player: Player) -> &mut T {
    match player {
        Player::One => one,
        Player::Two => two,
    }
}
