//! What an engine does wrong.

use thiserror::Error;

use crate::process::error_text;

/// What an engine did wrong. The client that reports it is of no more use: drop it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// What exactly, in one line, without the engine's name.
    pub text: String,
    /// The last lines in both directions of an engine that did not start, as by
    /// [`Client::transcript`](super::Client::transcript): there is no client to ask for
    /// them. Else empty.
    pub transcript: Vec<String>,
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// It cannot be started as it was asked for: no such program, option or value.
    /// Comes from [`Client::start`](super::Client::start) only.
    Setup,
    /// Its process ended or closed its output.
    Crash,
    /// It did not answer before the deadline.
    Stall,
    /// It answered with something that is no answer, or without end.
    Malformed,
}

impl Fault {
    /// A fault and what exactly it is.
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Fault {
        Fault { kind, text: text.into(), transcript: Vec::new() }
    }

    /// What an engine that did not start has written to its standard error last.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        self.transcript.iter().filter_map(|line| error_text(line))
    }
}
