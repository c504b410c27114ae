//! The results of a search that other searches can use.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use zugi_game::Player;

/// The most results of one search: a few hundred kilobytes of text.
const MOST: usize = 10_000;

/// A position, its winner, and the nodes of the result.
type WonPosition<G> = (G, Player, u64);

/// Collects results of at least `least_nodes` nodes from all threads. Too many raise `least_nodes`.
#[derive(Debug)]
pub(super) struct CostlyResults<G> {
    least_nodes: AtomicU64,
    results: Mutex<Vec<WonPosition<G>>>,
}

impl<G: Clone> CostlyResults<G> {
    #[cfg(feature = "files")]
    pub fn new(least_nodes: u64) -> CostlyResults<G> {
        CostlyResults { least_nodes: AtomicU64::new(least_nodes), results: Mutex::default() }
    }

    #[inline]
    pub fn add(&self, position: &G, winner: Player, nodes: u64) {
        if nodes < self.least_nodes.load(Ordering::Relaxed) {
            return;
        }
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.push((position.clone(), winner, nodes));
        if results.len() >= 2 * MOST {
            keep_most_nodes(&mut results);
            let least = results.last().map_or(0, |&(.., nodes)| nodes);
            self.least_nodes.fetch_max(least, Ordering::Relaxed);
        }
    }

    /// The results, by falling number of nodes.
    #[cfg(feature = "files")]
    pub fn into_results(self) -> Vec<WonPosition<G>> {
        let mut results = self.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        keep_most_nodes(&mut results);
        results
    }
}

fn keep_most_nodes<G>(results: &mut Vec<WonPosition<G>>) {
    results.sort_by_key(|&(.., nodes)| std::cmp::Reverse(nodes));
    results.truncate(MOST);
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;

    #[test]
    fn the_results_with_the_most_nodes_are_kept() {
        let costly = CostlyResults::new(5);
        for i in 0..10 * MOST as u64 {
            costly.add(&i, Player::One, i ^ 1);
        }
        let results = costly.into_results();
        assert_eq!(results.len(), MOST);
        let nodes: Vec<u64> = results.iter().map(|&(.., nodes)| nodes).collect();
        let most: Vec<u64> = (9 * MOST as u64..10 * MOST as u64).rev().collect();
        assert_eq!(nodes, most);
        assert!(results.iter().all(|&(position, _, nodes)| position == nodes ^ 1));
        let few = CostlyResults::new(5);
        (0..10).for_each(|i| few.add(&i, Player::Two, i));
        assert_eq!(few.into_results().len(), 5);
    }
}
