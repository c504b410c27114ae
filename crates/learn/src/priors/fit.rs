//! Multinomial logistic regression.

use fastrand::Rng;
use zugi_search::Value;
use zugi_search::eval::MAX_WEIGHT;

use super::PriorPlan;
use crate::gradient_descent::{self, Epoch, FitPlan, Model};
use crate::train::TrainEvent;

const BATCH: usize = 64;

const RATE: f64 = 0.02;

/// The L2 regularisation, see [`FitPlan::l2`].
const L2: f32 = 1e-4;

/// A fitted weight of 1 in units of the file.
const UNIT: f64 = 1000.0;

/// The decisions of a position, each with a list of features.
#[derive(Default)]
pub(super) struct Choice {
    features: Vec<u16>,
    /// For each decision, the end of its features.
    ends: Vec<usize>,
    /// The number of the played decision.
    played: usize,
}

impl Choice {
    pub fn add(&mut self, features: &[u16], is_played: bool) {
        if is_played {
            self.played = self.ends.len();
        }
        self.features.extend_from_slice(features);
        self.ends.push(self.features.len());
    }

    fn decisions(&self) -> impl Iterator<Item = &[u16]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(move |(&begin, &end)| &self.features[begin..end])
    }
}

/// The likelihood of a decision is proportional to `e` to the sum of its weights (softmax).
struct PriorModel;

impl Model<&Choice> for PriorModel {
    fn loss(&self, weights: &[f32], choice: &Choice, gradient: Option<&mut [f32]>) -> f64 {
        let logit = |features: &[u16]| -> f32 {
            features.iter().map(|&feature| weights[usize::from(feature)]).sum()
        };
        let logits: Vec<f32> = choice.decisions().map(logit).collect();
        let highest = logits.iter().copied().fold(f32::MIN, f32::max);
        let odds: Vec<f32> = logits.iter().map(|logit| (logit - highest).exp()).collect();
        let sum: f32 = odds.iter().sum();
        if let Some(gradient) = gradient {
            for (number, (features, odds)) in choice.decisions().zip(&odds).enumerate() {
                let slope = odds / sum - f32::from(u8::from(number == choice.played));
                for &feature in features {
                    gradient[usize::from(feature)] += slope;
                }
            }
        }
        f64::from(highest - logits[choice.played] + sum.ln())
    }
}

/// Fits a weight for each feature to the first set; the second one is held out.
pub(super) fn fit(
    plan: &PriorPlan,
    features: usize,
    sets: [&[Choice]; 2],
    report: &mut dyn FnMut(Epoch),
) -> Vec<Value> {
    let mut weights = vec![0.0; features];
    let [mut training, held_out] = sets.map(|set| set.iter().collect::<Vec<_>>());
    let rng = Rng::with_seed(plan.seed);
    let fit_plan = FitPlan { epochs: plan.epochs, batch: BATCH, rate: RATE, l2: L2, rng };
    gradient_descent::fit(&PriorModel, fit_plan, &mut weights, &mut training, &held_out, |event| {
        if let TrainEvent::Epoch(epoch) = event {
            report(epoch);
        }
    });
    let whole = |weight: f32| {
        let weight = (UNIT * f64::from(weight) / plan.temperature).round();
        (weight as Value).clamp(-MAX_WEIGHT, MAX_WEIGHT)
    };
    weights.into_iter().map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random choices among four decisions, with the probabilities of the weights 2, -1 and 0.
    fn drawn(count: usize, seed: u64) -> Vec<Choice> {
        let (mut rng, mut choices) = (Rng::with_seed(seed), Vec::new());
        for _ in 0..count {
            let features: [Vec<u16>; 4] =
                std::array::from_fn(|_| (0..3).filter(|_| rng.bool()).collect());
            let odds = features.each_ref().map(|features| {
                features.iter().map(|&feature| [2.0, -1.0, 0.0][usize::from(feature)]).sum::<f64>()
            });
            let odds = odds.map(f64::exp);
            let (mut at, mut played) = (rng.f64() * odds.iter().sum::<f64>(), 0);
            while played < 3 && at >= odds[played] {
                (at, played) = (at - odds[played], played + 1);
            }
            let mut choice = Choice::default();
            for (i, features) in features.iter().enumerate() {
                choice.add(features, i == played);
            }
            choices.push(choice);
        }
        choices
    }

    #[test]
    fn weights_are_found_and_divided_by_the_temperature() {
        let (training, held_out) = (drawn(20_000, 1), drawn(1_000, 2));
        let fitted = |temperature| {
            let plan = PriorPlan { positions: 0, epochs: 4, temperature, seed: 1 };
            let mut epochs = Vec::new();
            let weights = fit(&plan, 3, [&training, &held_out], &mut |epoch| epochs.push(epoch));
            (weights, epochs)
        };
        let (weights, epochs) = fitted(1.0);
        for (found, expected) in weights.iter().zip([2000, -1000, 0]) {
            assert!((found - expected).abs() < 120, "{weights:?}");
        }
        // Without weights the four decisions are equally likely.
        let losses: Vec<f64> = epochs.iter().map(|epoch| epoch.held_out).collect();
        assert!(losses.len() == 4 && losses[3] < 0.9 * 4f64.ln(), "{losses:?}");
        let (flat, _) = fitted(4.0);
        for (flat, weight) in flat.iter().zip(&weights) {
            assert!((4 * flat - weight).abs() <= 4, "{flat} {weight}");
        }
    }
}
