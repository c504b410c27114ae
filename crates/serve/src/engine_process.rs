//! The engine process of one visitor, and the thread that reads what it says.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::spawn_blocking;
use zugi_client::process::{Launch, Process, ReadError, SpawnError, StdinWriter, error_text};

/// Lines that wait for the page before the engine has to wait, too.
const WAITING: usize = 256;

/// How often a silent engine is looked after.
const LIVENESS_INTERVAL: Duration = Duration::from_millis(250);

/// How long an engine may take to end after `quit` before it is killed.
const GRACE: Duration = Duration::from_millis(300);

/// The priority of engines, from 0, that of all other programs, to 19, the least.
#[cfg(unix)]
const NICENESS: i32 = 10;

/// What comes from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line.
    Line(String),
    /// Its end, and why.
    Ended(String),
}

/// A running engine. When it is dropped the engine is told to quit, and killed if it does
/// not.
pub struct Link {
    feed: StdinWriter,
    events: mpsc::Receiver<Event>,
    closing: Arc<AtomicBool>,
}

impl Link {
    /// Starts an engine. The permit is kept until nothing is left of it.
    ///
    /// # Errors
    /// It does not start.
    pub async fn start(
        launch: Launch,
        setup: Vec<String>,
        permit: Arc<OwnedSemaphorePermit>,
    ) -> Result<Link, String> {
        let spawn = move || Process::spawn("engine", &launch).inspect(step_back);
        let spawned = spawn_blocking(spawn).await;
        let process = spawned.map_err(|error| error.to_string())?;
        let mut process = process.map_err(|error: SpawnError| error.to_string())?;
        let feed = process.feed().ok_or("its input is closed")?;
        if !setup.is_empty() {
            process.send_lines(&setup);
        }
        let (sender, events) = mpsc::channel(WAITING);
        let closing = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&closing);
        // The runtime waits for this at its end: no engine is forgotten.
        drop(spawn_blocking(move || {
            read(process, &sender, &seen);
            drop(permit);
        }));
        Ok(Link { feed, events, closing })
    }

    /// Sends a line to the engine; whether it could be.
    pub fn send(&self, line: &str) -> bool {
        self.feed.send(line)
    }

    /// What comes next; nothing after the end. May be given up at any time.
    pub async fn next(&mut self) -> Option<Event> {
        self.events.recv().await
    }

    /// What is there already.
    pub fn waiting(&mut self) -> Option<Event> {
        self.events.try_recv().ok()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::SeqCst);
        // So that the thread need not wait for its pulse.
        self.feed.send("quit");
    }
}

/// Lets whatever else runs on this machine go first: the server, so that it answers at once
/// however many engines think, and the browser that shows the board.
fn step_back(process: &Process) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, getpriority_process, setpriority_pgrp};
        let own = getpriority_process(None).unwrap_or_default();
        let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
        // None would be the group of the server itself.
        if group.is_some()
            && own < NICENESS
            && let Err(error) = setpriority_pgrp(group, NICENESS)
        {
            log::debug!("an engine keeps its priority: {error}");
        }
    }
    #[cfg(not(unix))]
    let _ = process;
}

/// Hands over what an engine says until it ends or nobody listens; then ends it.
fn read(mut process: Process, events: &mpsc::Sender<Event>, closing: &AtomicBool) {
    let why = loop {
        if closing.load(Ordering::SeqCst) {
            break None;
        }
        match process.read_line(Instant::now() + LIVENESS_INTERVAL) {
            Ok(line) => {
                if events.blocking_send(Event::Line(line.text)).is_err() {
                    break None;
                }
            }
            Err(ReadError::Timeout) => {}
            Err(error) => break Some(error),
        }
    };
    if let Some(error) = why {
        let transcript = process.transcript();
        let last = transcript.iter().rev().find_map(|line| error_text(line));
        let said = last.map_or(String::new(), |text| format!("; it says: {text}"));
        // Nobody may be there to hear it.
        drop(events.blocking_send(Event::Ended(format!("{error}{said}"))));
    }
    process.quit(GRACE);
}
