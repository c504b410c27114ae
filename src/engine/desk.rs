//! What a session works with, in whichever protocol: the engine, its options, the jobs
//! and the output.

use std::fmt::Display;
use std::io::{self, Write};

use super::jobs::{Jobs, Kind};
use super::{AnyEngine, EngineError, SearchJob, create};
use crate::protocol::{GoLimits, OptionTable, Options, Setting};
use crate::search::StopToken;

/// Replies are kept back for others that are about to come up to so many bytes.
const MOST_UNWRITTEN: usize = 8 << 10;

/// The engine and the way to the client.
pub(super) struct Desk<'a> {
    pub engine: Box<dyn AnyEngine>,
    pub options: Options,
    pub table: OptionTable,
    pub jobs: Jobs,
    /// Drawings may hold terminal colours.
    pub colour: bool,
    /// No more input is taken; the session ends once no job is left.
    pub ending: bool,
    output: &'a mut dyn Write,
    /// Lines on their way to the output.
    unwritten: String,
}

impl<'a> Desk<'a> {
    /// An engine with the default options.
    pub fn new(
        table: OptionTable,
        jobs: Jobs,
        output: &'a mut dyn Write,
        colour: bool,
    ) -> Result<Desk<'a>, EngineError> {
        let options = table.defaults();
        let engine = create(&options)?;
        let unwritten = String::new();
        Ok(Desk { engine, options, table, jobs, colour, ending: false, output, unwritten })
    }

    /// Takes over a setting, or leaves all as it was.
    ///
    /// # Errors
    /// If the game or the machine cannot do it.
    pub fn set(&mut self, setting: Setting) -> Result<(), EngineError> {
        let mut options = self.options.clone();
        options.apply(setting.clone());
        match setting {
            Setting::Clear => self.engine.clear()?,
            Setting::Variant(_) => self.engine = create(&options)?,
            _ => self.engine.configure(&options)?,
        }
        self.options = options;
        Ok(())
    }

    /// Begins a search of the current position; returns what is wrong with the limits.
    pub fn search(&mut self, limits: &GoLimits) -> Vec<String> {
        let token = StopToken::new(limits.ponder);
        let SearchJob { job, problems } = self.engine.search(limits);
        let kind = match limits {
            limits if limits.is_bounded() => Kind::BoundedSearch,
            limits if limits.ponder && !limits.infinite => {
                let after = GoLimits { ponder: false, ..limits.clone() };
                Kind::Pondering { then_bounded: after.is_bounded() }
            }
            _ => Kind::UnboundedSearch,
        };
        self.jobs.start(job, token, kind);
        problems
    }

    /// Prints a reply, together with others that are there at the same time: each write
    /// takes time from a search, and wakes the client.
    pub fn send(&mut self, reply: &impl Display) -> io::Result<()> {
        let begin = self.unwritten.len();
        self.unwritten.push_str(&format!("{reply}\n"));
        log::debug!("> {}", self.unwritten.get(begin..).unwrap_or_default().trim_end());
        if self.unwritten.len() >= MOST_UNWRITTEN { self.flush() } else { Ok(()) }
    }

    /// Whole lines in one write and one flush.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.unwritten.is_empty() {
            return Ok(());
        }
        self.output.write_all(self.unwritten.as_bytes())?;
        self.unwritten.clear();
        self.output.flush()
    }
}
