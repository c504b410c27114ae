//! What the engine does by itself: search, ponder, analyse, and claim results.

use std::collections::VecDeque;
use std::mem;
use std::time::Duration;

use zugi_engine::Session;
use zugi_game::{AnyGame, Outcome, Player};
use zugi_protocol::xboard::{XBoardMove, XBoardReply};
use zugi_protocol::{Command, GoLimits, Info, Reply};

use super::XBoard;
use super::commands::{Candidate, apply};
use super::convert;
use super::mode::{Analysis, Mode};
use super::mouse::matches;
use super::options;

/// Sent if a capture of the engine takes more than one turn.
const CAPTURE_GOES_ON: &str = "The capture goes on: click on the opponent's clock to let it, \
                               each time that a piece of yours has been taken so.";

/// Sent if the user must pass, when no square can be clicked.
const NO_MOVE: &str = "You have no move: click on the opponent's clock to pass.";

const HINT_TIME: Duration = Duration::from_millis(500);

impl XBoard {
    /// Abandons the current search and the rest of the engine's move.
    pub(super) fn abandon(&mut self, session: &mut Session) {
        if self.mode.is_searching() {
            self.ignored_searches += 1;
            drop(apply(session, Command::Stop));
        }
        self.return_to_waiting();
    }

    /// Returns to waiting, or to an analysis without a search, and answers the pings of the search.
    pub(super) fn return_to_waiting(&mut self) {
        let resting = match &self.mode {
            Mode::Analyse(_) => Mode::Analyse(None),
            mode => Mode::wait(mode.side()),
        };
        if let Mode::Think { pings, .. } = mem::replace(&mut self.mode, resting) {
            self.answer_pings(pings);
        }
    }

    fn answer_pings(&mut self, pings: Vec<u64>) {
        pings.into_iter().for_each(|number| self.send(XBoardReply::Pong(number)));
    }

    pub(super) fn go_on(&mut self, session: &mut Session) {
        let is_analysis = matches!(self.mode, Mode::Analyse(_));
        if self.invalid || (!is_analysis && self.claim(session)) {
            return;
        }
        if is_analysis {
            if session.engine().game().outcome().is_none() {
                let limits = GoLimits { infinite: true, ..self.limits(session) };
                self.mode = Mode::Analyse(search(session, limits).map(Analysis::new));
            }
            return;
        }
        let Some(side) = self.mode.side() else { return };
        if side != self.to_move(session) {
            self.ponder(session, side, None);
        } else if self.turns.is_pause() {
            self.turns.pause();
            self.send(XBoardReply::Move(XBoardMove::Pass));
        } else {
            self.think(session, side);
        }
    }

    /// Sends the result if the game is over; returns whether it is.
    fn claim(&mut self, session: &Session) -> bool {
        let Some(outcome) = session.engine().game().outcome() else { return false };
        let (result, comment) = match outcome {
            Outcome::Win(Player::One) => ("1-0", "White wins"),
            Outcome::Win(Player::Two) => ("0-1", "Black wins"),
            Outcome::Draw => ("1/2-1/2", "Draw by the rules"),
        };
        self.send(XBoardReply::Result { result, comment: comment.to_owned() });
        true
    }

    /// The limits of every search: the depth and, while a move is partly played, the root moves
    /// that continue it.
    fn limits(&self, session: &Session) -> GoLimits {
        let candidates = self.candidates(session);
        let search_moves = if candidates.len() < session.engine().game().moves().len() {
            candidates.into_iter().map(|candidate| candidate.text).collect()
        } else {
            Vec::new()
        };
        GoLimits { depth: self.depth, search_moves, ..GoLimits::default() }
    }

    fn move_limits(&self, session: &Session, turn: usize) -> GoLimits {
        let GoLimits { depth, search_moves, .. } = self.limits(session);
        GoLimits { depth, search_moves, ..self.clock.limits(turn) }
    }

