//! What a fault of an engine is in the record of a game.

use zugi_client::FaultKind;
use zugi_client::process::error_text;
use zugi_records::{GameRecord, Reason};

/// Why a game ends with a fault of this kind.
#[must_use]
pub fn reason(kind: FaultKind) -> Reason {
    match kind {
        FaultKind::Setup | FaultKind::Crash => Reason::Crash,
        FaultKind::Stall => Reason::Stall,
        FaultKind::Malformed => Reason::Malformed,
    }
}

/// What the engines of a game have written to their standard errors last, each line with the
/// name of the engine; kept where something went wrong.
pub fn error_lines(game: &GameRecord) -> impl Iterator<Item = (&str, &str)> {
    game.transcript.iter().filter_map(|line| {
        let of = |player: &'_ String| error_text(line.strip_prefix(player.as_str())?);
        game.players.iter().find_map(|player| Some((player.as_str(), of(player)?)))
    })
}
