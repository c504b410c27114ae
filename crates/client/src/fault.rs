//! Faults of engines.

use thiserror::Error;

use crate::process::error_text;

/// A fault of an engine. The client that reports it cannot be used any more: drop it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The details in one line, without the engine's name.
    pub text: String,
    /// The last lines in both directions of an engine that did not start, as by
    /// [`Client::transcript`](super::Client::transcript). Otherwise empty.
    pub transcript: Vec<String>,
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// It cannot be started as requested: no such program, option or value. Only from
    /// [`Client::start`](super::Client::start).
    Setup,
    /// Its process ended or closed its output.
    Crash,
    /// It did not answer before the deadline.
    Stall,
    /// It answered with something that is no answer, or without end.
    Malformed,
}

impl Fault {
    /// A fault with its details.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into(), transcript: Vec::new() }
    }

    /// The last lines on the standard error of an engine that did not start.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        self.transcript.iter().filter_map(|line| error_text(line))
    }
}
