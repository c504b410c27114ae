//! Executes commands. Long work, such as searches and perft, becomes a job, see `jobs.rs`.

use std::io;

use zugi_game::ProofLimits;
use zugi_protocol::{Command, Dialect, GoLimits, Reply, complaint, help, quote};
use zugi_search::bench::BenchSettings;
use zugi_show::{DrawingStyle, draw};

use super::jobs::{Job, JobKind, bench_job, perft_job};
use super::query::{query, result};
use super::search_replies::PASS;
use super::session::{Session, Sink};
use super::{Engine, EngineError, NAME};

impl Session {
    /// Executes a command. A search or other long work only begins here; [`Session::job`] gives its
    /// replies later.
    ///
    /// # Errors
    /// The output is closed.
    pub fn handle(&mut self, command: Command, sink: &mut dyn Sink) -> io::Result<()> {
        match command {
            Command::Handshake(dialect) => {
                self.dialect = dialect;
                self.introduce(sink)?;
            }
            Command::XBoard => sink.reply(&Reply::Error(
                "\"xboard\" is not understood here: expected it as the first line of the program"
                    .to_owned(),
            ))?,
            Command::IsReady => sink.reply(&Reply::ReadyOk)?,
            Command::NewGame => {
                self.engine.clear_hash();
                self.confirm("new game", sink)?;
            }
            Command::SetOption { name, value } => {
                let set = |engine: &mut Engine| engine.set_option(&name, value.as_deref());
                self.change(set, "option", sink)?;
            }
            Command::Debug(on) => self.debug = on,
            Command::Position { start, moves } => {
                self.change(|engine| engine.set_position(&start, &moves), "position", sink)?;
            }
            Command::Moves(moves) => {
                self.change(|engine| Ok(engine.play_moves(&moves)?), "moves", sink)?;
            }
            Command::Undo(plies) => {
                self.change(|engine| Ok(engine.undo(plies)?), "undo", sink)?;
            }
            Command::Go(limits) => self.go(limits, Vec::new(), sink)?,
            Command::Solve { nodes, move_time } => {
                let threads = self.engine.values().threads;
                match self.engine.solve(ProofLimits { time: move_time, nodes, threads }) {
                    Ok(job) if nodes.is_some() || move_time.is_some() => {
                        self.jobs.start(job, JobKind::BoundedSearch, false);
                    }
                    Ok(job) => self.jobs.start(job, JobKind::UnboundedSearch, false),
                    Err(missing) => sink.reply(&Reply::Error(missing.to_string()))?,
                }
            }
            Command::Perft(depth) => self.perft(depth, false),
            Command::GoPerft(depth) => self.perft(depth, self.dialect == Dialect::Uci),
            Command::Divide(depth) => self.perft(depth, true),
            Command::Bench(depth) => {
                let settings = BenchSettings { depth, ..BenchSettings::default() };
                self.start(bench_job(self.engine.registry(), settings));
            }
            Command::Stop => self.jobs.stop_if(|_, _| true),
            Command::PonderHit => {
                self.jobs.queue.iter().for_each(|(_, token, _)| token.ponder_hit());
            }
            Command::Quit => {
                self.jobs.stop_if(|_, kind| kind != JobKind::Console);
                self.ending = true;
            }
            Command::Query(question) => {
                sink.reply(&query(&self.engine, &question, self.refusal.as_ref()))?;
            }
            Command::Display => sink.reply(&self.display())?,
            Command::Eval => sink.reply(&self.evaluation())?,
            Command::Help(topic) => sink.reply(&help(topic.as_deref()))?,
        }
        Ok(())
    }

    fn introduce(&mut self, sink: &mut dyn Sink) -> io::Result<()> {
        sink.reply(&Reply::Name(NAME.to_owned()))?;
        sink.reply(&Reply::Author("the zugi authors".to_owned()))?;
        for declaration in self.engine.declarations(self.dialect) {
            sink.reply(&Reply::OptionDeclaration(declaration))?;
        }
        if let Some(warning) = self.warning.take() {
            sink.reply(&Reply::Message(warning))?;
        }
        sink.reply(&Reply::HandshakeDone(self.dialect))
    }

    /// Starts a search, and reports all problems of its line as one error. `mate N` of UCI counts
    /// moves of the winner; the search counts plies.
    pub(super) fn go(
        &mut self,
        mut limits: GoLimits,
        mut problems: Vec<String>,
        sink: &mut dyn Sink,
    ) -> io::Result<()> {
        if self.dialect == Dialect::Uci {
            let plies = |moves: u32| moves.saturating_mul(2).saturating_sub(1);
            limits.mate = limits.mate.map(plies);
        }
        let (job, more) = match self.engine.search(&limits) {
            Ok(search) => search,
            Err(missing) => {
                sink.reply(&Reply::Error(missing.to_string()))?;
                return sink.reply(&Reply::BestMove { mv: PASS.to_owned(), ponder: None });
            }
        };
        let pondering = limits.ponder && !limits.infinite;
        let is_bounded = GoLimits { ponder: false, ..limits }.is_bounded();
        let kind = if is_bounded { JobKind::BoundedSearch } else { JobKind::UnboundedSearch };
        self.jobs.start(job, kind, pondering);
        problems.extend(more);
        complaint(&problems).map_or(Ok(()), |text| sink.reply(&Reply::Error(text)))
    }

    fn perft(&mut self, depth: u32, divide: bool) {
        self.start(perft_job(self.engine.game().boxed_clone(), depth, divide));
    }

    fn start(&mut self, job: Job) {
        self.jobs.start(job, JobKind::Console, false);
    }

    fn change(
        &mut self,
        change: impl FnOnce(&mut Engine) -> Result<(), EngineError>,
        what: &str,
        sink: &mut dyn Sink,
    ) -> io::Result<()> {
        self.refusal = change(&mut self.engine).err();
        match &self.refusal {
            None => self.confirm(what, sink),
            Some(error) => sink.reply(&Reply::Error(error.to_string())),
        }
    }

    fn confirm(&self, what: &str, sink: &mut dyn Sink) -> io::Result<()> {
        if !self.debug {
            return Ok(());
        }
        let game = self.engine.game();
        sink.reply(&Reply::Message(format!("{what}: {} {}", game.variant(), game.text())))
    }

    fn display(&self) -> Reply {
        let game = self.engine.game();
        let drawing = draw(game, DrawingStyle::default());
        let (fen, player, key) = (game.text(), game.to_move(), game.key());
        Reply::Text(format!(
            "{drawing}\n\nfen      {fen}\nto move  {player}\nkey      {key:016x}\nresult   {}",
            result(game)
        ))
    }

    /// In the unit of search scores.
    fn evaluation(&self) -> Reply {
        let game = self.engine.game();
        match self.engine.evaluation() {
            Ok(Some(value)) => {
                Reply::Text(format!("evaluation {value} for {}, to move", game.to_move()))
            }
            Ok(None) => Reply::Text(format!("result {}", result(game))),
            Err(missing) => Reply::Error(missing.to_string()),
        }
    }
}

fn help(name: Option<&str>) -> Reply {
    let Some(name) = name else { return Reply::Text(help::overview()) };
    match help::topic(name) {
        Some(topic) => Reply::Text(topic),
        None => {
            let names: Vec<&str> = help::names().collect();
            let expected = names.join(", ");
            Reply::Error(format!("no help on {}: expected one of {expected}", quote(name)))
        }
    }
}
