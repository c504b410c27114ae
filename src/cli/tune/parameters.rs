//! `zugi tune --search`: tunes search parameters by self-play, with a checkpoint file.

use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};
use zugi_game::Variant;
use zugi_learn::parameters::{ParameterPlan, ParameterProgress, ParameterTuner};
use zugi_search::Parameters;

use super::TuneArgs;
use crate::cli::files::{read_text, write_whole};
use crate::cli::progress_bar::bar;
use crate::cli::{CliError, show};

/// The checkpoint: the plan and the progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ParameterFile {
    variant: String,
    games: u32,
    nodes: u64,
    seed: u64,
    /// Games played.
    done: u32,
    values: BTreeMap<String, f64>,
}

/// Tunes, continuing from the checkpoint if there is one.
pub(super) fn tune(variant: &Variant, args: &TuneArgs) -> Result<(), CliError> {
    let tunes = variant.capability::<dyn ParameterTuner>()?;
    let all = || Parameters::ALL.iter().map(|parameter| parameter.name.to_owned()).collect();
    let names: Vec<String> = if args.only.is_empty() { all() } else { args.only.clone() };
    let (pairs, nodes, seed) = (args.games / 2, args.nodes, args.seed);
    let plan = ParameterPlan { pairs, nodes, seed, names };
    let file = |progress: &ParameterProgress| ParameterFile {
        variant: variant.name().to_owned(),
        games: 2 * plan.pairs,
        nodes,
        seed,
        done: 2 * progress.pairs,
        values: plan.names.iter().cloned().zip(progress.values.iter().copied()).collect(),
    };
    let progress = read(args, &plan, file)?;
    let pool = zugi_learn::pool(args.threads).map_err(io::Error::other)?;
    let (bar, mut written) = (bar(plan.pairs.into(), "pairs"), Ok(()));
    let mut report = |progress: &ParameterProgress| {
        bar.set_position(progress.pairs.into());
        let text = toml::to_string(&file(progress)).expect("numbers and names can be written");
        written = write_whole(&args.out, text);
        written.is_ok()
    };
    let tuned = pool.install(|| tunes.tune(&plan, progress, &mut report))?;
    bar.finish_and_clear();
    written?;
    for parameter in Parameters::ALL.iter().filter(|one| plan.names.iter().any(|n| n == one.name)) {
        show(&format!("{}={}", parameter.name, parameter.of(&tuned)))?;
    }
    Ok(())
}

/// Reads the checkpoint, which must have this plan; `None` if there is none, or with `--force`.
fn read(
    args: &TuneArgs,
    plan: &ParameterPlan,
    file: impl Fn(&ParameterProgress) -> ParameterFile,
) -> Result<Option<ParameterProgress>, CliError> {
    if args.overwrite.allows(&args.out) {
        args.overwrite.check(&args.out)?;
        return Ok(None);
    }
    let text = read_text(&args.out)?;
    let other = || {
        format!(
            "{:?} is not a file of this tuning: expected a file of the same arguments, another \
             --out, or --force to overwrite it",
            args.out
        )
    };
    let found: ParameterFile = toml::from_str(&text).map_err(|_| other())?;
    let values: Option<Vec<f64>> =
        plan.names.iter().map(|name| found.values.get(name).copied()).collect();
    let values = values.ok_or_else(other)?;
    let progress = ParameterProgress { pairs: found.done / 2, values };
    if file(&progress) == found { Ok(Some(progress)) } else { Err(other().into()) }
}
