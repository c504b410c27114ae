//! The training loop: mini-batches of a shuffled set, divided into chunks of a fixed size whose
//! gradients are added in order, so that the result does not depend on the number of threads.

use std::f64::consts::PI;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::random;
use zugi_search::eval::net::NetInputs;

use super::export::export;
use super::game::NetGame;
use super::gradient::{self, add_gradient};
use super::model::{Layout, Rows};
use super::samples::{Mixture, Sample, Samples, loss_of};
use super::{Baseline, TrainEpoch, TrainError, TrainEvent, TrainPlan, TrainedNet};
use crate::adam::Adam;
use crate::data::DataFile;
use crate::logistic::log_loss;

/// The positions that one thread takes at a time.
const CHUNK: usize = 256;

/// The greatest size of a weight of a hidden unit: more of it has no use, and cannot be
/// written as a whole number.
const MAX_WEIGHT: f32 = 2.0;

/// What one thread finds out at a time.
struct Work<const F: usize> {
    gradient: Rows<F>,
    inputs: NetInputs,
    loss: f64,
}

/// A net in training.
struct Fit<const F: usize> {
    game: NetGame,
    layout: Layout,
    rows: Rows<F>,
    adam: Adam,
    works: Vec<Work<F>>,
    mixture: Mixture,
}

/// See [`NetTrainer::train`](super::NetTrainer::train).
pub(super) fn train<const F: usize>(
    game: &NetGame,
    plan: &TrainPlan,
    files: &[DataFile],
    report: &mut dyn FnMut(TrainEvent),
) -> Result<TrainedNet, TrainError> {
    let mut samples = Samples::read(game, files)?;
    let k = samples.k();
    let mixture = Mixture { k, mix: plan.mix, discount: plan.discount };
    let (standard, search) = samples.baselines(mixture);
    let (training, held_out) = (samples.training.len(), samples.held_out.len());
    report(TrainEvent::Begin(Baseline { training, held_out, k, standard, search }));
    let mut rng = Rng::with_seed(plan.seed);
    let mut fit = Fit::<F>::new(game, plan, mixture, &mut rng);
    let steps = training.div_ceil(plan.batch) * plan.epochs as usize;
    for number in 1..=plan.epochs {
        random::shuffle(&mut samples.training, &mut rng);
        let (mut loss, mut done) = (0.0, 0);
        for batch in samples.training.chunks(plan.batch) {
            let part = f64::from(fit.adam.steps()) / steps as f64;
            let rate = plan.rate * (1.0 + (PI * part).cos()) / 2.0;
            loss += fit.step(batch, rate as f32);
            done += batch.len();
            report(TrainEvent::Step(done));
        }
        let (training, held_out) = (loss / training as f64, fit.loss(&samples.held_out));
        report(TrainEvent::Epoch(TrainEpoch { number, training, held_out }));
    }
    let file = export(game, plan, &fit.layout, &fit.rows, k).map_err(TrainError::Diverged)?;
    let net = (game.with_net)(&file).map_err(TrainError::Diverged)?;
    let held_out = loss_of(game, &net, files, mixture)?;
    Ok(TrainedNet { file, held_out })
}

impl<const F: usize> Fit<F> {
    fn new(game: &NetGame, plan: &TrainPlan, mixture: Mixture, rng: &mut Rng) -> Fit<F> {
        let layout = Layout::of(game);
        let zero = vec![[0.0; F]; layout.len()];
        let work = || Work { gradient: zero.clone(), inputs: NetInputs::default(), loss: 0.0 };
        Fit {
            game: *game,
            rows: layout.random(rng),
            adam: Adam::new(F * layout.len()),
            works: (0..plan.batch.div_ceil(CHUNK)).map(|_| work()).collect(),
            mixture,
            layout,
        }
    }

    /// One step; the loss of the batch before it, added up.
    fn step(&mut self, batch: &[Sample<'_>], rate: f32) -> f64 {
        let Fit { layout, rows, works, .. } = self;
        let (game, mixture) = (self.game, self.mixture);
        let chunks = batch.par_chunks(CHUNK).zip(works.par_iter_mut());
        chunks.for_each(|(chunk, work)| {
            work.loss = 0.0;
            work.gradient.as_flattened_mut().fill(0.0);
            for sample in chunk {
                let target = sample.target(mixture);
                (game.inputs)(sample.position, &mut work.inputs);
                let (inputs, gradient) = (&work.inputs, &mut work.gradient);
                let logit = add_gradient(layout, rows, inputs, target as f32, gradient);
                work.loss += log_loss(logit.into(), target);
            }
        });
        let used = batch.len().div_ceil(CHUNK);
        let (first, others) = works[..used].split_at_mut(1);
        let first = &mut first[0];
        for work in others {
            first.loss += work.loss;
            let gradient = first.gradient.as_flattened_mut().iter_mut();
            gradient.zip(work.gradient.as_flattened()).for_each(|(sum, slope)| *sum += slope);
        }
        let loss = first.loss;
        self.descend(batch.len(), rate);
        loss
    }

    /// Changes the weights by the gradient of the first work.
    fn descend(&mut self, count: usize, rate: f32) {
        let gradient = self.works[0].gradient.as_flattened().iter();
        let gradient = gradient.map(|slope| slope / count as f32);
        self.adam.step(self.rows.as_flattened_mut(), gradient, rate);
        let hidden = ..self.layout.outputs();
        for weight in self.rows[hidden].as_flattened_mut() {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    /// The mean loss on some positions.
    fn loss(&self, samples: &[Sample<'_>]) -> f64 {
        let of_chunk = |chunk: &[Sample<'_>]| {
            let mut inputs = NetInputs::default();
            let of_one = |sample: &Sample<'_>| {
                (self.game.inputs)(sample.position, &mut inputs);
                let logit = gradient::logit(&self.layout, &self.rows, &inputs);
                log_loss(logit.into(), sample.target(self.mixture))
            };
            chunk.iter().map(of_one).sum()
        };
        let chunks: Vec<f64> = samples.par_chunks(CHUNK).map(of_chunk).collect();
        chunks.iter().sum::<f64>() / samples.len() as f64
    }
}
