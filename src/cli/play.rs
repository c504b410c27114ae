//! `zugi play`: a game of the engine against itself, for people to watch.

use std::slice;
use std::time::Duration;

use clap::Args;

use super::{CliError, colour, engine_at, run_job, show};
use crate::engine::AnyEngine;
use crate::game::Outcome;
use crate::protocol::{GoLimits, Info, Reply, Score};

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
pub(super) fn play(variant: &str, args: &PlayArgs) -> Result<(), CliError> {
    let mut engine = engine_at(variant, args.fen.as_deref(), args.pie)?;
    let limits = match args.depth {
        Some(depth) => GoLimits { depth: Some(depth), ..GoLimits::default() },
        None => {
            let time = Duration::from_millis(args.movetime);
            GoLimits { move_time: Some(time), ..GoLimits::default() }
        }
    };
    show(&[variant, &engine.fen(), &engine.draw(colour()), ""].join("\n"))?;
    let mut plies = 0;
    while engine.outcome().is_none() {
        let player = engine.to_move();
        let (mv, info) = think(engine.as_ref(), &limits)?;
        engine.play_moves(slice::from_ref(&mv))?;
        plies += 1;
        let comment = comment(&info);
        show(&format!("{plies}. {player} {mv}   {comment}\n{}\n", engine.draw(colour())))?;
    }
    let end = match engine.outcome() {
        Some(Outcome::Win(winner)) => format!("{winner} wins"),
        _ => "draw".to_owned(),
    };
    show(&format!("{end} after {}", count(plies)))
}

/// The engine's move and what it thought last.
fn think(engine: &dyn AnyEngine, limits: &GoLimits) -> Result<(String, Info), CliError> {
    let mut best = String::new();
    let mut last = Info::default();
    run_job(engine.search(limits).job, |reply| {
        match reply {
            Reply::Info(info) => last = info.clone(),
            Reply::BestMove { mv, .. } => best.clone_from(mv),
            _ => {}
        }
        Ok(())
    })?;
    Ok((best, last))
}

fn comment(info: &Info) -> String {
    let score = match info.score {
        Some(Score::Cp(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        Some(Score::Mate(plies)) if plies > 0 => format!("wins in {}", count(plies)),
        Some(Score::Mate(plies)) => format!("loses in {}", count(-plies)),
        None => String::new(),
    };
    format!("{score}, depth {}", info.depth.unwrap_or_default())
}

fn count(plies: i32) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}
