//! Tests of a game's nets against the formula of `docs/reference/nets.md`.

use fastrand::Rng;

use super::{FILTERS, Learnable, MAX_TOTALS, Net, NetFile, NetInputs, SQUARE_SHIFT, TOTAL_UNIT};
use crate::{Evaluator, Value};

/// A net with random weights, larger for smaller boards, so that units are clipped on both sides.
fn random_net<G: Learnable>(filters: usize, rng: &mut Rng) -> NetFile {
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

/// The evaluation by the formula, without the optimisations of [`Net`].
pub fn reference_value<G: Learnable>(net: &NetFile, position: &G) -> Value {
    let (inputs, filters) = (NetInputs::of(position), net.filters);
    let squares = G::SHAPE.squares;
    let mut output = net.output_biases[inputs.phase];
    for filter in 0..filters {
        let totals = inputs.totals.iter().zip(net.totals.iter().skip(filter).step_by(filters));
        let totals: i32 = totals.map(|(&total, &weight)| total * i32::from(weight)).sum();
        let totals = (totals / TOTAL_UNIT).clamp(-MAX_TOTALS, MAX_TOTALS);
        for symmetry in 0..G::SYMMETRIES {
            let weights = inputs.pieces().iter().map(|&piece| {
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

/// Checks random nets of each size and the net of the program, in positions of games that are not
/// over: values are those of the formula, and the same for symmetric positions.
///
/// # Panics
/// If a value is wrong.
pub fn check<G: Learnable>(positions: &[G]) {
    let mut rng = Rng::with_seed(1);
    let mut files: Vec<NetFile> =
        FILTERS.into_iter().map(|filters| random_net::<G>(filters, &mut rng)).collect();
    files.extend(G::NET.map(|bytes| {
        let file = NetFile::from_bytes(bytes).expect("the net of the program");
        let made = format!("zugi train --variant {} ", G::NAME);
        assert!(file.command.contains(&made), "{}", file.command);
        file
    }));
    for file in files {
        let net = Net::<G>::new(&file).expect("a net of the game");
        let values: Vec<Value> = positions.iter().map(|position| net.value(position)).collect();
        assert!(values.iter().min() < values.iter().max(), "{values:?}");
        for (position, &value) in positions.iter().zip(&values) {
            assert_eq!(value, reference_value(&file, position), "{}", position.text());
            for image in position.images() {
                assert_eq!(net.value(&image), value, "{}", image.text());
            }
        }
    }
}
