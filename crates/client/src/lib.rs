//! The client side of a UGI or UCI conversation with one engine: [`Client`].
//!
//! The client is lenient where that is safe: it skips `info` lines, ignores extra white space and a
//! `ponder` move after `bestmove`, and tolerates up to 1000 invalid lines in each wait. It is
//! strict where a game's result depends on it: one `bestmove` per `go`, one word per `response`,
//! and a deadline for each wait.
#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    deny(
        clippy::dbg_macro,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod answer;
mod capabilities;
mod descendants;
mod fault;
mod handshake;
mod launch;
pub mod open_files;
mod pipes;
pub mod process;
mod suspension;
mod wait;

use std::time::{Duration, Instant};

use zugi_protocol::{
    Command, Dialect, GoLimits, OptionDeclaration, Query, Reply, Start, parse_reply, quote,
};

use crate::process::{Launch, Process, ReadError, SpawnError};
pub use answer::Answer;
pub use capabilities::EngineCapabilities;
pub use fault::{Fault, FaultKind};
pub use handshake::{EngineSetup, VARIANT_OPTIONS};
pub use wait::Received;
use wait::Wait;

const MAX_ERRORS: usize = 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For `ugiok`, for the `readyok` after the variant, and for the `readyok` after the other
    /// options; each wait has this time.
    pub start: Duration,
    /// For a later `readyok` and for a `response`.
    pub ready: Duration,
    /// For the `readyok` after `uginewgame`.
    pub new_game: Duration,
    /// For `bestmove` after a `go` without a time limit.
    pub search: Duration,
    /// For `bestmove` after a `go` with a time limit, beyond that time.
    pub overrun: Duration,
    /// For the end of the process after `quit`.
    pub quit: Duration,
}

impl Timeouts {
    #[must_use]
    pub const fn all(time: Duration) -> Timeouts {
        Timeouts {
            start: time,
            ready: time,
            new_game: time,
            search: time,
            overrun: time,
            quit: time,
        }
    }
}

impl Default for Timeouts {
    /// A minute for the start and for a search without a time limit, which depend on the speed of
    /// the machine; ten seconds for `readyok`, for `response`, and for a move beyond its time
    /// limit; one second to quit.
    fn default() -> Timeouts {
        let work = Duration::from_secs(60);
        let quit = Duration::from_secs(1);
        Timeouts { start: work, search: work, quit, ..Timeouts::all(Duration::from_secs(10)) }
    }
}

/// A running engine that has completed the handshake, unless it comes from [`Client::spawn`].
pub struct Client {
    name: String,
    dialect: Dialect,
    id_name: Option<String>,
    options: Vec<OptionDeclaration>,
    /// The lines of the handshake that could not be read, each with its error.
    misread: Vec<String>,
    process: Process,
    timeouts: Timeouts,
    /// Commands that wait for the next `send`, which sends them and its own one in one write.
    pending: Vec<String>,
    /// Whether `readyok` or `response` has come since the last `bestmove`: then no output of that
    /// search can follow.
    is_idle: bool,
    errors: Vec<String>,
    /// The optional queries that the engine answers. The caller finds them with another process of
    /// the engine, and sets them here; until then there are none.
    pub capabilities: EngineCapabilities,
    received: Option<Vec<Received>>,
}

impl Client {
    /// Starts an engine without the handshake, for UGI. `name` is for messages.
    ///
    /// # Errors
    /// The process cannot be started.
    pub fn spawn(name: &str, launch: &Launch, timeouts: &Timeouts) -> Result<Client, SpawnError> {
        Ok(Client {
            name: name.to_owned(),
            dialect: Dialect::Ugi,
            id_name: None,
            options: Vec::new(),
            misread: Vec::new(),
            process: Process::spawn(name, launch)?,
            timeouts: *timeouts,
            pending: Vec::new(),
            is_idle: true,
            errors: Vec::new(),
            capabilities: EngineCapabilities::default(),
            received: None,
        })
    }

    /// The engine's name for messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The name that the engine reported by `id name`.
    #[must_use]
    pub fn id_name(&self) -> Option<&str> {
        self.id_name.as_deref()
    }

    #[must_use]
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// The process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    #[must_use]
    pub fn transcript(&self) -> Vec<String> {
        self.process.transcript()
    }

    /// The lines received since the last call. The first call starts recording.
    pub fn take_received(&mut self) -> Vec<Received> {
        self.received.replace(Vec::new()).unwrap_or_default()
    }

