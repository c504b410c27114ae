//! The session: one conversation over a pair of byte streams.
//!
//! Three kinds of thread: the reader turns input into lines, the session (this file)
//! executes commands in order and owns the output, and a worker runs what takes time.
//! All news comes to the session through one channel, so that nothing is ever printed
//! by two threads at once and no command waits for a search.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use zugi_game::Registry;
use zugi_protocol::{Command, Reply, cecp, parse, quote};

use super::cecp::Cecp;
use super::context::SessionContext;
use super::event::Event;
use super::job::JobOutput;
use super::job_queue::Jobs;
use super::line_reader::{MAX_LINE, read_lines};
use super::ugi::Ugi;
use super::{Engine, EngineError, convert, crash};

/// How many lines may wait for the session. The rest waits with the client: who sends
/// and never reads the answers fills its own pipe, not this program's memory.
const MOST_LINES: usize = 64;

/// How a session begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionConfig {
    /// The variants that there are.
    pub registry: Registry,
    /// The name of the one to begin with. If there is none of this name, it is the usual
    /// one, and a warning says so: match runners have names of their own for games.
    pub variant: String,
    /// Whether drawings may hold terminal colours.
    pub colour: bool,
    /// Whether a person reads the answers: `d` and `eval` call the players by the names that the
    /// game has for them, and not `p1` and `p2`, and `eval` counts in whole checkers.
    pub names: bool,
}

/// One conversation with a client or a person.
pub struct Session<'a> {
    context: SessionContext<'a>,
    conversation: ProtocolMode,
}

/// The protocol of the conversation.
enum ProtocolMode {
    /// None is chosen yet: there was no line.
    Fresh,
    Ugi(Ugi),
    Cecp(Box<Cecp>),
}

impl Session<'_> {
    /// Holds a conversation until `quit` or the end of the input.
    ///
    /// An output that nobody reads any more ends it too, quietly.
    ///
    /// # Errors
    /// If the engine cannot be made for the config, or the system has no threads for the
    /// session; nothing has been read then.
    ///
    /// ```
    /// use zugi_engine::{Session, SessionConfig};
    /// use zugi_game::{Registry, Variant, toy::Corridor};
    ///
    /// let registry = Registry::new(vec![Variant::new::<Corridor>()], "corridor");
    /// let variant = "corridor".to_owned();
    /// let config = SessionConfig { registry, variant, colour: false, names: false };
    /// let mut output = Vec::new();
    /// Session::run("isready\nquery p1turn\n".as_bytes(), &mut output, &config)?;
    /// assert_eq!(output, b"readyok\nresponse true\n");
    /// # Ok::<(), zugi_engine::EngineError>(())
    /// ```
    pub fn run(
        input: impl BufRead + Send + 'static,
        mut output: impl Write,
        config: &SessionConfig,
    ) -> Result<(), EngineError> {
        let (sender, events) = mpsc::channel();
        let registry = &config.registry;
        let unknown = registry.find(&config.variant).err();
        let variant =
            if unknown.is_some() { registry.default_variant().name() } else { &config.variant };
        let warning = unknown.map(|unknown| format!("warning: {unknown}; it is {variant} now"));
        if let Some(warning) = &warning {
            log::warn!("{warning}");
        }
        let engine = Engine::new(registry, variant)?;
        let no_thread = |error: io::Error| EngineError::Thread(error.to_string());
        let jobs = Jobs::new(sender.clone()).map_err(no_thread)?;
        let mut context =
            SessionContext::new(engine, jobs, &mut output, config.colour, config.names);
        context.warning = warning;
        let mut session = Session { context, conversation: ProtocolMode::Fresh };
        // A place for each line that waits. The worker needs none: who takes its replies
        // must never wait for it.
        let (take, places) = mpsc::sync_channel(MOST_LINES);
        // Not joined: it may wait for input that never comes.
        let read = move || {
            read_lines(input, |event| take.send(()).is_ok() && sender.send(event).is_ok());
        };
        thread::Builder::new().spawn(read).map_err(no_thread)?;
        if let Err(error) = session.converse(&events, &places) {
            log::info!("nobody reads the output: {error}");
            session.context.jobs.stop_if(|_| true);
        }
        Ok(())
    }

    fn converse(&mut self, events: &Receiver<Event>, places: &Receiver<()>) -> io::Result<()> {
        while !(self.context.ending && self.context.jobs.is_idle()) {
            let event = match events.try_recv() {
                Ok(event) => event,
                Err(_) => {
                    // Whoever waits for an answer gets it before this thread waits.
                    self.context.flush()?;
                    match events.recv() {
                        Ok(event) => event,
                        Err(_) => break,
                    }
                }
            };
            if matches!(event, Event::Line(_) | Event::TooLong(_)) {
                let _ = places.try_recv();
            }
            self.take(event)?;
        }
        self.context.flush()
    }

    fn take(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(_) | Event::TooLong(_) if self.context.ending => Ok(()),
            Event::Line(line) => self.line(&line),
            Event::TooLong(beginning) => {
                let text = quote(&beginning);
                self.error(format!("too long: {text}: expected a line of at most {MAX_LINE} bytes"))
            }
            Event::EndOfInput => {
                self.context.jobs.stop_unbounded();
                self.context.ending = true;
                Ok(())
            }
            Event::Output(output) => self.output(output),
            Event::Finished => {
                self.context.jobs.finished();
                if let ProtocolMode::Cecp(cecp) = &mut self.conversation {
                    cecp.finished();
                }
                Ok(())
            }
        }
    }

    /// The running job says something.
    fn output(&mut self, output: JobOutput) -> io::Result<()> {
        if let ProtocolMode::Cecp(cecp) = &mut self.conversation {
            return cecp.output(&mut self.context, output);
        }
        let Some(game) = self.context.jobs.game() else { return Ok(()) };
        let replies = convert::replies(game, output, self.context.engine.values().ponder);
        replies.iter().try_for_each(|reply| self.context.send(reply))
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        log::debug!("< {}", line.trim_end());
        crash::remember(line);
        if matches!(self.conversation, ProtocolMode::Fresh) {
            self.conversation = match parse(line) {
                Ok(None) => return Ok(()),
                Ok(Some(Command::XBoard)) => match Cecp::new(&self.context) {
                    Ok(cecp) => ProtocolMode::Cecp(Box::new(cecp)),
                    Err(missing) => return self.error(missing.to_string()),
                },
                _ => ProtocolMode::Ugi(Ugi::default()),
            };
        }
        match &mut self.conversation {
            ProtocolMode::Fresh => Ok(()),
            ProtocolMode::Ugi(ugi) => ugi.line(&mut self.context, line),
            ProtocolMode::Cecp(cecp) => cecp.line(&mut self.context, line),
        }
    }

    fn error(&mut self, text: String) -> io::Result<()> {
        match &mut self.conversation {
            ProtocolMode::Cecp(_) => self.context.send(&cecp::CecpReply::Remark(text)),
            ProtocolMode::Fresh | ProtocolMode::Ugi(_) => self.context.send(&Reply::Error(text)),
        }
    }
}
