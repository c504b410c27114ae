//! Inference of nets in whole numbers, in loops that the compiler vectorises. A game calls
//! [`Tables::run`] from a function that is compiled for each kind of processor.

use super::{FILTERS, Learnable, MAX_TOTALS, NetFile, SQUARE_SHIFT, TOTAL_UNIT, TOTALS};
use crate::Value;

/// The most filters of a net, and so the most hidden units of a symmetry.
const MAX_FILTERS: usize = FILTERS[FILTERS.len() - 1];

/// The weights of a net with `H` hidden units; the units of a symmetry are adjacent.
///
/// All loops run over all hidden units, or over a number of them that the compiler does not know:
/// it unrolls short loops of known length before it looks for vectors in them.
pub struct Tables<const H: usize> {
    /// By state and square: what a checker adds to the hidden units.
    rows: Vec<[i16; H]>,
    /// By filter.
    biases: Vec<i16>,
    totals: [Vec<i16>; TOTALS],
    /// By phase.
    outputs: Vec<([i16; H], i32)>,
    scale: i16,
    shift: u32,
}

/// The values of all filters, for each symmetry.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn repeated<const H: usize>(filters: &[i16]) -> [i16; H] {
    // A copy of known length is no call.
    match filters.len() {
        8 => copies::<H, 8>(filters),
        16 => copies::<H, 16>(filters),
        _ => copies::<H, MAX_FILTERS>(filters),
    }
}

#[inline(always)]
fn copies<const H: usize, const F: usize>(filters: &[i16]) -> [i16; H] {
    let mut all = [0; H];
    if let Some(filters) = filters.first_chunk::<F>() {
        for units in all.as_chunks_mut().0 {
            *units = *filters;
        }
    }
    all
}

impl<const H: usize> Tables<H> {
    /// The weights of a net that fits,
    /// which [`NetFile::check`] has been asked about.
    #[must_use]
    pub fn new<G: Learnable>(file: &NetFile) -> Tables<H> {
        let (squares, filters) = (file.shape.squares, file.filters);
        let row = |index: usize| {
            let (state, square) = (index / squares, index % squares);
            let mut row = [0; H];
            for (symmetry, weights) in row.chunks_mut(filters).enumerate() {
                let image = usize::from(G::image(symmetry, square as u8));
                weights
                    .copy_from_slice(&file.rows[(state * squares + image) * filters..][..filters]);
            }
            row
        };
        let outputs = file.outputs.chunks(filters).map(repeated);
        let totals = |total: usize| file.totals[total * filters..][..filters].to_vec();
        Tables {
            rows: (0..file.shape.states * squares).map(row).collect(),
            biases: file.biases.clone(),
            totals: [0, 1, 2, 3].map(totals),
            outputs: outputs.zip(file.output_biases.iter().copied()).collect(),
            // At most 255.
            scale: file.scale as i16,
            shift: file.shift.into(),
        }
    }

    /// The hidden units before any checker, the same in all symmetries.
    #[inline(always)]
    fn first(&self, totals: [i32; TOTALS]) -> [i16; H] {
        let mut filters = [0; MAX_FILTERS];
        let count = self.biases.len().min(MAX_FILTERS);
        let (filters, [a, b, c, d]) = (&mut filters[..count], &self.totals);
        let (a, b, c, d) = (&a[..count], &b[..count], &c[..count], &d[..count]);
        let biases = &self.biases[..count];
        for i in 0..count {
            let sum = i32::from(a[i]) * totals[0]
                + i32::from(b[i]) * totals[1]
                + i32::from(c[i]) * totals[2]
                + i32::from(d[i]) * totals[3];
            let total = (sum / TOTAL_UNIT).clamp(-MAX_TOTALS, MAX_TOTALS);
            filters[i] = biases[i].wrapping_add(total as i16);
        }
        repeated(filters)
    }

    /// The evaluation of a position with these pieces, totals and phase, see
    /// [`NetInputs`](super::NetInputs). Sums cannot overflow, because loading has checked their
    /// bounds.
    #[inline(always)]
    #[must_use]
    pub fn run(&self, pieces: &[u16], totals: [i32; TOTALS], phase: usize) -> Value {
        let mut hidden = self.first(totals);
        let (fours, rest) = pieces.as_chunks::<4>();
        for [a, b, c, d] in fours {
            let (a, b) = (&self.rows[usize::from(*a)], &self.rows[usize::from(*b)]);
            let (c, d) = (&self.rows[usize::from(*c)], &self.rows[usize::from(*d)]);
            for i in 0..H {
                let pairs = a[i].wrapping_add(b[i]).wrapping_add(c[i].wrapping_add(d[i]));
                hidden[i] = hidden[i].wrapping_add(pairs);
            }
        }
        for &row in rest {
            let row = &self.rows[usize::from(row)];
            for i in 0..H {
                hidden[i] = hidden[i].wrapping_add(row[i]);
            }
        }
        let scale = self.scale;
        for unit in &mut hidden {
            // The square of at most 255 has 16 bits.
            let clipped = (*unit).max(0).min(scale) as u16;
            *unit = (clipped.wrapping_mul(clipped) >> SQUARE_SHIFT) as i16;
        }
        let (weights, bias) = &self.outputs[phase];
        let mut output = *bias;
        for i in 0..H {
            output += i32::from(hidden[i]) * i32::from(weights[i]);
        }
        output >> self.shift
    }
}
