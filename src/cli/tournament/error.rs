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
  1  the match failed on the way: a file or the output could not be written
  2  wrong arguments, or an engine that does not start: no game was played
  3  interrupted
  4  an engine failed and was removed; its other games were not played
  5  not enough openings for the games: no game was played
  6  no game counts";

/// Why a match does not begin, or ends early.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Words of an engine, an adjudication or a test that are wrong.
    #[error(transparent)]
    Words(#[from] PairError),
    /// Two engines whose names look the same.
    #[error("{}", alike(.0, .1))]
    AlikeNames(String, String),
    /// Too few or too many engines.
    #[error("{count} given: expected {1}", count = engines(*.0))]
    Engines(usize, &'static str),
    /// An openings file that cannot be read.
    #[error("cannot read the openings {0:?}: {1}")]
    OpeningsFile(PathBuf, NotText),
    /// Openings that are wrong.
    #[error("openings: {0}")]
    Openings(#[from] OpeningsError),
    /// Fewer random openings than the games need.
    #[error(
        "there are only {found} openings of {plies} random plies: expected {needed}; more \
         --random-plies, fewer --games, or a file with --openings"
    )]
    FewOpenings {
        /// How many there are.
        found: usize,
        /// How long they are.
        plies: usize,
        /// How many different ones were to be played.
        needed: usize,
    },
    /// A number of games or of threads that cannot be had.
    #[error("{option} is {given}: expected {expected}")]
    Number {
        /// The argument.
        option: &'static str,
        /// Its value.
        given: usize,
        /// The expected value.
        expected: String,
    },
    /// Random openings of a game whose rules only the engines have.
    #[error("no random openings for {GENERIC:?}: expected a variant of this program")]
    NoRules,
    /// Tables of a game whose rules only the engines have.
    #[error("no tables for {GENERIC:?}: expected a variant of this program")]
    NoTables,
    /// Something hidden to be shown where nothing is.
    #[error("--reveal: variant {0:?} has no hidden pieces: every seat sees all of it")]
    NothingHidden(String),
    /// Tables that there are not, or that cannot be used.
    #[error("--tables: {0}")]
    Tables(String),
    /// An engine that cannot be asked about a game that only engines know.
    #[error(
        "engine {} has proto=uci: expected proto=ugi for {GENERIC:?}, as UCI has no words to \
         ask who is to move and who has won",
        quote(.0)
    )]
    NotAsked(String),
    /// A match to go on with that has no name.
    #[error("--resume goes on with a match that was recorded: expected --out PREFIX, too")]
    NoPrefix,
    /// A file of arguments that is wrong, or cannot be read or written.
    #[error("config {0:?}: {1}")]
    Config(PathBuf, String),
    /// An engine that does not start.
    #[error("engine {} does not start: {problem}{errors}", quote(.engine))]
    Start {
        /// Its name.
        engine: String,
        /// The error, with advice.
        problem: String,
        /// The last lines of its standard error, each after a line end.
        errors: String,
    },
    /// A match that ended before all games were played.
    #[error("{}", list(.0))]
    Short(Vec<EarlyEnd>),
    /// Openings that an engine does not take.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Files of a match that cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Parts that do not fit together.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Files that could be used no more.
    #[error("the record ends early: {0}")]
    Written(JournalError),
    /// A report that cannot be written as JSON.
    #[error("cannot write the report: {0}")]
    Json(serde_json::Error),
    /// Ctrl-C that cannot be caught.
    #[error("cannot handle Ctrl-C: {0}")]
    Signals(#[from] ctrlc::Error),
}

/// That two engines have the same name, or nearly so.
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

/// So many engines, in words.
fn engines(count: usize) -> String {
    match count {
        0 => "no engine".to_owned(),
        1 => "1 engine".to_owned(),
        count => format!("{count} engines"),
    }
}

impl MatchError {
    /// That an engine does not start.
    pub(super) fn start(engine: &str, fault: &Fault) -> MatchError {
        let advice = match fault.kind {
            FaultKind::Stall => "; --start-patience MS waits longer",
            _ => "",
        };
        let problem = format!("{}{advice}", fault.text);
        let errors = fault.errors().map(|line| format!("\n{}", error_line(engine, line)));
        MatchError::Start { engine: engine.to_owned(), problem, errors: errors.collect() }
    }

    /// The same error after games were played.
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
                Some(EarlyEnd::NoGameCounts) => 6,
                None => 0,
            },
            MatchError::FewOpenings { .. } => 5,
            MatchError::Written(_) | MatchError::Json(_) => 1,
            _ => 2,
        }
    }
}
