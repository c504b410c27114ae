//! Replaces `zugi tune --search` where the feature `tuning` is off.

use zugi_game::Variant;

use super::TuneArgs;
use crate::cli::{CliError, bail};

pub(super) fn tune(_: &Variant, _: &TuneArgs) -> Result<(), CliError> {
    bail!(
        "this program cannot tune the search: expected a build by \
         cargo build --release --features tuning"
    )
}
