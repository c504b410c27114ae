//! Tunes the parameters of the search by play: simultaneous perturbation stochastic
//! approximation (Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization", 1998), as testers of chess engines use it.
//!
//! All parameters are changed at once, each by a step up or down. Two players, one with these
//! changes and one with the opposite ones, play an opening from both sides, and all values
//! move a little towards the winner's. The moves become smaller, and so do the changes.

mod spsa_pair;

use fastrand::Rng;
use rayon::prelude::*;
use thiserror::Error;
use zugi_game::board::mix;
use zugi_game::{Capability, Of};
use zugi_search::eval::HasEvaluator;
use zugi_search::{OutOfMemory, Parameter, Parameters, Value};

use spsa_pair::SpsaPair;

/// Pairs of games that are played with the same values: how many threads play them changes
/// nothing.
const BATCH: u32 = 16;

/// How the moves and the changes shrink with the number of pairs played (Spall).
const MOVE_DECAY: f64 = 0.602;
const CHANGE_DECAY: f64 = 0.101;

/// The first pairs, as a share of all, in which the moves hardly shrink.
const WARM_UP: f64 = 0.1;

/// By how many of its last changes a value is moved for each point won at the end.
const LAST_MOVE: f64 = 0.004;

/// The plan of a tuning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterPlan {
    /// Pairs of games, at least 1.
    pub pairs: u32,
    /// Nodes that each move is searched for, at least 1.
    pub nodes: u64,
    /// The same seed gives the same values, with any number of threads.
    pub seed: u64,
    /// The names of the parameters to tune; all others keep the game's values.
    pub names: Vec<String>,
}

/// How far it is.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterProgress {
    /// Pairs played.
    pub pairs: u32,
    /// The values so far, in the order of [`ParameterPlan::names`].
    pub values: Vec<f64>,
}

/// Why nothing was tuned.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParameterPlanError {
    /// A parameter that does not exist.
    #[error("no parameter {name:?}: expected one of {}", expected.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// Those that there are.
        expected: Vec<&'static str>,
    },
    /// No memory for the tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// The capability of a variant whose search can be tuned by self-play.
pub trait ParameterTuner: Send + Sync {
    /// Plays and tunes, from the game's own values or from where it was interrupted. Tells
    /// after each few pairs how far it is, and ends when the answer is false. The result is
    /// rounded.
    ///
    /// Call it in a [`pool`](crate::pool()).
    ///
    /// # Errors
    /// A name is unknown, or memory lacks.
    fn tune(
        &self,
        plan: &ParameterPlan,
        progress: Option<ParameterProgress>,
        report: &mut dyn FnMut(&ParameterProgress) -> bool,
    ) -> Result<Parameters, ParameterPlanError>;
}

impl Capability for dyn ParameterTuner {
    const MISSING: &'static str = "cannot be tuned: it has no search parameters";
}

impl<G: HasEvaluator> ParameterTuner for Of<G> {
    fn tune(
        &self,
        plan: &ParameterPlan,
        progress: Option<ParameterProgress>,
        report: &mut dyn FnMut(&ParameterProgress) -> bool,
    ) -> Result<Parameters, ParameterPlanError> {
        let tuned = tuned(&plan.names)?;
        let start = || {
            let values =
                tuned.iter().map(|parameter| parameter.of(&G::PARAMETERS).into()).collect();
            ParameterProgress { pairs: 0, values }
        };
        let mut progress = progress.unwrap_or_else(start);
        while progress.pairs < plan.pairs && report(&progress) {
            let numbers = progress.pairs..plan.pairs.min(progress.pairs + BATCH);
            let moves = numbers
                .clone()
                .into_par_iter()
                .map_init(SpsaPair::<G>::new, |duel, number| match duel {
                    Ok(duel) => Ok(pair(plan, &tuned, &progress, number, duel)),
                    Err(error) => Err(*error),
                })
                .collect::<Result<Vec<Vec<f64>>, OutOfMemory>>()?;
            for moves in moves {
                for ((value, by), parameter) in progress.values.iter_mut().zip(moves).zip(&tuned) {
                    let [least, most] = parameter.range;
                    *value = (*value + by).clamp(least.into(), most.into());
                }
            }
            progress.pairs = numbers.end;
        }
        report(&progress);
        Ok(with(&tuned, &progress.values, G::PARAMETERS, f64::round))
    }
}

/// The parameters with these names.
fn tuned(names: &[String]) -> Result<Vec<&'static Parameter>, ParameterPlanError> {
    let find = |name: &String| {
        Parameters::ALL.iter().find(|parameter| parameter.name == name).ok_or_else(|| {
            let expected = Parameters::ALL.iter().map(|parameter| parameter.name).collect();
            ParameterPlanError::Unknown { name: name.clone(), expected }
        })
    };
    names.iter().map(find).collect()
}

/// `parameters` with these values for some of them.
fn with(
    tuned: &[&Parameter],
    values: &[f64],
    mut parameters: Parameters,
    mut round: impl FnMut(f64) -> f64,
) -> Parameters {
    for (parameter, &value) in tuned.iter().zip(values) {
        // Within the range of the parameter, which is small.
        parameter.set(&mut parameters, round(value) as Value);
    }
    parameters
}

/// Plays a pair of games; by how much each value is to be moved.
fn pair<G: HasEvaluator>(
    plan: &ParameterPlan,
    tuned: &[&Parameter],
    progress: &ParameterProgress,
    number: u32,
    duel: &SpsaPair<G>,
) -> Vec<f64> {
    let mut rng = Rng::with_seed(mix(mix(plan.seed) ^ u64::from(number)));
    let (all, done) = (f64::from(plan.pairs), f64::from(progress.pairs));
    let change = ((all + 1.0) / (done + 1.0)).powf(CHANGE_DECAY);
    let begin = WARM_UP * all;
    let share = LAST_MOVE * ((begin + all) / (begin + done + 1.0)).powf(MOVE_DECAY);
    // Changes shrink towards a step, and moves are a share of the change.
    let changes: Vec<f64> = tuned
        .iter()
        .map(|parameter| f64::from(parameter.step) * change * if rng.bool() { 1.0 } else { -1.0 })
        .collect();
    let shifted = |sign: f64, rng: &mut Rng| {
        let values: Vec<f64> = progress
            .values
            .iter()
            .zip(&changes)
            .map(|(value, change)| value + sign * change)
            .collect();
        // At random up or down, so that changes of less than one count on average.
        with(tuned, &values, G::PARAMETERS, |value| (value + rng.f64()).floor())
    };
    let players = [shifted(1.0, &mut rng), shifted(-1.0, &mut rng)];
    let points = f64::from(duel.play(players, plan.nodes, &mut rng));
    changes.into_iter().map(|change| share * change * points).collect()
}

#[cfg(test)]
mod tests;
