//! Estimates of the remaining work of a proof, by sampled descents.
//!
//! A descent follows the moves of one player ([`WinnerMoves`]) and random moves of the other one,
//! until the result is known. Each of its positions counts with the inverse of its probability, so
//! the sum estimates the size of the tree (Knuth, "Estimating the efficiency of backtrack
//! programs", 1975). With [`WinnerMoves::Size`] the probability of a reply grows with the expected
//! size of its proof (importance sampling): the estimate stays unbiased, and its variance is
//! smaller.
//!
//! The estimate ignores moves that fail. It also ignores transpositions, except in the searches
//! that end descents ([`EstimateRequest::search`]).

use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use zugi_game::{Player, Probe, ProofLimits};

use crate::{Provable, Solver, WinnerMoves};

/// The part of the probability that is divided equally among the replies, so that a reply with much
/// more work than expected is not too rare.
const ALIKE: f64 = 0.2;

/// The node limit of a search that ends a descent, as a multiple of [`EstimateRequest::search`]:
/// the expected nodes may be wrong by a factor of ten.
const LONGEST: u64 = 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EstimateRequest {
    /// The number of descents for each player; 0 lists only the moves.
    pub descents: u32,
    pub seed: u64,
    pub winner_moves: WinnerMoves,
    /// A descent ends with a search at a position with at most this number of expected nodes; with
    /// 0, descents end where the result is known.
    pub search: u64,
}

/// An estimate of the work to prove that one player wins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WorkEstimate {
    /// The mean number of positions of the tree, over descents that did not fail; `None` without
    /// one.
    pub positions: Option<f64>,
    /// The standard error of the mean; `None` with fewer than two descents that did not fail.
    pub error: Option<f64>,
    /// The share of descents that came to a position that the other player is known to win; 1 means
    /// that the player's moves do not win.
    pub failed: f64,
    /// The share of descents whose last search was not finished. Only the nodes that it searched
    /// count, so the estimate is too low.
    pub unfinished: f64,
}

enum Descent {
    /// The estimated size of the tree.
    Size(f64),
    /// A lower bound of the size.
    Unfinished(f64),
    /// The other player wins.
    Failed,
}

impl<G: Provable, O: Probe<G>> Solver<G, O> {
    /// Estimates the number of positions of a proof that `winner` wins; `None` if `stop` is set.
    /// The estimate depends only on the request and the results so far.
    pub fn estimate(
        &self,
        root: &G,
        winner: Player,
        request: &EstimateRequest,
        stop: &AtomicBool,
    ) -> Option<WorkEstimate> {
        let mut rng = Rng::with_seed(request.seed);
        let (mut sizes, mut failed, mut unfinished) = (Vec::new(), 0, 0);
        for _ in 0..request.descents {
            let descent = self.descend(root.clone(), winner, request, stop, &mut rng);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            match descent {
                Descent::Size(size) => sizes.push(size),
                Descent::Unfinished(size) => {
                    sizes.push(size);
                    unfinished += 1;
                }
                Descent::Failed => failed += 1,
            }
        }
        let share = |count: u32| f64::from(count) / f64::from(request.descents.max(1));
        let (failed, unfinished) = (share(failed), share(unfinished));
        let (positions, error) = mean_and_error(&sizes);
        Some(WorkEstimate { positions, error, failed, unfinished })
    }

    fn descend(
        &self,
        mut position: G,
        winner: Player,
        request: &EstimateRequest,
        stop: &AtomicBool,
        rng: &mut Rng,
    ) -> Descent {
        let (mut size, mut width) = (0.0, 1.0);
        loop {
            match self.known(&position) {
                Some(player) if player == winner => return Descent::Size(size),
                Some(_) => return Descent::Failed,
                None => {}
            }
            if position.expected_nodes(self.oracle.most_pieces()) <= request.search as f64 {
                return self.search_end(&position, winner, request.search, stop, (size, width));
            }
            size += width;
            let children = position.moves().into_iter().map(|mv| position.after(mv));
            let mut open: Vec<G> = Vec::new();
            for child in children {
                match self.known(&child) {
                    Some(player) if player != position.to_move() => {}
                    Some(player) if player == winner => return Descent::Size(size),
                    Some(_) => return Descent::Failed,
                    None => open.push(child),
                }
            }
            position = if position.to_move() == winner {
                match self.chosen(&position, open, request.winner_moves) {
                    Some(next) => next,
                    None => return Descent::Failed,
                }
            } else if open.is_empty() {
                return Descent::Size(size);
            } else {
                let shares = self.shares(&open, winner, request.winner_moves);
                let at = draw(&shares, rng);
                width /= shares[at];
                open.swap_remove(at)
            };
        }
    }

    /// Ends a descent by a search for a proof of its last position. `size` is the sum so far,
    /// `width` the inverse of the probability of the last position.
    fn search_end(
        &self,
        position: &G,
        winner: Player,
        nodes: u64,
        stop: &AtomicBool,
        (size, width): (f64, f64),
    ) -> Descent {
        let nodes = nodes.saturating_mul(LONGEST);
        let limits = ProofLimits { nodes: Some(nodes), ..ProofLimits::default() };
        let report = self.solve(position, &limits, stop, |_| ());
        let size = size + width * report.nodes as f64;
        match report.winner() {
            Some(player) if player == winner => Descent::Size(size),
            Some(_) => Descent::Failed,
            None => Descent::Unfinished(size),
        }
    }

