//! The gradient of the loss, by backpropagation, compiled for each number of filters and each
//! instruction set.

use zugi_search::eval::net::{MAX_SYMMETRIES, NetInputs, TOTAL_UNIT};

use super::model::{ForwardPass, Layout, forward};

/// Adds the gradient of the loss at one position to `gradient`, and returns its logit.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn add_gradient<const F: usize>(
    layout: &Layout,
    rows: &[[f32; F]],
    inputs: &NetInputs,
    target: f32,
    gradient: &mut [[f32; F]],
) -> f32 {
    let ForwardPass { logit, mut hidden, sums } = forward(layout, rows, inputs);
    let error = 1.0 / (1.0 + (-logit).exp()) - target;
    gradient[layout.output_biases() + inputs.phase][0] += error;
    let weights = &rows[layout.outputs() + inputs.phase];
    let mut all = [0.0; F];
    for (slope, sum) in gradient[layout.outputs() + inputs.phase].iter_mut().zip(sums) {
        *slope += error * sum;
    }
    for units in &mut hidden[..layout.symmetries.min(MAX_SYMMETRIES)] {
        for filter in 0..F {
            let unit = units[filter];
            let slope = if unit > 0.0 && unit < 1.0 { 2.0 * unit } else { 0.0 };
            units[filter] = error * weights[filter] * slope;
            all[filter] += units[filter];
        }
    }
    for (slope, sum) in gradient[layout.biases()].iter_mut().zip(all) {
        *slope += sum;
    }
    for (total, row) in inputs.totals.iter().zip(&mut gradient[layout.totals()..]) {
        let total = *total as f32 / TOTAL_UNIT as f32;
        for (slope, sum) in row.iter_mut().zip(all) {
            *slope += total * sum;
        }
    }
    for &piece in inputs.pieces() {
        let images = &layout.images[usize::from(piece)];
        for symmetry in 0..layout.symmetries.min(MAX_SYMMETRIES) {
            let row = &mut gradient[images[symmetry] as usize];
            for (slope, unit) in row.iter_mut().zip(hidden[symmetry]) {
                *slope += unit;
            }
        }
    }
    logit
}

#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn logit<const F: usize>(layout: &Layout, rows: &[[f32; F]], inputs: &NetInputs) -> f32 {
    forward(layout, rows, inputs).logit
}

#[cfg(test)]
mod tests {
    use zugi_game::toy::Hexapawn;
    use zugi_game::{Game, conformance};

    use super::*;
    use crate::logistic::log_loss;
    use crate::train::game::NetGame;
    use fastrand::Rng;

    fn positions() -> Vec<(NetInputs, f32)> {
        let mut rng = Rng::with_seed(1);
        let game = |_| conformance::random_game(&Hexapawn::start(), &mut rng);
        let with_target =
            |(i, position): (usize, Hexapawn)| (NetInputs::of(&position), [0.0, 0.3, 1.0][i % 3]);
        (0..6).flat_map(game).enumerate().map(with_target).collect()
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let (layout, positions) = (Layout::of(&NetGame::of::<Hexapawn>()), positions());
        let mut rows = layout.random::<8>(&mut Rng::with_seed(3));
        rows[layout.totals()] = [0.2; 8];
        let loss = |rows: &[[f32; 8]]| -> f64 {
            let of_one = |(inputs, target): &(NetInputs, f32)| {
                log_loss(logit(&layout, rows, inputs).into(), f64::from(*target))
            };
            positions.iter().map(of_one).sum()
        };
        let mut found = vec![[0.0; 8]; layout.len()];
        for (inputs, target) in &positions {
            add_gradient(&layout, &rows, inputs, *target, &mut found);
        }
        let (step, mut compared) = (2e-3, 0);
        for row in 0..layout.len() {
            for filter in [0, 5] {
                let middle = rows[row][filter];
                let mut at = |offset: f32| {
                    rows[row][filter] = middle + offset;
                    let loss = loss(&rows);
                    rows[row][filter] = middle;
                    loss
                };
                let expected = (at(step) - at(-step)) / f64::from(2.0 * step);
                let slope = f64::from(found[row][filter]);
                let close = 0.01 * expected.abs() + 0.01;
                assert!((slope - expected).abs() < close, "{row} {filter}: {slope} {expected}");
                compared += u32::from(expected.abs() > 0.05);
            }
        }
        assert!(compared > 40, "only {compared} derivatives that are not almost zero");
    }
}
