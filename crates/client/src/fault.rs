use thiserror::Error;

use crate::process::error_text;

/// A fault of an engine. The client that reported it must be dropped, except after a timeout of
/// [`Client::go`](super::Client::go): [`Client::stop`](super::Client::stop) may follow.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct Fault {
    pub kind: FaultKind,
    /// The details in one line, without the engine's name.
    pub text: String,
    /// The transcript, as from [`Client::transcript`](super::Client::transcript), if
    /// [`Client::start`](super::Client::start) failed after the program had started; otherwise
    /// empty.
    pub transcript: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// Its program cannot be started: for example, it is not there, or files, processes or memory
    /// are used up. Only from [`Client::start`](super::Client::start).
    Spawn,
    /// It cannot be used as requested: an option or a value is invalid. Only from
    /// [`Client::start`](super::Client::start).
    Setup,
    /// Its process ended or closed its output.
    Crash,
    /// It did not answer before the deadline.
    Timeout,
    /// It sent an invalid answer or too much output.
    Malformed,
}

impl Fault {
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into(), transcript: Vec::new() }
    }

    /// The standard error lines of the transcript.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        self.transcript.iter().filter_map(|line| error_text(line))
    }
}
