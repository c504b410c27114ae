//! The priors of moves by their ordering scores (hints), and the moves with the highest priors.

use super::wdl::exp;

/// A move is `e` times as likely as another one if its hint is greater by this.
const HINT: f64 = 1000.0;

/// The number of cached priors, a power of two.
const CACHED: usize = 256;

/// A cache of the exponentials of hints: the hundreds of moves of a position have only a few dozen
/// different hints.
pub(super) struct PriorCache {
    /// The hint and its exponential, by a hash of the hint.
    entries: Box<[(i32, f64); CACHED]>,
}

impl Default for PriorCache {
    fn default() -> PriorCache {
        PriorCache { entries: Box::new([(0, 1.0); CACHED]) }
    }
}

impl PriorCache {
    /// The prior of a move with this hint, not normalised: 1 for a hint of 0.
    #[inline]
    pub fn of(&mut self, hint: i32) -> f64 {
        // Hints are mostly multiples of 100; the odd factor spreads them (Fibonacci hashing).
        let index = (hint as u32).wrapping_mul(0x9e37_79b9) >> (u32::BITS - CACHED.ilog2());
        let entry = &mut self.entries[index as usize % CACHED];
        if entry.0 != hint {
            *entry = (hint, exp(f64::from(hint) / HINT));
        }
        entry.1
    }
}

/// Finds the moves with the greatest hints; the buffers are kept between calls.
pub(super) struct TopMoves<M> {
    /// Sort keys: the inverted hint in the high half, the index of the move in the low half.
    order: Vec<u64>,
    chosen: Vec<(i32, M)>,
}

impl<M> Default for TopMoves<M> {
    fn default() -> TopMoves<M> {
        TopMoves { order: Vec::new(), chosen: Vec::new() }
    }
}

impl<M: Copy> TopMoves<M> {
    /// Sorts moves by falling hints and keeps the first `wanted`. Equals keep their order, so a
    /// shorter list is always the beginning of a longer one.
    pub fn keep(&mut self, wanted: usize, moves: &mut Vec<(i32, M)>) {
        let falling = |hint: i32| (i64::from(i32::MAX) - i64::from(hint)) as u64;
        self.order.clear();
        for (&(hint, _), i) in moves.iter().zip(0..) {
            let key = falling(hint) << 32 | i;
            // Insertion is quick: few moves are kept, and most are worse than all of these.
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
    fn a_prior_is_the_exponential_whether_cached_or_not() {
        let mut priors = PriorCache::default();
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let hint = rng.i32(-500..1500);
            assert_eq!(priors.of(hint), exp(f64::from(hint) / HINT), "{hint}");
        }
        assert_eq!(priors.of(i32::MIN), exp(f64::from(i32::MIN) / HINT));
    }

    #[test]
    fn moves_with_the_highest_hints_come_first_and_equals_keep_their_order() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut top_moves = TopMoves::default();
        for _ in 0..200 {
            let moves: Vec<(i32, usize)> = (0..50).map(|i| (100 * rng.i32(-4..4), i)).collect();
            let mut all = moves.clone();
            top_moves.keep(50, &mut all);
            assert!(all.is_sorted_by_key(|&(hint, i)| (Reverse(hint), i)));
            let wanted = rng.usize(..60);
            let mut some = moves;
            top_moves.keep(wanted, &mut some);
            assert_eq!(some, all[..wanted.min(50)]);
        }
        let mut extremes = vec![(i32::MIN, 0), (0, 1), (i32::MAX, 2), (-1, 3)];
        top_moves.keep(3, &mut extremes);
        assert_eq!(extremes, [(i32::MAX, 2), (0, 1), (-1, 3)]);
    }
}