    /// Searches for the engine's move, or plays the next turn of a chosen move.
    fn think(&mut self, session: &mut Session, side: Player) {
        if let Mode::Continue { rest, .. } = &mut self.mode {
            let rest = mem::take(rest);
            return self.play_next_turn(session, side, rest);
        }
        let limits = self.move_limits(session, self.turns.count());
        self.clock.start();
        if let Some(game) = search(session, limits) {
            self.mode = Mode::Think { side, game, pings: Vec::new() };
        }
    }

    /// Starts pondering if the option is on, but not with limited strength: the lines would show
    /// the user the best moves. It does not start after the end of the input either, because
    /// nothing would stop it.
    fn ponder(&mut self, session: &mut Session, side: Player, expected: Option<&str>) {
        let values = session.engine().values();
        let may_ponder = values.ponder && !values.limit_strength && !session.is_ending();
        if !may_ponder || self.turns.is_pause() {
            return;
        }
        let answer = expected.and_then(|expected| {
            let Candidate { text, turns } = self.candidate(session, expected)?;
            // An answer of several turns cannot be matched when it is entered.
            let [turn] = <[XBoardMove; 1]>::try_from(turns).ok()?;
            Some((text, turn))
        });
        let Some((text, turn)) = answer else {
            let limits = GoLimits { infinite: true, ..self.limits(session) };
            if let Some(game) = search(session, limits) {
                self.mode = Mode::Ponder { side, game, expected: None };
            }
            return;
        };
        if apply(session, Command::Moves(vec![text])).is_err() {
            return;
        }
        // The expected answer adds a turn.
        let limits = GoLimits { ponder: true, ..self.move_limits(session, self.turns.count() + 1) };
        let is_over = session.engine().game().outcome().is_some();
        if let Some(game) = (!is_over).then(|| search(session, limits)).flatten() {
            self.mode = Mode::Ponder { side, game, expected: Some(turn.clone()) };
        }
        // Cannot fail: the move was legal.
        drop(apply(session, Command::Undo(1)));
        self.send(XBoardReply::Hint(turn));
    }

    /// Turns pondering into a search for a move, and returns true, if the opponent played the
    /// expected answer.
    pub(super) fn ponder_hit(&mut self, session: &mut Session, entered: &XBoardMove) -> bool {
        match mem::take(&mut self.mode) {
            Mode::Ponder { side, game, expected: Some(turn) } if matches(entered, &turn) => {
                self.mode = Mode::Think { side, game, pings: Vec::new() };
                self.clock.start();
                drop(apply(session, Command::PonderHit));
                true
            }
            mode => {
                self.mode = mode;
                false
            }
        }
    }

    pub(super) fn set_pondering(&mut self, session: &mut Session, on: bool) -> Result<(), String> {
        if !on && matches!(self.mode, Mode::Ponder { .. }) {
            self.abandon(session);
        }
        options::set(session, "Ponder", Some(on.to_string()))
    }

    /// Stores the progress of a search and shows its line.
    pub(super) fn report(&mut self, info: &Info) {
        if let Mode::Analyse(Some(analysis)) = &mut self.mode {
            analysis.update(info);
        }
        // An `info` without a score only names the current move.
        let &Info { depth: Some(depth), score: Some(score), time: Some(time), .. } = info else {
            return;
        };
        let Some(game) = self.mode.searched().filter(|_| self.post) else { return };
        let nodes = info.nodes.unwrap_or_default();
        let pv = convert::variation(&self.notation, game, &info.pv);
        self.send(XBoardReply::Thinking { depth, score, time, nodes, pv });
    }

