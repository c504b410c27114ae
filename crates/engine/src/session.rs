//! A session executes typed commands and gives typed replies. [`Session::line`] parses text.
//!
//! [`Session::run`] has three threads: the reader splits the input into lines, the caller's thread
//! executes them in order and owns the output, and a worker runs the jobs. All events come through
//! one channel, so output is never interleaved and no command waits for a search.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use zugi_game::Registry;
use zugi_protocol::{Command, Dialect, Info, Line, Reply, UgiScore, parse_line};
use zugi_search::{HostPoll, StopToken};

use super::crash::CommandLog;
use super::jobs::{Job, JobEvent, Jobs, start_worker};
use super::text_front::{Front, InputLine, next_line};
use super::{Engine, EngineError};

/// The most lines queued for the session. If a client sends lines without reading the answers, its
/// pipe fills up, and this program's memory does not.
const MOST_LINES: usize = 64;

/// Where a session's replies go.
pub trait Sink {
    /// # Errors
    /// The output is closed.
    fn reply(&mut self, reply: &Reply) -> io::Result<()>;
}

impl Sink for Vec<Reply> {
    fn reply(&mut self, reply: &Reply) -> io::Result<()> {
        self.push(reply.clone());
        Ok(())
    }
}

/// An engine with its running jobs, controlled by commands.
///
/// ```
/// use zugi_engine::Session;
/// use zugi_game::{Registry, Variant, toy::Corridor};
/// use zugi_protocol::{Command, Query, Reply};
///
/// let registry = Registry::new(vec![Variant::new::<Corridor>()], "corridor");
/// let mut session = Session::new(&registry, "corridor")?;
/// let mut replies = Vec::new();
/// session.handle(Command::Query(Query::PlayerOneTurn), &mut replies).unwrap();
/// assert_eq!(replies, [Reply::Response("true".to_owned())]);
/// # Ok::<(), zugi_engine::EngineError>(())
/// ```
pub struct Session {
    pub(super) engine: Engine,
    pub(super) jobs: Jobs,
    /// The dialect of the last handshake; UGI before the first one.
    pub(super) dialect: Dialect,
    /// In `debug` mode, messages confirm changes of state.
    pub(super) debug: bool,
    /// Why the last change of position or options was refused.
    pub(super) refusal: Option<EngineError>,
    /// A warning to send at the first handshake.
    pub(super) warning: Option<String>,
    pub(super) ending: bool,
    commands: CommandLog,
}

#[derive(Debug)]
pub(super) enum Event {
    Line(InputLine),
    EndOfInput,
    Job(JobEvent),
}

impl Session {
    /// Begins with this variant. An unknown name selects the default variant with a warning,
    /// because match runners use their own names for games.
    ///
    /// # Errors
    /// There is no memory for the engine.
    pub fn new(registry: &Registry, variant: &str) -> Result<Session, EngineError> {
        Session::polling(registry, variant, None)
    }

    pub(super) fn polling(
        registry: &Registry,
        variant: &str,
        poll: Option<HostPoll>,
    ) -> Result<Session, EngineError> {
        let (variant, warning) = match registry.find(variant) {
            Ok(variant) => (variant.name(), None),
            Err(unknown) => {
                let variant = registry.default_variant().name();
                (variant, Some(format!("warning: {unknown}; it is {variant} now")))
            }
        };
        if let Some(warning) = &warning {
            log::warn!("{warning}");
        }
        Ok(Session {
            engine: Engine::new(registry, variant)?,
            jobs: Jobs { poll, queue: VecDeque::new() },
            dialect: Dialect::default(),
            debug: false,
            refusal: None,
            warning,
            ending: false,
            commands: CommandLog::default(),
        })
    }

    /// Records the input lines for a crash report.
    #[must_use]
    pub fn recorded(self, commands: CommandLog) -> Session {
        Session { commands, ..self }
    }

    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Executes a line of the text protocol.
    ///
    /// # Errors
    /// The output is closed.
    pub fn line(&mut self, line: InputLine, sink: &mut dyn Sink) -> io::Result<()> {
        match line.and_then(|line| parse_line(&line)) {
            Ok(None) => Ok(()),
            Ok(Some(Line { command: Command::Go(limits), skipped })) => {
                self.go(limits, skipped.iter().map(ToString::to_string).collect(), sink)
            }
            Ok(Some(line)) => self.handle(line.command, sink),
            Err(error) => sink.reply(&Reply::Error(error.to_string())),
        }
    }

