//! Logistic regression of the results of games.

use fastrand::Rng;
use zugi_search::Value;

use super::{Sample, TunePlan};
use crate::gradient_descent::{self, Epoch, FitPlan, Model};
use crate::logistic::{self, log_loss};
use crate::train::TrainEvent;

const BATCH: usize = 1024;

/// The learning rate at the start, in units of the evaluation.
const RATE: f64 = 1.0;

/// The expected result is the logistic function of `scale` times the sum of weights times features.
struct LinearModel {
    scale: f64,
}

fn sum(weights: &[f32], features: &[i16]) -> f64 {
    let pairs = weights.iter().zip(features);
    pairs.map(|(&weight, &feature)| f64::from(weight) * f64::from(feature)).sum()
}

impl Model<&Sample> for LinearModel {
    fn loss(&self, weights: &[f32], sample: &Sample, gradient: Option<&mut [f32]>) -> f64 {
        let (features, result) = (&sample.0, f64::from(sample.1));
        let logit = self.scale * sum(weights, features);
        if let Some(gradient) = gradient {
            let error = self.scale * (logistic::logistic(logit) - result);
            for (slope, &feature) in gradient.iter_mut().zip(features) {
                *slope += (error * f64::from(feature)) as f32;
            }
        }
        log_loss(logit, result)
    }
}

/// Fits the weights to the first set. If `units` is given, an evaluation of `units` stands for odds
/// of `e` to one; otherwise evaluations keep their size. Calls `fitted` with the losses of both
/// sets before the first epoch and after each one.
pub(super) fn fit(
    plan: &TunePlan,
    weights: Vec<Value>,
    unit: Value,
    units: Option<f64>,
    sets: [&[Sample]; 2],
    mut fitted: impl FnMut(&Epoch),
) -> Vec<Value> {
    // Weights are at most `MAX_WEIGHT`, which `f32` represents exactly.
    let mut weights: Vec<f32> = weights.into_iter().map(|weight| weight as f32).collect();
    let [mut training, held_out] = sets.map(|set| set.iter().collect::<Vec<_>>());
    let scale = match units {
        Some(units) => 1.0 / (units * f64::from(unit)),
        None => scale(&training, &weights, unit),
    };
    let model = LinearModel { scale };
    let [begin, held] =
        [&training, &held_out].map(|set| gradient_descent::mean_loss(&model, &weights, set));
    fitted(&Epoch { number: 0, training: begin, held_out: held });
    // The plan's `l2` is for weights divided by 100.
    let l2 = (plan.l2 / 1e4) as f32;
    let rng = Rng::with_seed(plan.seed);
    let fit_plan = FitPlan { epochs: plan.epochs, batch: BATCH, rate: RATE, l2, rng };
    gradient_descent::fit(&model, fit_plan, &mut weights, &mut training, &held_out, |event| {
        if let TrainEvent::Epoch(epoch) = event {
            fitted(&epoch);
        }
    });
    weights.into_iter().map(|weight| weight.round() as Value).collect()
}

/// The factor that converts sums of weights times features to logits, chosen so that the current
/// weights fit the results best.
fn scale(samples: &[&Sample], weights: &[f32], unit: Value) -> f64 {
    let unit = f64::from(unit);
    let pairs = samples.iter().map(|sample| (sum(weights, &sample.0) / unit, sample.1.into()));
    logistic::scale(pairs) / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random results, with the probabilities of the weights 80, -30 and 0 at a scale of 0.01 and a
    /// unit of 2.
    fn drawn(count: usize, seed: u64) -> Vec<Sample> {
        let mut rng = Rng::with_seed(seed);
        let mut samples = Vec::new();
        for _ in 0..count {
            let features = [0; 3].map(|_: i32| rng.i16(-8..=8));
            let logit = 0.005 * (80.0 * f64::from(features[0]) - 30.0 * f64::from(features[1]));
            let wins = rng.f64() < 1.0 / (1.0 + (-logit).exp());
            samples.push((features.to_vec(), f32::from(u8::from(wins))));
        }
        samples
    }

    fn plan() -> TunePlan {
        TunePlan { games: 0, nodes: 0, plies: 0, samples: 0, epochs: 10, l2: 0.0, seed: 1 }
    }

    /// The weights and losses of a fit that begins with these weights.
    fn fitted(plan: &TunePlan, weights: [Value; 3]) -> (Vec<Value>, Vec<Epoch>) {
        let mut epochs = Vec::new();
        let samples: [&[Sample]; 2] = [&drawn(20_000, 1), &drawn(2_000, 2)];
        let weights = fit(plan, weights.to_vec(), 2, None, samples, |&epoch| epochs.push(epoch));
        (weights, epochs)
    }

    #[test]
    fn weights_are_found_in_their_unit() {
        // The scale fits the first weights, so that they keep their size.
        let (weights, epochs) = fitted(&plan(), [80, 0, 0]);
        let [a, b, c] = weights[..] else { panic!("{weights:?}") };
        assert!((60..=100).contains(&a) && c.abs() <= 3, "{weights:?}");
        assert!((f64::from(b) / f64::from(a) + 30.0 / 80.0).abs() < 0.05, "{weights:?}");
        let (first, last) = (epochs[0], epochs[10]);
        assert_eq!((first.number, last.number, epochs.len()), (0, 10, 11));
        assert!(last.training < first.training && last.held_out < first.held_out, "{epochs:?}");
    }

    #[test]
    fn a_penalty_makes_weights_small() {
        let strict = TunePlan { l2: 10.0, ..plan() };
        let (weights, _) = fitted(&strict, [80, 0, 0]);
        assert!(weights.iter().all(|weight| weight.abs() < 20), "{weights:?}");
    }
}
