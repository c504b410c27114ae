//! The conversation in UGI or UCI.

use std::io;

use super::convert::PASS;
use super::desk::Desk;
use super::jobs::JobKind;
use super::{Engine, EngineError, NAME, bench_job, perft_job};
use crate::game::{AnyGame, Player, draw, scene_json};
use crate::protocol::{self, Command, Dialect, Go, Query, Reply, help, quote};

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
            Command::NewGame => {
                desk.engine.forget();
                self.confirm(desk, "new game")
            }
            Command::SetOption { name, value } => {
                self.change(desk, |engine| engine.set_option(&name, value.as_deref()), "option")
            }
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Position { start, moves } => {
                self.change(desk, |engine| engine.set_position(&start, &moves), "position")
            }
            Command::Moves(moves) => {
                self.change(desk, |engine| Ok(engine.play_moves(&moves)?), "moves")
            }
            Command::Undo(plies) => self.change(desk, |engine| Ok(engine.undo(plies)?), "undo"),
            Command::Go(limits) => go(desk, &limits),
            Command::Perft(depth) => {
                desk.start(perft_job(desk.engine.game().boxed_clone(), depth, false));
                Ok(())
            }
            Command::Divide(depth) => {
                desk.start(perft_job(desk.engine.game().boxed_clone(), depth, true));
                Ok(())
            }
            Command::Bench(depth) => {
                desk.start(bench_job(desk.engine.registry(), depth));
                Ok(())
            }
            Command::Stop => {
                desk.jobs.stop_if(|_| true);
                Ok(())
            }
            Command::PonderHit => {
                desk.jobs.ponder_hit();
                Ok(())
            }
            Command::Quit => {
                desk.jobs.stop_if(|kind| kind != JobKind::Console);
                desk.ending = true;
                Ok(())
            }
            Command::Query(question) => query(desk, &question),
            Command::Display => display(desk),
            Command::Eval => evaluation(desk),
            Command::Help(topic) => help(desk, topic.as_deref()),
        }
    }

    /// Changes the engine, or says why not.
    fn change(
        &self,
        desk: &mut Desk<'_>,
        change: impl FnOnce(&mut Engine) -> Result<(), EngineError>,
        what: &str,
    ) -> io::Result<()> {
        match change(&mut desk.engine) {
            Ok(()) => self.confirm(desk, what),
            Err(error) => desk.send(&Reply::Error(error.to_string())),
        }
    }

    /// Says what a change of state has led to, in debug mode.
    fn confirm(&self, desk: &mut Desk<'_>, what: &str) -> io::Result<()> {
        if !self.debug {
            return Ok(());
        }
        let game = desk.engine.game();
        let text = format!("{what}: {} {}", game.variant(), game.text());
        desk.send(&Reply::Message(text))
    }
}

fn introduce(desk: &mut Desk<'_>, dialect: Dialect) -> io::Result<()> {
    desk.send(&Reply::Name(NAME.to_owned()))?;
    desk.send(&Reply::Author("the zugi authors".to_owned()))?;
    let declarations: Vec<_> = desk.engine.declarations().collect();
    for declaration in declarations {
        desk.send(&Reply::OptionDeclaration(declaration))?;
    }
    desk.send(&Reply::HandshakeDone(dialect))
}

fn go(desk: &mut Desk<'_>, go: &Go) -> io::Result<()> {
    let mut problems = go.rejected.clone();
    match desk.search(&go.limits) {
        Ok(more) => problems.extend(more),
        Err(missing) => {
            desk.send(&Reply::Error(missing.to_string()))?;
            return desk.send(&Reply::BestMove { mv: PASS.to_owned(), ponder: None });
        }
    }
    let rejected = Go { rejected: problems, ..Go::default() };
    match rejected.complaint() {
        Some(complaint) => desk.send(&Reply::Error(complaint)),
        None => Ok(()),
    }
}

fn query(desk: &mut Desk<'_>, query: &Query) -> io::Result<()> {
    let game = desk.engine.game();
    let answer = match query {
        Query::GameOver => game.outcome().is_some().to_string(),
        Query::PlayerOneTurn => (game.to_move() == Player::One).to_string(),
        Query::PlayerTwoTurn => (game.to_move() == Player::Two).to_string(),
        Query::Result => result(game),
        Query::Fen => game.text(),
        Query::Variant => game.variant().to_owned(),
        Query::IsLegal(text) => game.legal_move(text).is_ok().to_string(),
        Query::LegalMoves => match game.move_texts() {
            moves if moves.is_empty() => "none".to_owned(),
            moves => moves.join(" "),
        },
        Query::Board => match scene_json(game) {
            Ok(json) => json,
            Err(missing) => return desk.send(&Reply::Error(missing.to_string())),
        },
    };
    desk.send(&Reply::Response(answer))
}

fn display(desk: &mut Desk<'_>) -> io::Result<()> {
    let game = desk.engine.game();
    let drawing = draw(game, desk.colour);
    let (fen, player, key) = (game.text(), game.to_move(), game.key());
    let result = result(game);
    desk.send(&Reply::Text(format!(
        "{drawing}\n\nfen      {fen}\nto move  {player}\nkey      {key:016x}\nresult   {result}"
    )))
}

fn evaluation(desk: &mut Desk<'_>) -> io::Result<()> {
    let game = desk.engine.game();
    let reply = match desk.engine.evaluation() {
        Ok(Some(value)) => {
            Reply::Text(format!("evaluation {value} for {}, to move", game.to_move()))
        }
        Ok(None) => Reply::Text(format!("result {}", result(game))),
        Err(missing) => Reply::Error(missing.to_string()),
    };
    desk.send(&reply)
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
fn result(game: &dyn AnyGame) -> String {
    game.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}
