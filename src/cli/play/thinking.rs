//! What the engine thinks of a position, and how that is told to people.

use super::super::{CliError, run_job};
use crate::engine::{Engine, EngineError, JobOutput};
use crate::game::MoveBits;
use crate::protocol::GoLimits;
use crate::search::{Analysis, Assessment};

/// What a search of any variant has found.
pub(super) type AnyReport = Analysis<MoveBits>;

/// The engine's move and what it thought last.
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
    let mv = best.iter().flat_map(|report| engine.game().variation(&report.pv)).next();
    Ok((mv.unwrap_or_default(), best))
}

/// The value of a move and the depth at which it was found.
pub(super) fn comment(report: &AnyReport) -> String {
    let score = match report.score {
        Assessment::Units(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Assessment::Win(plies) => format!("wins in {}", count(plies)),
        Assessment::Loss(plies) => format!("loses in {}", count(plies)),
    };
    format!("{score}, depth {}", report.depth)
}

/// A number of plies in words.
pub(super) fn count(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}