    /// Handles the end of a search: plays its move and ponders on the expected answer, or shows a
    /// hint.
    pub(super) fn best_move(&mut self, session: &mut Session, mv: &str, answer: Option<&str>) {
        match mem::take(&mut self.mode) {
            Mode::Think { side, pings, .. } => {
                self.ignored_searches += 1;
                self.clock.stop(self.turns.count());
                let turns = self.candidate(session, mv).map(|candidate| candidate.turns);
                self.play_next_turn(session, side, turns.unwrap_or_default().into());
                self.answer_pings(pings);
                if !self.turns.is_pause() && session.engine().game().outcome().is_none() {
                    self.ponder(session, side, answer);
                }
            }
            Mode::Wait { side, hint: true } => {
                self.ignored_searches += 1;
                self.mode = Mode::wait(side);
                self.show_hint(session, mv);
            }
            // The end of the input stopped this search.
            mode => self.mode = mode,
        }
    }

    fn candidate(&self, session: &Session, mv: &str) -> Option<Candidate> {
        self.candidates(session).into_iter().find(|candidate| candidate.text == mv)
    }

    fn play_next_turn(
        &mut self,
        session: &mut Session,
        side: Player,
        mut turns: VecDeque<XBoardMove>,
    ) {
        let next = turns.pop_front();
        self.mode = match turns.is_empty() {
            true => Mode::wait(Some(side)),
            false => Mode::Continue { side, rest: turns },
        };
        let Some(turn) = next else { return };
        if let Err(reason) = self.play_turn(session, &turn) {
            return self.send(XBoardReply::Remark(format!("{turn} could not be made: {reason}")));
        }
        self.send(XBoardReply::Move(turn));
        if self.turns.is_pause() {
            self.show_once(CAPTURE_GOES_ON);
        } else if !self.claim(session) && self.must_pass(session) {
            self.show_once(NO_MOVE);
        }
    }

    fn must_pass(&self, session: &Session) -> bool {
        let turns = self.next_turns(session);
        !turns.is_empty() && turns.iter().all(|turn| *turn == XBoardMove::Pass)
    }

    /// Shows a message to the user, once per game.
    fn show_once(&mut self, text: &'static str) {
        if !self.against_program && !self.messages.contains(&text) {
            self.messages.push(text);
            self.send(XBoardReply::UserMessage(text.to_owned()));
        }
    }

    /// Shows the expected move, the best move of the analysis, or that of a short search.
    pub(super) fn hint(&mut self, session: &mut Session) {
        let side = match &self.mode {
            Mode::Ponder { expected: Some(turn), .. } => {
                return self.send(XBoardReply::Hint(turn.clone()));
            }
            Mode::Analyse(analysis) => {
                let best = analysis.as_ref().and_then(|analysis| analysis.best.clone());
                return best.into_iter().for_each(|mv| self.show_hint(session, &mv));
            }
            Mode::Wait { side, hint: false } => *side,
            Mode::Ponder { side, expected: None, .. } => Some(*side),
            Mode::Wait { hint: true, .. } | Mode::Think { .. } | Mode::Continue { .. } => return,
        };
        let is_over = session.engine().game().outcome().is_some();
        if self.turns.is_pause() || self.invalid || is_over {
            return;
        }
        self.abandon(session);
        let limits = GoLimits { move_time: Some(HINT_TIME), ..self.limits(session) };
        let hint = search(session, limits).is_some();
        self.mode = Mode::Wait { side, hint };
    }

    fn show_hint(&mut self, session: &Session, mv: &str) {
        let turns = self.candidate(session, mv).map(|candidate| candidate.turns);
        if let Some(turn) = turns.and_then(|turns| turns.into_iter().next()) {
            self.send(XBoardReply::Hint(turn));
        }
    }
}

/// Starts a search of the current position; returns the game that it searches.
fn search(session: &mut Session, limits: GoLimits) -> Option<Box<dyn AnyGame>> {
    let mut replies = Vec::new();
    // Writing to a vector cannot fail.
    drop(session.handle(Command::Go(limits), &mut replies));
    // A search that cannot start answers at once.
    let answers = replies.iter().any(|reply| matches!(reply, Reply::BestMove { .. }));
    (!answers).then(|| session.engine().game().boxed_clone())
}
