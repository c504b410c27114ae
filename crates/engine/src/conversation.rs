//! The protocol logic of a session: handles lines and job outputs in order, and writes the answers.
//! It has no threads and runs no jobs; the two session types do that.

use std::io::{self, Write};

use zugi_game::Registry;
use zugi_protocol::{Command, Reply, cecp, parse, quote};
use zugi_search::{HostPoll, StopToken};

use super::cecp::Cecp;
use super::context::SessionContext;
use super::event::Event;
use super::job::{Job, JobOutput};
use super::job_queue::Jobs;
use super::line_reader::MAX_LINE;
use super::ugi::Ugi;
use super::{Engine, EngineError, convert, crash};

/// The configuration of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionConfig {
    /// The available variants.
    pub registry: Registry,
    /// The initial variant. An unknown name selects the default variant with a warning, since match
    /// runners have names of their own for games.
    pub variant: String,
    /// Whether board drawings may contain ANSI colours.
    pub colour: bool,
    /// Whether a person reads the answers: `d` and `eval` use the game's names of the players
    /// instead of `p1` and `p2`, and `eval` uses whole pieces as the unit.
    pub names: bool,
}

/// The state of a session with a client or a person.
pub(super) struct Conversation<'a> {
    context: SessionContext<'a>,
    mode: ProtocolMode,
}

/// The protocol of the session.
enum ProtocolMode {
    /// Not chosen yet: no line has been read.
    Fresh,
    Ugi(Ugi),
    Cecp(Box<Cecp>),
}

impl<'a> Conversation<'a> {
    /// A new session. With a poll, searches ask the host whether to continue.
    ///
    /// # Errors
    /// The engine cannot be created for the config.
    pub fn new(
        config: &SessionConfig,
        output: Box<dyn Write + Send + 'a>,
        poll: Option<HostPoll>,
    ) -> Result<Conversation<'a>, EngineError> {
        let registry = &config.registry;
        let unknown = registry.find(&config.variant).err();
        let variant =
            if unknown.is_some() { registry.default_variant().name() } else { &config.variant };
        let warning = unknown.map(|unknown| format!("warning: {unknown}; it is {variant} now"));
        if let Some(warning) = &warning {
            log::warn!("{warning}");
        }
        let engine = Engine::new(registry, variant)?;
        let jobs = Jobs::new(poll);
        let mut context = SessionContext::new(engine, jobs, output, config.colour, config.names);
        context.warning = warning;
        Ok(Conversation { context, mode: ProtocolMode::Fresh })
    }

    /// Whether it has ended: input is closed and no job is left.
    pub fn is_over(&self) -> bool {
        self.context.ending && self.context.jobs.is_idle()
    }

    /// The next job to run, see [`Jobs::take_next`]. Report its outputs by [`Event::Output`] and
    /// its end by [`Event::Finished`].
    pub fn take_job(&mut self) -> Option<(Job, StopToken)> {
        self.context.jobs.take_next()
    }

    /// See [`Engine::work`].
    pub fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.context.engine.work(goes_on)
    }

    /// Stops every job.
    pub fn stop(&self) {
        self.context.jobs.stop_if(|_| true);
    }

    /// Writes all pending answers.
    ///
    /// # Errors
    /// The output is closed.
    pub fn flush(&mut self) -> io::Result<()> {
        self.context.flush()
    }

    /// Handles an event.
    ///
    /// # Errors
    /// The output is closed.
    pub fn take(&mut self, event: Event) -> io::Result<()> {
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
                if let ProtocolMode::Cecp(cecp) = &mut self.mode {
                    cecp.finished();
                }
                Ok(())
            }
        }
    }

    /// Writes an output of the running job.
    fn output(&mut self, output: JobOutput) -> io::Result<()> {
        if let ProtocolMode::Cecp(cecp) = &mut self.mode {
            return cecp.output(&mut self.context, output);
        }
        let Some(game) = self.context.jobs.game() else { return Ok(()) };
        let replies = convert::ugi_replies(game, output, self.context.engine.values().ponder);
        for reply in replies {
            let reply = match &self.mode {
                ProtocolMode::Ugi(ugi) => ugi.translate(reply),
                ProtocolMode::Fresh | ProtocolMode::Cecp(_) => reply,
            };
            self.context.send(&reply)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        log::debug!("< {}", line.trim_end());
        crash::remember(line);
        if matches!(self.mode, ProtocolMode::Fresh) {
            self.mode = match parse(line) {
                Ok(None) => return Ok(()),
                Ok(Some(Command::XBoard)) => match Cecp::new(&self.context) {
                    Ok(cecp) => ProtocolMode::Cecp(Box::new(cecp)),
                    Err(missing) => return self.error(missing.to_string()),
                },
                _ => ProtocolMode::Ugi(Ugi::default()),
            };
        }
        match &mut self.mode {
            ProtocolMode::Fresh => Ok(()),
            ProtocolMode::Ugi(ugi) => ugi.line(&mut self.context, line),
            ProtocolMode::Cecp(cecp) => cecp.line(&mut self.context, line),
        }
    }

    fn error(&mut self, text: String) -> io::Result<()> {
        match &mut self.mode {
            ProtocolMode::Cecp(_) => self.context.send(&cecp::CecpReply::Remark(text)),
            ProtocolMode::Fresh | ProtocolMode::Ugi(_) => self.context.send(&Reply::Error(text)),
        }
    }
}
