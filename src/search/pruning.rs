//! How much of the tree is left out: margins and reductions, in units of the
//! evaluation and plies. Each of them was decided by matches.

use super::score::Value;

/// The depth up to which margins decide: farther from the horizon too much can happen.
const MARGIN_DEPTH: i32 = 6;

/// What a side can be expected to win in a ply, at most.
const PLY_MARGIN: Value = 60;

/// What a quiet move can be expected to win itself, at most.
const QUIET_MARGIN: Value = 80;

/// The depth up to which late moves are left out.
const LATE_DEPTH: i32 = 4;

/// Whether a position is so far above the window that the opponent cannot be expected
/// to catch up within the depth (reverse futility pruning).
#[inline]
pub(super) fn reverse_futile(depth: i32, eval: Value, beta: Value) -> bool {
    depth <= MARGIN_DEPTH && eval - PLY_MARGIN * depth >= beta
}

/// Whether a quiet move cannot be expected to bring the value up to `alpha` within the
/// depth (futility pruning: Heinz, "Extended futility pruning", 1998).
#[inline]
pub(super) fn futile(depth: i32, eval: Value, alpha: Value) -> bool {
    depth <= MARGIN_DEPTH && eval + QUIET_MARGIN + PLY_MARGIN * depth <= alpha
}

/// Whether a quiet move comes so late in the order that so near to the horizon nothing
/// is to be expected of it (late move pruning).
#[inline]
pub(super) fn late(depth: i32, number: usize) -> bool {
    depth <= LATE_DEPTH && number as i32 >= 3 + depth * depth
}

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
    pub fn new() -> Reductions {
        let mut table = [[0; MOST]; MOST];
        for (depth, row) in (0u8..).zip(&mut table).skip(1) {
            for (number, entry) in (0u8..).zip(row).skip(1) {
                let product = f64::from(depth).ln() * f64::from(number).ln();
                *entry = (0.5 + product / 2.0) as u8;
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
