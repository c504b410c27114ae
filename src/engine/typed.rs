//! [`Engine`]: a game in progress and a search for it, without any input or output.

use std::iter;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::convert;
use super::error::EngineError;
use super::{AnyEngine, Job, SearchJob};
use crate::game::{Draw, Game, Graphical, History, Outcome, Player, Sheet, Step, count_leaves};
use crate::protocol::{GoLimits, Info, Options, Reply, Start};
use crate::search::{
    self, CurrentMove, Evaluate, Observer, Report, Settings, StopToken, Table, nodes_per_second,
};

/// A game of `G` in progress, and the means to search it.
#[derive(Debug)]
pub struct Engine<G: Game> {
    /// Where the game began.
    base: G,
    /// The moves since, each with the position after it.
    line: Vec<(G::Move, G)>,
    options: Options,
    /// Searches under way keep the table that they began with.
    table: Arc<Table>,
}

impl<G: Evaluate + Draw + Graphical> Engine<G> {
    /// An engine at the start position.
    ///
    /// # Errors
    /// [`EngineError::Memory`] if there is none for the table.
    pub fn new(options: &Options) -> Result<Engine<G>, EngineError> {
        let table = Arc::new(Table::new(options.hash_mib)?);
        let mut engine =
            Engine { base: G::start(), line: Vec::new(), options: options.clone(), table };
        engine.base = engine.start();
        Ok(engine)
    }

    /// The current position.
    pub fn position(&self) -> &G {
        self.line.last().map_or(&self.base, |(_, position)| position)
    }

    /// The positions before the current one.
    fn history(&self) -> History {
        let mut history = History::default();
        let positions = iter::once(&self.base).chain(self.line.iter().map(|(_, after)| after));
        positions.take(self.line.len()).for_each(|position| history.push(position));
        history
    }

    /// The start position, under the pie rule if it is on and the game has one.
    fn start(&self) -> G {
        let pie = if self.options.pie_rule { G::pie_start() } else { None };
        pie.unwrap_or_else(G::start)
    }
}

/// The positions after each of the moves, all or nothing.
fn play_all<G: Game>(
    from: &G,
    mut history: History,
    texts: &[String],
) -> Result<Vec<(G::Move, G)>, EngineError> {
    let mut position = from.clone();
    let play = |(text, number): (&String, usize)| {
        let mv =
            position.parse_move(text).map_err(|error| EngineError::MoveText { number, error })?;
        if let Some(outcome) = history.outcome(&position) {
            return Err(EngineError::GameOver { number, text: text.clone(), outcome });
        }
        history.push(&position);
        if position.play(mv).is_err() {
            let (text, position) = (text.clone(), position.text());
            return Err(EngineError::IllegalMove { number, text, position });
        }
        Ok((mv, position.clone()))
    };
    texts.iter().zip(1..).map(play).collect()
}

