//! `zugi play`: a game of the engine against itself, for people to watch.

use std::slice;
use std::time::Duration;

use clap::Args;

use super::{CliError, colour, run_job, show};
use crate::engine::{Engine, EngineError, JobOutput};
use crate::game::{MoveBits, Outcome, Registry, draw};
use crate::protocol::{GoLimits, Start};
use crate::search::{Analysis, Assessment};

/// What a search of any variant has found.
type AnyReport = Analysis<MoveBits>;

/// What to play and how long to think.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct PlayArgs {
    /// Time for each move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200)]
    movetime: u64,
    /// Search each move to this depth, whatever time it takes
    #[arg(long, conflicts_with = "movetime")]
    depth: Option<u32>,
    /// Start from this position instead of the start position
    #[arg(long)]
    fen: Option<String>,
    /// Play with the pie rule
    #[arg(long, conflicts_with = "fen")]
    pie: bool,
}

/// Plays the game and shows the board after every move.
pub(super) fn play(registry: &Registry, variant: &str, args: &PlayArgs) -> Result<(), CliError> {
    let mut engine = Engine::new(registry, variant)?;
    if args.pie {
        engine.set_option("PieRule", Some("true"))?;
    }
    let start = args.fen.clone().map_or(Start::StartPos, Start::Fen);
    engine.set_position(&start, &[])?;
    let limits = match args.depth {
        Some(depth) => GoLimits { depth: Some(depth), ..GoLimits::default() },
        None => {
            let time = Duration::from_millis(args.movetime);
            GoLimits { move_time: Some(time), ..GoLimits::default() }
        }
    };
    show(&[variant, &engine.game().text(), &draw(engine.game(), colour()), ""].join("\n"))?;
    let mut plies = 0;
    while engine.game().outcome().is_none() {
        let player = engine.game().to_move();
        let (mv, report) = think(&engine, &limits)?;
        engine.play_moves(slice::from_ref(&mv)).map_err(EngineError::from)?;
        plies += 1;
        let comment = report.as_ref().map(comment).unwrap_or_default();
        show(&format!("{plies}. {player} {mv}   {comment}\n{}\n", draw(engine.game(), colour())))?;
    }
    let end = match engine.game().outcome() {
        Some(Outcome::Win(winner)) => format!("{winner} wins"),
        _ => "draw".to_owned(),
    };
    show(&format!("{end} after {}", count(plies)))
}

/// The engine's move and what it thought last.
fn think(engine: &Engine, limits: &GoLimits) -> Result<(String, Option<AnyReport>), CliError> {
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

fn comment(report: &AnyReport) -> String {
    let score = match report.score {
        Assessment::Units(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Assessment::Win(plies) => format!("wins in {}", count(plies)),
        Assessment::Loss(plies) => format!("loses in {}", count(plies)),
    };
    format!("{score}, depth {}", report.depth)
}

fn count(plies: u32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}
