//! The reason in the record of a game for each fault of an engine.

use zugi_client::FaultKind;
use zugi_client::process::error_text;
use zugi_records::{GameRecord, Reason};

#[must_use]
pub fn reason(kind: FaultKind) -> Reason {
    match kind {
        FaultKind::Spawn | FaultKind::Setup | FaultKind::Crash => Reason::Crash,
        FaultKind::Timeout => Reason::Stall,
        FaultKind::Malformed => Reason::Malformed,
    }
}

/// The last lines that the engines of a game wrote to standard error, each with the name of the
/// engine; kept after a fault.
pub fn error_lines(game: &GameRecord) -> impl Iterator<Item = (&str, &str)> {
    game.transcript.iter().filter_map(|line| {
        let of = |player: &'_ String| error_text(line.strip_prefix(player.as_str())?);
        game.players.iter().find_map(|player| Some((player.as_str(), of(player)?)))
    })
}
