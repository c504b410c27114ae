//! The conversion of a net from floating point to the integers of a file.

use zugi_search::eval::net::{MAX_SCALE, NetError, NetFile, SQUARE_SHIFT};

use super::TrainPlan;
use super::game::NetGame;
use super::model::Layout;

/// The greatest shift of the output, in bits.
const MAX_SHIFT: u16 = 18;

/// The net of these weights. Its scores are logits divided by `k`. Scale and shift are the greatest
/// ones with which no sum can overflow.
pub(super) fn quantise<const F: usize>(
    game: &NetGame,
    plan: &TrainPlan,
    layout: &Layout,
    rows: &[[f32; F]],
    k: f64,
) -> Result<NetFile, NetError> {
    let &NetGame { variant, shape, symmetries, .. } = game;
    let mut file = NetFile::zero(variant, shape, F);
    file.command.clone_from(&plan.command);
    let hidden = &rows[..layout.outputs()];
    let [biases, totals] = [layout.biases(), layout.totals()];
    for scale in (1..=MAX_SCALE).rev() {
        let whole = |rows: &[[f32; F]]| -> Vec<i16> {
            let flat = rows.as_flattened().iter();
            flat.map(|&weight| (f64::from(weight) * f64::from(scale)).round() as i16).collect()
        };
        file.scale = scale;
        file.rows = whole(&hidden[..biases]);
        file.biases = whole(&hidden[biases..totals]);
        file.totals = whole(&hidden[totals..]);
        if file.greatest_hidden() <= i16::MAX.into() {
            break;
        }
    }
    let square = f64::from(file.scale).powi(2) / f64::from(1 << SQUARE_SHIFT);
    for shift in (0..=MAX_SHIFT).rev() {
        let unit = f64::from(1 << shift) / k;
        let outputs = rows[layout.outputs()..layout.output_biases()].as_flattened().iter();
        let outputs: Vec<f64> =
            outputs.map(|&weight| (f64::from(weight) * unit / square).round()).collect();
        if outputs.iter().any(|weight| weight.abs() > f64::from(i16::MAX)) {
            continue;
        }
        file.shift = shift;
        file.outputs = outputs.iter().map(|&weight| weight as i16).collect();
        let biases = rows[layout.output_biases()..].iter();
        file.output_biases = biases.map(|row| (f64::from(row[0]) * unit).round() as i32).collect();
        if file.greatest_output(symmetries) <= i32::MAX.into() {
            break;
        }
    }
    file.check(variant, shape, symmetries)?;
    Ok(file)
}
