//! What the engine does of its own accord in CECP: it thinks, ponders, analyses, and
//! says when the game is over.

use std::io;
use std::time::{Duration, Instant};

use super::board_program::sheet;
use super::clock::Time;
use super::{Cecp, Desk, Mode, view};
use crate::game::Outcome;
use crate::protocol::cecp::{Ply, Reply, Thinking};
use crate::protocol::{self, GoLimits, Info};

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
pub(super) struct Progress {
    started: Instant,
    nodes: u64,
    depth: u32,
    /// The first move that it is at, from 1; 0 if it did not say.
    current: usize,
    /// The number of first moves.
    moves: usize,
    /// The move that is the best so far.
    best: Option<String>,
}

impl Default for Progress {
    fn default() -> Progress {
        let started = Instant::now();
        Progress { started, nodes: 0, depth: 0, current: 0, moves: 0, best: None }
    }
}

impl Cecp {
    /// Whether the engine thinks about its move.
    pub fn is_thinking(&self) -> bool {
        self.searches.contains(&Purpose::Move)
    }

    /// Stops whatever the engine is doing; no search has any effect from now on.
    pub fn abandon(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.plan.clear();
        self.stop_searches(desk);
        self.answer_pings(desk)
    }

    /// Stops all searches without any effect.
    pub fn stop_searches(&mut self, desk: &mut Desk<'_>) {
        self.searches.iter_mut().for_each(|purpose| *purpose = Purpose::Abandoned);
        desk.jobs.stop_if(|_| true);
    }

    /// Does what the mode asks for in the current position.
    pub fn go_on(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        if self.invalid || (self.mode != Mode::Analyse && self.claim(desk)?) {
            return Ok(());
        }
        match self.mode {
            Mode::Analyse if desk.engine.game().outcome().is_none() => {
                let limits = GoLimits { infinite: true, ..self.limits(desk) };
                self.start(desk, Purpose::Analyse, &limits);
                Ok(())
            }
            Mode::Analyse => Ok(()),
            Mode::Play(player) if player != self.to_move(desk) => self.ponder(desk, None),
            Mode::Play(_) if self.turns.is_pause() => {
                self.turns.pause();
                desk.send(&Reply::Move(Ply::Pass))
            }
            Mode::Play(_) => self.think(desk),
            Mode::Force => Ok(()),
        }
    }

    /// Says that the game is over, if it is.
    fn claim(&mut self, desk: &mut Desk<'_>) -> io::Result<bool> {
        let Some(outcome) = desk.engine.game().outcome() else { return Ok(false) };
        let (result, comment) = view::result(match outcome {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        });
        desk.send(&Reply::Result { result, comment: comment.to_owned() })?;
        Ok(true)
    }

    /// What every search of the position has to keep to.
    fn limits(&self, desk: &Desk<'_>) -> GoLimits {
        let candidates = self.turns.candidates(desk.engine.game());
        let search_moves = if candidates.len() < desk.engine.game().moves().len() {
            candidates.into_iter().map(|(text, _)| text).collect()
        } else {
            Vec::new()
        };
        GoLimits { depth: self.depth, search_moves, ..GoLimits::default() }
    }

