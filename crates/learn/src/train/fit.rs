//! A net as a model whose weights are fitted.

use fastrand::Rng;

use super::game::NetGame;
use super::gradient;
use super::model::Layout;
use super::quantise::quantise;
use super::samples::{Sample, Samples};
use super::{Baseline, TrainError, TrainEvent, TrainPlan, TrainedNet};
use crate::data::DataFile;
use crate::gradient_descent::{FitPlan, Model, fit};
use crate::logistic::log_loss;

/// The greatest size of a weight of a hidden unit. Units range from 0 to 1; larger weights might
/// overflow in a file.
const MAX_WEIGHT: f32 = 2.0;

/// A net with `F` filters.
struct NetModel<'a, const F: usize> {
    game: &'a NetGame,
    plan: &'a TrainPlan,
    layout: Layout,
    /// See [`Baseline::k`].
    k: f64,
}

impl<const F: usize> Model<Sample<'_>> for NetModel<'_, F> {
    fn loss(&self, weights: &[f32], sample: Sample<'_>, gradient: Option<&mut [f32]>) -> f64 {
        let (inputs, target) =
            ((self.game.inputs)(sample.position), sample.target(self.k, self.plan));
        let (layout, rows) = (&self.layout, weights.as_chunks::<F>().0);
        let logit = match gradient {
            None => gradient::logit(layout, rows, &inputs),
            Some(gradient) => {
                let gradient = gradient.as_chunks_mut().0;
                gradient::add_gradient(layout, rows, &inputs, target as f32, gradient)
            }
        };
        log_loss(logit.into(), target)
    }

    fn limit(&self, weights: &mut [f32]) {
        for weight in &mut weights[..F * self.layout.outputs()] {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

pub(super) fn train<const F: usize>(
    game: &NetGame,
    plan: &TrainPlan,
    files: &[DataFile],
    report: &mut dyn FnMut(TrainEvent),
) -> Result<TrainedNet, TrainError> {
    let mut samples = Samples::read(game, files)?;
    let k = samples.k();
    let (standard, search) = samples.baselines(game, k, plan);
    let (training, held_out) = (samples.training.len(), samples.held_out.len());
    report(TrainEvent::Begin(Baseline { training, held_out, k, standard, search }));
    let mut rng = Rng::with_seed(plan.seed);
    let model = NetModel::<F> { game, plan, layout: Layout::of(game), k };
    let mut rows = model.layout.random::<F>(&mut rng);
    let &TrainPlan { epochs, batch, rate, .. } = plan;
    let fit_plan = FitPlan { epochs, batch, rate, l2: 0.0, rng };
    let (weights, training) = (rows.as_flattened_mut(), &mut samples.training);
    fit(&model, fit_plan, weights, training, &samples.held_out, report);
    let file = quantise(game, plan, &model.layout, &rows, k).map_err(TrainError::Diverged)?;
    let net = (game.with_net)(&file).map_err(TrainError::Diverged)?;
    let held_out = samples.loss_of(&net, k, plan);
    Ok(TrainedNet { file, held_out })
}
