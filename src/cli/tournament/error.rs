//! The errors of a match, and their exit codes.

use std::path::PathBuf;

use thiserror::Error;
use zugi_arbiter::PairError;
use zugi_arbiter::game::GENERIC;
use zugi_arbiter::journal::JournalError;
use zugi_arbiter::merge::MergeError;
use zugi_arbiter::openings::OpeningsError;
use zugi_arbiter::probe::ProbeError;
use zugi_arbiter::report::{EarlyEnd, list};
use zugi_client::{Fault, FaultKind};
use zugi_files::NotText;
use zugi_protocol::quote;

use super::super::files::FileError;
use super::progress::error_line;

/// What the exit codes of a match mean, for its help.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  all games were played, or the test has a verdict
  1  an output could not be written, or the system no longer starts an engine
  2  wrong arguments, or an engine that does not start: no game was played
  3  interrupted
  4  an engine failed and was removed; its other games were not played
  5  not enough openings for the games: no game was played
  6  no game counts";

/// Why a match cannot begin, or ends early.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Invalid arguments of an engine, an adjudication or the SPRT.
    #[error(transparent)]
    Words(#[from] PairError),
    /// Two engine names that look alike.
    #[error("{}", alike(.0, .1))]
    AlikeNames(String, String),
    /// Too few or too many engines.
    #[error("{count} given: expected {1}", count = engines(*.0))]
    Engines(usize, &'static str),
    /// The openings file cannot be read.
    #[error("cannot read the openings {0:?}: {1}")]
    OpeningsFile(PathBuf, NotText),
    /// The openings are invalid.
    #[error("openings: {0}")]
    Openings(#[from] OpeningsError),
    /// Fewer random openings than the games need.
    #[error(
        "there are only {found} openings of {plies} random plies: expected {needed}; {} \
         --random-plies, fewer --games, or a file with --openings",
        // Without any opening, games end before so many plies.
        if *.found == 0 { "fewer" } else { "more" }
    )]
    FewOpenings {
        /// The number found.
        found: usize,
        /// Their length in plies.
        plies: usize,
        /// The number needed.
        needed: usize,
    },
    /// An impossible number of games or threads.
    #[error("{option} is {given}: expected {expected}")]
    Number {
        /// The argument.
        option: &'static str,
        /// Its value.
        given: usize,
        /// The expected value.
        expected: String,
    },
    /// More engines at the same time than the system allows open files for.
    #[error(
        "--concurrency is {concurrency}: expected at most {possible}, as it needs {needed} open \
         files and the system allows {allowed} (ulimit -n)"
    )]
    OpenFiles {
        /// The number of games at the same time.
        concurrency: usize,
        /// The number of files that it needs.
        needed: u64,
        /// The number of files that the system allows.
        allowed: u64,
        /// The number of games at the same time that is possible.
        possible: u64,
    },
    /// Random openings are not possible with `generic`.
    #[error("no random openings for {GENERIC:?}: expected a variant of this program")]
    NoRules,
    /// Tablebases are not possible with `generic`.
    #[error("no tables for {GENERIC:?}: expected a variant of this program")]
    NoTables,
    /// `--reveal` for a variant without hidden pieces.
    #[error("--reveal: variant {0:?} has no hidden pieces: every seat sees all of it")]
    NothingHidden(String),
    /// The tablebases are missing or cannot be used.
    #[error("--tables: {0}")]
    Tables(String),
    /// In a `generic` match an engine lacks a required query.
    #[error(
        "engine {} has proto=uci: expected proto=ugi for {GENERIC:?}, as UCI has no words to \
         ask who is to move and who has won",
        quote(.0)
    )]
    NotAsked(String),
    /// `--resume` without `--out`.
    #[error("--resume goes on with a match that was recorded: expected --out PREFIX, too")]
    NoPrefix,
    /// The config file is invalid, or cannot be read or written.
    #[error("config {0:?}: {1}")]
    Config(PathBuf, String),
    /// An engine does not start.
    #[error("engine {} does not start: {problem}{errors}", quote(.engine))]
    Start {
        /// The engine's name.
        engine: String,
        /// The error, with advice.
        problem: String,
        /// The last lines of its standard error, each after a line end.
        errors: String,
    },
    /// The match ended before all games were played.
    #[error("{}", list(.0))]
    Short(Vec<EarlyEnd>),
    /// An engine rejects the openings.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The match files cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The shards do not fit together.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Writing the record failed during the match.
    #[error("the record ends early: {0}")]
    Written(JournalError),
    /// The report cannot be serialized.
    #[error("cannot write the report: {0}")]
    Json(serde_json::Error),
    /// The signal handler cannot be installed.
    #[error("cannot handle Ctrl-C: {0}")]
    Signals(std::io::Error),
}

/// The error text for two names that are equal or nearly so.
fn alike(one: &str, two: &str) -> String {
    if one == two {
        return format!(
            "two engines have the name {}: expected different ones, set by name=",
            quote(one)
        );
    }
    format!(
        "engines {} and {} look the same: expected names that differ in their first 80 \
         characters, by more than blanks and capital letters, set by name=",
        quote(one),
        quote(two)
    )
}

/// A number of engines in words.
fn engines(count: usize) -> String {
    match count {
        0 => "no engine".to_owned(),
        1 => "1 engine".to_owned(),
        count => format!("{count} engines"),
    }
}

impl MatchError {
    /// The error for an engine that does not start.
    pub(super) fn start(engine: &str, fault: &Fault) -> MatchError {
        let advice = match fault.kind {
            FaultKind::Timeout => "; --start-patience MS waits longer",
            _ => "",
        };
        let problem = format!("{}{advice}", fault.text);
        let errors = fault.errors().map(|line| format!("\n{}", error_line(engine, line)));
        MatchError::Start { engine: engine.to_owned(), problem, errors: errors.collect() }
    }

    /// The error as it is reported after games were played.
    pub(super) fn on_the_way(self) -> MatchError {
        match self {
            MatchError::Journal(error) => MatchError::Written(error),
            other => other,
        }
    }

    /// The exit code, one of [`EXIT_CODES`].
    pub(in crate::cli) fn exit_code(&self) -> u8 {
        match self {
            MatchError::Short(shortfalls) => match shortfalls.first() {
                Some(EarlyEnd::Interrupted { .. }) => 3,
                Some(EarlyEnd::EngineOut { .. }) => 4,
                Some(EarlyEnd::NotStarted { .. }) => 1,
                Some(EarlyEnd::NoGameCounts) => 6,
                None => 0,
            },
            MatchError::FewOpenings { .. } => 5,
            MatchError::Written(_) | MatchError::Json(_) => 1,
            _ => 2,
        }
    }
}
