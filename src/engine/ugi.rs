//! The conversation in UGI or UCI.

use std::io;

use super::desk::Desk;
use super::jobs::Kind;
use super::{AnyEngine, EngineError, Job, NAME, bench_job};
use crate::games::canonical_name;
use crate::protocol::{
    self, Command, Dialect, Go, OptionError, Query, Reply, Setting, help, quote,
};
use crate::search::StopToken;

/// What is particular to a conversation in UGI or UCI.
#[derive(Default)]
pub(super) struct Ugi {
    /// Changes of state are confirmed by a message.
    debug: bool,
}

impl Ugi {
    /// Executes a line.
    pub fn line(&mut self, desk: &mut Desk<'_>, line: &str) -> io::Result<()> {
        match protocol::parse(line) {
            Ok(Some(command)) => self.execute(desk, command),
            Ok(None) => Ok(()),
            Err(error) => desk.send(&Reply::Error(error.to_string())),
        }
    }

    fn execute(&mut self, desk: &mut Desk<'_>, command: Command) -> io::Result<()> {
        match command {
            Command::Handshake(dialect) => introduce(desk, dialect),
            Command::XBoard => desk.send(&Reply::Error(
                "\"xboard\" comes too late: expected it as the first line of a session".to_owned(),
            )),
            Command::IsReady => desk.send(&Reply::ReadyOk),
            Command::NewGame => self.change(desk, |engine| engine.clear(), "new game"),
            Command::SetOption { name, value } => self.set_option(desk, &name, value.as_deref()),
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Position { start, moves } => {
                self.change(desk, |engine| engine.set_position(&start, &moves), "position")
            }
            Command::Moves(moves) => self.change(desk, |engine| engine.play_moves(&moves), "moves"),
            Command::Undo(plies) => self.change(desk, |engine| engine.undo(plies), "undo"),
            Command::Go(limits) => go(desk, &limits),
            Command::Perft(depth) => console(desk, desk.engine.perft(depth, false)),
            Command::Divide(depth) => console(desk, desk.engine.perft(depth, true)),
            Command::Bench(depth) => console(desk, bench_job(depth)),
            Command::Stop => {
                desk.jobs.stop_if(|_| true);
                Ok(())
            }
            Command::PonderHit => {
                desk.jobs.ponder_hit();
                Ok(())
            }
            Command::Quit => {
                desk.jobs.stop_if(|kind| kind != Kind::Console);
                desk.ending = true;
                Ok(())
            }
            Command::Query(question) => query(desk, &question),
            Command::Display => display(desk),
            Command::Eval => evaluation(desk),
            Command::Help(topic) => help(desk, topic.as_deref()),
        }
    }

    fn set_option(&self, desk: &mut Desk<'_>, name: &str, value: Option<&str>) -> io::Result<()> {
        let parsed = match (desk.table.parse(name, value), value) {
            // A game's own name stands for its standard variant.
            (Err(error @ OptionError::BadValue { name: "UGI_Variant", .. }), Some(value)) => {
                canonical_name(value).map(|name| Setting::Variant(name.to_owned())).ok_or(error)
            }
            (parsed, _) => parsed,
        };
        let setting = match parsed {
            Ok(setting) => setting,
            Err(error) => return desk.send(&Reply::Error(error.to_string())),
        };
        match desk.set(setting) {
            Ok(()) => self.confirm(desk, "option"),
            Err(error) => desk.send(&Reply::Error(error.to_string())),
        }
    }

    /// Changes the engine, or says why not.
    fn change(
        &self,
        desk: &mut Desk<'_>,
        change: impl FnOnce(&mut dyn AnyEngine) -> Result<(), EngineError>,
        what: &str,
    ) -> io::Result<()> {
        match change(desk.engine.as_mut()) {
            Ok(()) => self.confirm(desk, what),
            Err(error) => desk.send(&Reply::Error(error.to_string())),
        }
    }

    /// Says what a change of state has led to, in debug mode.
    fn confirm(&self, desk: &mut Desk<'_>, what: &str) -> io::Result<()> {
        if !self.debug {
            return Ok(());
        }
        let text = format!("{what}: {} {}", desk.engine.variant(), desk.engine.fen());
        desk.send(&Reply::Message(text))
    }
}

fn introduce(desk: &mut Desk<'_>, dialect: Dialect) -> io::Result<()> {
    desk.send(&Reply::Name(NAME.to_owned()))?;
    desk.send(&Reply::Author("the zugi authors".to_owned()))?;
    for declaration in desk.table.declarations() {
        desk.send(&Reply::OptionDeclaration(declaration))?;
    }
    desk.send(&Reply::HandshakeDone(dialect))
}

fn go(desk: &mut Desk<'_>, go: &Go) -> io::Result<()> {
    let mut problems = go.rejected.clone();
    problems.extend(desk.search(&go.limits));
    let rejected = Go { rejected: problems, ..Go::default() };
    match rejected.complaint() {
        Some(complaint) => desk.send(&Reply::Error(complaint)),
        None => Ok(()),
    }
}

fn console(desk: &mut Desk<'_>, job: Job) -> io::Result<()> {
    desk.jobs.start(job, StopToken::default(), Kind::Console);
    Ok(())
}

fn query(desk: &mut Desk<'_>, query: &Query) -> io::Result<()> {
    let engine = &desk.engine;
    let answer = match query {
        Query::GameOver => engine.outcome().is_some().to_string(),
        Query::PlayerOneTurn => (engine.to_move().index() == 0).to_string(),
        Query::PlayerTwoTurn => (engine.to_move().index() == 1).to_string(),
        Query::Result => result(engine.as_ref()),
        Query::Fen => engine.fen(),
        Query::Variant => engine.variant().to_owned(),
        Query::IsLegal(text) => engine.is_legal(text).to_string(),
        Query::LegalMoves => match engine.legal_moves() {
            moves if moves.is_empty() => "none".to_owned(),
            moves => moves.join(" "),
        },
    };
    desk.send(&Reply::Response(answer))
}

fn display(desk: &mut Desk<'_>) -> io::Result<()> {
    let engine = &desk.engine;
    let drawing = engine.draw(desk.colour);
    let (fen, player, key) = (engine.fen(), engine.to_move(), engine.key());
    let result = result(engine.as_ref());
    desk.send(&Reply::Text(format!(
        "{drawing}\n\nfen      {fen}\nto move  {player}\nkey      {key:016x}\nresult   {result}"
    )))
}

fn evaluation(desk: &mut Desk<'_>) -> io::Result<()> {
    let text = match desk.engine.evaluation() {
        Some(value) => format!("evaluation {value} for {}, to move", desk.engine.to_move()),
        None => format!("result {}", result(desk.engine.as_ref())),
    };
    desk.send(&Reply::Text(text))
}

fn help(desk: &mut Desk<'_>, name: Option<&str>) -> io::Result<()> {
    let Some(name) = name else { return desk.send(&Reply::Text(help::overview())) };
    match help::topic(name) {
        Some(topic) => desk.send(&Reply::Text(topic)),
        None => {
            let names: Vec<&str> = help::names().collect();
            desk.send(&Reply::Error(format!(
                "no help on {}: expected one of {}",
                quote(name),
                names.join(", ")
            )))
        }
    }
}

/// The outcome in the protocol's words.
fn result(engine: &dyn AnyEngine) -> String {
    engine.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}
