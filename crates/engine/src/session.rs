//! The session with threads: one conversation over a pair of byte streams.
//!
//! Three kinds of thread: the reader turns input into lines, the session (this file)
//! executes commands in order and owns the output, and a worker runs what takes time.
//! All news comes to the session through one channel, so that nothing is ever printed
//! by two threads at once and no command waits for a search.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::EngineError;
use super::conversation::{Conversation, SessionConfig};
use super::event::Event;
use super::line_reader::read_lines;
use super::worker::Worker;

/// How many lines may wait for the session. The rest waits with the client: who sends
/// and never reads the answers fills its own pipe, not this program's memory.
const MOST_LINES: usize = 64;

/// One conversation with a client or a person, over a pair of byte streams.
pub struct Session<'a> {
    conversation: Conversation<'a>,
    worker: Worker,
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
        output: impl Write + Send,
        config: &SessionConfig,
    ) -> Result<(), EngineError> {
        let (sender, events) = mpsc::channel();
        let no_thread = |error: io::Error| EngineError::Thread(error.to_string());
        let conversation = Conversation::new(config, Box::new(output), None)?;
        let worker = Worker::start(sender.clone()).map_err(no_thread)?;
        let mut session = Session { conversation, worker };
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
            session.conversation.stop();
        }
        Ok(())
    }

    fn converse(&mut self, events: &Receiver<Event>, places: &Receiver<()>) -> io::Result<()> {
        while !self.conversation.is_over() {
            let event = match events.try_recv() {
                Ok(event) => event,
                Err(_) => {
                    // Whoever waits for an answer gets it before this thread waits.
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
