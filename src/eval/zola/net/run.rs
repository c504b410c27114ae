//! A net as it is run: whole numbers, in vector instructions where the processor has them.

use super::{Checkers, STATES, TOTALS, phase, totals};
use crate::eval::net::{Learnable, MAX_TOTALS, NetFile, SQUARE_SHIFT, SYMMETRIES, TOTAL_UNIT};
use crate::games::zola::movegen::Contacts;
use crate::games::zola::{Size, Size4, Size6, Size8, Size10, Zola, versions};
use crate::search::Value;

use super::super::Weighed;

/// A row of weights: for each hidden unit of each symmetry.
type Row<const F: usize> = [[i16; F]; SYMMETRIES];

/// The weights of a net with `F` filters.
pub struct Tables<const F: usize> {
    /// By state and square: what a checker adds to all hidden units.
    rows: Vec<Row<F>>,
    biases: [i16; F],
    totals: [[i16; F]; TOTALS],
    /// By phase.
    outputs: Vec<([i16; F], i32)>,
    scale: i16,
    shift: u32,
}

/// The first weights of a list, one for each filter.
fn take<const F: usize>(weights: &[i16]) -> [i16; F] {
    let mut taken = [0; F];
    taken.iter_mut().zip(weights).for_each(|(to, from)| *to = *from);
    taken
}

impl<const F: usize> Tables<F> {
    /// The weights of a net that fits.
    pub(super) fn new<S: RunsNets>(file: &NetFile) -> Tables<F> {
        let squares = usize::from(S::SQUARES);
        let row = |index: usize| {
            let (state, square) = (index / squares, index % squares);
            let mut row = [[0; F]; SYMMETRIES];
            for (symmetry, weights) in row.iter_mut().enumerate() {
                let image = usize::from(Zola::<S>::image(symmetry, square as u8));
                *weights = take(&file.rows[(state * squares + image) * F..]);
            }
            row
        };
        let mut totals = [[0; F]; TOTALS];
        for (weights, from) in totals.iter_mut().zip(file.totals.chunks(F)) {
            *weights = take(from);
        }
        let outputs = file.outputs.chunks(F).map(take).zip(file.output_biases.iter().copied());
        Tables {
            rows: (0..STATES * squares).map(row).collect(),
            biases: take(&file.biases),
            totals,
            outputs: outputs.collect(),
            // At most 255.
            scale: file.scale as i16,
            shift: file.shift.into(),
        }
    }

    /// The hidden units before any checker, the same in all symmetries.
    #[inline(always)]
    fn first(&self, totals: [i32; TOTALS]) -> [i16; F] {
        let mut sums = [0; F];
        for (weights, total) in self.totals.iter().zip(totals) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += i32::from(*weight) * total;
            }
        }
        let mut first = self.biases;
        for (first, sum) in first.iter_mut().zip(sums) {
            let total = (sum / TOTAL_UNIT).clamp(-MAX_TOTALS, MAX_TOTALS);
            *first = first.wrapping_add(total as i16);
        }
        first
    }

    /// The evaluation for the side that `own` belongs to. What is added up was bounded when
    /// the net was loaded.
    #[inline(always)]
    fn run<S: Size>(
        &self,
        own: S::Bits,
        enemy: S::Bits,
        contacts: &[Contacts<S::Bits>; 2],
    ) -> Value {
        let checkers = Checkers::new::<S>(own, enemy, contacts);
        let mut hidden = [self.first(totals(contacts)); SYMMETRIES];
        for &checker in checkers.rows() {
            let row = &self.rows[usize::from(checker)];
            for (sums, weights) in hidden.as_flattened_mut().iter_mut().zip(row.as_flattened()) {
                *sums = sums.wrapping_add(*weights);
            }
        }
        let mut activations = [0i16; F];
        for units in hidden {
            for (sum, unit) in activations.iter_mut().zip(units) {
                // The square of at most 255 has 16 bits, and eight of these 15.
                let unit = unit.clamp(0, self.scale) as u16;
                *sum = sum.wrapping_add((unit.wrapping_mul(unit) >> SQUARE_SHIFT) as i16);
            }
        }
        let (weights, bias) = &self.outputs[phase::<S>(checkers.count)];
        let mut output = 0;
        for (activation, weight) in activations.iter().zip(weights) {
            output += i32::from(*activation) * i32::from(*weight);
        }
        (output + bias) >> self.shift
    }
}

/// A size of the board on which nets are run.
pub trait RunsNets: Weighed {
    /// The evaluation by a net of 8 filters for the side that `own` belongs to.
    fn run_8(
        tables: &Tables<8>,
        own: Self::Bits,
        enemy: Self::Bits,
        contacts: &[Contacts<Self::Bits>; 2],
    ) -> Value;

    /// That by a net of 16 filters.
    fn run_16(
        tables: &Tables<16>,
        own: Self::Bits,
        enemy: Self::Bits,
        contacts: &[Contacts<Self::Bits>; 2],
    ) -> Value;

    /// That by a net of 32 filters.
    fn run_32(
        tables: &Tables<32>,
        own: Self::Bits,
        enemy: Self::Bits,
        contacts: &[Contacts<Self::Bits>; 2],
    ) -> Value;
}

macro_rules! runs_nets {
    ($($size:ident in $module:ident: $bits:ident, $($run:ident $filters:literal),*;)*) => {$(
        /// The functions in a version for each kind of processor.
        mod $module {
            use super::*;

            versions! {$(
                pub fn $run(
                    tables: &Tables<$filters>,
                    own: $bits,
                    enemy: $bits,
                    contacts: &[Contacts<$bits>; 2],
                ) -> Value {
                    tables.run::<$size>(own, enemy, contacts)
                }
            )*}
        }

        impl RunsNets for $size {$(
            #[inline]
            fn $run(
                tables: &Tables<$filters>,
                own: $bits,
                enemy: $bits,
                contacts: &[Contacts<$bits>; 2],
            ) -> Value {
                $module::$run(tables, own, enemy, contacts)
            }
        )*}
    )*};
}

runs_nets! {
    Size4 in size4: u64, run_8 8, run_16 16, run_32 32;
    Size6 in size6: u64, run_8 8, run_16 16, run_32 32;
    Size8 in size8: u64, run_8 8, run_16 16, run_32 32;
    Size10 in size10: u128, run_8 8, run_16 16, run_32 32;
}
