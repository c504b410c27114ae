//! How promising moves are by their hints, and which ones are the most promising.

use super::wdl::exp;

/// A move is `e` times as promising as another one if its hint is greater by this.
const HINT: f64 = 1000.0;

/// The number of hints whose promises are remembered, a power of two.
const REMEMBERED: usize = 256;

/// The exponential of hints. A position has hundreds of moves with a few dozen hints, so that
/// what was computed is remembered.
pub(super) struct PriorCache {
    /// By the hints' low bits.
    known: Box<[(i32, f64); REMEMBERED]>,
}

impl Default for PriorCache {
    fn default() -> PriorCache {
        PriorCache { known: Box::new([(0, 1.0); REMEMBERED]) }
    }
}

impl PriorCache {
    /// How promising a move with this hint is; 1 for a hint of 0.
    #[inline]
    pub fn of(&mut self, hint: i32) -> f64 {
        // Hints are mostly sums of hundreds: the factor spreads them, as it is odd.
        let place = (hint as u32).wrapping_mul(0x9e37_79b9) >> (u32::BITS - REMEMBERED.ilog2());
        let known = &mut self.known[place as usize % REMEMBERED];
        if known.0 != hint {
            *known = (hint, exp(f64::from(hint) / HINT));
        }
        known.1
    }
}

/// Finds the moves with the greatest hints. What it needs for that is kept from call to call.
pub(super) struct MostPromising<M> {
    /// For each move its hint, the greatest first, and its index.
    order: Vec<u64>,
    chosen: Vec<(i32, M)>,
}

impl<M> Default for MostPromising<M> {
    fn default() -> MostPromising<M> {
        MostPromising { order: Vec::new(), chosen: Vec::new() }
    }
}

impl<M: Copy> MostPromising<M> {
    /// Sorts moves by falling priors and keeps this number of them. Equal moves keep their order,
    /// so a shorter list is always a beginning of a longer one.
    pub fn keep(&mut self, wanted: usize, moves: &mut Vec<(i32, M)>) {
        let falling = |hint: i32| (i64::from(i32::MAX) - i64::from(hint)) as u64;
        self.order.clear();
        for (&(hint, _), i) in moves.iter().zip(0..) {
            let key = falling(hint) << 32 | i;
            // Most moves are worse than all that are kept so far, and few are kept.
            if self.order.len() < wanted || self.order.last().is_some_and(|&last| key < last) {
                self.order.truncate(wanted - 1);
                let place = self.order.partition_point(|&better| better < key);
                self.order.insert(place, key);
            }
        }
        self.chosen.clear();
        self.chosen.extend(self.order.iter().map(|&key| moves[key as u32 as usize]));
        std::mem::swap(moves, &mut self.chosen);
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::*;

    #[test]
    fn a_promise_is_the_exponential_whether_remembered_or_not() {
        let mut promises = PriorCache::default();
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let hint = rng.i32(-500..1500);
            assert_eq!(promises.of(hint), exp(f64::from(hint) / HINT), "{hint}");
        }
        assert_eq!(promises.of(i32::MIN), exp(f64::from(i32::MIN) / HINT));
    }

    #[test]
    fn the_most_promising_come_first_and_equals_keep_their_order() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut order = MostPromising::default();
        for _ in 0..200 {
            let moves: Vec<(i32, usize)> = (0..50).map(|i| (100 * rng.i32(-4..4), i)).collect();
            let mut all = moves.clone();
            order.keep(50, &mut all);
            assert!(all.is_sorted_by_key(|&(hint, i)| (Reverse(hint), i)));
            let wanted = rng.usize(..60);
            let mut some = moves;
            order.keep(wanted, &mut some);
            assert_eq!(some, all[..wanted.min(50)]);
        }
        let mut extremes = vec![(i32::MIN, 0), (0, 1), (i32::MAX, 2), (-1, 3)];
        order.keep(3, &mut extremes);
        assert_eq!(extremes, [(i32::MAX, 2), (0, 1), (-1, 3)]);
    }
}
