//! [`Net`]: the evaluation by a net, in loops over integers that the compiler vectorises.

use std::marker::PhantomData;

use super::{FILTERS, Learnable, MAX_TOTALS, NetError, NetFile, NetInputs, SQUARE_SHIFT};
use super::{TOTAL_UNIT, TOTALS};
use crate::{Evaluator, Value};

const MAX_FILTERS: usize = FILTERS[FILTERS.len() - 1];

/// A net of a game. It evaluates each position from scratch: a move changes the states of many
/// pieces at once, such as whether each is attacked, so incremental updates would not be quicker.
///
/// The sums of up to 64 hidden units stay in the registers of the processor; a net with more units
/// computes them in blocks of 64.
pub struct Net<G> {
    /// The weights of the hidden units by state and square, with the units of a symmetry adjacent.
    rows: Vec<i16>,
    /// The number of hidden units; 0 for a game without a net, see [`Learnable::NET`].
    units: usize,
    biases: Vec<i16>,
    /// The weights of the filters, by total.
    totals: [Vec<i16>; TOTALS],
    /// The weights of the hidden units in the output, by phase.
    outputs: Vec<i16>,
    output_biases: Vec<i32>,
    scale: i16,
    shift: u32,
    game: PhantomData<fn() -> G>,
}

/// The values of `H` hidden units: those of the filters, once for each symmetry.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn repeated<const H: usize>(filters: &[i16]) -> [i16; H] {
    // The compiler inlines copies of a constant length.
    match filters.len() {
        8 => copies::<H, 8>(filters),
        16 => copies::<H, 16>(filters),
        _ => copies::<H, 32>(filters),
    }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn copies<const H: usize, const F: usize>(filters: &[i16]) -> [i16; H] {
    let mut all = [0; H];
    if let Some(filters) = filters.first_chunk::<F>() {
        for units in all.as_chunks_mut().0 {
            *units = *filters;
        }
    }
    all
}

impl<G: Learnable> Net<G> {
    /// The net of a file.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::Evaluator;
    /// use zugi_search::eval::net::{Learnable, Net, NetFile};
    /// let even = NetFile::zero(Hexapawn::NAME, Hexapawn::SHAPE, 8);
    /// assert_eq!(Net::new(&even)?.value(&Hexapawn::start()), 0);
    /// let other = NetFile::zero("chess", Hexapawn::SHAPE, 8);
    /// assert!(Net::<Hexapawn>::new(&other).is_err());
    /// # Ok::<(), zugi_search::eval::net::NetError>(())
    /// ```
    ///
    /// # Errors
    /// It is a net of another variant or size, or its sums may overflow.
    pub fn new(file: &NetFile) -> Result<Net<G>, NetError> {
        file.check(G::NAME, G::SHAPE, G::SYMMETRIES)?;
        let (squares, filters) = (file.shape.squares, file.filters);
        let mut rows = Vec::with_capacity(file.rows.len() * G::SYMMETRIES);
        for row in 0..file.shape.states * squares {
            let (state, square) = (row / squares, row % squares);
            for symmetry in 0..G::SYMMETRIES {
                let row = state * squares + usize::from(G::image(symmetry, square as u8));
                rows.extend_from_slice(&file.rows[row * filters..][..filters]);
            }
        }
        let totals = |total: usize| file.totals[total * filters..][..filters].to_vec();
        let outputs = file.outputs.chunks(filters);
        Ok(Net {
            rows,
            units: filters * G::SYMMETRIES,
            biases: file.biases.clone(),
            totals: [0, 1, 2, 3].map(totals),
            outputs: outputs.flat_map(|weights| weights.repeat(G::SYMMETRIES)).collect(),
            output_biases: file.output_biases.clone(),
            // At most 255.
            scale: file.scale as i16,
            shift: file.shift.into(),
            game: PhantomData,
        })
    }

    /// The hidden units of a position without its pieces: biases and totals, the same in all
    /// symmetries.
    #[inline(always)]
    fn first<const H: usize>(&self, totals: [i32; TOTALS]) -> [i16; H] {
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

    /// The evaluation, in blocks of `H` hidden units. Sums cannot overflow, because [`Net::new`]
    /// checks their bounds.
    // Each loop has the length `H` or one that the compiler does not know: a short loop of another
    // constant length would be unrolled before it could be vectorised.
    #[inline(always)]
    fn output<const H: usize>(&self, inputs: &NetInputs) -> Value {
        let (rows, weights) = (self.rows.as_chunks::<H>().0, self.outputs.as_chunks::<H>().0);
        let (blocks, first) = (self.units / H, self.first::<H>(inputs.totals));
        let (fours, rest) = inputs.pieces().as_chunks::<4>();
        let mut output = self.output_biases[inputs.phase];
        for block in 0..blocks {
            let mut hidden = first;
            for [a, b, c, d] in fours {
                let a = &rows[usize::from(*a) * blocks + block];
                let b = &rows[usize::from(*b) * blocks + block];
                let c = &rows[usize::from(*c) * blocks + block];
                let d = &rows[usize::from(*d) * blocks + block];
                for i in 0..H {
                    let pairs = a[i].wrapping_add(b[i]).wrapping_add(c[i].wrapping_add(d[i]));
                    hidden[i] = hidden[i].wrapping_add(pairs);
                }
            }
            for &row in rest {
                let row = &rows[usize::from(row) * blocks + block];
                for i in 0..H {
                    hidden[i] = hidden[i].wrapping_add(row[i]);
                }
            }
            for unit in &mut hidden {
                // The unit is at most 255 here, so its square fits in 16 bits.
                let clipped = (*unit).max(0).min(self.scale) as u16;
                *unit = (clipped.wrapping_mul(clipped) >> SQUARE_SHIFT) as i16;
            }
            let weights = &weights[inputs.phase * blocks + block];
            for i in 0..H {
                output += i32::from(hidden[i]) * i32::from(weights[i]);
            }
        }
        output >> self.shift
    }
}

/// Whether a net of the game can have this number of hidden units: no code is generated for others.
const fn has_units<G: Learnable>(units: usize) -> bool {
    units / G::SYMMETRIES >= FILTERS[0]
}

/// Computes the features and the output. Both gain from the instructions of newer processors.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn evaluate<G: Learnable>(net: &Net<G>, position: &G, context: &G::Context) -> Value {
    let mut inputs = NetInputs::default();
    position.features(context, &mut inputs);
    match net.units {
        8 if has_units::<G>(8) => net.output::<8>(&inputs),
        16 if has_units::<G>(16) => net.output::<16>(&inputs),
        32 if has_units::<G>(32) => net.output::<32>(&inputs),
        _ => net.output::<64>(&inputs),
    }
}

impl<G: Learnable> Evaluator<G> for Net<G> {
    #[inline]
    fn evaluate(&self, position: &G, context: &G::Context) -> Value {
        match self.units {
            0 => position.evaluate(context),
            _ => evaluate(self, position, context),
        }
    }
}

/// The net that comes with the program, or
/// [`Searchable::evaluate`](crate::Searchable::evaluate) if there is none.
impl<G: Learnable> Default for Net<G> {
    fn default() -> Net<G> {
        let Some(bytes) = G::NET else {
            let even = Net::new(&NetFile::zero(G::NAME, G::SHAPE, FILTERS[0]));
            return Net { units: 0, ..even.expect("zeros overflow nowhere") };
        };
        let net = NetFile::from_bytes(bytes).and_then(|file| Net::new(&file));
        // The net is a part of the program, and a test loads each such net.
        net.expect("the net of the program fits")
    }
}
