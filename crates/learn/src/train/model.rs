//! The net while it is trained, in floating point, and the slopes of its loss.
//!
//! All weights stand in rows of one for each filter, so that vector instructions work on
//! all filters of one symmetry at a time.

use fastrand::Rng;
use zugi_search::eval::net::{MAX_SYMMETRIES, NetInputs, NetShape, TOTAL_UNIT};

use super::game::NetGame;

/// The weights, and in the same order their slopes.
pub(super) type Rows<const F: usize> = Vec<[f32; F]>;

/// Where which weights stand.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub shape: NetShape,
    /// How many there are.
    symmetries: usize,
    /// Of each input of a piece the rows that the symmetries see.
    images: Vec<[u32; MAX_SYMMETRIES]>,
}

impl Layout {
    pub fn of(game: &NetGame) -> Layout {
        let &NetGame { shape, symmetries, .. } = game;
        let images = |row: usize| {
            let (state, square) = (row / shape.squares, row % shape.squares);
            let mut images = [0; MAX_SYMMETRIES];
            for (symmetry, image) in images.iter_mut().enumerate().take(symmetries) {
                let square = usize::from((game.image)(symmetry, square as u8));
                *image = (state * shape.squares + square) as u32;
            }
            images
        };
        let images = (0..shape.states * shape.squares).map(images).collect();
        Layout { shape, symmetries, images }
    }

    /// The rows of the pieces come first; then the biases,
    pub fn biases(&self) -> usize {
        self.shape.states * self.shape.squares
    }

    /// the totals,
    pub fn totals(&self) -> usize {
        self.biases() + 1
    }

    /// the output by phase,
    pub fn outputs(&self) -> usize {
        self.totals() + self.shape.totals
    }

    /// and the biases of the output, each the first number of a row.
    pub fn output_biases(&self) -> usize {
        self.outputs() + self.shape.phases
    }

    pub fn len(&self) -> usize {
        self.output_biases() + self.shape.phases
    }

    /// Weights to begin with: hidden units in the middle of their range.
    pub fn random<const F: usize>(&self, rng: &mut Rng) -> Rows<F> {
        let mut rows = vec![[0.0; F]; self.len()];
        let mut fill = |rows: &mut [[f32; F]], size: f32| {
            for weight in rows.as_flattened_mut() {
                *weight = (2.0 * rng.f32() - 1.0) * size;
            }
        };
        let pieces = self.biases();
        // Half of the squares are taken in the middle of a game.
        let size = 1.0 / (self.shape.squares as f32 / 2.0).sqrt();
        fill(&mut rows[..pieces], size);
        fill(&mut rows[self.outputs()..self.output_biases()], 0.5 / (F as f32).sqrt());
        rows[pieces] = [0.3; F];
        rows
    }
}

/// The net's answer to a position, and what leads to it.
struct ForwardPass<const F: usize> {
    logit: f32,
    /// As many as there are symmetries; the others are 0.
    hidden: [[f32; F]; MAX_SYMMETRIES],
    /// The activations of each filter, added up.
    sums: [f32; F],
}

#[inline(always)]
fn answer<const F: usize>(
    layout: &Layout,
    rows: &[[f32; F]],
    inputs: &NetInputs,
) -> ForwardPass<F> {
    let mut first = rows[layout.biases()];
    for (total, row) in inputs.totals.iter().zip(&rows[layout.totals()..]) {
        let total = *total as f32 / TOTAL_UNIT as f32;
        for (sum, weight) in first.iter_mut().zip(row) {
            *sum += total * weight;
        }
    }
    let mut hidden = [[0.0; F]; MAX_SYMMETRIES];
    hidden[..layout.symmetries].fill(first);
    for &piece in &inputs.pieces {
        let images = &layout.images[usize::from(piece)];
        for symmetry in 0..layout.symmetries.min(MAX_SYMMETRIES) {
            let row = &rows[images[symmetry] as usize];
            for (sum, weight) in hidden[symmetry].iter_mut().zip(row) {
                *sum += weight;
            }
        }
    }
    let mut sums = [0.0; F];
    for units in &hidden[..layout.symmetries.min(MAX_SYMMETRIES)] {
        for (sum, unit) in sums.iter_mut().zip(units) {
            let unit = unit.clamp(0.0, 1.0);
            *sum += unit * unit;
        }
    }
    let mut logit = rows[layout.output_biases() + inputs.phase][0];
    for (sum, weight) in sums.iter().zip(&rows[layout.outputs() + inputs.phase]) {
        logit += sum * weight;
    }
    ForwardPass { logit, hidden, sums }
}

