//! `zugi train --priors`: fits the weights of the priors of moves to the moves of data files.

use zugi_game::Variant;
use zugi_learn::data::DataFile;
use zugi_learn::priors::{PriorPlan, PriorTrainer};
use zugi_learn::{Epoch, FittedWeights};
use zugi_search::eval::text;

use super::super::files::write_whole;
use super::super::{CliError, show};
use super::{TrainArgs, of_data};

/// The most positions to use: more of them change little.
const POSITIONS: usize = 100_000;

pub(super) fn fit(variant: &Variant, args: &TrainArgs, files: &[DataFile]) -> Result<(), CliError> {
    let trainer = variant.capability::<dyn PriorTrainer>()?;
    let TrainArgs { epochs, temperature, seed, out, .. } = args;
    let plan =
        PriorPlan { positions: POSITIONS, epochs: *epochs, temperature: *temperature, seed: *seed };
    let mut written = Ok(());
    let mut report = |Epoch { number, training, held_out }| {
        let line = format!("epoch {number:>3}  training {training:.5}  held out {held_out:.5}");
        if written.is_ok() {
            written = show(&line);
        }
    };
    let FittedWeights { weights, training, held_out } = trainer.fit(&plan, files, &mut report)?;
    let (commands, names) = of_data(variant.name(), files);
    let commands: String = commands.lines().map(|line| format!("#   {line}\n")).collect();
    let content = format!(
        "\
# The weights of the priors of moves of {name}, in thousandths of a natural logarithm, fitted by
# zugi {version} to moves of games:
{commands}#   zugi train --variant {name} --priors --data{names} --epochs {epochs} \
         --temperature {temperature} --seed {seed} --out {out}
# {training} positions, and {held_out} to check.
{terms}",
        name = variant.name(),
        version = env!("CARGO_PKG_VERSION"),
        out = out.display(),
        terms = text(&trainer.terms(), &weights),
    );
    write_whole(out, &content)?;
    written
}
