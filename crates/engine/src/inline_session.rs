//! A session without threads, for hosts such as WebAssembly: each call executes one line.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};

use zugi_search::{HostPoll, HostSignal, StopToken};

use super::EngineError;
use super::conversation::{Conversation, SessionConfig};
use super::event::Event;
use super::job::JobOutput;
use super::line_reader::{MAX_LINE, too_long};

/// A single-threaded [`Session`](super::Session): a search runs within the call that starts it.
///
/// Since no other line can be read during a search, the search polls the host. The answer of a
/// search that must wait for `stop` or `ponderhit` is held until that line comes.
///
/// ```
/// use zugi_engine::{InlineSession, SessionConfig};
/// use zugi_game::{Registry, Variant, toy::Corridor};
/// use zugi_search::HostSignal;
///
/// let registry = Registry::new(vec![Variant::new::<Corridor>()], "corridor");
/// let variant = "corridor".to_owned();
/// let config = SessionConfig { registry, variant, colour: false, names: false };
/// let mut output = Vec::new();
/// let mut session = InlineSession::new(&config, &mut output, || HostSignal::GoOn)?;
/// session.execute_line("isready").unwrap();
/// session.execute_line("query p1turn").unwrap();
/// drop(session);
/// assert_eq!(output, b"readyok\nresponse true\n");
/// # Ok::<(), zugi_engine::EngineError>(())
/// ```
pub struct InlineSession<'a> {
    conversation: Conversation<'a>,
    /// The end of a finished search that must not answer yet.
    held: Option<(StopToken, Option<JobOutput>)>,
}

impl<'a> InlineSession<'a> {
    /// A new session. Answers are written and flushed at once, in whole lines. Searches call `poll`
    /// every few thousand nodes, so it must be cheap; its answer is about the running search.
    ///
    /// # Errors
    /// The engine cannot be created for the config.
    pub fn new(
        config: &SessionConfig,
        output: impl Write + Send + 'a,
        poll: impl Fn() -> HostSignal + Send + Sync + 'static,
    ) -> Result<InlineSession<'a>, EngineError> {
        let poll = Some(HostPoll::new(poll));
        let conversation = Conversation::new(config, Box::new(output), poll)?;
        Ok(InlineSession { conversation, held: None })
    }

    /// Executes a line, with or without its line end, and all work that it starts. Returns false
    /// after `quit`, when the session is over.
    ///
    /// # Errors
    /// The output is closed; the session cannot be used any more.
    pub fn execute_line(&mut self, line: &str) -> io::Result<bool> {
        let event = if line.len() > MAX_LINE {
            Event::TooLong(too_long(line.as_bytes()))
        } else {
            Event::Line(line.to_owned())
        };
        self.take(event)
    }

    /// Works for a while on what earlier searches have begun, the tables of small endings. Call it
    /// when no line waits. Between steps of a few milliseconds it asks whether it goes on. Returns
    /// whether nothing is left to do.
    pub fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.conversation.work(goes_on)
    }

    /// Ends the input: unbounded searches are stopped, and answer.
    ///
    /// # Errors
    /// The output is closed.
    pub fn end_of_input(&mut self) -> io::Result<()> {
        self.take(Event::EndOfInput).map(drop)
    }

    fn take(&mut self, event: Event) -> io::Result<bool> {
        self.conversation.take(event)?;
        self.conversation.flush()?;
        loop {
            if self.held.as_ref().is_some_and(|(token, _)| !token.is_released()) {
                break;
            }
            if let Some((_, last)) = self.held.take() {
                self.finish(last)?;
            }
            match self.run_job() {
                Some(finished) => finished?,
                None => break,
            }
        }
        Ok(!self.conversation.is_over())
    }

    /// Runs the next job, if any, and holds its last output, which may be too early.
    fn run_job(&mut self) -> Option<io::Result<()>> {
        let (job, token) = self.conversation.take_job()?;
        let (mut told, mut last) = (Ok(()), None);
        let conversation = &mut self.conversation;
        let run = || {
            job(&token, &mut |output| {
                if matches!(output, JobOutput::Best(_)) {
                    last = Some(output);
                } else if told.is_ok() {
                    let taken = conversation.take(Event::Output(output));
                    told = taken.and_then(|()| conversation.flush());
                    if told.is_err() {
                        // The output is closed.
                        token.stop();
                    }
                }
            });
        };
        // The panic hook has reported it, and the job has no state left.
        drop(panic::catch_unwind(AssertUnwindSafe(run)));
        self.held = Some((token, last));
        Some(told)
    }

    /// Writes the end of a job.
    fn finish(&mut self, last: Option<JobOutput>) -> io::Result<()> {
        if let Some(output) = last {
            self.conversation.take(Event::Output(output))?;
        }
        self.conversation.take(Event::Finished)?;
        self.conversation.flush()
    }
}
