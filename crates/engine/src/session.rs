//! The session with threads, over a pair of byte streams.
//!
//! There are three threads: the reader turns input into lines, the session (this file) executes
//! commands in order and owns the output, and a worker runs the jobs. The session receives all
//! events through one channel, so output is never interleaved and no command waits for a search.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::EngineError;
use super::conversation::{Conversation, SessionConfig};
use super::event::Event;
use super::line_reader::read_lines;
use super::worker::Worker;

/// The most lines queued for the session. A client that sends without reading the answers then
/// fills its own pipe, not this program's memory.
const MOST_LINES: usize = 64;

/// A session with a client or a person, over a pair of byte streams.
pub struct Session<'a> {
    conversation: Conversation<'a>,
    worker: Worker,
}

impl Session<'_> {
    /// Runs a session until `quit` or the end of the input; a closed output ends it without an
    /// error.
    ///
    /// # Errors
    /// The engine cannot be created for the config, or the system cannot start the threads. No
    /// input has been read then.
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
        output: impl Write + Send,
        config: &SessionConfig,
    ) -> Result<(), EngineError> {
        let (sender, events) = mpsc::channel();
        let no_thread = |error: io::Error| EngineError::Thread(error.to_string());
        let conversation = Conversation::new(config, Box::new(output), None)?;
        let worker = Worker::start(sender.clone()).map_err(no_thread)?;
        let mut session = Session { conversation, worker };
        // Bounds the queued lines only. The worker's events are unbounded: the session must never
        // wait for it.
        let (take, places) = mpsc::sync_channel(MOST_LINES);
        // Not joined: it may be blocked on input.
        let read = move || {
            read_lines(input, |event| take.send(()).is_ok() && sender.send(event).is_ok());
        };
        thread::Builder::new().spawn(read).map_err(no_thread)?;
        if let Err(error) = session.converse(&events, &places) {
            log::info!("nobody reads the output: {error}");
            session.conversation.stop();
        }
        Ok(())
    }

    fn converse(&mut self, events: &Receiver<Event>, places: &Receiver<()>) -> io::Result<()> {
        while !self.conversation.is_over() {
            let event = match events.try_recv() {
                Ok(event) => event,
                Err(_) => {
                    // Write all answers before blocking.
                    self.conversation.flush()?;
                    match events.recv() {
                        Ok(event) => event,
                        Err(_) => break,
                    }
                }
            };
            if matches!(event, Event::Line(_) | Event::TooLong(_)) {
                let _ = places.try_recv();
            }
            self.conversation.take(event)?;
            if let Some((job, token)) = self.conversation.take_job() {
                self.worker.run(job, token);
            }
        }
        self.conversation.flush()
    }
}