    /// The probabilities of the loser's replies, all greater than 0; their sum is 1.
    fn shares(&self, replies: &[G], winner: Player, how: WinnerMoves) -> Vec<f64> {
        let alike = 1.0 / replies.len() as f64;
        if how == WinnerMoves::Effort {
            return vec![alike; replies.len()];
        }
        let sizes = replies.iter().map(|next| self.size_of_won(next, winner));
        // The size is infinite if all answers lose.
        let sizes: Vec<f64> = sizes.map(|size| size.min(1e200)).collect();
        let sum: f64 = sizes.iter().sum();
        let share = |size: &f64| if sum > 0.0 { size / sum } else { alike };
        sizes.iter().map(|size| (1.0 - ALIKE) * share(size) + ALIKE * alike).collect()
    }
}

/// A random index with these probabilities.
fn draw(shares: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.f64();
    let is_it = |share: &f64| {
        left -= share;
        left < 0.0
    };
    // Rounding may leave the sum below 1.
    shares.iter().position(is_it).unwrap_or(shares.len() - 1)
}

fn mean_and_error(sizes: &[f64]) -> (Option<f64>, Option<f64>) {
    let count = sizes.len() as f64;
    if sizes.is_empty() {
        return (None, None);
    }
    let mean = sizes.iter().sum::<f64>() / count;
    let squares: f64 = sizes.iter().map(|size| (size - mean).powi(2)).sum();
    let error = (sizes.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
    (Some(mean), error)
}

#[cfg(test)]
mod tests {
    use zugi_game::Game;
    use zugi_game::toy::Hexapawn;

    use super::*;

    static RUNNING: AtomicBool = AtomicBool::new(false);

    fn request(winner_moves: WinnerMoves, descents: u32, search: u64) -> EstimateRequest {
        EstimateRequest { descents, seed: 1, winner_moves, search }
    }

    /// The exact size of the tree that descents estimate; `None` if a descent may fail.
    fn tree(
        solver: &Solver<Hexapawn, ()>,
        position: &Hexapawn,
        winner: Player,
        how: WinnerMoves,
    ) -> Option<f64> {
        if let Some(known) = solver.known(position) {
            return (known == winner).then_some(0.0);
        }
        let (mover, children) = (position.to_move(), position.moves().into_iter());
        let children: Vec<Hexapawn> = children.map(|mv| position.after(mv)).collect();
        if children.iter().any(|next| solver.known(next) == Some(mover)) {
            return (mover == winner).then_some(1.0);
        }
        let open: Vec<Hexapawn> =
            children.into_iter().filter(|next| solver.known(next).is_none()).collect();
        let next = match mover == winner {
            true => vec![solver.chosen(position, open, how)?],
            false => open,
        };
        next.iter().try_fold(1.0, |sum, next| Some(sum + tree(solver, next, winner, how)?))
    }

    #[test]
    fn descents_of_both_kinds_estimate_the_tree_that_is_counted() {
        let solver = Solver::new((), 1).unwrap();
        let after = |position: Hexapawn| {
            let moves = position.moves().into_iter();
            moves.map(|mv| position.after(mv)).collect::<Vec<_>>()
        };
        let roots = after(Hexapawn::start()).into_iter().flat_map(after).flat_map(after);
        let roots: Vec<Hexapawn> = roots.flat_map(after).collect();
        for how in [WinnerMoves::Effort, WinnerMoves::Size] {
            let mut compared = 0;
            for (root, winner) in
                roots.iter().flat_map(|it| Player::BOTH.map(|player| (it, player)))
            {
                let Some(exact) = tree(&solver, root, winner, how).filter(|&it| it > 8.0) else {
                    continue;
                };
                let found = solver.estimate(root, winner, &request(how, 5_000, 0), &RUNNING);
                let found = found.unwrap();
                let (positions, error) = (found.positions.unwrap(), found.error.unwrap());
                let is_right = (positions - exact).abs() < 5.0 * error + 1e-9;
                assert!(is_right && found.failed == 0.0, "{how:?}: {exact}, {found:?}");
                assert!(error < exact / 10.0, "{how:?}: {exact}, {found:?}");
                compared += 1;
                if compared == 8 {
                    break;
                }
            }
            assert_eq!(compared, 8, "{how:?} of {}", roots.len());
        }
    }

    #[test]
    fn a_search_ends_descents_and_says_if_it_was_too_long() {
        let root = Hexapawn::from_text("bbbb/4/1w2/w1ww b").unwrap();
        let nodes = Solver::new((), 1).unwrap();
        let nodes = nodes.solve(&root, &ProofLimits::default(), &RUNNING, |_| ()).nodes;
        let solver = Solver::new((), 1).unwrap();
        let request = |descents| request(WinnerMoves::Size, descents, 1 << 20);
        let found = solver.estimate(&root, Player::Two, &request(1), &RUNNING).unwrap();
        assert_eq!(found.positions, Some(nodes as f64));
        assert_eq!((found.error, found.failed, found.unfinished), (None, 0.0, 0.0));
        let failed = Solver::new((), 1).unwrap();
        let failed = failed.estimate(&root, Player::One, &request(2), &RUNNING).unwrap();
        assert_eq!((failed.positions, failed.failed), (None, 1.0));
        let solver = Solver::new((), 1).unwrap();
        let end = |nodes| solver.search_end(&root, Player::Two, nodes, &RUNNING, (3.0, 2.0));
        assert!(matches!(end(0), Descent::Unfinished(size) if size > 3.0));
        assert_eq!(solver.estimate(&root, Player::Two, &request(u32::MAX), &true.into()), None);
    }
}
