//! A wait for one answer of an engine, with its deadline; other lines are skipped.

use std::time::{Duration, Instant};

use log::{debug, warn};
use zugi_protocol::{ParseError, Reply, quote};

use super::fault::{Fault, FaultKind};
use crate::process::{Line, ReadError};

/// The most invalid lines in one wait before the engine counts as broken.
const MOST_GARBAGE: usize = 1000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    pub line: Line,
    /// The parsed reply; `None` if the line is blank.
    pub reply: Result<Option<Reply>, ParseError>,
}

pub(super) struct Wait<'a> {
    /// The first word of the answer.
    expected: &'a str,
    command: &'a str,
    limit: Duration,
    pub deadline: Instant,
    garbage: usize,
    /// The last invalid line.
    last: String,
    last_is_garbage: bool,
}

impl<'a> Wait<'a> {
    pub fn new(expected: &'a str, command: &'a str, limit: Duration) -> Wait<'a> {
        let now = Instant::now();
        let deadline = now.checked_add(limit).unwrap_or(now + Duration::from_secs(1 << 32));
        let (garbage, last, last_is_garbage) = (0, String::new(), false);
        Wait { expected, command, limit, deadline, garbage, last, last_is_garbage }
    }

    pub fn fault(&self, error: &ReadError) -> Fault {
        let Wait { expected, command, .. } = self;
        let (kind, text) = match error {
            ReadError::Timeout => {
                let garbage = self.last_is_garbage;
                let kind = if garbage { FaultKind::Malformed } else { FaultKind::Timeout };
                let (limit, seen) = (self.limit.as_millis(), self.seen());
                (kind, format!("no {expected} to {command} within {limit} ms{seen}"))
            }
            ReadError::Closed(_) => {
                (FaultKind::Crash, format!("{error}; expected {expected}{}", self.seen()))
            }
            ReadError::Flood => (FaultKind::Malformed, format!("{error}; expected {expected}")),
        };
        Fault::new(kind, text)
    }

    fn seen(&self) -> String {
        match self.garbage {
            0 => String::new(),
            1 => format!(", but {}", quote(&self.last)),
            more => format!(", but {more} lines that are no UGI, the last {}", quote(&self.last)),
        }
    }

    /// Skips a line that is not the answer; too many invalid lines are a fault.
    pub fn skip(&mut self, received: &Received, name: &str) -> Result<(), Fault> {
        let text = received.line.text.trim();
        match &received.reply {
            Ok(None | Some(Reply::Name(_) | Reply::Author(_) | Reply::OptionDeclaration(_))) => {
                return Ok(());
            }
            Ok(Some(Reply::Info(_) | Reply::Message(_) | Reply::Error(_))) => {
                // The engine evidently searches, so a timeout is not due to invalid lines.
                self.last_is_garbage = false;
                if let Ok(Some(Reply::Error(_))) = received.reply {
                    warn!("{name}: {text}");
                }
                return Ok(());
            }
            _ => debug!("{name}: no answer: {}", quote(text)),
        }
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
