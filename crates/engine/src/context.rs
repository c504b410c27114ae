//! What the protocols of a session share: the engine, the jobs and the output.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use zugi_game::{MissingCapability, ProofLimits, player_name};
use zugi_protocol::GoLimits;

use super::Engine;
use super::job::{Job, SearchJob};
use super::job_queue::{JobKind, Jobs};

/// Replies are buffered up to this many bytes.
const MOST_UNWRITTEN: usize = 8 << 10;

/// The engine, its jobs, and the output to the client.
pub(super) struct SessionContext<'a> {
    pub engine: Engine,
    pub jobs: Jobs,
    /// Whether drawings may contain ANSI colours.
    pub colour: bool,
    /// A warning to send at the first `ugi`.
    pub warning: Option<String>,
    /// Whether a person reads the answers: players have the game's names, and scores are in whole
    /// pieces.
    pub names: bool,
    /// Whether input is closed; the session ends once no job is left.
    pub ending: bool,
    output: Box<dyn Write + Send + 'a>,
    /// The output buffer, whole lines.
    unwritten: String,
}

impl<'a> SessionContext<'a> {
    pub fn new(
        engine: Engine,
        jobs: Jobs,
        output: Box<dyn Write + Send + 'a>,
        colour: bool,
        names: bool,
    ) -> SessionContext<'a> {
        let unwritten = String::new();
        SessionContext {
            engine,
            jobs,
            colour,
            names,
            warning: None,
            ending: false,
            output,
            unwritten,
        }
    }

    /// The name of the side to move.
    pub fn mover(&self) -> String {
        let game = self.engine.game();
        if self.names { player_name(game, game.to_move()) } else { game.to_move().to_string() }
    }

    /// Starts a job for a person at a console.
    pub fn start(&mut self, job: Job) {
        self.jobs.start(job, self.jobs.token(false), JobKind::Console, self.engine.game());
    }

    /// Starts a proof of the current position; without limits it counts as an unbounded search.
    ///
    /// # Errors
    /// The variant has no solver.
    pub fn solve(
        &mut self,
        nodes: Option<u64>,
        time: Option<Duration>,
    ) -> Result<(), MissingCapability> {
        let threads = self.engine.values().threads;
        let job = self.engine.solve(ProofLimits { time, nodes, threads })?;
        let is_bounded = nodes.is_some() || time.is_some();
        let kind = if is_bounded { JobKind::BoundedSearch } else { JobKind::UnboundedSearch };
        self.jobs.start(job, self.jobs.token(false), kind, self.engine.game());
        Ok(())
    }

    /// Starts a search of the current position; returns the errors in the limits.
    ///
    /// # Errors
    /// The variant has no search.
    pub fn search(&mut self, limits: &GoLimits) -> Result<Vec<String>, MissingCapability> {
        let token = self.jobs.token(limits.ponder);
        let SearchJob { job, problems } = self.engine.search(limits)?;
        let kind = match limits {
            limits if limits.is_bounded() => JobKind::BoundedSearch,
            limits if limits.ponder && !limits.infinite => {
                let after = GoLimits { ponder: false, ..limits.clone() };
                JobKind::Pondering { then_bounded: after.is_bounded() }
            }
            _ => JobKind::UnboundedSearch,
        };
        self.jobs.start(job, token, kind, self.engine.game());
        Ok(problems)
    }

    /// Buffers a reply: each write takes time from a search and wakes the client.
    pub fn send(&mut self, reply: &impl Display) -> io::Result<()> {
        let begin = self.unwritten.len();
        self.unwritten.push_str(&format!("{reply}\n"));
        log::debug!("> {}", self.unwritten.get(begin..).unwrap_or_default().trim_end());
        if self.unwritten.len() >= MOST_UNWRITTEN { self.flush() } else { Ok(()) }
    }

    /// Writes and flushes the buffered lines.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.unwritten.is_empty() {
            return Ok(());
        }
        self.output.write_all(self.unwritten.as_bytes())?;
        self.unwritten.clear();
        self.output.flush()
    }
}