    /// The limits of a search for the engine's move, which is the turn of this number.
    fn move_limits(&self, desk: &Desk<'_>, turn: usize) -> GoLimits {
        let limits = self.limits(desk);
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

    fn start(&mut self, desk: &mut Desk<'_>, purpose: Purpose, limits: &GoLimits) {
        let moves = desk.engine.game().moves().len();
        self.progress = Progress { moves, ..Progress::default() };
        // The limits are the engine's own: nothing is wrong with them.
        if desk.search(limits).is_ok() {
            self.searches.push_back(purpose);
        }
    }

    /// Looks for the engine's move, or makes the next turn of one that it has chosen.
    fn think(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        if let Some(ply) = self.plan.pop_front() {
            return self.make(desk, &ply);
        }
        let limits = self.move_limits(desk, self.turns.count());
        self.clock.start();
        self.start(desk, Purpose::Move, &limits);
        Ok(())
    }

    /// Thinks on the opponent's time, if that is wanted.
    fn ponder(&mut self, desk: &mut Desk<'_>, expected: Option<String>) -> io::Result<()> {
        if !desk.engine.values().ponder || self.turns.is_pause() {
            return Ok(());
        }
        let sheet = sheet(desk.engine.game());
        let candidates = self.turns.candidates(desk.engine.game());
        let answer = expected.and_then(|expected| {
            let (text, steps) = candidates.into_iter().find(|(text, _)| *text == expected)?;
            // An answer in several turns is more than can be expected.
            let [step] = steps.as_slice() else { return None };
            Some((text, view::ply(sheet, step)))
        });
        let Some((text, ply)) = answer else {
            let limits = GoLimits { infinite: true, ..self.limits(desk) };
            self.start(desk, Purpose::Ponder(None), &limits);
            return Ok(());
        };
        if desk.engine.play_moves(&[text]).is_err() {
            return Ok(());
        }
        // The answer is a turn more than there is.
        let limits = GoLimits { ponder: true, ..self.move_limits(desk, self.turns.count() + 1) };
        if desk.engine.game().outcome().is_none() {
            self.start(desk, Purpose::Ponder(Some(ply.clone())), &limits);
        }
        // It was legal: it can be taken back.
        drop(desk.engine.undo(1));
        desk.send(&Reply::Hint(ply))
    }

    /// Whether the engine ponders on this very move.
    pub fn is_expected(&self, entered: &Ply) -> bool {
        self.searches.iter().any(|purpose| match purpose {
            Purpose::Ponder(Some(expected)) => view::means(entered, expected),
            _ => false,
        })
    }

    /// The expected move was made: pondering becomes thinking.
    pub fn ponder_hit(&mut self, desk: &mut Desk<'_>) {
        for purpose in &mut self.searches {
            if matches!(purpose, Purpose::Ponder(Some(_))) {
                *purpose = Purpose::Move;
            }
        }
        self.clock.start();
        desk.jobs.ponder_hit();
    }

    /// Stops thinking on the opponent's time.
    pub fn stop_pondering(&mut self, desk: &mut Desk<'_>) {
        let mut stopped = false;
        for purpose in &mut self.searches {
            if matches!(purpose, Purpose::Ponder(_)) {
                *purpose = Purpose::Abandoned;
                stopped = true;
            }
        }
        if stopped {
            desk.jobs.stop_unbounded();
        }
    }

    /// The engine's move is wanted at once.
    pub fn move_now(&mut self, desk: &mut Desk<'_>) {
        if self.is_thinking() {
            desk.jobs.stop_if(|_| true);
        }
    }

    /// A search says something.
    pub fn reply(&mut self, desk: &mut Desk<'_>, reply: protocol::Reply) -> io::Result<()> {
        let purpose = self.searches.front().cloned().unwrap_or(Purpose::Abandoned);
        match (reply, purpose) {
            (protocol::Reply::Error(text) | protocol::Reply::Message(text), _) => {
                desk.send(&Reply::Remark(text))
            }
            (_, Purpose::Abandoned) => Ok(()),
            (protocol::Reply::Info(info), purpose) => self.info(desk, info, &purpose),
            (protocol::Reply::BestMove { mv, ponder }, Purpose::Move) => {
                // From now on the search is over.
                if let Some(purpose) = self.searches.front_mut() {
                    *purpose = Purpose::Abandoned;
                }
                self.best_move(desk, &mv, ponder)
            }
            (protocol::Reply::BestMove { mv, .. }, Purpose::Hint) => self.show_hint(desk, &mv),
            _ => Ok(()),
        }
    }

    /// A search is over.
    pub fn finished(&mut self) {
        self.searches.pop_front();
    }

    /// A search says how far it is.
    fn info(&mut self, desk: &mut Desk<'_>, info: Info, purpose: &Purpose) -> io::Result<()> {
        if let Some(depth) = info.depth {
            self.progress.depth = depth;
        }
        if let Some(nodes) = info.nodes {
            self.progress.nodes = nodes;
        }
        self.progress.current = info.currmovenumber.map_or(0, |number| number as usize);
        let (Some(depth), Some(score), false) = (info.depth, info.score, info.pv.is_empty()) else {
            return Ok(());
        };
        if info.multipv.is_none_or(|line| line == 1) {
            self.progress.best = info.pv.first().cloned();
        }
        if !self.post || *purpose == Purpose::Hint {
            return Ok(());
        }
        desk.send(&Reply::Thinking(Thinking {
            depth,
            score,
            time: info.time.unwrap_or_default(),
            nodes: info.nodes.unwrap_or(0),
            pv: view::variation(sheet(desk.engine.game()), &info.pv),
        }))
    }

    /// The engine has found its move.
    fn best_move(
        &mut self,
        desk: &mut Desk<'_>,
        text: &str,
        expected: Option<String>,
    ) -> io::Result<()> {
        self.clock.stop(self.turns.count());
        let sheet = sheet(desk.engine.game());
        let candidates = self.turns.candidates(desk.engine.game());
        let chosen = candidates.into_iter().find(|(candidate, _)| candidate == text);
        if let Some((_, steps)) = chosen {
            self.plan = steps.iter().map(|step| view::ply(sheet, step)).collect();
        }
        if let Some(ply) = self.plan.pop_front() {
            self.make(desk, &ply)?;
        }
        self.answer_pings(desk)?;
        if self.turns.is_pause() || desk.engine.game().outcome().is_some() {
            return Ok(());
        }
        self.ponder(desk, expected)
    }

    /// Makes a turn of the engine's move.
    fn make(&mut self, desk: &mut Desk<'_>, ply: &Ply) -> io::Result<()> {
        if let Err(reason) = self.enter(desk, ply) {
            let text = format!("{ply} could not be made: {reason}");
            return desk.send(&Reply::Remark(text));
        }
        desk.send(&Reply::Move(ply.clone()))?;
        self.claim(desk)?;
        Ok(())
    }

    fn answer_pings(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.pings.drain(..).try_for_each(|number| desk.send(&Reply::Pong(number)))
    }

    /// Shows the move that the engine would make, or expects.
    pub fn hint(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        let expected = self.searches.iter().find_map(|purpose| match purpose {
            Purpose::Ponder(Some(ply)) => Some(ply.clone()),
            _ => None,
        });
        if let Some(ply) = expected {
            return desk.send(&Reply::Hint(ply));
        }
        if let (true, Some(best)) =
            (self.searches.contains(&Purpose::Analyse), self.progress.best.clone())
        {
            return self.show_hint(desk, &best);
        }
        let is_free = !self.is_thinking() && self.mode != Mode::Analyse && !self.turns.is_pause();
        if is_free && !self.invalid && desk.engine.game().outcome().is_none() {
            self.stop_pondering(desk);
            let limits = GoLimits { move_time: Some(HINT_TIME), ..self.limits(desk) };
            self.start(desk, Purpose::Hint, &limits);
        }
        Ok(())
    }

    fn show_hint(&mut self, desk: &mut Desk<'_>, text: &str) -> io::Result<()> {
        let sheet = sheet(desk.engine.game());
        let candidates = self.turns.candidates(desk.engine.game());
        let found = candidates.iter().find(|(candidate, _)| candidate == text);
        match found.and_then(|(_, steps)| steps.first()) {
            Some(step) => desk.send(&Reply::Hint(view::ply(sheet, step))),
            None => Ok(()),
        }
    }

    /// How far the analysis is.
    pub fn status(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        if !self.searches.contains(&Purpose::Analyse) {
            return Ok(());
        }
        let Progress { started, nodes, depth, current, moves, .. } = self.progress;
        let left = if current > 0 { moves.saturating_sub(current) } else { 0 };
        desk.send(&Reply::Status { time: started.elapsed(), nodes, depth, left, moves })
    }
}