    /// Sends `uginewgame` and waits for `readyok`.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.push(&Command::NewGame);
        self.wait_ready(self.timeouts.new_game)
    }

    /// Sets the position: a position text (`None` for the start position), and the moves from
    /// there. The command is sent together with the next one that has an answer.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let start = fen.map_or(Start::StartPos, |fen| Start::Fen(fen.to_owned()));
        self.push(&Command::Position { start, moves: moves.to_vec() });
    }

    /// Sends `isready`, and waits until all earlier commands are done.
    ///
    /// # Errors
    /// See [`FaultKind`]; a second `bestmove` for the last `go` is detected here.
    pub fn ready(&mut self) -> Result<(), Fault> {
        self.wait_ready(self.timeouts.ready)
    }

    fn wait_ready(&mut self, timeout: Duration) -> Result<(), Fault> {
        self.send(&Command::IsReady);
        self.ready_ok(timeout)
    }

    fn ready_ok(&mut self, timeout: Duration) -> Result<(), Fault> {
        self.wait_for("readyok", "isready", timeout, |received| match received.reply {
            Ok(Some(Reply::ReadyOk)) => Ok(Some(())),
            _ => no_best_move(received),
        })?;
        self.is_idle = true;
        Ok(())
    }

    /// Sends `query QUESTION`, and waits for an answer of one word.
    pub fn query(&mut self, question: &Query) -> Result<String, Fault> {
        let command = Command::Query(question.clone());
        self.send(&command);
        let answer = |received: &Received| match &received.reply {
            Ok(Some(Reply::Response(word))) if is_one_word(word) => Ok(Some(word.clone())),
            Ok(Some(Reply::Response(_))) => {
                let line = quote(&received.line.text);
                let text = format!("{line} instead of `response` and one word");
                Err(Fault::new(FaultKind::Malformed, text))
            }
            _ => no_best_move(received),
        };
        let answer =
            self.wait_for("response", &command.to_string(), self.timeouts.ready, answer)?;
        self.is_idle = true;
        Ok(answer)
    }

    /// Starts a search, and waits for its move, at most `time_limit` ([`Timeouts::search`] if
    /// `None`). A `bestmove` that arrives shortly after the deadline may still be returned: check
    /// [`Answer::elapsed`]. If neither `readyok` nor `response` has come since the previous search,
    /// an `isready` before `go` makes sure that the previous search is over.
    pub fn go(&mut self, limits: GoLimits, time_limit: Option<Duration>) -> Result<Answer, Fault> {
        let is_idle = self.is_idle;
        if !is_idle {
            self.push(&Command::IsReady);
        }
        self.send(&Command::Go(limits));
        if !is_idle {
            self.ready_ok(self.timeouts.ready)?;
        }
        self.is_idle = false;
        self.best_move("go", time_limit.unwrap_or(self.timeouts.search))
    }

    /// Sends `stop` after [`Client::go`] has timed out, and waits for the move.
    pub fn stop(&mut self, grace: Duration) -> Result<Answer, Fault> {
        self.send(&Command::Stop);
        self.best_move("stop", grace)
    }

    /// Waits for the `bestmove` of the search that `command` has started or stopped.
    pub fn best_move(&mut self, command: &str, limit: Duration) -> Result<Answer, Fault> {
        let asked = Instant::now();
        self.process.start_suspension_timer();
        let (mut answer, dialect) = (Answer::default(), self.dialect);
        let (best, at) = self.wait_for("bestmove", command, limit, |received| {
            match &received.reply {
                Ok(Some(Reply::BestMove { mv, .. })) => {
                    return Ok(Some((mv.clone(), received.line.at)));
                }
                Ok(Some(Reply::Info(info))) => answer.take(info, dialect),
                Err(_) if received.line.text.trim_start().starts_with("bestmove") => {
                    let line = quote(&received.line.text);
                    let text = format!("{line} instead of `bestmove` and one move");
                    return Err(Fault::new(FaultKind::Malformed, text));
                }
                _ => {}
            }
            Ok(None)
        })?;
        let written = self.process.written().unwrap_or(asked);
        let suspended = self.process.suspended();
        let elapsed = at.saturating_duration_since(written);
        Ok(Answer { best, elapsed, suspended, ..answer })
    }

    /// Waits up to `limit` for the first line for which `answer` returns a value, and skips the
    /// others. The text of a fault names `expected`, the first word of the answer; after a timeout
    /// or too many invalid lines, it also names `command`.
    ///
    /// # Errors
    /// The fault that `answer` returns, or a fault of the engine, see [`FaultKind`].
    pub fn wait_for<T>(
        &mut self,
        expected: &str,
        command: &str,
        limit: Duration,
        mut answer: impl FnMut(&Received) -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let mut wait = Wait::new(expected, command, limit);
        loop {
            let before = self.process.suspended();
            let line = self.process.read_answer(wait.deadline);
            wait.deadline += self.process.suspended().saturating_sub(before);
            let line = line.map_err(|error| wait.fault(&error))?;
            let received = Received { reply: parse_reply(&line.text), line };
            if let Ok(Some(Reply::Error(text))) = &received.reply
                && self.errors.len() < MAX_ERRORS
            {
                self.errors.push(text.clone());
            }
            let found = answer(&received);
            let skipped = match found {
                Ok(None) => wait.skip(&received, &self.name),
                _ => Ok(()),
            };
            if let Some(log) = &mut self.received {
                log.push(received);
            }
            skipped?;
            if let Some(found) = found? {
                return Ok(found);
            }
        }
    }

    /// The next line, even one that [`Client::wait_for`] would skip.
    pub fn next_line(&mut self, deadline: Instant) -> Result<Received, ReadError> {
        let line = self.process.read_line(deadline)?;
        let received = Received { reply: parse_reply(&line.text), line };
        if let Some(log) = &mut self.received {
            log.push(received.clone());
        }
        Ok(received)
    }

    /// Sends `quit`, and kills the engine with its descendants if it still runs after
    /// [`Timeouts::quit`]. Returns whether the engine exited by itself.
    pub fn quit(self) -> bool {
        self.process.quit(self.timeouts.quit).is_some()
    }

    fn push(&mut self, command: &Command) {
        self.pending.push(command.line(self.dialect));
    }

    /// Sends the queued commands and this one in one write.
    fn send(&mut self, command: &Command) {
        self.push(command);
        self.process.send_lines(&self.pending);
        self.pending.clear();
    }
}

/// Skips a line that comes while no search runs; a `bestmove` is then a fault.
fn no_best_move<T>(received: &Received) -> Result<Option<T>, Fault> {
    let text = received.line.text.trim();
    match text.split_ascii_whitespace().next() {
        Some("bestmove") => {
            Err(Fault::new(FaultKind::Malformed, format!("{} without a go", quote(text))))
        }
        _ => Ok(None),
    }
}

fn is_one_word(text: &str) -> bool {
    text.split_ascii_whitespace().count() == 1
}
