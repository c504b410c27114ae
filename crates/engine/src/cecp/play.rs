//! What the engine does on its own in CECP: search, ponder, analyse, and claim results.

use std::io;
use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{Outcome, RawMove};
use zugi_protocol::GoLimits;
use zugi_protocol::cecp::{CecpReply, Ply, Thinking};
use zugi_search::PvInfo;

use super::clock::Time;
use super::{Candidate, Cecp, Mode, SessionContext, notation};
use crate::JobOutput;
use crate::convert::ugi_score;

/// Sent when a capture of the engine takes more than one turn.
const CAPTURE_GOES_ON: &str = "The capture goes on: click on the opponent's clock to let it, \
                               each time that a piece of yours has been taken so.";

/// Sent when the user has to pass: no square can be clicked then.
const NO_MOVE: &str = "You have no move: click on the opponent's clock to pass.";

/// The search time of a hint.
const HINT_TIME: Duration = Duration::from_millis(500);

/// The purpose of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To play its move.
    Move,
    /// Pondering on the expected answer; `None` ponders on the opponent's position.
    Ponder(Option<Ply>),
    /// To show its lines.
    Analyse,
    /// To show its best move.
    Hint,
    /// None: its results are discarded.
    Abandoned,
}

/// The progress of a search.
#[derive(Debug)]
pub(super) struct SearchProgress {
    started: Instant,
    nodes: u64,
    depth: u32,
    /// The number of the current root move, from 1; 0 if unknown.
    current: usize,
    /// The number of root moves.
    moves: usize,
    /// The best move so far.
    best: Option<RawMove>,
}

impl Default for SearchProgress {
    fn default() -> SearchProgress {
        let started = Instant::now();
        SearchProgress { started, nodes: 0, depth: 0, current: 0, moves: 0, best: None }
    }
}

impl Cecp {
    /// Whether the engine searches for its move.
    pub fn is_thinking(&self) -> bool {
        self.searches.contains(&Purpose::Move)
    }

    /// Abandons all searches and the rest of the engine's move.
    pub fn abandon(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        self.plan.clear();
        self.stop_searches(context);
        self.answer_pings(context)
    }

    /// Stops all searches and discards their results.
    pub fn stop_searches(&mut self, context: &mut SessionContext<'_>) {
        self.searches.iter_mut().for_each(|purpose| *purpose = Purpose::Abandoned);
        context.jobs.stop_if(|_| true);
    }

    /// Acts in the current position according to the mode.
    pub fn go_on(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        if self.invalid || (self.mode != Mode::Analyse && self.claim(context)?) {
            return Ok(());
        }
        match self.mode {
            Mode::Analyse if context.engine.game().outcome().is_none() => {
                let limits = GoLimits { infinite: true, ..self.limits(context) };
                self.start(context, Purpose::Analyse, &limits);
                Ok(())
            }
            Mode::Analyse => Ok(()),
            Mode::Play(player) if player != self.to_move(context) => self.ponder(context, None),
            Mode::Play(_) if self.turns.is_pause() => {
                self.turns.pause();
                context.send(&CecpReply::Move(Ply::Pass))
            }
            Mode::Play(_) => self.think(context),
            Mode::Force => Ok(()),
        }
    }

    /// Sends the result if the game is over; returns whether it is.
    fn claim(&mut self, context: &mut SessionContext<'_>) -> io::Result<bool> {
        let Some(outcome) = context.engine.game().outcome() else { return Ok(false) };
        let (result, comment) = notation::result(match outcome {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        });
        context.send(&CecpReply::Result { result, comment: comment.to_owned() })?;
        Ok(true)
    }

    /// The limits of every search: depth, and root moves that continue a move in progress.
    fn limits(&self, context: &SessionContext<'_>) -> GoLimits {
        let candidates = self.candidates(context);
        let search_moves = if candidates.len() < context.engine.game().moves().len() {
            candidates.into_iter().map(|candidate| candidate.text).collect()
        } else {
            Vec::new()
        };
        GoLimits { depth: self.depth, search_moves, ..GoLimits::default() }
    }

    /// The limits of a search for the engine's move at this turn number.
    fn move_limits(&self, context: &SessionContext<'_>, turn: usize) -> GoLimits {
        let limits = self.limits(context);
        match self.clock.time(turn) {
            Time::Move(time) => GoLimits { move_time: Some(time), ..limits },
            // The search reads the clock of the side to move.
            Time::Clock { left, increment, moves } => GoLimits {
                time: [Some(left); 2],
                increment: [Some(increment); 2],
                moves_to_go: moves,
                ..limits
            },
        }
    }

