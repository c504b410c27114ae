//! A wait for one answer of an engine: its deadline, and the lines that are skipped.

use std::time::{Duration, Instant};

use log::{debug, warn};

use super::client::{Fault, FaultKind};
use super::process::{Line, Process, ReadError};
use crate::protocol::quote;

/// Lines that are no UGI and may come in one wait before the engine counts as broken.
const MOST_GARBAGE: usize = 1000;

/// A wait for one answer, with its deadline.
pub struct Wait<'a> {
    /// The first word of the answer.
    expected: &'a str,
    /// What it is the answer to.
    command: &'a str,
    limit: Duration,
    deadline: Instant,
    garbage: usize,
    /// The last line that was no UGI.
    last: String,
    last_is_garbage: bool,
}

impl<'a> Wait<'a> {
    /// Begins to wait for an answer with this first word, for so long.
    pub fn new(expected: &'a str, command: &'a str, limit: Duration) -> Wait<'a> {
        let now = Instant::now();
        let deadline = now.checked_add(limit).unwrap_or(now + Duration::from_secs(1 << 32));
        let (garbage, last, last_is_garbage) = (0, String::new(), false);
        Wait { expected, command, limit, deadline, garbage, last, last_is_garbage }
    }

    /// The next line.
    ///
    /// # Errors
    /// What it means that there is none.
    pub fn line(&self, process: &mut Process) -> Result<Line, Fault> {
        let Wait { expected, command, .. } = self;
        process.read_answer(self.deadline).map_err(|error| match error {
            ReadError::Timeout => {
                let kind =
                    if self.last_is_garbage { FaultKind::Malformed } else { FaultKind::Stall };
                let limit = self.limit.as_millis();
                let seen = self.seen();
                let text = format!("no {expected} to {command} within {limit} ms{seen}");
                Fault::new(kind, text)
            }
            ReadError::Closed(_) => {
                let seen = self.seen();
                Fault::new(FaultKind::Crash, format!("{error}; expected {expected}{seen}"))
            }
            ReadError::Flood => {
                Fault::new(FaultKind::Malformed, format!("{error}; expected {expected}"))
            }
        })
    }

    fn seen(&self) -> String {
        match self.garbage {
            0 => String::new(),
            1 => format!(", but {}", quote(&self.last)),
            more => format!(", but {more} lines that are no UGI, the last {}", quote(&self.last)),
        }
    }

    /// The engine has just given a sign of thought.
    pub fn is_thinking(&mut self) {
        self.last_is_garbage = false;
    }

    /// Skips a line where no search runs: no `bestmove` may come.
    pub fn skip_between(&mut self, text: &str, name: &str) -> Result<(), Fault> {
        if text.split_ascii_whitespace().next() == Some("bestmove") {
            let text = format!("{} without a go", quote(text));
            return Err(Fault::new(FaultKind::Malformed, text));
        }
        self.skip(text, name)
    }

    /// Skips a line that is not the answer; too many of them are a fault.
    pub fn skip(&mut self, text: &str, name: &str) -> Result<(), Fault> {
        if text.is_empty() || text.split_ascii_whitespace().next() == Some("info") {
            if text.starts_with("info string error") {
                warn!("{name}: {text}");
            }
            return Ok(());
        }
        debug!("{name}: no UGI: {}", quote(text));
        self.garbage += 1;
        self.last_is_garbage = true;
        text.clone_into(&mut self.last);
        if self.garbage <= MOST_GARBAGE {
            return Ok(());
        }
        let text = format!("no {} to {}{}", self.expected, self.command, self.seen());
        Err(Fault::new(FaultKind::Malformed, text))
    }
}
