//! For tests of nets: random ones, and the arithmetic of docs/reference/nets.md.

use fastrand::Rng;

use super::{Learnable, MAX_TOTALS, NetFile, NetInputs, SQUARE_SHIFT, TOTAL_UNIT};
use crate::Value;

/// Weights so large that units are clipped on both sides: the fewer pieces there can be, the
/// larger.
pub fn random_net<G: Learnable>(filters: usize, rng: &mut Rng) -> NetFile {
    let mut net = NetFile::zero(G::NAME, G::SHAPE, filters);
    let (piece, output) = (3_000 / G::SHAPE.squares as i16, 24_000 / G::SYMMETRIES as i16);
    net.rows.fill_with(|| rng.i16(-piece..=piece));
    net.biases.fill_with(|| rng.i16(-100..=200));
    net.totals.fill_with(|| rng.i16(-300..=300));
    net.outputs.fill_with(|| rng.i16(-output..=output));
    net.output_biases.fill_with(|| rng.i32(-3_000_000..=3_000_000));
    net.scale = rng.u16(150..=255);
    net
}

/// The evaluation by the formula.
pub fn slowly<G: Learnable>(net: &NetFile, position: &G) -> Value {
    let (mut inputs, filters) = (NetInputs::default(), net.filters);
    position.inputs(&mut inputs);
    let squares = G::SHAPE.squares;
    let mut output = net.output_biases[inputs.phase];
    for filter in 0..filters {
        let totals = inputs.totals.iter().zip(net.totals.iter().skip(filter).step_by(filters));
        let totals: i32 = totals.map(|(&total, &weight)| total * i32::from(weight)).sum();
        let totals = (totals / TOTAL_UNIT).clamp(-MAX_TOTALS, MAX_TOTALS);
        for symmetry in 0..G::SYMMETRIES {
            let weights = inputs.pieces.iter().map(|&piece| {
                let (state, square) = (usize::from(piece) / squares, usize::from(piece) % squares);
                let image = usize::from(G::image(symmetry, square as u8));
                i32::from(net.rows[(state * squares + image) * filters + filter])
            });
            let unit = weights.sum::<i32>() + totals + i32::from(net.biases[filter]);
            let unit = unit.clamp(0, net.scale.into());
            let weight = i32::from(net.outputs[inputs.phase * filters + filter]);
            output += weight * ((unit * unit) >> SQUARE_SHIFT);
        }
    }
    output >> net.shift
}
