//! Fits the weights of an evaluation to the results of self-play games, by Texel's method (Peter
//! Österlund, "Texel's Tuning Method", 2014).
//!
//! The logistic function of the evaluation is the expected result of the game, and the weights are
//! those that make the results most likely.

mod fit;
mod self_play;

use zugi_game::{Capability, Of};
use zugi_search::eval::{HasLinearEval, Term, Tunable};
use zugi_search::{ODDS_UNITS, Search, SearchKind};

use crate::gradient_descent::{Epoch, FittedWeights};

#[derive(Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// The number of games, at least 2.
    pub games: usize,
    /// The nodes of the search for each move, at least 1.
    pub nodes: u64,
    /// The number of random plies at the start of each game.
    pub plies: usize,
    /// The greatest number of positions of a game that are used.
    pub samples: usize,
    pub epochs: u32,
    /// The L2 regularisation: a weight `w` adds `l2 / 2 * (w / 100)²` to the loss.
    pub l2: f64,
    /// The same seed gives the same weights, with any number of threads.
    pub seed: u64,
}

/// One in this number of games is held out.
const HELD_OUT_INTERVAL: usize = 10;

/// The capability of variants with weights that can be fitted.
pub trait WeightTuner: Send + Sync {
    /// Plays and fits. Calls `played` after each game, from several threads in any order, and
    /// `fitted` before the first epoch and after each one. `None` if the training set or the
    /// held-out set is empty.
    ///
    /// Call it in a [`pool`](crate::pool()).
    fn tune(
        &self,
        plan: &TunePlan,
        played: &(dyn Fn() + Sync),
        fitted: &mut dyn FnMut(&Epoch),
    ) -> Option<FittedWeights>;

    /// The terms of the weights, in the order of the features.
    fn terms(&self) -> Vec<Term>;
}

impl Capability for dyn WeightTuner {
    const MISSING: &'static str = "cannot be fitted: it has no weights";
}

impl<G: HasLinearEval> WeightTuner for Of<G> {
    fn tune(
        &self,
        plan: &TunePlan,
        played: &(dyn Fn() + Sync),
        fitted: &mut dyn FnMut(&Epoch),
    ) -> Option<FittedWeights> {
        let (held_out, training) = self_play::play(plan, played, self_play::game::<G>);
        if held_out.is_empty() || training.is_empty() {
            return None;
        }
        // A tree search converts values to odds.
        let units = match G::Search::<G::LinearEval>::KIND {
            SearchKind::AlphaBeta => None,
            SearchKind::Tree => Some(ODDS_UNITS),
        };
        let weights = G::LinearEval::default().weights().to_vec();
        let weights =
            fit::fit(plan, weights, G::LinearEval::UNIT, units, [&training, &held_out], fitted);
        Some(FittedWeights { weights, training: training.len(), held_out: held_out.len() })
    }

    fn terms(&self) -> Vec<Term> {
        G::LinearEval::terms()
    }
}

/// The features of a position, and the result for its side to move: 1 for a win, 0.5 for a draw, 0
/// for a loss.
type Sample = (Vec<i16>, f32);

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use zugi_game::toy::Hexapawn;
    use zugi_search::toy::HexapawnSum;

    use super::*;

    fn tuned(plan: &TunePlan, threads: usize) -> (FittedWeights, usize, Vec<Epoch>) {
        let pool = crate::pool(threads).unwrap();
        let (games, mut epochs) = (AtomicUsize::new(0), Vec::new());
        let played = || {
            games.fetch_add(1, Relaxed);
        };
        let tune = || Of::<Hexapawn>::new().tune(plan, &played, &mut |&epoch| epochs.push(epoch));
        let tuned = pool.install(tune).unwrap();
        (tuned, games.into_inner(), epochs)
    }

    const PLAN: TunePlan =
        TunePlan { games: 60, nodes: 50, plies: 3, samples: 4, epochs: 3, l2: 1e-5, seed: 1 };

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let first = tuned(&PLAN, 2);
        assert_eq!(first, tuned(&PLAN, 1));
        let (tuned_to, games, epochs) = &first;
        assert_eq!((*games, epochs.len()), (60, 4));
        assert_eq!(tuned_to.weights.len(), HexapawnSum::default().weights().len());
        assert!((1..=54 * 4).contains(&tuned_to.training), "{tuned_to:?}");
        assert!((1..=6 * 4).contains(&tuned_to.held_out), "{tuned_to:?}");
        assert_ne!(first.0, tuned(&TunePlan { seed: 2, ..PLAN }, 2).0);
    }

    /// Without positions in the middle of an exchange, the term of pawns that can be captured would
    /// have no data.
    #[test]
    fn positions_of_every_term_are_used() {
        let plan = TunePlan { games: 200, samples: 40, ..PLAN };
        let pool = crate::pool(0).unwrap();
        let game = self_play::game::<Hexapawn>;
        let (_, samples) = pool.install(|| self_play::play(&plan, &|| (), game));
        let mut begin = 0;
        for Term { name, len } in HexapawnSum::terms() {
            let is_used = |(features, _): &Sample| {
                features[begin..begin + len].iter().any(|&count| count != 0)
            };
            assert!(samples.iter().any(is_used), "no position with {name}");
            begin += len;
        }
    }

    #[test]
    fn games_that_random_plies_end_give_no_positions() {
        let plan = TunePlan { plies: 1000, ..PLAN };
        assert_eq!(Of::<Hexapawn>::new().tune(&plan, &|| (), &mut |_| ()), None);
    }
}
