//! Replaces `zugi tune --search` where the feature `tuning` is off.

use zugi_game::Variant;

use super::TuneArgs;
use crate::cli::CliError;

/// Returns the error that names the required feature.
pub(super) fn tune(_: &Variant, _: &TuneArgs) -> Result<(), CliError> {
    Err(CliError::TuningFeatureMissing)
}
