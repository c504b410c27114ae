//! Runs the engine's search in a game, and describes its scores.

use zugi_engine::{Engine, EngineError, JobOutput};
use zugi_game::{Chances, RawMove};
use zugi_protocol::{GoLimits, UgiScore};
use zugi_search::{PvInfo, Score};

use super::super::{CliError, run_job};

/// A search report of any variant.
pub(super) type AnyReport = PvInfo<RawMove>;

/// Searches for the engine's move; returns it with the last report.
pub(super) fn think(
    engine: &Engine,
    limits: &GoLimits,
) -> Result<(String, Option<AnyReport>), CliError> {
    let mut best = None;
    run_job(engine.search(limits).map_err(EngineError::from)?.job, |output| {
        if let JobOutput::Best(report) = output {
            best = report;
        }
        Ok(())
    })?;
    let (game, first) = (engine.game(), best.as_ref().and_then(|report| report.pv.first()));
    // In games of chance the line includes the random outcome, and the move only the decision.
    let chances = game.capability::<Chances>().ok();
    let decided = first.and_then(|&mv| chances?.decision(game, mv)).map(|(text, _)| text);
    let happens = || first.and_then(|&mv| game.variation(&[mv]).pop());
    Ok((decided.or_else(happens).unwrap_or_default(), best))
}

/// The score and depth of a move, in words.
pub(super) fn comment(report: &AnyReport) -> String {
    let score = match report.score {
        Score::Win(plies) => format!("wins in {}", count(plies)),
        Score::Loss(plies) => format!("loses in {}", count(plies)),
        score => UgiScore::checkers(score.value()),
    };
    format!("{score}, depth {}", report.depth)
}

/// A number of plies in words.
pub(super) fn count(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}
