//! `zugi data`: writes positions of self-play games to a file.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use zugi_game::Registry;
use zugi_learn::data::{DataError, DataGenerator, DataPlan, DataProgress, NetDataGenerator, Shard};
use zugi_search::eval::net::NetFile;

use super::files::{Overwrite, cannot_use, out_path};
use super::progress_bar::bar;
use super::{CliError, show};

const EXAMPLES: &str = "\
Examples:
  zugi data --variant zola-8 --games 40000 --nodes 600 --seed 1 --out zola-8.data
  zugi data --games 10000 --shard 2/4 --out part-2.data    one machine of four

The same arguments continue an interrupted run; no finished game is lost.
docs/reference/data.md describes the format.";

/// The least number of random plies of a game, unless fewer are requested.
const FEWEST_PLIES: u16 = 4;

#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct DataArgs {
    /// The number of games of all shards together
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes searched for each move
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The greatest number of random plies at the start of a game; the least is 4, or N if less
    #[arg(long, value_name = "N", default_value_t = 12)]
    plies: u16,
    /// The seed of the random plies; the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play only every N-th game from number I on; the shards 1/N to N/N have all games
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// The net to play with [default: the evaluation that comes with the program]
    #[arg(long, value_name = "NET")]
    eval_file: Option<PathBuf>,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// The file to write or to continue
    #[arg(long, value_name = "FILE", value_parser = out_path())]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

const MAX_THREADS: usize = 1024;

pub(super) fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MAX_THREADS).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}"))
}

pub(super) fn threads_or_cores(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get))
}

fn read_net(path: &Path) -> Result<NetFile, CliError> {
    NetFile::check_path(path).map_err(DataError::from)?;
    let content = zugi_files::read(path).map_err(cannot_use(path))?;
    Ok(NetFile::from_bytes(&content).map_err(DataError::from)?)
}

pub(super) fn data(registry: &Registry, variant: &str, args: &DataArgs) -> Result<(), CliError> {
    let variant = registry.find(variant)?;
    let makes = variant.capability::<dyn DataGenerator>()?;
    let DataArgs { games, nodes, plies, seed, shard, out, .. } = args;
    let plan = DataPlan {
        games: *games,
        nodes: *nodes,
        plies: [FEWEST_PLIES.min(*plies), *plies],
        seed: *seed,
        shard: *shard,
    };
    let nets = match args.eval_file.as_deref() {
        Some(path) => Some((variant.capability::<dyn NetDataGenerator>()?, read_net(path)?)),
        None => None,
    };
    args.overwrite.empty(out)?;
    let bar = bar(shard.games(*games).count() as u64, "games");
    let mut last = None;
    let mut played = |progress: DataProgress| {
        bar.set_position(progress.games.into());
        if last.is_none() {
            // The ETA must not include results of earlier runs.
            bar.reset_eta();
        }
        last = Some(progress);
    };
    let threads = threads_or_cores(args.threads);
    log::info!("data of {} begins: {} games", variant.name(), shard.games(*games).count());
    let made = match nets {
        Some((nets, net)) => nets.make_by(&net, &plan, out, threads, &mut played),
        None => makes.make(&plan, out, threads, &mut played),
    };
    bar.finish_and_clear();
    made?;
    log::info!("data of {} is in {}", variant.name(), out.display());
    match last {
        Some(DataProgress { games, positions }) => {
            show(&format!("{games} games with {positions} positions in {}", out.display()))
        }
        None => Ok(()),
    }
}
