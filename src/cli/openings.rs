//! `zugi openings`: a file of balanced openings for matches.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::CliError;
use crate::arbiter::openings::Opening;
use crate::engine::EngineError;
use crate::game::Registry;
use crate::openings::{FindsOpenings, FoundOpening, OpeningsPlan};
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
    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin with the pie rule
    #[arg(long)]
    pie: bool,
    /// The number of threads [default: one for each core]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
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
        seed: args.seed,
        pie: args.pie,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).stack_size(STACK_SIZE);
    let pool = pool.build().map_err(io::Error::other)?;
    let mut count = 0;
    let mut written = writeln!(out, "# {variant}: {args}");
    let mut found = |opening: &FoundOpening| {
        count += 1;
        if written.is_ok() {
            let opening = Opening { fen: None, moves: opening.moves.clone() };
            written = writeln!(out, "{opening}").and_then(|()| out.flush());
        }
    };
    pool.install(|| openings.find(&plan, &mut found));
    written?;
    if count < args.count {
        eprintln!("found only {count} different openings of {}", args.count);
    }
    Ok(())
}

impl std::fmt::Display for OpeningsArgs {
    /// What made the file, for its first line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let OpeningsArgs { count, plies, window, depth, seed, .. } = self;
        write!(f, "{count} openings of {plies} plies within {window} at depth {depth}, seed {seed}")
    }
}
