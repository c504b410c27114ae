//! `zugi tune`: fits the weights of the evaluation to self-play games; with `--search` it tunes
//! the parameters of the search.

#[cfg_attr(not(feature = "tuning"), path = "tune/no_parameters.rs")]
mod parameters;

use std::io;
use std::path::PathBuf;

use clap::Args;
use zugi_game::Registry;
use zugi_learn::weights::{TunePlan, WeightTuner};
use zugi_learn::{Epoch, FittedWeights};
use zugi_search::eval::text;

use super::bad_number::number;
use super::files::{Overwrite, out_path, write_whole};
use super::progress_bar::bar;
use super::{CliError, show};

const EXAMPLES: &str = "\
Examples:
  zugi tune --variant NAME --games 200 --nodes 500 --out weights.txt
  zugi tune --search --only futile_margin,late_base --games 8000 --out zola-6.toml

New weights take effect when you build the program with them. --search tunes the parameters
of the search by games between players with different values; it needs a build by
cargo build --release --features tuning. The same arguments continue an interrupted run.";

#[derive(Clone, PartialEq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct TuneArgs {
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(20..))]
    games: u32,
    /// Nodes searched for each move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The number of random plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 8, conflicts_with = "search")]
    plies: u16,
    /// The greatest number of positions used of each game
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "search", value_parser = clap::value_parser!(u16).range(1..))]
    samples: u16,
    /// The number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "search", value_parser = clap::value_parser!(u16).range(1..))]
    epochs: u16,
    /// The strength of L2 regularisation, from 0
    #[arg(long, value_name = "STRENGTH", default_value_t = 1e-5, conflicts_with = "search", allow_negative_numbers = true, value_parser = number(|it: &f64| it.is_finite() && *it >= 0.0, "a number from 0"))]
    l2: f64,
    /// The seed of the random plies; the same seed gives the same weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of threads [default: one for each core]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Tune the parameters of the search instead of the weights
    #[arg(long)]
    search: bool,
    /// Tune only these parameters, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "search")]
    only: Vec<String>,
    /// The file of the weights or parameters
    #[arg(long, value_name = "FILE", value_parser = out_path())]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

pub(super) fn tune(registry: &Registry, variant: &str, args: &TuneArgs) -> Result<(), CliError> {
    let variant = registry.find(variant)?;
    if args.search {
        return parameters::tune(variant, args);
    }
    let tunes = variant.capability::<dyn WeightTuner>()?;
    args.overwrite.check(&args.out)?;
    let plan = TunePlan {
        games: args.games as usize,
        nodes: args.nodes,
        plies: args.plies.into(),
        samples: args.samples.into(),
        epochs: args.epochs.into(),
        l2: args.l2,
        seed: args.seed,
    };
    let pool = zugi_learn::pool(args.threads).map_err(io::Error::other)?;
    let (bar, mut written) = (bar(plan.games as u64, "games"), Ok(()));
    let mut epochs = |epoch: &Epoch| {
        bar.finish_and_clear();
        let Epoch { number, training, held_out } = epoch;
        let line = format!("epoch {number:>3}  training {training:.5}  held out {held_out:.5}");
        if written.is_ok() {
            written = show(&line);
        }
    };
    let tuned = pool.install(|| tunes.tune(&plan, &|| bar.inc(1), &mut epochs));
    let FittedWeights { weights, training, held_out } = tuned.ok_or_else(|| {
        let text = "no position of these games is usable: expected more --games, or longer ones";
        CliError::with_code(1, text)
    })?;
    let TuneArgs { games, nodes, plies, samples, epochs, l2, seed, .. } = args;
    let terms = text(&tunes.terms(), &weights);
    let content = format!(
        "\
# The weights of {variant}, in hundredths of a piece, fitted by zugi {version} to games that
# the engine played with the previous weights:
#   zugi tune --variant {variant} --games {games} --nodes {nodes} --plies {plies} --samples {samples} \
         --epochs {epochs} --l2 {l2} --seed {seed}
# {training} positions, and {held_out} to check.
{terms}",
        variant = variant.name(),
        version = env!("CARGO_PKG_VERSION"),
    );
    write_whole(&args.out, &content)?;
    written
}
