//! The UGI and UCI session.

use std::io;

use zugi_game::{DrawingStyle, draw};
use zugi_protocol::{Command, Dialect, Go, Info, Reply, UgiScore, help, quote};
use zugi_search::bench::BenchSettings;

use super::context::SessionContext;
use super::convert::PASS;
use super::job_queue::JobKind;
use super::query::{query, result};
use super::{Engine, EngineError, NAME, bench_job, perft_job};

/// The state of a UGI or UCI session.
#[derive(Default)]
pub(super) struct Ugi {
    /// The `debug` mode: changes of state are confirmed by a message.
    debug: bool,
    /// That of the last handshake; UGI without one.
    dialect: Dialect,
}

impl Ugi {
    /// Executes a line of input.
    pub fn line(&mut self, context: &mut SessionContext<'_>, line: &str) -> io::Result<()> {
        match zugi_protocol::parse(line) {
            Ok(Some(command)) => self.execute(context, command),
            Ok(None) => Ok(()),
            Err(error) => context.send(&Reply::Error(error.to_string())),
        }
    }

    fn execute(&mut self, context: &mut SessionContext<'_>, command: Command) -> io::Result<()> {
        match command {
            Command::Handshake(dialect) => {
                self.dialect = dialect;
                introduce(context, dialect)
            }
            Command::XBoard => context.send(&Reply::Error(
                "\"xboard\" comes too late: expected it as the first line of a session".to_owned(),
            )),
            Command::IsReady => context.send(&Reply::ReadyOk),
            Command::NewGame => {
                context.engine.clear_hash();
                self.confirm(context, "new game")
            }
            Command::SetOption { name, value } => {
                self.change(context, |engine| engine.set_option(&name, value.as_deref()), "option")
            }
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Position { start, moves } => {
                self.change(context, |engine| engine.set_position(&start, &moves), "position")
            }
            Command::Moves(moves) => {
                self.change(context, |engine| Ok(engine.play_moves(&moves)?), "moves")
            }
            Command::Undo(plies) => self.change(context, |engine| Ok(engine.undo(plies)?), "undo"),
            Command::Go(go) => self.go(context, go),
            Command::Solve { nodes, move_time } => match context.solve(nodes, move_time) {
                Ok(()) => Ok(()),
                Err(missing) => context.send(&Reply::Error(missing.to_string())),
            },
            Command::Perft(depth) => {
                context.start(perft_job(context.engine.game().boxed_clone(), depth, false));
                Ok(())
            }
            Command::Divide(depth) => {
                context.start(perft_job(context.engine.game().boxed_clone(), depth, true));
                Ok(())
            }
            Command::Bench(depth) => {
                let settings = BenchSettings { depth, ..BenchSettings::default() };
                context.start(bench_job(context.engine.registry(), settings));
                Ok(())
            }
            Command::Stop => {
                context.jobs.stop_if(|_| true);
                Ok(())
            }
            Command::PonderHit => {
                context.jobs.ponder_hit();
                Ok(())
            }
            Command::Quit => {
                context.jobs.stop_if(|kind| kind != JobKind::Console);
                context.ending = true;
                Ok(())
            }
            Command::Query(question) => query(context, &question),
            Command::Display => display(context),
            Command::Eval => evaluation(context),
            Command::Help(topic) => help(context, topic.as_deref()),
        }
    }

    /// Starts a search. `go mate N` of UCI counts moves of the winner.
    fn go(&self, context: &mut SessionContext<'_>, mut go: Go) -> io::Result<()> {
        if self.dialect == Dialect::Uci {
            let plies = |moves: u32| moves.saturating_mul(2).saturating_sub(1);
            go.limits.mate = go.limits.mate.map(plies);
        }
        search(context, &go)
    }

    /// A reply of the running job as this dialect writes it: UCI counts moves of the winner where
    /// UGI counts plies.
    pub fn translate(&self, reply: Reply) -> Reply {
        match reply {
            Reply::Info(info) if self.dialect == Dialect::Uci => {
                Reply::Info(Info { score: info.score.map(UgiScore::plies_to_moves), ..info })
            }
            reply => reply,
        }
    }

    /// Applies a change to the engine, or reports its error.
    fn change(
        &self,
        context: &mut SessionContext<'_>,
        change: impl FnOnce(&mut Engine) -> Result<(), EngineError>,
        what: &str,
    ) -> io::Result<()> {
        match change(&mut context.engine) {
            Ok(()) => self.confirm(context, what),
            Err(error) => context.send(&Reply::Error(error.to_string())),
        }
    }

    /// In debug mode, confirms a change of state.
    fn confirm(&self, context: &mut SessionContext<'_>, what: &str) -> io::Result<()> {
        if !self.debug {
            return Ok(());
        }
        let game = context.engine.game();
        let text = format!("{what}: {} {}", game.variant(), game.text());
        context.send(&Reply::Message(text))
    }
}

fn introduce(context: &mut SessionContext<'_>, dialect: Dialect) -> io::Result<()> {
    context.send(&Reply::Name(NAME.to_owned()))?;
    context.send(&Reply::Author("the zugi authors".to_owned()))?;
    let declarations: Vec<_> = context.engine.declarations().collect();
    for declaration in declarations {
        context.send(&Reply::OptionDeclaration(declaration))?;
    }
    if let Some(warning) = context.warning.take() {
        context.send(&Reply::Message(warning))?;
    }
    context.send(&Reply::HandshakeDone(dialect))
}

fn search(context: &mut SessionContext<'_>, go: &Go) -> io::Result<()> {
    let mut problems = go.rejected.clone();
    match context.search(&go.limits) {
        Ok(more) => problems.extend(more),
        Err(missing) => {
            context.send(&Reply::Error(missing.to_string()))?;
            return context.send(&Reply::BestMove { mv: PASS.to_owned(), ponder: None });
        }
    }
    let rejected = Go { rejected: problems, ..Go::default() };
    match rejected.complaint() {
        Some(complaint) => context.send(&Reply::Error(complaint)),
        None => Ok(()),
    }
}

fn display(context: &mut SessionContext<'_>) -> io::Result<()> {
    let game = context.engine.game();
    let style = DrawingStyle { colour: context.colour, ..DrawingStyle::default() };
    let drawing = draw(game, style);
    let (fen, player, key) = (game.text(), context.mover(), game.key());
    let result = result(game);
    context.send(&Reply::Text(format!(
        "{drawing}\n\nfen      {fen}\nto move  {player}\nkey      {key:016x}\nresult   {result}"
    )))
}

fn evaluation(context: &mut SessionContext<'_>) -> io::Result<()> {
    let game = context.engine.game();
    let reply = match context.engine.evaluation() {
        Ok(Some(value)) => {
            // `eval` and search use the same format for scores.
            let value = if context.names { UgiScore::checkers(value) } else { value.to_string() };
            Reply::Text(format!("evaluation {value} for {}, to move", context.mover()))
        }
        Ok(None) => Reply::Text(format!("result {}", result(game))),
        Err(missing) => Reply::Error(missing.to_string()),
    };
    context.send(&reply)
}

fn help(context: &mut SessionContext<'_>, name: Option<&str>) -> io::Result<()> {
    let Some(name) = name else { return context.send(&Reply::Text(help::overview())) };
    match help::topic(name) {
        Some(topic) => context.send(&Reply::Text(topic)),
        None => {
            let names: Vec<&str> = help::names().collect();
            context.send(&Reply::Error(format!(
                "no help on {}: expected one of {}",
                quote(name),
                names.join(", ")
            )))
        }
    }
}
