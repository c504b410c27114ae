//! How much work a proof may be that was not finished: by sampled descents.
//!
//! A descent follows a strategy of one player (the move that the search would try first) against
//! random moves of the other one, until the result is known. The product of the numbers of the
//! other's moves estimates the size of the tree to search (Knuth, "Estimating the efficiency of
//! backtrack programs", 1975). The estimate ignores transpositions and wrong tries, and has a large
//! variance.

use fastrand::Rng;
use zugi_game::Player;

use super::{Provable, Solver};
use crate::Oracle;

/// An estimate by descents of the work until one player is proven to win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WorkEstimate {
    /// The mean number of positions of the tree, of all descents that did not fail; `None` if
    /// each of them did.
    pub positions: Option<f64>,
    /// The share of descents that came to a position which the other player is known to win:
    /// 1 means that the strategy does not win.
    pub failed: f64,
}

impl<O> Solver<O> {
    /// Estimates the number of positions of a proof that `winner` wins, by this number of descents.
    /// The same seed and results give the same estimate.
    pub fn estimate<G: Provable>(
        &self,
        root: &G,
        winner: Player,
        descents: u32,
        seed: u64,
    ) -> WorkEstimate
    where
        O: Oracle<G>,
    {
        let mut rng = Rng::with_seed(seed);
        let sizes = (0..descents).filter_map(|_| self.descend(root.clone(), winner, &mut rng));
        let (mut sum, mut count) = (0.0, 0u32);
        for size in sizes {
            sum += size;
            count += 1;
        }
        let failed = 1.0 - f64::from(count) / f64::from(descents.max(1));
        WorkEstimate { positions: (count > 0).then(|| sum / f64::from(count)), failed }
    }

    /// One descent: the size of the tree that it stands for, or `None` if it failed.
    fn descend<G: Provable>(&self, mut position: G, winner: Player, rng: &mut Rng) -> Option<f64>
    where
        O: Oracle<G>,
    {
        let (mut size, mut width) = (0.0, 1.0);
        loop {
            match self.known(&position) {
                Some(player) if player == winner => return Some(size),
                Some(_) => return None,
                None => {}
            }
            size += width;
            let children = position.moves().into_iter().map(|mv| position.after(mv));
            let mut open: Vec<G> = Vec::new();
            for child in children {
                match self.known(&child) {
                    Some(player) if player == position.to_move() => {
                        return (player == winner).then_some(size);
                    }
                    Some(_) => {}
                    None => open.push(child),
                }
            }
            position = if position.to_move() == winner {
                open.into_iter().min_by_key(|child| position.effort(child))?
            } else if open.is_empty() {
                return Some(size);
            } else {
                width *= open.len() as f64;
                open.swap_remove(rng.usize(..open.len()))
            };
        }
    }
}
