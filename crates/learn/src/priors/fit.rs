//! Multinomial logistic regression.

use fastrand::Rng;
use zugi_search::Value;
use zugi_search::eval::MAX_WEIGHT;

use super::PriorPlan;
use crate::gradient_descent::{self, Epoch, FitEvent, FitPlan, Model};

/// The number of positions in a step.
const BATCH: usize = 64;

/// The learning rate at the start.
const RATE: f64 = 0.02;

/// The L2 regularisation, see [`FitPlan::l2`].
const L2: f32 = 1e-4;

/// A fitted weight of 1 in units of the file.
const UNIT: f64 = 1000.0;

/// Positions with their decisions, each a list of features, and the played decision.
#[derive(Default)]
pub(super) struct Choices {
    features: Vec<u16>,
    /// For each decision, the end of its features.
    decisions: Vec<usize>,
    /// For each position, the end of its decisions, and the played decision.
    positions: Vec<(usize, usize)>,
    /// The played decision of the position that is being added.
    played: usize,
}

impl Choices {
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Adds a decision of a position.
    pub fn add(&mut self, features: &[u16], is_played: bool) {
        if is_played {
            self.played = self.decisions.len();
        }
        self.features.extend_from_slice(features);
        self.decisions.push(self.features.len());
    }

    /// Completes the position whose decisions were added.
    pub fn end(&mut self) {
        self.positions.push((self.decisions.len(), self.played));
    }

    fn features(&self, decision: usize) -> &[u16] {
        let begin = decision.checked_sub(1).map_or(0, |before| self.decisions[before]);
        &self.features[begin..self.decisions[decision]]
    }

    /// The decisions of a position, and the played one.
    fn decisions(&self, position: usize) -> (std::ops::Range<usize>, usize) {
        let begin = position.checked_sub(1).map_or(0, |before| self.positions[before].0);
        let (end, played) = self.positions[position];
        (begin..end, played)
    }
}

/// A position, by its index.
type Sample<'a> = (&'a Choices, usize);

/// The likelihood of a decision is proportional to `e` to the sum of its weights (softmax).
struct PriorModel;

impl PriorModel {
    /// Computes the probabilities of a position's decisions, and returns the loss.
    fn forward(weights: &[f32], (choices, position): Sample<'_>, priors: &mut Vec<f32>) -> f64 {
        let (decisions, played) = choices.decisions(position);
        let begin = decisions.start;
        let logit = |decision| -> f32 {
            let features = choices.features(decision).iter();
            features.map(|&feature| weights[usize::from(feature)]).sum()
        };
        priors.clear();
        priors.extend(decisions.map(logit));
        let highest = priors.iter().copied().fold(f32::MIN, f32::max);
        let loss = highest - priors[played - begin];
        priors.iter_mut().for_each(|prior| *prior = (*prior - highest).exp());
        let sum: f32 = priors.iter().sum();
        priors.iter_mut().for_each(|prior| *prior /= sum);
        f64::from(loss + sum.ln())
    }
}

impl Model<Sample<'_>> for PriorModel {
    /// The probabilities of the decisions of a position.
    type Scratch = Vec<f32>;

    fn loss(&self, weights: &[f32], sample: Sample<'_>, priors: &mut Vec<f32>) -> f64 {
        PriorModel::forward(weights, sample, priors)
    }

    fn gradient(
        &self,
        weights: &[f32],
        sample: Sample<'_>,
        priors: &mut Vec<f32>,
        gradient: &mut [f32],
    ) -> f64 {
        let loss = PriorModel::forward(weights, sample, priors);
        let (choices, position) = sample;
        let (decisions, played) = choices.decisions(position);
        for (decision, prior) in decisions.zip(priors) {
            let slope = *prior - f32::from(u8::from(decision == played));
            for &feature in choices.features(decision) {
                gradient[usize::from(feature)] += slope;
            }
        }
        loss
    }
}

/// Fits a weight for each feature to the first set; the second one is held out.
pub(super) fn fit(
    plan: &PriorPlan,
    features: usize,
    sets: [&Choices; 2],
    report: &mut dyn FnMut(Epoch),
) -> Vec<Value> {
    let mut weights = vec![0.0; features];
    let all = |choices| (0..Choices::len(choices)).map(|number| (choices, number)).collect();
    let [mut training, held_out]: [Vec<Sample<'_>>; 2] = sets.map(all);
    let fit_plan = FitPlan { epochs: plan.epochs, batch: BATCH, rate: RATE, l2: L2 };
    let mut rng = Rng::with_seed(plan.seed);
    gradient_descent::fit(
        &PriorModel,
        &fit_plan,
        &mut weights,
        &mut training,
        &held_out,
        &mut rng,
        |event| {
            if let FitEvent::Epoch(epoch) = event {
                report(epoch);
            }
        },
    );
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
    fn drawn(count: usize, seed: u64) -> Choices {
        let (mut rng, mut choices) = (Rng::with_seed(seed), Choices::default());
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
            for (i, features) in features.iter().enumerate() {
                choices.add(features, i == played);
            }
            choices.end();
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
