//! `zugi openings`: a file of balanced openings for matches.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::CliError;
use crate::arbiter::openings::Opening;
use crate::engine::EngineError;
use crate::game::Registry;
use crate::openings::{FindsOpenings, FoundOpening, OpeningsPlan, Trial, TrialPlan};
use crate::search::STACK_SIZE;

/// How many, and how balanced.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct OpeningsArgs {
    /// How many openings to find
    count: usize,
    /// The number of random plies
    #[arg(long, default_value_t = 6)]
    plies: usize,
    /// How far from even a search may see them, in hundredths of a piece
    #[arg(long, value_name = "CP", default_value_t = 50)]
    window: u16,
    /// The depth of that search
    #[arg(long, default_value_t = 5)]
    depth: u32,
    /// The games that the engine plays with itself from each, the last one with --nodes a
    /// move, those before with less; 0 for none
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=1000))]
    games: u32,
    /// The least share of the points that either side must have of these games; over all
    /// openings the sides are even
    #[arg(long, value_name = "PERCENT", default_value_t = 35, value_parser = clap::value_parser!(u32).range(..=50))]
    share: u32,
    /// The nodes of each move in the last of these games
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin with the pie rule
    #[arg(long)]
    pie: bool,
    /// The number of threads [default: one for each core]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Write positions instead of moves, as programs need them that know no moves
    #[arg(long)]
    fen: bool,
    /// Write to a file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Finds the openings and writes them, one a line.
pub(super) fn openings(
    registry: &Registry,
    variant: &str,
    args: &OpeningsArgs,
) -> Result<(), CliError> {
    let openings = registry.find(variant).map_err(EngineError::from)?.power::<FindsOpenings>();
    let openings = openings.map_err(EngineError::from)?;
    let mut out: Box<dyn Write + Send> = match &args.out {
        None => Box::new(io::stdout()),
        Some(path) => {
            let file = File::create(path);
            Box::new(file.map_err(|error| CliError::File { path: path.clone(), error })?)
        }
    };
    let plan = OpeningsPlan {
        count: args.count,
        plies: args.plies,
        window: args.window.into(),
        depth: args.depth,
        trial: TrialPlan { games: args.games, nodes: args.nodes, share: args.share },
        seed: args.seed,
        pie: args.pie,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).stack_size(STACK_SIZE);
    let pool = pool.build().map_err(io::Error::other)?;
    let (mut count, mut total) = (0, Trial::default());
    let mut written = writeln!(out, "# zugi openings {} --variant {variant} {args}", args.count);
    let mut found = |opening: &FoundOpening| {
        count += 1;
        total += opening.trial;
        if written.is_ok() {
            let opening = if args.fen {
                Opening { fen: Some(opening.fen.clone()), moves: Vec::new() }
            } else {
                Opening { fen: None, moves: opening.moves.clone() }
            };
            written = writeln!(out, "{opening}").and_then(|()| out.flush());
        }
    };
    pool.install(|| openings.find(&plan, &mut found));
    written?;
    if total.games > 0 {
        let share = 50.0 * f64::from(total.half_points) / f64::from(total.games);
        eprintln!("player one has {share:.1} % of the points of {} games", total.games);
    }
    if count < args.count {
        eprintln!("found only {count} different openings of {}", args.count);
    }
    Ok(())
}

impl std::fmt::Display for OpeningsArgs {
    /// The arguments after the count that make the same file again.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let OpeningsArgs { plies, window, depth, games, share, nodes, seed, .. } = self;
        write!(f, "--plies {plies} --window {window} --depth {depth}")?;
        write!(f, " --games {games} --share {share} --nodes {nodes} --seed {seed}")?;
        for (flag, set) in [("pie", self.pie), ("fen", self.fen)] {
            if set {
                write!(f, " --{flag}")?;
            }
        }
        Ok(())
    }
}