/// Adds the slopes of the loss at one position, and returns its logit.
#[inline(always)]
fn slopes<const F: usize>(
    layout: &Layout,
    rows: &[[f32; F]],
    inputs: &NetInputs,
    target: f32,
    slopes: &mut [[f32; F]],
) -> f32 {
    let ForwardPass { logit, mut hidden, sums } = answer(layout, rows, inputs);
    let error = 1.0 / (1.0 + (-logit).exp()) - target;
    slopes[layout.output_biases() + inputs.phase][0] += error;
    let weights = &rows[layout.outputs() + inputs.phase];
    let mut all = [0.0; F];
    for (slope, sum) in slopes[layout.outputs() + inputs.phase].iter_mut().zip(sums) {
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
    for (slope, sum) in slopes[layout.biases()].iter_mut().zip(all) {
        *slope += sum;
    }
    for (total, row) in inputs.totals.iter().zip(&mut slopes[layout.totals()..]) {
        let total = *total as f32 / TOTAL_UNIT as f32;
        for (slope, sum) in row.iter_mut().zip(all) {
            *slope += total * sum;
        }
    }
    for &piece in &inputs.pieces {
        let images = &layout.images[usize::from(piece)];
        for symmetry in 0..layout.symmetries.min(MAX_SYMMETRIES) {
            let row = &mut slopes[images[symmetry] as usize];
            for (slope, unit) in row.iter_mut().zip(hidden[symmetry]) {
                *slope += unit;
            }
        }
    }
    logit
}

/// How many filters a net has, with functions in a version for each kind of processor.
pub(super) trait HiddenLayer<const F: usize> {
    /// The logit of a position.
    fn logit(layout: &Layout, rows: &[[f32; F]], inputs: &NetInputs) -> f32;

    /// Adds the slopes of the loss at one position, and returns its logit.
    fn slopes(
        layout: &Layout,
        rows: &[[f32; F]],
        inputs: &NetInputs,
        target: f32,
        to: &mut [[f32; F]],
    ) -> f32;
}

/// All numbers of filters that there are.
pub(super) struct Count;

macro_rules! filters {
    ($($module:ident: $filters:literal;)*) => {$(
        mod $module {
            use super::*;

            #[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
            pub fn logit(layout: &Layout, rows: &[[f32; $filters]], inputs: &NetInputs) -> f32 {
                answer(layout, rows, inputs).logit
            }

            #[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
            pub fn slopes(
                layout: &Layout,
                rows: &[[f32; $filters]],
                inputs: &NetInputs,
                target: f32,
                to: &mut [[f32; $filters]],
            ) -> f32 {
                super::slopes(layout, rows, inputs, target, to)
            }
        }

        impl HiddenLayer<$filters> for Count {
            fn logit(layout: &Layout, rows: &[[f32; $filters]], inputs: &NetInputs) -> f32 {
                $module::logit(layout, rows, inputs)
            }

            fn slopes(
                layout: &Layout,
                rows: &[[f32; $filters]],
                inputs: &NetInputs,
                target: f32,
                to: &mut [[f32; $filters]],
            ) -> f32 {
                $module::slopes(layout, rows, inputs, target, to)
            }
        }
    )*};
}

filters! {
    eight: 8;
    sixteen: 16;
    thirty_two: 32;
}

#[cfg(test)]
mod tests {
    use zugi_game::toy::Hexapawn;
    use zugi_game::{Game, conformance};
    use zugi_search::eval::net::Learnable;

    use super::*;
    use crate::logistic::log_loss;

    fn positions() -> Vec<(NetInputs, f32)> {
        let mut rng = Rng::with_seed(1);
        let game = |_| conformance::random_game(&Hexapawn::start(), &mut rng);
        let with_target = |(i, position): (usize, Hexapawn)| {
            let mut inputs = NetInputs::default();
            position.inputs(&mut inputs);
            (inputs, [0.0, 0.3, 1.0][i % 3])
        };
        (0..6).flat_map(game).enumerate().map(with_target).collect()
    }

    #[test]
    fn slopes_are_those_of_finite_differences() {
        let (layout, positions) = (Layout::of(&NetGame::of::<Hexapawn>()), positions());
        let mut rows = layout.random::<8>(&mut Rng::with_seed(3));
        rows[layout.totals()] = [0.2; 8];
        let loss = |rows: &[[f32; 8]]| -> f64 {
            let of_one = |(inputs, target): &(NetInputs, f32)| {
                log_loss(Count::logit(&layout, rows, inputs).into(), f64::from(*target))
            };
            positions.iter().map(of_one).sum()
        };
        let mut found = vec![[0.0; 8]; layout.len()];
        for (inputs, target) in &positions {
            Count::slopes(&layout, &rows, inputs, *target, &mut found);
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
        assert!(compared > 40, "only {compared} slopes that are not almost zero");
    }
}
