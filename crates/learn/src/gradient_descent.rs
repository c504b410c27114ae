//! Gradient descent with Adam on shuffled mini-batches, with a cosine schedule of the rate.
//!
//! Batches are divided into chunks of a fixed size, whose gradients are added in order, so that the
//! result does not depend on the number of threads.

use std::f64::consts::PI;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::random;

use crate::adam::Adam;

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

pub(crate) trait Model<S: Copy + Send + Sync>: Sync {
    /// Buffers of a thread.
    type Scratch: Default + Send;

    fn loss(&self, weights: &[f32], sample: S, scratch: &mut Self::Scratch) -> f64;

    /// The loss of a sample; adds its derivative by each weight to `gradient`.
    fn gradient(
        &self,
        weights: &[f32],
        sample: S,
        scratch: &mut Self::Scratch,
        gradient: &mut [f32],
    ) -> f64;

    /// Clamps the weights after a step.
    fn limit(&self, _weights: &mut [f32]) {}
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FitPlan {
    pub epochs: u32,
    /// The number of samples in a step, at least 1.
    pub batch: usize,
    /// The learning rate at the start.
    pub rate: f64,
    /// The L2 regularisation: the product of this factor and a weight is added to the derivative by
    /// that weight.
    pub l2: f32,
}

pub(crate) enum FitEvent {
    /// The number of samples of this epoch that are done.
    Step(usize),
    Epoch(Epoch),
}

/// The sums of a chunk.
struct Work<S> {
    gradient: Vec<f32>,
    scratch: S,
    loss: f64,
}

pub(crate) fn fit<S: Copy + Send + Sync, M: Model<S>>(
    model: &M,
    plan: &FitPlan,
    weights: &mut [f32],
    training: &mut [S],
    held_out: &[S],
    rng: &mut Rng,
    mut report: impl FnMut(FitEvent),
) {
    let mut adam = Adam::new(weights.len());
    let steps = training.len().div_ceil(plan.batch) * plan.epochs as usize;
    let work =
        |_| Work { gradient: vec![0.0; weights.len()], scratch: Default::default(), loss: 0.0 };
    let mut works: Vec<Work<M::Scratch>> = (0..plan.batch.div_ceil(CHUNK)).map(work).collect();
    for number in 1..=plan.epochs {
        random::shuffle(training, rng);
        let (mut loss, mut done) = (0.0, 0);
        for batch in training.chunks(plan.batch) {
            let progress = f64::from(adam.steps()) / steps as f64;
            let rate = plan.rate * (1.0 + (PI * progress).cos()) / 2.0;
            let first = sum_of_batch(model, weights, batch, &mut works);
            loss += first.loss;
            for (slope, weight) in first.gradient.iter_mut().zip(&*weights) {
                *slope = *slope / batch.len() as f32 + plan.l2 * weight;
            }
            adam.step(weights, first.gradient.iter().copied(), rate as f32);
            model.limit(weights);
            done += batch.len();
            report(FitEvent::Step(done));
        }
        let (training, held_out) =
            (loss / training.len() as f64, mean_loss(model, weights, held_out));
        report(FitEvent::Epoch(Epoch { number, training, held_out }));
    }
}

fn sum_of_batch<'a, S: Copy + Send + Sync, M: Model<S>>(
    model: &M,
    weights: &[f32],
    batch: &[S],
    works: &'a mut [Work<M::Scratch>],
) -> &'a mut Work<M::Scratch> {
    batch.par_chunks(CHUNK).zip(works.par_iter_mut()).for_each(|(chunk, work)| {
        work.loss = 0.0;
        work.gradient.fill(0.0);
        for &sample in chunk {
            work.loss += model.gradient(weights, sample, &mut work.scratch, &mut work.gradient);
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

pub(crate) fn mean_loss<S: Copy + Send + Sync, M: Model<S>>(
    model: &M,
    weights: &[f32],
    samples: &[S],
) -> f64 {
    let of_chunk = |chunk: &[S]| -> f64 {
        let mut scratch = M::Scratch::default();
        chunk.iter().map(|&sample| model.loss(weights, sample, &mut scratch)).sum()
    };
    let chunks: Vec<f64> = samples.par_chunks(CHUNK).map(of_chunk).collect();
    chunks.iter().sum::<f64>() / samples.len() as f64
}
