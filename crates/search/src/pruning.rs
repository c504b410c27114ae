//! Pruning and reductions: futility margins, late move pruning, and late move reductions.

use super::parameters::Parameters;
use super::score::Value;

/// The result of a singular extension search, which leaves out the move of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Singular {
    /// The move is extended by this number of plies.
    Extend(i32),
    /// Other moves are good enough, too: the node has at least this value.
    Refuted(Value),
}

impl Parameters {
    /// Reverse futility pruning: whether the evaluation is above `beta` by more than the margin
    /// of this depth, so that the opponent is not expected to catch up.
    #[inline(always)]
    pub(super) fn reverse_futile(&self, depth: i32, eval: Value, beta: Value) -> bool {
        depth <= self.margin_depth && eval - self.reverse_margin * depth >= beta
    }

    /// Futility pruning: whether the evaluation is below `alpha` by more than the margin of this
    /// depth, so that a quiet move is not expected to reach it.
    #[inline(always)]
    pub(super) fn futile(&self, depth: i32, eval: Value, alpha: Value) -> bool {
        depth <= self.margin_depth && eval + self.quiet_margin + self.futile_margin * depth <= alpha
    }

    /// Late move pruning: whether a quiet move with this number, from 0, is skipped at this depth.
    #[inline(always)]
    pub(super) fn late(&self, depth: i32, number: usize) -> bool {
        let first = self.late_base + self.late_growth * depth * depth / 100;
        depth <= self.late_depth && number as i32 >= first
    }
}

/// The greatest depth and move number of the table.
const MOST: usize = 64;

/// Late move reductions: the plies by which a late move is searched less deeply, by depth and
/// number of the move.
#[derive(Debug)]
pub(super) struct Reductions([[u8; MOST]; MOST]);

impl Reductions {
    /// The table: it grows with the logarithms of both.
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
