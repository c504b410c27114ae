//! `zugi train`: trains a net with files of `zugi data`.

mod priors;

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use zugi_engine::EngineError;
use zugi_game::Registry;
use zugi_learn::Epoch;
use zugi_learn::data::DataFile;
use zugi_learn::priors::PriorTrainer;
use zugi_learn::train::{Baseline, NetTrainer, TrainEvent, TrainPlan};
use zugi_search::eval::net::FILTERS;

use super::bad_number::number;
use super::data::{threads, threads_or_cores};
use super::files::{Overwrite, out_path, write_whole};
use super::progress_bar::bar;
use super::{CliError, show};

const EXAMPLES: &str = "\
Examples:
  zugi train --variant zola-8 --data zola-8.data --out zola-8.net
  zugi train --data part-1.data part-2.data --filters 32 --out zola-6.net
  zugi train --variant NAME --priors --data NAME.data --out NAME.txt    the priors of moves

The option EvalFile loads the net. docs/guides/train.md explains training.";

#[derive(Clone, PartialEq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct TrainArgs {
    /// Files of zugi data; one game in 20 is held out
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The number of filters: 8, 16 or 32
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = number(|it: &usize| FILTERS.contains(it), "8, 16 or 32"))]
    filters: usize,
    /// The number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// The share of the game's result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = number(|it: &f64| (0.0..=1.0).contains(it), "a number from 0 to 1"))]
    mix: f64,
    /// The factor that brings the result closer to a draw, once for each position that follows in
    /// the game, above 0 and at most 1; below 1 the net prefers quick wins
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = number(is_share, "a number above 0, at most 1"))]
    discount: f64,
    /// The number of positions of a training step
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// The learning rate of the first steps; it falls to 0 along a cosine
    #[arg(long, value_name = "SIZE", default_value_t = 0.02, value_parser = number(is_share, "a number above 0, at most 1"))]
    rate: f64,
    /// The seed of the initial weights and of the order; the same seed gives the same net
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Fit the weights of the priors of moves to the moves that were played, instead of a net
    #[arg(long, conflicts_with_all = ["filters", "mix", "discount", "batch", "rate"])]
    priors: bool,
    /// The divisor of the fitted weights: with 1, priors are the frequencies of play; above 1,
    /// unlikely moves have higher priors
    #[arg(long, value_name = "T", default_value_t = 3.0, requires = "priors", value_parser = number(|it: &f64| (0.1..=100.0).contains(it), "a number from 0.1 to 100"))]
    temperature: f64,
    /// The file of the net, or of the weights
    #[arg(long, value_name = "FILE", value_parser = out_path())]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

fn is_share(number: &f64) -> bool {
    *number > 0.0 && *number <= 1.0
}

pub(super) fn train(
    registry: &Registry,
    variant: Option<&str>,
    args: &TrainArgs,
) -> Result<(), CliError> {
    let named = variant.map(|name| registry.find(name)).transpose()?;
    // Check the variant before reading files.
    if let Some(variant) = named {
        if args.priors {
            variant.capability::<dyn PriorTrainer>()?;
        } else {
            variant.capability::<dyn NetTrainer>()?;
        }
    }
    args.overwrite.check(&args.out)?;
    let files: Result<Vec<_>, _> = args.data.iter().map(|path| DataFile::read(path)).collect();
    let files = files?;
    let variant = match (named, files.first()) {
        (Some(variant), _) => variant,
        (None, Some(first)) => registry.find(&first.header.variant).map_err(EngineError::from)?,
        (None, None) => registry.default_variant(),
    };
    if args.priors {
        return priors::fit(variant, args, &files);
    }
    let trains = variant.capability::<dyn NetTrainer>()?;
    let plan = TrainPlan {
        filters: args.filters,
        epochs: args.epochs,
        mix: args.mix,
        discount: args.discount,
        batch: args.batch as usize,
        rate: args.rate,
        seed: args.seed,
        command: commands(variant.name(), args, &files),
    };
    let pool = zugi_learn::pool(threads_or_cores(args.threads)).map_err(io::Error::other)?;
    let (mut progress, mut written) = (ProgressBar::hidden(), Ok(()));
    let mut report = |event| {
        let line = match event {
            TrainEvent::Step(done) => return progress.set_position(done as u64),
            TrainEvent::Begin(begin) => {
                progress = bar(begin.training as u64, "positions");
                baseline(&begin)
            }
            TrainEvent::Epoch(Epoch { number, training, held_out }) => {
                log::info!("epoch {number} ends");
                format!("epoch {number:>3}  training {training:.5}  held out {held_out:.5}")
            }
        };
        if written.is_ok() {
            written = progress.suspend(|| show(&line));
        }
        progress.reset();
    };
    log::info!("training for {} begins: {} files", variant.name(), files.len());
    let net = pool.install(|| trains.train(&plan, &files, &mut report));
    progress.finish_and_clear();
    let net = net?;
    log::info!("training ends: held out {:.5}", net.held_out);
    // Write the net first: stdout may be closed or full, and its error ends the command.
    write_whole(&args.out, net.file.to_bytes())?;
    written.and_then(|()| show(&format!("the net  held out {:.5}", net.held_out)))
}

fn baseline(begin: &Baseline) -> String {
    let Baseline { training, held_out, k, standard, search } = begin;
    format!(
        "{training} positions, {held_out} held out, k {k:.5}\n\
         the evaluation    held out {standard:.5}\n\
         the search        held out {search:.5}"
    )
}

/// The commands that reproduce the net.
fn commands(variant: &str, args: &TrainArgs, files: &[DataFile]) -> String {
    let (text, names) = of_data(variant, files);
    let TrainArgs { filters, epochs, mix, discount, batch, rate, seed, out, .. } = args;
    text + &format!(
        "zugi train --variant {variant} --data{names} --filters {filters} --epochs {epochs} \
         --mix {mix} --discount {discount} --batch {batch} --rate {rate} --seed {seed} --out {} # zugi {}\n",
        out.display(),
        env!("CARGO_PKG_VERSION")
    )
}

/// The commands that make the data files, and their names, each after a space.
fn of_data(variant: &str, files: &[DataFile]) -> (String, String) {
    let (mut text, mut names) = (String::new(), String::new());
    for file in files {
        let (header, name) = (&file.header, file.path().display());
        let plan = &header.plan;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "zugi data --variant {variant} --games {} --nodes {} --plies {} --seed {} --shard {} \
             --out {name} # evaluation {:016x}",
            plan.games, plan.nodes, plan.plies[1], plan.seed, plan.shard, header.evaluation
        );
        let _ = write!(names, " {name}");
    }
    (text, names)
}
