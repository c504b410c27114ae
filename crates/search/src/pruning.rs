//! How much of the tree is left out.

use super::parameters::Parameters;
use super::score::Value;

/// What a search without the move of the table has said about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Singular {
    /// By how many plies more it is to be searched.
    Extend(i32),
    /// Other moves are good enough, too: the node has at least this value.
    Refuted(Value),
}

/// The greatest depth and move number of the table.
const MOST: usize = 64;

/// By how many plies late moves are searched less deeply, by depth and number of the
/// move (late move reductions).
#[derive(Debug)]
pub(super) struct Reductions([[u8; MOST]; MOST]);

impl Reductions {
    /// The table: growing with the logarithms of both.
    pub fn new(parameters: &Parameters) -> Reductions {
        let base = f64::from(parameters.reduction_base) / 100.0;
        let slope = f64::from(parameters.reduction_slope) / 100.0;
        let mut table = [[0; MOST]; MOST];
        for (depth, row) in (0u8..).zip(&mut table).skip(1) {
            for (number, entry) in (0u8..).zip(row).skip(1) {
                let product = f64::from(depth).ln() * f64::from(number).ln();
                *entry = (base + product * slope) as u8;
            }
        }
        Reductions(table)
    }

    /// The reduction of the move with this number, from 0.
    #[inline]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(MOST - 1);
        i32::from(self.0[depth][number.min(MOST - 1)])
    }
}
