//! The session: one conversation over a pair of byte streams.
//!
//! Three kinds of thread: the reader turns input into lines, the session (this file)
//! executes commands in order and owns the output, and a worker runs what takes time.
//! All news comes to the session through one channel, so that nothing is ever printed
//! by two threads at once and no command waits for a search.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::event::Event;
use super::input::{MAX_LINE, read_lines};
use super::jobs::{Jobs, Kind};
use super::{AnyEngine, EngineError, Job, SearchJob, bench_job, crash, create};
use crate::games::{VARIANTS, canonical_name};
use crate::protocol::{
    self, Command, Dialect, Go, GoLimits, OptionError, OptionTable, Options, Query, Reply, Setting,
    help, quote,
};
use crate::search::StopToken;

/// Replies are kept back for others that are about to come up to so many bytes.
const MOST_UNWRITTEN: usize = 8 << 10;

/// How a session begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionConfig {
    /// The variant's canonical name.
    pub variant: String,
    /// Whether drawings may hold terminal colours.
    pub colour: bool,
}

/// One conversation with a client or a person.
pub struct Session<W> {
    engine: Box<dyn AnyEngine>,
    options: Options,
    table: OptionTable,
    jobs: Jobs,
    output: W,
    /// Lines on their way to the output.
    unwritten: String,
    colour: bool,
    /// Changes of state are confirmed by a message.
    debug: bool,
    /// No more input is taken; the session ends once no job is left.
    ending: bool,
}

impl<W: Write> Session<W> {
    /// Holds a conversation until `quit` or the end of the input.
    ///
    /// An output that nobody reads any more ends it too, quietly.
    ///
    /// # Errors
    /// If the engine cannot be made for the config, or the system has no threads for the
    /// session; nothing has been read then.
    ///
    /// ```
    /// use zugi::engine::{Session, SessionConfig};
    /// let config = SessionConfig { variant: "zola-6".into(), colour: false };
    /// let mut output = Vec::new();
    /// Session::run("isready\nquery p1turn\n".as_bytes(), &mut output, &config).unwrap();
    /// assert_eq!(output, b"readyok\nresponse true\n");
    /// ```
    pub fn run(
        input: impl BufRead + Send + 'static,
        output: W,
        config: &SessionConfig,
    ) -> Result<(), EngineError> {
        let (sender, events) = mpsc::channel();
        let table = OptionTable::new(&VARIANTS, &config.variant);
        let options = table.defaults();
        let no_thread = |error: io::Error| EngineError::Thread(error.to_string());
        let mut session = Session {
            engine: create(&options)?,
            options,
            table,
            jobs: Jobs::new(sender.clone()).map_err(no_thread)?,
            output,
            unwritten: String::new(),
            colour: config.colour,
            debug: false,
            ending: false,
        };
        // Not joined: it may wait for input that never comes.
        let read = move || read_lines(input, |event| sender.send(event).is_ok());
        thread::Builder::new().spawn(read).map_err(no_thread)?;
        if let Err(error) = session.converse(&events) {
            log::info!("nobody reads the output: {error}");
            session.jobs.stop_if(|_| true);
        }
        Ok(())
    }

    fn converse(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        while !(self.ending && self.jobs.is_idle()) {
            let event = match events.try_recv() {
                Ok(event) => event,
                Err(_) => {
                    // Whoever waits for an answer gets it before this thread waits.
                    self.flush()?;
                    match events.recv() {
                        Ok(event) => event,
                        Err(_) => break,
                    }
                }
            };
            self.take(event)?;
        }
        self.flush()
    }

