//! A net as a model whose weights are fitted.

use fastrand::Rng;
use zugi_search::eval::net::NetInputs;

use super::game::NetGame;
use super::gradient;
use super::model::Layout;
use super::quantise::quantise;
use super::samples::{Mixture, Sample, Samples, loss_of};
use super::{Baseline, TrainError, TrainEvent, TrainPlan, TrainedNet};
use crate::data::DataFile;
use crate::gradient_descent::{FitEvent, FitPlan, Model, fit};
use crate::logistic::log_loss;

/// The greatest size of a weight of a hidden unit, whose range is 0 to 1: larger ones might overflow
/// in a file.
const MAX_WEIGHT: f32 = 2.0;

/// A net with `F` filters.
struct NetModel<'a, const F: usize> {
    game: &'a dyn NetGame,
    layout: Layout,
    mixture: Mixture,
}

impl<const F: usize> NetModel<'_, F> {
    fn rows(weights: &[f32]) -> &[[f32; F]] {
        weights.as_chunks().0
    }
}

impl<const F: usize> Model<Sample<'_>> for NetModel<'_, F> {
    type Scratch = NetInputs;

    fn loss(&self, weights: &[f32], sample: Sample<'_>, inputs: &mut NetInputs) -> f64 {
        self.game.read_inputs(sample.position, inputs);
        let logit = gradient::logit(&self.layout, Self::rows(weights), inputs);
        log_loss(logit.into(), sample.target(self.mixture))
    }

    fn gradient(
        &self,
        weights: &[f32],
        sample: Sample<'_>,
        inputs: &mut NetInputs,
        gradient: &mut [f32],
    ) -> f64 {
        let (target, gradient) = (sample.target(self.mixture), gradient.as_chunks_mut().0);
        self.game.read_inputs(sample.position, inputs);
        let (layout, rows) = (&self.layout, Self::rows(weights));
        let logit = gradient::add_gradient(layout, rows, inputs, target as f32, gradient);
        log_loss(logit.into(), target)
    }

    fn limit(&self, weights: &mut [f32]) {
        for weight in &mut weights[..F * self.layout.outputs()] {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

/// See [`NetTrainer::train`](super::NetTrainer::train).
pub(super) fn train<const F: usize>(
    game: &dyn NetGame,
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
    let model = NetModel::<F> { game, layout: Layout::of(game), mixture };
    let mut rows = model.layout.random::<F>(&mut rng);
    let fit_plan = FitPlan { epochs: plan.epochs, batch: plan.batch, rate: plan.rate, l2: 0.0 };
    let (weights, training) = (rows.as_flattened_mut(), &mut samples.training);
    fit(&model, &fit_plan, weights, training, &samples.held_out, &mut rng, |event| match event {
        FitEvent::Step(done) => report(TrainEvent::Step(done)),
        FitEvent::Epoch(epoch) => report(TrainEvent::Epoch(epoch)),
    });
    let file = quantise(game, plan, &model.layout, &rows, k).map_err(TrainError::Diverged)?;
    let net = game.with_net(&file).map_err(TrainError::Diverged)?;
    let held_out = loss_of(game, &net, files, mixture)?;
    Ok(TrainedNet { file, held_out })
}
