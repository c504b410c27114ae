//! Logistic regression: the weights that make the results most likely.
//!
//! By gradient descent, a step for each batch of positions.

use std::f64::consts::PI;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::random;
use zugi_search::Value;

use super::{Samples, TunePlan};
use crate::adam::Adam;
use crate::logistic::{self, log_loss};

/// How well the weights explain the results after an epoch: log loss, the mean of the
/// negative natural logarithms of the probabilities that were given to the results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1; 0 before the first one.
    pub number: usize,
    /// Of the positions that the weights are fitted to.
    pub training: f64,
    /// Of those that they are not.
    pub held_out: f64,
}

/// Positions for each step.
const BATCH: usize = 1024;

/// Positions that one thread takes at a time. Sums go over these, in order, so that the
/// number of threads changes nothing.
const CHUNK: usize = 256;

/// The size of the first steps, in hundredths of a piece.
const RATE: f64 = 1.0;

/// Fits the weights to the first samples, so that a value of `units` makes odds of `e` to one,
/// or, if that does not matter, so that values keep their size; calls `fitted` with the loss of both
/// before the first epoch and after each one.
pub(super) fn fit(
    plan: &TunePlan,
    weights: Vec<Value>,
    unit: Value,
    units: Option<f64>,
    [training, held_out]: [&Samples; 2],
    mut fitted: impl FnMut(&Epoch),
) -> Vec<Value> {
    let mut adam = Adam::new(weights.len());
    // Below 2^15, see `MAX_WEIGHT`.
    let mut weights: Vec<f32> = weights.into_iter().map(|weight| weight as f32).collect();
    let exact = |weights: &[f32]| weights.iter().copied().map(f64::from).collect::<Vec<_>>();
    let scale = match units {
        Some(units) => 1.0 / (units * f64::from(unit)),
        None => scale(training, &exact(&weights), unit),
    };
    let mut report = |number, weights: &[f32]| {
        let weights: Vec<f64> = weights.iter().map(|weight| weight.round().into()).collect();
        let loss = |samples| loss_and_gradient(samples, &in_order(samples), &weights, scale).0;
        fitted(&Epoch { number, training: loss(training), held_out: loss(held_out) });
    };
    let mut order = in_order(training);
    let mut rng = Rng::with_seed(plan.seed);
    report(0, &weights);
    for epoch in 0..plan.epochs {
        random::shuffle(&mut order, &mut rng);
        let batches = order.chunks(BATCH);
        let steps = batches.len();
        for (step, batch) in batches.enumerate() {
            let exact = exact(&weights);
            let (_, mut gradient) = loss_and_gradient(training, batch, &exact, scale);
            for (slope, weight) in gradient.iter_mut().zip(&exact) {
                *slope += plan.l2 * weight / 1e4;
            }
            // Half a cosine: large steps at first, none in the end.
            let progress = (epoch * steps + step) as f64 / (plan.epochs * steps) as f64;
            let rate = RATE * (1.0 + (PI * progress).cos()) / 2.0;
            let gradient = gradient.into_iter().map(|slope| slope as f32);
            adam.step(&mut weights, gradient, rate as f32);
        }
        report(epoch + 1, &weights);
    }
    weights.into_iter().map(|weight| weight.round() as Value).collect()
}

fn in_order(samples: &Samples) -> Vec<usize> {
    (0..samples.len()).collect()
}

/// The mean loss of some samples, and how it changes with each weight. The probability
/// of a win is logistic in `scale` times the sum of weights times features.
fn loss_and_gradient(
    samples: &Samples,
    which: &[usize],
    weights: &[f64],
    scale: f64,
) -> (f64, Vec<f64>) {
    let of_chunk = |chunk: &[usize]| {
        let (mut loss, mut gradient) = (0.0, vec![0.0; weights.len()]);
        for &sample in chunk {
            let (features, result) = (samples.features(sample), f64::from(samples.results[sample]));
            let pairs = weights.iter().zip(features);
            let logit = scale * pairs.map(|(w, &f)| w * f64::from(f)).sum::<f64>();
            loss += log_loss(logit, result);
            let error = scale * (logistic::logistic(logit) - result);
            for (slope, &feature) in gradient.iter_mut().zip(features) {
                *slope += error * f64::from(feature);
            }
        }
        (loss, gradient)
    };
    let chunks: Vec<_> = which.par_chunks(CHUNK).map(of_chunk).collect();
    let (mut loss, mut gradient) = (0.0, vec![0.0; weights.len()]);
    for (of_chunk, slopes) in chunks {
        loss += of_chunk;
        gradient.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
    }
    let count = which.len() as f64;
    gradient.iter_mut().for_each(|slope| *slope /= count);
    (loss / count, gradient)
}

/// What the sums of weights times features are multiplied by: as the weights in use
/// explain the results best, so that the evaluation keeps its unit.
fn scale(samples: &Samples, weights: &[f64], unit: Value) -> f64 {
    let sums: Vec<f64> = (0..samples.len())
        .map(|sample| {
            let pairs = weights.iter().zip(samples.features(sample));
            pairs.map(|(w, &f)| w * f64::from(f)).sum::<f64>() / f64::from(unit)
        })
        .collect();
    let results = samples.results.iter().map(|&result| f64::from(result));
    logistic::scale(sums.into_iter().zip(results)) / f64::from(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results drawn as weights of 80, -30 and 0 would have them, at a scale of 0.01
    /// and a unit of 2.
    fn drawn(count: usize, seed: u64) -> Samples {
        let mut rng = Rng::with_seed(seed);
        let mut samples = Samples::default();
        for _ in 0..count {
            let features = [0; 3].map(|_: i32| rng.i16(-8..=8));
            let logit = 0.005 * (80.0 * f64::from(features[0]) - 30.0 * f64::from(features[1]));
            samples.features.extend(features);
            let wins = rng.f64() < 1.0 / (1.0 + (-logit).exp());
            samples.results.push(f32::from(u8::from(wins)));
        }
        samples
    }

    fn plan() -> TunePlan {
        TunePlan { games: 0, nodes: 0, plies: 0, samples: 0, epochs: 10, l2: 0.0, seed: 1 }
    }

    /// Fits from the given weights: the weights found, and the losses.
    fn fitted(plan: &TunePlan, weights: [Value; 3]) -> (Vec<Value>, Vec<Epoch>) {
        let mut epochs = Vec::new();
        let samples = [&drawn(20_000, 1), &drawn(2_000, 2)];
        let weights = fit(plan, weights.to_vec(), 2, None, samples, |&epoch| epochs.push(epoch));
        (weights, epochs)
    }

    #[test]
    fn weights_are_found_in_their_unit() {
        // The scale makes the first weights the best they can be: they keep their size.
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