    fn start(&mut self, context: &mut SessionContext<'_>, purpose: Purpose, limits: &GoLimits) {
        let moves = context.engine.game().moves().len();
        self.progress = SearchProgress { moves, ..SearchProgress::default() };
        // Our own limits have no errors to report.
        if context.search(limits).is_ok() {
            self.searches.push_back(purpose);
        }
    }

    /// Searches for the engine's move, or plays the next turn of a chosen one.
    fn think(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        if let Some(ply) = self.plan.pop_front() {
            return self.make(context, &ply);
        }
        let limits = self.move_limits(context, self.turns.count());
        self.clock.start();
        self.start(context, Purpose::Move, &limits);
        Ok(())
    }

    /// Starts pondering if the option is on; not with limited strength, since the lines would show
    /// the user the best moves.
    fn ponder(
        &mut self,
        context: &mut SessionContext<'_>,
        expected: Option<RawMove>,
    ) -> io::Result<()> {
        let values = context.engine.values();
        if !values.ponder || values.limit_strength || self.turns.is_pause() {
            return Ok(());
        }
        let answer = expected.and_then(|expected| {
            let Candidate { text, plies, .. } = self.candidate(context, expected)?;
            // An answer of several turns cannot be matched when it is entered.
            let [ply] = <[Ply; 1]>::try_from(plies).ok()?;
            Some((text, ply))
        });
        let Some((text, ply)) = answer else {
            let limits = GoLimits { infinite: true, ..self.limits(context) };
            self.start(context, Purpose::Ponder(None), &limits);
            return Ok(());
        };
        if context.engine.play_moves(&[text]).is_err() {
            return Ok(());
        }
        // The position after the answer is one turn later.
        let limits = GoLimits { ponder: true, ..self.move_limits(context, self.turns.count() + 1) };
        if context.engine.game().outcome().is_none() {
            self.start(context, Purpose::Ponder(Some(ply.clone())), &limits);
        }
        // The move was legal, so it can be undone.
        drop(context.engine.undo(1));
        context.send(&CecpReply::Hint(ply))
    }

    /// Whether the engine ponders on this move.
    pub fn is_expected(&self, entered: &Ply) -> bool {
        self.searches.iter().any(|purpose| match purpose {
            Purpose::Ponder(Some(expected)) => notation::matches(entered, expected),
            _ => false,
        })
    }

    /// Turns pondering into a normal search, after the expected move.
    pub fn ponder_hit(&mut self, context: &mut SessionContext<'_>) {
        for purpose in &mut self.searches {
            if matches!(purpose, Purpose::Ponder(Some(_))) {
                *purpose = Purpose::Move;
            }
        }
        self.clock.start();
        context.jobs.ponder_hit();
    }

    /// Stops pondering.
    pub fn stop_pondering(&mut self, context: &mut SessionContext<'_>) {
        let mut stopped = false;
        for purpose in &mut self.searches {
            if matches!(purpose, Purpose::Ponder(_)) {
                *purpose = Purpose::Abandoned;
                stopped = true;
            }
        }
        if stopped {
            context.jobs.stop_unbounded();
        }
    }

    /// Makes the engine move at once.
    pub fn move_now(&mut self, context: &mut SessionContext<'_>) {
        if self.is_thinking() {
            context.jobs.stop_if(|_| true);
        }
    }

    /// Handles an output of a search.
    pub fn output(
        &mut self,
        context: &mut SessionContext<'_>,
        output: JobOutput,
    ) -> io::Result<()> {
        let purpose = self.searches.front().cloned().unwrap_or(Purpose::Abandoned);
        match (output, purpose) {
            (_, Purpose::Abandoned) => Ok(()),
            (JobOutput::Report(report), purpose) => self.report(context, &report, &purpose),
            (JobOutput::CurrentMove(current), _) => {
                (self.progress.depth, self.progress.current) = (current.depth, current.number);
                Ok(())
            }
            (JobOutput::Best(Some(best)), Purpose::Move) => {
                // `bestmove` ends the search: ignore further output.
                if let Some(purpose) = self.searches.front_mut() {
                    *purpose = Purpose::Abandoned;
                }
                self.best_move(context, &best.pv)
            }
            (JobOutput::Best(Some(best)), Purpose::Hint) => {
                best.pv.first().map_or(Ok(()), |&mv| self.show_hint(context, mv))
            }
            _ => Ok(()),
        }
    }

    /// Removes a finished search.
    pub fn finished(&mut self) {
        self.searches.pop_front();
    }

