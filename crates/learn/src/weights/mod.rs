//! Fits the weights of an evaluation to the results of games that the engine plays
//! against itself: Texel's method (Peter Österlund, "Texel's Tuning Method", 2014).
//!
//! The evaluation, squeezed through a logistic function, is taken for the expected
//! result of the game, and the weights are those that make the results most likely.

mod fit;
mod self_play;

use zugi_game::{Capability, Of};
use zugi_search::eval::{HasLinearEval, Term, Tunable};
use zugi_search::{ODDS_UNITS, Search, SearchKind, Value};

use crate::fit::Epoch;

/// The plan of a fit: games and optimisation.
#[derive(Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// The number of games, at least 2.
    pub games: usize,
    /// Nodes that each move is searched for, at least 1.
    pub nodes: u64,
    /// The number of random plies with which each game begins.
    pub plies: usize,
    /// How many positions of a game are used, at most.
    pub samples: usize,
    /// How many times all positions are gone through.
    pub epochs: u32,
    /// How strongly weights are held near zero: the penalty, in units of the loss, for
    /// a weight of a hundred, half of it for each square.
    pub l2: f64,
    /// The same seed gives the same weights, with any number of threads.
    pub seed: u64,
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights, in the order of the features.
    pub weights: Vec<Value>,
    /// The positions used to fit them.
    pub training: usize,
    /// The positions used to check them.
    pub held_out: usize,
}

/// Of so many games one is not used to fit the weights but to check them.
const HELD_OUT: usize = 10;

/// The capability of a variant with weights that can be fitted.
pub trait WeightTuner: Send + Sync {
    /// Plays and fits. Calls `played` after each game, from several threads and in no
    /// order, and `fitted` after each epoch. `None` if no position of the games is fit for
    /// use.
    ///
    /// Call it in a [`pool`](crate::pool()).
    fn tune(
        &self,
        plan: &TunePlan,
        played: &(dyn Fn() + Sync),
        fitted: &mut dyn FnMut(&Epoch),
    ) -> Option<Tuned>;

    /// The terms of the weights.
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
    ) -> Option<Tuned> {
        let (held_out, training) = self_play::play::<G>(plan, played);
        if held_out.is_empty() || training.is_empty() {
            return None;
        }
        // A tree search takes values for odds.
        let units = match G::Search::<G::LinearEval>::KIND {
            SearchKind::AlphaBeta => None,
            SearchKind::Tree => Some(ODDS_UNITS),
        };
        let weights = G::LinearEval::default().weights().to_vec();
        let weights =
            fit::fit(plan, weights, G::LinearEval::UNIT, units, [&training, &held_out], fitted);
        Some(Tuned { weights, training: training.len(), held_out: held_out.len() })
    }

    fn terms(&self) -> Vec<Term> {
        G::LinearEval::terms()
    }
}

/// Positions as their features, each with the result of its game.
#[derive(Clone, PartialEq, Debug, Default)]
struct Samples {
    /// The features of all positions, one position after another.
    features: Vec<i16>,
    /// For the side to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    results: Vec<f32>,
}

impl Samples {
    fn len(&self) -> usize {
        self.results.len()
    }

    fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The features and the result of each.
    fn all(&self) -> Vec<(&[i16], f32)> {
        let count = self.features.len() / self.len().max(1);
        self.features.chunks(count.max(1)).zip(self.results.iter().copied()).collect()
    }

    fn append(&mut self, mut other: Samples) {
        self.features.append(&mut other.features);
        self.results.append(&mut other.results);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use zugi_game::toy::Hexapawn;
    use zugi_search::toy::HexapawnSum;

    use super::*;

    fn tuned(plan: &TunePlan, threads: usize) -> (Tuned, usize, Vec<Epoch>) {
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

    /// A term of which no position has anything would be fitted to nothing. The middle of an
    /// exchange is used, too: a pawn that can be captured is one of the terms.
    #[test]
    fn positions_of_every_term_are_used() {
        let plan = TunePlan { games: 200, samples: 40, ..PLAN };
        let pool = crate::pool(0).unwrap();
        let (_, samples) = pool.install(|| self_play::play::<Hexapawn>(&plan, || ()));
        let mut begin = 0;
        for Term { name, len } in HexapawnSum::terms() {
            let all = samples.all();
            let is_used = |(features, _): &(&[i16], f32)| {
                features[begin..begin + len].iter().any(|&count| count != 0)
            };
            assert!(all.iter().any(is_used), "no position with {name}");
            begin += len;
        }
    }

    #[test]
    fn games_that_are_over_at_once_are_of_no_use() {
        let plan = TunePlan { plies: 1000, ..PLAN };
        assert_eq!(Of::<Hexapawn>::new().tune(&plan, &|| (), &mut |_| ()), None);
    }
}
