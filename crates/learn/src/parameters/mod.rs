//! Tunes the parameters of the search by play: simultaneous perturbation stochastic approximation
//! (SPSA: Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", 1998), as chess engines are tuned.
//!
//! A perturbation changes all parameters at once, each by a step up or down. Two players, one with
//! the perturbation and one with its opposite, play an opening from both sides, and all values move
//! towards those of the winner. The perturbations and the changes of the values shrink with the
//! number of pairs.

mod spsa_pair;

use fastrand::Rng;
use rayon::prelude::*;
use thiserror::Error;
use zugi_game::board::mix;
use zugi_game::{Capability, Of};
use zugi_search::eval::HasEvaluator;
use zugi_search::{OutOfMemory, Parameter, Parameters, Value};

use spsa_pair::SpsaPair;

/// The pairs of games that are played with the same values, so that the result does not depend on
/// the number of threads.
const BATCH: u32 = 16;

/// The exponent by which the changes of the values shrink with the number of pairs: alpha of Spall.
const CHANGE_DECAY: f64 = 0.602;

/// The exponent by which perturbations shrink with the number of pairs: gamma of Spall.
const PERTURBATION_DECAY: f64 = 0.101;

/// The stability constant of Spall as a share of all pairs: with it the first changes are only
/// about four times the last.
const STABILITY: f64 = 0.1;

/// The change of a value for each point in the last pair, as a share of the perturbation.
const LAST_CHANGE: f64 = 0.004;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterPlan {
    /// Pairs of games, at least 1.
    pub pairs: u32,
    /// The nodes of the search for each move, at least 1.
    pub nodes: u64,
    /// The same seed gives the same values, with any number of threads.
    pub seed: u64,
    /// The names of the parameters to tune; all others keep the game's values.
    pub names: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ParameterProgress {
    pub pairs: u32,
    /// The values so far, in the order of [`ParameterPlan::names`].
    pub values: Vec<f64>,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParameterPlanError {
    #[error("no parameter {name:?}: expected one of {}", expected.join(", "))]
    Unknown { name: String, expected: Vec<&'static str> },
    /// The system has no memory for the tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// The capability of variants whose search can be tuned by self-play.
pub trait ParameterTuner: Send + Sync {
    /// Plays and tunes, from the game's own values or from the `progress` of an interrupted run.
    /// Reports the progress at the start and after each batch of pairs, and ends if `report`
    /// returns false. The result is rounded.
    ///
    /// Call it in a [`pool`](crate::pool()).
    ///
    /// # Errors
    /// A name is unknown, or the system has too little memory.
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
                .map_init(SpsaPair::<G>::new, |players, number| match players {
                    Ok(players) => Ok(play_pair(plan, &tuned, &progress, number, players)),
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

fn tuned(names: &[String]) -> Result<Vec<&'static Parameter>, ParameterPlanError> {
    let find = |name: &String| {
        Parameters::ALL.iter().find(|parameter| parameter.name == name).ok_or_else(|| {
            let expected = Parameters::ALL.iter().map(|parameter| parameter.name).collect();
            ParameterPlanError::Unknown { name: name.clone(), expected }
        })
    };
    names.iter().map(find).collect()
}

/// `parameters` with the rounded `values` of those that are `tuned`.
fn with(
    tuned: &[&Parameter],
    values: &[f64],
    mut parameters: Parameters,
    mut round: impl FnMut(f64) -> f64,
) -> Parameters {
    for (parameter, &value) in tuned.iter().zip(values) {
        // Values stay in the range of the parameter, which fits in a `Value`.
        parameter.set(&mut parameters, round(value) as Value);
    }
    parameters
}

/// Plays a pair of games, and returns the change of each value.
fn play_pair<G: HasEvaluator>(
    plan: &ParameterPlan,
    tuned: &[&Parameter],
    progress: &ParameterProgress,
    number: u32,
    players: &SpsaPair<G>,
) -> Vec<f64> {
    let mut rng = Rng::with_seed(mix(mix(plan.seed) ^ u64::from(number)));
    let (all, done) = (f64::from(plan.pairs), f64::from(progress.pairs));
    let size = ((all + 1.0) / (done + 1.0)).powf(PERTURBATION_DECAY);
    let stability = STABILITY * all;
    let share = LAST_CHANGE * ((stability + all) / (stability + done + 1.0)).powf(CHANGE_DECAY);
    // Perturbations shrink towards a step of the parameter.
    let perturbations: Vec<f64> = tuned
        .iter()
        .map(|parameter| f64::from(parameter.step) * size * if rng.bool() { 1.0 } else { -1.0 })
        .collect();
    let perturbed = |sign: f64, rng: &mut Rng| {
        let values: Vec<f64> = progress
            .values
            .iter()
            .zip(&perturbations)
            .map(|(value, perturbation)| value + sign * perturbation)
            .collect();
        // Stochastic rounding, so that fractions count on average.
        with(tuned, &values, G::PARAMETERS, |value| (value + rng.f64()).floor())
    };
    let parameters = [perturbed(1.0, &mut rng), perturbed(-1.0, &mut rng)];
    let points = f64::from(players.play(parameters, plan.nodes, &mut rng));
    perturbations.into_iter().map(|perturbation| share * perturbation * points).collect()
}

#[cfg(test)]
mod tests;