impl<G: Evaluate + Draw + Graphical> AnyEngine for Engine<G> {
    fn variant(&self) -> &'static str {
        G::NAME
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        let base = match start {
            Start::StartPos => self.start(),
            Start::Fen(text) => G::from_text(text).map_err(EngineError::Position)?,
        };
        self.line = play_all(&base, History::default(), moves)?;
        self.base = base;
        Ok(())
    }

    fn play_moves(&mut self, moves: &[String]) -> Result<(), EngineError> {
        let further = play_all(self.position(), self.history(), moves)?;
        self.line.extend(further);
        Ok(())
    }

    fn undo(&mut self, plies: u32) -> Result<(), EngineError> {
        let possible = self.line.len();
        let asked = usize::try_from(plies).unwrap_or(usize::MAX);
        let Some(rest) = possible.checked_sub(asked) else {
            return Err(EngineError::Undo { asked: plies, possible });
        };
        self.line.truncate(rest);
        Ok(())
    }

    fn configure(&mut self, options: &Options) -> Result<(), EngineError> {
        if options.pie_rule && G::pie_start().is_none() {
            return Err(EngineError::NoPieRule { variant: G::NAME });
        }
        if options.hash_mib != self.options.hash_mib {
            self.table = Arc::new(Table::new(options.hash_mib)?);
        }
        self.options = options.clone();
        Ok(())
    }

    fn clear(&mut self) -> Result<(), EngineError> {
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.clear(),
            None => self.table = Arc::new(Table::new(self.options.hash_mib)?),
        }
        Ok(())
    }

    fn fen(&self) -> String {
        self.position().text()
    }

    fn to_move(&self) -> Player {
        self.position().to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history().outcome(self.position())
    }

    fn is_legal(&self, text: &str) -> bool {
        let position = self.position();
        let legal = position.parse_move(text).is_ok_and(|mv| position.is_legal(mv));
        legal && self.outcome().is_none()
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { move_texts(self.position()) }
    }

    fn sheet(&self) -> &'static Sheet {
        &G::SHEET
    }

    fn steps(&self) -> Vec<(String, Vec<Step>)> {
        let position = self.position();
        let steps = |text: String| {
            let mv = position.parse_move(&text).ok()?;
            Some((text, position.steps(mv)))
        };
        self.legal_moves().into_iter().filter_map(steps).collect()
    }

    fn draw(&self, colour: bool) -> String {
        let last = self.line.last().map(|&(mv, _)| mv);
        self.position().draw(last, colour)
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn evaluation(&self) -> Option<i32> {
        self.outcome().is_none().then(|| self.position().evaluate())
    }

    fn search(&self, go: &GoLimits) -> SearchJob {
        let (position, history) = (self.position().clone(), self.history());
        let (limits, problems) = convert::limits(&position, go);
        let settings = Settings {
            threads: self.options.threads,
            lines: self.options.multi_pv,
            overhead: self.options.move_overhead,
            contempt: convert::contempt(&self.options, &limits),
            strength: convert::strength(&self.options, &limits),
        };
        let table = Arc::clone(&self.table);
        let show_ponder = self.options.ponder;
        let job = move |token: &StopToken, send: &mut dyn FnMut(Reply)| {
            let observer = Replies { position: &position, send };
            let game = (&position, &history);
            let best = search::search_game(game, &limits, &settings, &table, token, observer);
            let Some(report) = best else {
                send(Reply::Info(convert::finished_info(history.outcome(&position))));
                return send(Reply::BestMove { mv: "0000".to_owned(), ponder: None });
            };
            send(best_move(&position, &report.pv, show_ponder));
        };
        SearchJob { job: Box::new(job), problems }
    }

    fn perft(&self, depth: u32, divide: bool) -> Job {
        let position = self.position().clone();
        Box::new(move |token, send| {
            let started = Instant::now();
            let count = if divide && depth > 0 {
                divide_perft(&position, depth, token, send)
            } else {
                count_leaves(&position, depth, &|| token.is_stopped())
            };
            match count {
                Some(count) => {
                    send(Reply::Info(perft_info(depth, count, started.elapsed())));
                    send(Reply::Text(format!("nodes {count}")));
                }
                None => send(Reply::Message(format!("perft {depth} stopped before its end"))),
            }
        })
    }
}

/// Tells of a search of a position in the protocol's words.
struct Replies<'a, G> {
    position: &'a G,
    send: &'a mut dyn FnMut(Reply),
}

impl<G: Game> Observer<G::Move> for Replies<'_, G> {
    fn report(&mut self, report: &Report<G::Move>) {
        (self.send)(Reply::Info(convert::info(self.position, report)));
    }

    fn current_move(&mut self, current: &CurrentMove<G::Move>) {
        (self.send)(Reply::Info(convert::current_move(self.position, current)));
    }
}

fn best_move<G: Game>(position: &G, pv: &[G::Move], show_ponder: bool) -> Reply {
    // The variation of a search is never empty.
    let mv = pv.first().map_or_else(|| "0000".to_owned(), |&mv| position.move_text(mv));
    let ponder = match pv {
        [mv, reply, ..] if show_ponder => Some(position.after(*mv).move_text(*reply)),
        _ => None,
    };
    Reply::BestMove { mv, ponder }
}

/// The legal moves of a position as texts, sorted.
fn move_texts<G: Game>(position: &G) -> Vec<String> {
    let mut texts: Vec<String> =
        position.moves().into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort();
    texts
}

fn divide_perft<G: Game>(
    position: &G,
    depth: u32,
    token: &StopToken,
    send: &mut dyn FnMut(Reply),
) -> Option<u64> {
    let mut total = 0;
    for text in move_texts(position) {
        let mv = position.parse_move(&text).ok()?;
        let count = count_leaves(&position.after(mv), depth - 1, &|| token.is_stopped())?;
        send(Reply::Text(format!("{text} {count}")));
        total += count;
    }
    Some(total)
}

fn perft_info(depth: u32, count: u64, time: Duration) -> Info {
    Info {
        depth: Some(depth),
        nodes: Some(count),
        nps: Some(nodes_per_second(count, time)),
        time: Some(time),
        ..Info::default()
    }
}
