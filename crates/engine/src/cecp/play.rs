//! The actions of the engine in CECP without a command: it searches, ponders, analyses, and claims
//! the result.

use std::io;
use std::time::Duration;

use zugi_game::{Outcome, RawMove};
use zugi_protocol::GoLimits;
use zugi_protocol::cecp::{CecpReply, Ply, Thinking};
use zugi_search::PvInfo;
use zugi_search::time::Instant;

use super::clock::Time;
use super::{Candidate, Cecp, Mode, SessionContext, notation};
use crate::JobOutput;
use crate::convert::score;

/// Told when a capture of the engine takes more than one turn.
const CAPTURE_GOES_ON: &str = "The capture goes on: click on the opponent's clock to let it, \
                               each time that a piece of yours has been taken so.";

/// Told when the user has to pass: nothing on the board can be clicked on then.
const NO_MOVE: &str = "You have no move: click on the opponent's clock to pass.";

/// The time to look for a hint.
const HINT_TIME: Duration = Duration::from_millis(500);

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Its move is to be made.
    Move,
    /// It thinks on the opponent's time, after the answer that is expected, or before
    /// the opponent's move if none is.
    Ponder(Option<Ply>),
    /// Its lines are to be shown.
    Analyse,
    /// Its move is to be shown.
    Hint,
    /// Nothing any more.
    Abandoned,
}

/// How far a search is.
#[derive(Debug)]
pub(super) struct SearchProgress {
    started: Instant,
    nodes: u64,
    depth: u32,
    /// The first move that it is at, from 1; 0 if it did not say.
    current: usize,
    /// The number of first moves.
    moves: usize,
    /// The move that is the best so far.
    best: Option<RawMove>,
}

impl Default for SearchProgress {
    fn default() -> SearchProgress {
        let started = Instant::now();
        SearchProgress { started, nodes: 0, depth: 0, current: 0, moves: 0, best: None }
    }
}

impl Cecp {
    /// Whether the engine thinks about its move.
    pub fn is_thinking(&self) -> bool {
        self.searches.contains(&Purpose::Move)
    }

    /// Stops whatever the engine is doing; no search has any effect from now on.
    pub fn abandon(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        self.plan.clear();
        self.stop_searches(context);
        self.answer_pings(context)
    }

    /// Stops all searches without any effect.
    pub fn stop_searches(&mut self, context: &mut SessionContext<'_>) {
        self.searches.iter_mut().for_each(|purpose| *purpose = Purpose::Abandoned);
        context.jobs.stop_if(|_| true);
    }

    /// Acts in the current position as the mode requires.
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

    /// Says that the game is over, if it is.
    fn claim(&mut self, context: &mut SessionContext<'_>) -> io::Result<bool> {
        let Some(outcome) = context.engine.game().outcome() else { return Ok(false) };
        let (result, comment) = notation::result(match outcome {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        });
        context.send(&CecpReply::Result { result, comment: comment.to_owned() })?;
        Ok(true)
    }

    /// What every search of the position has to keep to.
    fn limits(&self, context: &SessionContext<'_>) -> GoLimits {
        let candidates = self.candidates(context);
        let search_moves = if candidates.len() < context.engine.game().moves().len() {
            candidates.into_iter().map(|candidate| candidate.text).collect()
        } else {
            Vec::new()
        };
        GoLimits { depth: self.depth, search_moves, ..GoLimits::default() }
    }

    /// The limits of a search for the engine's move, which is the turn of this number.
    fn move_limits(&self, context: &SessionContext<'_>, turn: usize) -> GoLimits {
        let limits = self.limits(context);
        match self.clock.time(turn) {
            Time::Move(time) => GoLimits { move_time: Some(time), ..limits },
            // The search takes the clock of whoever is to move.
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
        // The limits are the engine's own: nothing is wrong with them.
        if context.search(limits).is_ok() {
            self.searches.push_back(purpose);
        }
    }

    /// Looks for the engine's move, or makes the next turn of one that it has chosen.
    fn think(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        if let Some(ply) = self.plan.pop_front() {
            return self.make(context, &ply);
        }
        let limits = self.move_limits(context, self.turns.count());
        self.clock.start();
        self.start(context, Purpose::Move, &limits);
        Ok(())
    }

    /// Thinks on the opponent's time, if that is wanted. Not with limited strength: its
    /// lines would show the user the best moves.
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
            // An answer in several turns is more than can be expected.
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
        // The answer is a turn more than there is.
        let limits = GoLimits { ponder: true, ..self.move_limits(context, self.turns.count() + 1) };
        if context.engine.game().outcome().is_none() {
            self.start(context, Purpose::Ponder(Some(ply.clone())), &limits);
        }
        // It was legal: it can be taken back.
        drop(context.engine.undo(1));
        context.send(&CecpReply::Hint(ply))
    }

    /// Whether the engine ponders on this very move.
    pub fn is_expected(&self, entered: &Ply) -> bool {
        self.searches.iter().any(|purpose| match purpose {
            Purpose::Ponder(Some(expected)) => notation::means(entered, expected),
            _ => false,
        })
    }

    /// The expected move was made: pondering becomes thinking.
    pub fn ponder_hit(&mut self, context: &mut SessionContext<'_>) {
        for purpose in &mut self.searches {
            if matches!(purpose, Purpose::Ponder(Some(_))) {
                *purpose = Purpose::Move;
            }
        }
        self.clock.start();
        context.jobs.ponder_hit();
    }

    /// Stops thinking on the opponent's time.
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

    /// The engine's move is wanted at once.
    pub fn move_now(&mut self, context: &mut SessionContext<'_>) {
        if self.is_thinking() {
            context.jobs.stop_if(|_| true);
        }
    }

    /// A search says something.
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
                // From now on the search is over.
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

    /// A search is over.
    pub fn finished(&mut self) {
        self.searches.pop_front();
    }

    /// A search says how far it is.
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
        let (score, pv) = (score(report.score), self.sheet.variation(game, &report.pv));
        context.send(&CecpReply::Thinking(Thinking { depth, score, time, nodes, pv }))
    }

    /// The engine has found its move, and expects the next one.
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

    /// The turns to come of a move.
    fn candidate(&self, context: &SessionContext<'_>, mv: RawMove) -> Option<Candidate> {
        self.candidates(context).into_iter().find(|candidate| candidate.mv == mv)
    }

    /// Makes a turn of the engine's move.
    fn make(&mut self, context: &mut SessionContext<'_>, ply: &Ply) -> io::Result<()> {
        if let Err(reason) = self.enter(context, ply) {
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

    /// Whether the side to move can do nothing but pass.
    fn must_pass(&self, context: &SessionContext<'_>) -> bool {
        let candidates = self.candidates(context);
        !candidates.is_empty() && candidates.iter().all(|it| it.plies.first() == Some(&Ply::Pass))
    }

    /// Shows a message to the user, once a game.
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

    /// Shows the move that the engine would make, or expects.
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

    /// How far the analysis is.
    pub fn status(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        if !self.searches.contains(&Purpose::Analyse) {
            return Ok(());
        }
        let SearchProgress { started, nodes, depth, current, moves, .. } = self.progress;
        let left = if current > 0 { moves.saturating_sub(current) } else { 0 };
        context.send(&CecpReply::Status { time: started.elapsed(), nodes, depth, left, moves })
    }
}
