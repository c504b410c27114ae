//! Runs the engine's search in a game, and describes its scores.

use zugi_engine::{Engine, EngineError};
use zugi_protocol::{GoLimits, Info, Reply, UgiScore};

use super::super::{CliError, run_job};

/// Searches for the engine's move; returns it with the last report.
pub(super) fn think(
    engine: &Engine,
    limits: &GoLimits,
) -> Result<(String, Option<Info>), CliError> {
    let (mut best, mut report) = (String::new(), None);
    run_job(engine.search(limits).map_err(EngineError::from)?.job, |reply| {
        match reply {
            Reply::Info(info) if info.score.is_some() => report = Some(info),
            Reply::BestMove { mv, .. } => best = mv,
            _ => {}
        }
        Ok(())
    })?;
    Ok((best, report))
}

/// The score and depth of a move, in words.
pub(super) fn comment(report: &Info) -> String {
    let score = match report.score {
        Some(UgiScore::Mate(plies)) if plies > 0 => format!("wins in {}", count(plies as u32)),
        Some(UgiScore::Mate(plies)) => format!("loses in {}", count(plies.unsigned_abs())),
        Some(UgiScore::Cp(value)) => UgiScore::checkers(value),
        None => String::new(),
    };
    format!("{score}, depth {}", report.depth.unwrap_or_default())
}

/// A number of plies in words.
pub(super) fn count(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}