    fn take(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(_) | Event::TooLong(_) if self.ending => Ok(()),
            Event::Line(line) => self.line(&line),
            Event::TooLong(beginning) => {
                let text = quote(&beginning);
                self.error(format!("too long: {text}: expected a line of at most {MAX_LINE} bytes"))
            }
            Event::EndOfInput => {
                self.jobs.stop_unbounded();
                self.ending = true;
                Ok(())
            }
            Event::Reply(reply) => self.send(&reply),
            Event::Finished => {
                self.jobs.finished();
                Ok(())
            }
        }
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        log::debug!("< {}", line.trim_end());
        crash::remember(line);
        match protocol::parse(line) {
            Ok(Some(command)) => self.execute(command),
            Ok(None) => Ok(()),
            Err(error) => self.error(error.to_string()),
        }
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Handshake(dialect) => self.introduce(dialect),
            Command::IsReady => self.send(&Reply::ReadyOk),
            Command::NewGame => self.change(|engine| engine.clear(), "new game"),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Position { start, moves } => {
                self.change(|engine| engine.set_position(&start, &moves), "position")
            }
            Command::Moves(moves) => self.change(|engine| engine.play_moves(&moves), "moves"),
            Command::Undo(plies) => self.change(|engine| engine.undo(plies), "undo"),
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => self.console(self.engine.perft(depth, false)),
            Command::Divide(depth) => self.console(self.engine.perft(depth, true)),
            Command::Bench(depth) => self.console(bench_job(depth)),
            Command::Stop => {
                self.jobs.stop_if(|_| true);
                Ok(())
            }
            Command::PonderHit => {
                self.jobs.ponder_hit();
                Ok(())
            }
            Command::Quit => {
                self.jobs.stop_if(|kind| kind != Kind::Console);
                self.ending = true;
                Ok(())
            }
            Command::Query(query) => self.query(&query),
            Command::Display => self.display(),
            Command::Eval => self.evaluation(),
            Command::Help(topic) => self.help(topic.as_deref()),
        }
    }

    fn introduce(&mut self, dialect: Dialect) -> io::Result<()> {
        let name = concat!("zugi ", env!("CARGO_PKG_VERSION")).to_owned();
        self.send(&Reply::Id { name, author: "the zugi authors".to_owned() })?;
        for declaration in self.table.declarations() {
            self.send(&Reply::OptionDeclaration(declaration))?;
        }
        self.send(&Reply::HandshakeDone(dialect))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let parsed = match (self.table.parse(name, value), value) {
            // A game's own name stands for its standard variant.
            (Err(error @ OptionError::BadValue { name: "UGI_Variant", .. }), Some(value)) => {
                canonical_name(value).map(|name| Setting::Variant(name.to_owned())).ok_or(error)
            }
            (parsed, _) => parsed,
        };
        let setting = match parsed {
            Ok(setting) => setting,
            Err(error) => return self.error(error.to_string()),
        };
        let mut options = self.options.clone();
        options.apply(setting.clone());
        let changed = match setting {
            Setting::Clear => self.engine.clear(),
            Setting::Variant(_) => create(&options).map(|engine| self.engine = engine),
            _ => self.engine.configure(&options),
        };
        match changed {
            Ok(()) => {
                self.options = options;
                self.confirm("option")
            }
            Err(error) => self.error(error.to_string()),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let token = StopToken::new(go.limits.ponder);
        let SearchJob { job, mut problems } = self.engine.search(&go.limits);
        problems.splice(0..0, go.rejected.iter().cloned());
        let rejected = Go { rejected: problems, ..Go::default() };
        if let Some(complaint) = rejected.complaint() {
            self.error(complaint)?;
        }
        let kind = match &go.limits {
            limits if limits.is_bounded() => Kind::BoundedSearch,
            limits if limits.ponder && !limits.infinite => {
                let after = GoLimits { ponder: false, ..limits.clone() };
                Kind::Pondering { then_bounded: after.is_bounded() }
            }
            _ => Kind::UnboundedSearch,
        };
        self.jobs.start(job, token, kind);
        Ok(())
    }

    fn console(&mut self, job: Job) -> io::Result<()> {
        self.jobs.start(job, StopToken::default(), Kind::Console);
        Ok(())
    }

    fn query(&mut self, query: &Query) -> io::Result<()> {
        let engine = &self.engine;
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
        self.send(&Reply::Response(answer))
    }

    fn display(&mut self) -> io::Result<()> {
        let engine = &self.engine;
        let drawing = engine.draw(self.colour);
        let (fen, player, key) = (engine.fen(), engine.to_move(), engine.key());
        let result = result(engine.as_ref());
        self.send(&Reply::Text(format!(
            "{drawing}\n\nfen      {fen}\nto move  {player}\nkey      {key:016x}\nresult   {result}"
        )))
    }

    fn evaluation(&mut self) -> io::Result<()> {
        let text = match self.engine.evaluation() {
            Some(value) => format!("evaluation {value} for {}, to move", self.engine.to_move()),
            None => format!("result {}", result(self.engine.as_ref())),
        };
        self.send(&Reply::Text(text))
    }

    fn help(&mut self, name: Option<&str>) -> io::Result<()> {
        let Some(name) = name else { return self.send(&Reply::Text(help::overview())) };
        match help::topic(name) {
            Some(topic) => self.send(&Reply::Text(topic)),
            None => {
                let names: Vec<&str> = help::names().collect();
                self.error(format!(
                    "no help on {}: expected one of {}",
                    quote(name),
                    names.join(", ")
                ))
            }
        }
    }

    /// Changes the engine, or says why not.
    fn change(
        &mut self,
        change: impl FnOnce(&mut dyn AnyEngine) -> Result<(), EngineError>,
        what: &str,
    ) -> io::Result<()> {
        match change(self.engine.as_mut()) {
            Ok(()) => self.confirm(what),
            Err(error) => self.error(error.to_string()),
        }
    }

    /// Says what a change of state has led to, in debug mode.
    fn confirm(&mut self, what: &str) -> io::Result<()> {
        if !self.debug {
            return Ok(());
        }
        let text = format!("{what}: {} {}", self.engine.variant(), self.engine.fen());
        self.send(&Reply::Message(text))
    }

    fn error(&mut self, text: String) -> io::Result<()> {
        self.send(&Reply::Error(text))
    }

    /// Prints a reply, together with others that are there at the same time: each write
    /// takes time from a search, and wakes the client.
    fn send(&mut self, reply: &Reply) -> io::Result<()> {
        let begin = self.unwritten.len();
        self.unwritten.push_str(&format!("{reply}\n"));
        log::debug!("> {}", self.unwritten.get(begin..).unwrap_or_default().trim_end());
        if self.unwritten.len() >= MOST_UNWRITTEN { self.flush() } else { Ok(()) }
    }

    /// Whole lines in one write and one flush.
    fn flush(&mut self) -> io::Result<()> {
        if self.unwritten.is_empty() {
            return Ok(());
        }
        self.output.write_all(self.unwritten.as_bytes())?;
        self.unwritten.clear();
        self.output.flush()
    }
}

/// The outcome in the protocol's words.
fn result(engine: &dyn AnyEngine) -> String {
    engine.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}
