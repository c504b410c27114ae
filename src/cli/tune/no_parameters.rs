//! `zugi tune --search` of a program that was not built for it.

use zugi_game::Variant;

use super::TuneArgs;
use crate::cli::CliError;

/// Says what it takes.
pub(super) fn tune(_: &Variant, _: &TuneArgs) -> Result<(), CliError> {
    Err(CliError::NoTuning)
}
