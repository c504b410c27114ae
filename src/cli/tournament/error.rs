//! Errors of a match that come from several places or have exit codes of their own.

use std::fmt::Display;

use zugi_arbiter::report::{EarlyEnd, list};
use zugi_arbiter::tournament::MatchError;
use zugi_client::{Fault, FaultKind};
use zugi_protocol::quote;

use super::super::CliError;
use super::progress::error_line;

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  all games were played, or the test has a verdict
  1  an output could not be written, or the system no longer starts an engine
  2  wrong arguments, or an engine that does not start: no game was played
  3  interrupted
  4  an engine failed and was removed; its other games were not played
  5  not enough openings for the games: no game was played
  6  no game counts";

pub(super) fn cannot_begin(error: MatchError) -> CliError {
    match error {
        MatchError::FewOpenings(why) => CliError::with_code(5, why),
        MatchError::Start { engine, fault } => no_start(&engine, &fault),
        MatchError::Interrupted { asked } => {
            let interrupted = EarlyEnd::Interrupted { played: 0, asked };
            CliError::with_code(3, list(&[interrupted]))
        }
        error => error.into(),
    }
}

/// The error of an engine that does not start, with the last lines of its standard error.
fn no_start(engine: &str, fault: &Fault) -> CliError {
    let advice = match fault.kind {
        FaultKind::Timeout => "; --patience MS waits longer",
        _ => "",
    };
    let errors: String =
        fault.errors().map(|line| format!("\n{}", error_line(engine, line))).collect();
    format!("engine {} does not start: {}{advice}{errors}", quote(engine), fault.text).into()
}

/// The error of a record that could not be written after games were played.
pub(super) fn short_record(error: impl Display) -> CliError {
    CliError::with_code(1, format!("the record ends early: {error}"))
}

/// The error of a match that ended before all games were played, or in which no game counts; `None`
/// if there are no reasons.
pub(super) fn early_end(reasons: &[EarlyEnd]) -> Option<CliError> {
    let code = match reasons.first()? {
        EarlyEnd::Interrupted { .. } => 3,
        EarlyEnd::EngineOut { .. } => 4,
        EarlyEnd::NotStarted { .. } => 1,
        EarlyEnd::NoGameCounts => 6,
    };
    Some(CliError::with_code(code, list(reasons)))
}
