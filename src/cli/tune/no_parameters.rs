//! `zugi tune --search` of a program that was not built for it.

use super::TuneArgs;
use crate::cli::CliError;
use crate::game::Variant;

/// Says what it takes.
pub(super) fn tune(_: &Variant, _: &TuneArgs) -> Result<(), CliError> {
    Err(CliError::NoTuning)
}