    /// Stores the progress of a search and shows its line.
    fn report(
        &mut self,
        context: &mut SessionContext<'_>,
        report: &PvInfo<RawMove>,
        purpose: &Purpose,
    ) -> io::Result<()> {
        let &PvInfo { depth, nodes, time, line, .. } = report;
        self.progress = SearchProgress { depth, nodes, current: 0, ..self.progress };
        if line == 1 {
            self.progress.best = report.pv.first().copied();
        }
        let Some(game) = context.jobs.game().filter(|_| self.post && *purpose != Purpose::Hint)
        else {
            return Ok(());
        };
        let (score, pv) = (ugi_score(report.score), self.mapping.variation(game, &report.pv));
        context.send(&CecpReply::Thinking(Thinking { depth, score, time, nodes, pv }))
    }

    /// Plays the move of a finished search, and ponders on the expected answer.
    fn best_move(&mut self, context: &mut SessionContext<'_>, pv: &[RawMove]) -> io::Result<()> {
        self.clock.stop(self.turns.count());
        let chosen = pv.first().and_then(|&mv| self.candidate(context, mv));
        if let Some(Candidate { plies, .. }) = chosen {
            self.plan = plies.into();
        }
        if let Some(ply) = self.plan.pop_front() {
            self.make(context, &ply)?;
        }
        self.answer_pings(context)?;
        if self.turns.is_pause() || context.engine.game().outcome().is_some() {
            return Ok(());
        }
        self.ponder(context, pv.get(1).copied())
    }

    /// The candidate of this move, with its remaining turns.
    fn candidate(&self, context: &SessionContext<'_>, mv: RawMove) -> Option<Candidate> {
        self.candidates(context).into_iter().find(|candidate| candidate.mv == mv)
    }

    /// Plays a turn of the engine's move.
    fn make(&mut self, context: &mut SessionContext<'_>, ply: &Ply) -> io::Result<()> {
        if let Err(reason) = self.play_turn(context, ply) {
            let text = format!("{ply} could not be made: {reason}");
            return context.send(&CecpReply::Remark(text));
        }
        context.send(&CecpReply::Move(ply.clone()))?;
        if self.turns.is_pause() {
            self.tell(context, CAPTURE_GOES_ON)?;
        } else if !self.claim(context)? && self.must_pass(context) {
            self.tell(context, NO_MOVE)?;
        }
        Ok(())
    }

    /// Whether the only legal move is a pass.
    fn must_pass(&self, context: &SessionContext<'_>) -> bool {
        let candidates = self.candidates(context);
        !candidates.is_empty() && candidates.iter().all(|it| it.plies.first() == Some(&Ply::Pass))
    }

    /// Shows a message to the user, once per game.
    fn tell(&mut self, context: &mut SessionContext<'_>, text: &'static str) -> io::Result<()> {
        if self.against_program || self.messages.contains(&text) {
            return Ok(());
        }
        self.messages.push(text);
        context.send(&CecpReply::UserMessage(text.to_owned()))
    }

    fn answer_pings(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        self.pings.drain(..).try_for_each(|number| context.send(&CecpReply::Pong(number)))
    }

    /// Shows the expected move, the best move of the analysis, or that of a short search.
    pub fn hint(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        let expected = self.searches.iter().find_map(|purpose| match purpose {
            Purpose::Ponder(Some(ply)) => Some(ply.clone()),
            _ => None,
        });
        if let Some(ply) = expected {
            return context.send(&CecpReply::Hint(ply));
        }
        if let (true, Some(best)) = (self.searches.contains(&Purpose::Analyse), self.progress.best)
        {
            return self.show_hint(context, best);
        }
        let is_free = !self.is_thinking() && self.mode != Mode::Analyse && !self.turns.is_pause();
        if is_free && !self.invalid && context.engine.game().outcome().is_none() {
            self.stop_pondering(context);
            let limits = GoLimits { move_time: Some(HINT_TIME), ..self.limits(context) };
            self.start(context, Purpose::Hint, &limits);
        }
        Ok(())
    }

    fn show_hint(&mut self, context: &mut SessionContext<'_>, mv: RawMove) -> io::Result<()> {
        match self.candidate(context, mv).and_then(|candidate| candidate.plies.into_iter().next()) {
            Some(ply) => context.send(&CecpReply::Hint(ply)),
            None => Ok(()),
        }
    }

    /// Shows the progress of the analysis.
    pub fn status(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        if !self.searches.contains(&Purpose::Analyse) {
            return Ok(());
        }
        let SearchProgress { started, nodes, depth, current, moves, .. } = self.progress;
        let left = if current > 0 { moves.saturating_sub(current) } else { 0 };
        context.send(&CecpReply::Status { time: started.elapsed(), nodes, depth, left, moves })
    }
}
