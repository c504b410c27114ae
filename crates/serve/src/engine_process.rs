//! The engine process of one visitor, and the thread that reads its output.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use zugi_client::process::{Launch, Process, ReadError, SpawnError, StdinWriter, error_text};

use super::admission::Place;

/// The most lines queued for the page; then the reader waits. If the engine writes on and too much
/// output is unread, `zugi-client` reports a flood, which ends the engine.
const WAITING: usize = 256;

/// The interval at which the reader checks whether the visit is over.
const LIVENESS_INTERVAL: Duration = Duration::from_millis(250);

/// The time that an engine has to end after `quit`; then it is killed.
pub const GRACE: Duration = Duration::from_millis(300);

/// The nice value of engines, from 0 (normal) to 19 (lowest priority).
#[cfg(unix)]
const NICENESS: i32 = 5;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Line(String),
    /// The end of the engine, with the reason.
    Ended(String),
}

/// A running engine. Dropping it sends `quit`, and kills the process if it does not end.
pub struct EngineHandle {
    /// Takes lines for the engine; `send` is false if the queue is full or the engine has closed
    /// its input.
    pub feed: StdinWriter,
    /// `recv` gives `None` after the end, and is cancel-safe.
    pub events: mpsc::Receiver<Event>,
    closing: Arc<AtomicBool>,
}

impl EngineHandle {
    /// Starts an engine, which holds the visitor's place until its process is gone.
    pub async fn start(
        launch: Launch,
        setup: Vec<String>,
        place: Arc<Place>,
    ) -> Result<EngineHandle, String> {
        let spawn = move || Process::spawn("engine", &launch).inspect(lower_priority);
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
        // The runtime waits for blocking tasks at shutdown, so no engine process is left.
        drop(spawn_blocking(move || {
            read(process, &sender, &seen);
            drop(place);
        }));
        Ok(EngineHandle { feed, events, closing })
    }
}

impl Drop for EngineHandle {
    fn drop(&mut self) {
        self.closing.store(true, Ordering::SeqCst);
        // `quit` wakes the reader before its next liveness check.
        self.feed.send("quit");
    }
}

/// Lowers the engine's priority, so that server and browser respond however many engines search.
fn lower_priority(process: &Process) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, getpriority_process, setpriority_pgrp};
        let own = getpriority_process(None).unwrap_or_default();
        let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
        // `None` would mean the server's own group.
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

/// Forwards the engine's lines until it ends or the receiver is gone; then ends the engine.
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
        // The receiver may be gone.
        drop(events.blocking_send(Event::Ended(format!("{error}{said}"))));
    }
    process.quit(GRACE);
}
