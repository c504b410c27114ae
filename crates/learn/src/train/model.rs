//! The net during training, in floating point: its weights and the forward pass.
//!
//! All weights are in rows with one number for each filter, so that vector instructions work on all
//! filters of a symmetry at the same time.

use fastrand::Rng;
use zugi_search::eval::net::{MAX_SYMMETRIES, NetInputs, NetShape, TOTAL_UNIT};

use super::game::NetGame;

/// The order of the weights: rows of pieces by state and square, the row of the biases, rows of the
/// totals, rows of the outputs by phase, and a row for the output bias of each phase.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub shape: NetShape,
    pub symmetries: usize,
    /// For each input of a piece, its row in each symmetry.
    pub images: Vec<[u32; MAX_SYMMETRIES]>,
}

impl Layout {
    pub fn of(game: &NetGame) -> Layout {
        let (shape, symmetries) = (game.shape, game.symmetries);
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

    pub fn biases(&self) -> usize {
        self.shape.states * self.shape.squares
    }

    pub fn totals(&self) -> usize {
        self.biases() + 1
    }

    pub fn outputs(&self) -> usize {
        self.totals() + self.shape.totals
    }

    /// Only the first number of each of these rows is used.
    pub fn output_biases(&self) -> usize {
        self.outputs() + self.shape.phases
    }

    pub fn len(&self) -> usize {
        self.output_biases() + self.shape.phases
    }

    /// Random weights that put hidden units in the middle of their range.
    pub fn random<const F: usize>(&self, rng: &mut Rng) -> Vec<[f32; F]> {
        let mut rows = vec![[0.0; F]; self.len()];
        let mut fill = |rows: &mut [[f32; F]], size: f32| {
            for weight in rows.as_flattened_mut() {
                *weight = (2.0 * rng.f32() - 1.0) * size;
            }
        };
        let pieces = self.biases();
        // In the middle of a game about half of the squares have pieces.
        let size = 1.0 / (self.shape.squares as f32 / 2.0).sqrt();
        fill(&mut rows[..pieces], size);
        fill(&mut rows[self.outputs()..self.output_biases()], 0.5 / (F as f32).sqrt());
        rows[pieces] = [0.3; F];
        rows
    }
}

/// The logit of a position, with the intermediate values for the gradient.
pub(super) struct ForwardPass<const F: usize> {
    pub logit: f32,
    /// The hidden units by symmetry, before activation; 0 beyond the game's symmetries.
    pub hidden: [[f32; F]; MAX_SYMMETRIES],
    /// The sum of the activations of each filter.
    pub sums: [f32; F],
}

#[inline(always)]
pub(super) fn forward<const F: usize>(
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
    for &piece in inputs.pieces() {
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
