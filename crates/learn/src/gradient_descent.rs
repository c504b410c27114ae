//! Gradient descent with Adam on shuffled mini-batches, with a cosine schedule of the rate.
//!
//! Batches are divided into chunks of a fixed size, whose gradients are added in order, so that the
//! result does not depend on the number of threads.

use std::f64::consts::PI;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::random;
use zugi_search::Value;

use crate::adam::Adam;
use crate::train::TrainEvent;

/// The number of samples in a thread's task.
const CHUNK: usize = 256;

/// The losses of an epoch: mean cross entropies, in natural logarithms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// From 1; 0 for the losses before the first epoch.
    pub number: u32,
    /// The loss on the training samples, during the epoch.
    pub training: f64,
    /// The loss on the held-out samples, after the epoch.
    pub held_out: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct FittedWeights {
    /// The weights, in the order of the features.
    pub weights: Vec<Value>,
    /// The number of training positions.
    pub training: usize,
    /// The number of held-out positions.
    pub held_out: usize,
}

pub(crate) trait Model<S: Copy + Send + Sync>: Sync {
    /// The loss of a sample; adds its derivative by each weight to `gradient`, if there is one.
    fn loss(&self, weights: &[f32], sample: S, gradient: Option<&mut [f32]>) -> f64;

    /// Clamps the weights after a step.
    fn limit(&self, _weights: &mut [f32]) {}
}

pub(crate) struct FitPlan {
    pub epochs: u32,
    /// The number of samples in a step, at least 1.
    pub batch: usize,
    /// The learning rate at the start.
    pub rate: f64,
    /// The L2 regularisation: the product of this factor and a weight is added to the derivative by
    /// that weight.
    pub l2: f32,
    /// Shuffles the samples.
    pub rng: Rng,
}

/// The sums of a chunk.
struct Work {
    gradient: Vec<f32>,
    loss: f64,
}

/// Fits the weights. Reports a [`TrainEvent::Step`] after each step, and each epoch.
pub(crate) fn fit<S: Copy + Send + Sync>(
    model: &impl Model<S>,
    mut plan: FitPlan,
    weights: &mut [f32],
    training: &mut [S],
    held_out: &[S],
    mut report: impl FnMut(TrainEvent),
) {
    let mut adam = Adam::new(weights.len());
    let steps = training.len().div_ceil(plan.batch) * plan.epochs as usize;
    let work = |_| Work { gradient: vec![0.0; weights.len()], loss: 0.0 };
    let mut works: Vec<Work> = (0..plan.batch.div_ceil(CHUNK)).map(work).collect();
    for number in 1..=plan.epochs {
        random::shuffle(training, &mut plan.rng);
        let (mut loss, mut done) = (0.0, 0);
        for batch in training.chunks(plan.batch) {
            let progress = f64::from(adam.steps()) / steps as f64;
            let rate = plan.rate * (1.0 + (PI * progress).cos()) / 2.0;
            let sum = sum_of_batch(model, weights, batch, &mut works);
            loss += sum.loss;
            for (slope, weight) in sum.gradient.iter_mut().zip(&*weights) {
                *slope = *slope / batch.len() as f32 + plan.l2 * weight;
            }
            adam.step(weights, sum.gradient.iter().copied(), rate as f32);
            model.limit(weights);
            done += batch.len();
            report(TrainEvent::Step(done));
        }
        let (training, held_out) =
            (loss / training.len() as f64, mean_loss(model, weights, held_out));
        report(TrainEvent::Epoch(Epoch { number, training, held_out }));
    }
}

fn sum_of_batch<'a, S: Copy + Send + Sync>(
    model: &impl Model<S>,
    weights: &[f32],
    batch: &[S],
    works: &'a mut [Work],
) -> &'a mut Work {
    batch.par_chunks(CHUNK).zip(works.par_iter_mut()).for_each(|(chunk, work)| {
        work.loss = 0.0;
        work.gradient.fill(0.0);
        for &sample in chunk {
            work.loss += model.loss(weights, sample, Some(&mut work.gradient));
        }
    });
    let (first, others) = works[..batch.len().div_ceil(CHUNK)].split_at_mut(1);
    let first = &mut first[0];
    for work in others {
        first.loss += work.loss;
        first.gradient.iter_mut().zip(&work.gradient).for_each(|(sum, slope)| *sum += slope);
    }
    first
}

pub(crate) fn mean_loss<S: Copy + Send + Sync>(
    model: &impl Model<S>,
    weights: &[f32],
    samples: &[S],
) -> f64 {
    let loss = |&sample: &S| model.loss(weights, sample, None);
    let of_chunk = |chunk: &[S]| -> f64 { chunk.iter().map(loss).sum() };
    let chunks: Vec<f64> = samples.par_chunks(CHUNK).map(of_chunk).collect();
    chunks.iter().sum::<f64>() / samples.len() as f64
}