    /// Handles an event of the running job. The distance to a win is in moves of the winner in UCI,
    /// and in plies in UGI.
    ///
    /// # Errors
    /// The output is closed.
    pub fn job(&mut self, event: JobEvent, sink: &mut dyn Sink) -> io::Result<()> {
        match event {
            JobEvent::Reply(Reply::Info(info)) if self.dialect == Dialect::Uci => {
                let score = info.score.map(UgiScore::plies_to_moves);
                sink.reply(&Reply::Info(Info { score, ..info }))
            }
            JobEvent::Reply(reply) => sink.reply(&reply),
            JobEvent::Finished => {
                self.jobs.queue.pop_front();
                Ok(())
            }
        }
    }

    /// Ends the input: stops unbounded and pondering searches, which then answer.
    pub fn end_of_input(&mut self) {
        self.jobs.stop_unbounded();
        self.ending = true;
    }

    /// Whether the session accepts no more lines: after `quit` or the end of the input.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.ending
    }

    /// Whether the session has ended: it accepts no more lines, and no job is left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.ending && self.jobs.queue.is_empty()
    }

    /// The next job, if none runs. Pass its replies and its end to [`Session::job`].
    pub fn take_job(&mut self) -> Option<(Job, StopToken)> {
        self.jobs.take_next()
    }

    /// Runs the session until `quit` or the end of the input; a closed output ends it without an
    /// error.
    ///
    /// # Errors
    /// The system cannot start the threads; no input has been read then.
    ///
    /// ```
    /// use zugi_engine::{Session, TextFront};
    /// use zugi_game::{Registry, Variant, toy::Corridor};
    ///
    /// let registry = Registry::new(vec![Variant::new::<Corridor>()], "corridor");
    /// let session = Session::new(&registry, "corridor")?;
    /// let mut output = Vec::new();
    /// session.run("isready\nquery p1turn\n".as_bytes(), &mut TextFront::new(&mut output))?;
    /// assert_eq!(output, b"readyok\nresponse true\n");
    /// # Ok::<(), zugi_engine::EngineError>(())
    /// ```
    pub fn run(
        mut self,
        mut input: impl BufRead + Send + 'static,
        front: &mut impl Front,
    ) -> Result<(), EngineError> {
        let (sender, events) = mpsc::channel();
        let no_thread = |error: io::Error| EngineError::Thread(error.to_string());
        let worker = start_worker(sender.clone()).map_err(no_thread)?;
        // Bounds the queued lines only. The worker's events have no bound, because a search must
        // never wait for the session.
        let (take_slot, taken_slots) = mpsc::sync_channel(MOST_LINES);
        // The thread is not joined, because it may be blocked on input.
        let read = move || {
            while let Some(line) = next_line(&mut input) {
                if take_slot.send(()).is_err() || sender.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            drop(sender.send(Event::EndOfInput));
        };
        thread::Builder::new().spawn(read).map_err(no_thread)?;
        if let Err(error) = self.converse(&events, &taken_slots, front, &worker) {
            log::info!("nobody reads the output: {error}");
            self.jobs.stop_if(|_, _| true);
        }
        Ok(())
    }

    fn converse(
        &mut self,
        events: &Receiver<Event>,
        taken_slots: &Receiver<()>,
        front: &mut impl Front,
        worker: &Sender<(Job, StopToken)>,
    ) -> io::Result<()> {
        while !self.is_over() {
            let event = match events.try_recv() {
                Ok(event) => event,
                Err(_) => {
                    // Write all answers before blocking.
                    front.flush()?;
                    let Ok(event) = events.recv() else { break };
                    event
                }
            };
            match event {
                Event::Line(line) => {
                    let _ = taken_slots.try_recv();
                    self.take_line(line, front)?;
                }
                Event::EndOfInput => self.end_of_input(),
                Event::Job(event) => front.job(self, event)?,
            }
            if let Some(job) = self.take_job() {
                // Cannot fail: the worker lives as long as the session.
                drop(worker.send(job));
            }
        }
        front.flush()
    }

    /// Passes a line to the front, unless the session is ending.
    pub(super) fn take_line(&mut self, line: InputLine, front: &mut impl Front) -> io::Result<()> {
        if self.ending {
            return Ok(());
        }
        if let Ok(text) = &line {
            log::debug!("< {}", text.trim_end());
            self.commands.record(text);
        }
        front.line(self, line)
    }
}
