//! Runs the engine's search in a game, and describes its scores.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use zugi_engine::Engine;
use zugi_protocol::{GoLimits, Info, Reply, UgiScore};

use super::super::{CliError, run_job};

/// A longer search is announced.
const LONG: Duration = Duration::from_secs(2);

/// Searches for the engine's move; returns it with the last report.
pub(super) fn think(
    engine: &Engine,
    limits: &GoLimits,
) -> Result<(String, Option<Info>), CliError> {
    let (mut best, mut report) = (String::new(), None);
    let (begun, mut is_announced) = (Instant::now(), false);
    run_job(engine.search(limits)?.0, |reply| {
        if !is_announced && begun.elapsed() > LONG {
            is_announced = true;
            writeln!(io::stdout(), "zugi is thinking.")?;
            io::stdout().flush()?;
        }
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
        Some(UgiScore::Mate(plies)) => {
            let wins = if plies > 0 { "wins" } else { "loses" };
            format!("{wins} in {}", count(plies.unsigned_abs().div_ceil(2)))
        }
        Some(UgiScore::Cp(value)) => UgiScore::checkers(value),
        None => String::new(),
    };
    format!("{score}, depth {}", report.depth.unwrap_or_default())
}

pub(super) fn count(moves: u32) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}
