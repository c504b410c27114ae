//! The traits of evaluators: weights that can be fitted, and nets that can be trained. The crate of
//! each game implements them.

pub mod net;
mod weights;

use zugi_game::Pack;

use crate::{Evaluator, Search, Searchable, Value};
pub use weights::{Expected, MAX_WEIGHT, Term, WeightsError, parse, read_into, text};

/// A game with an evaluator that comes with the program, and the search that uses it.
///
/// ```
/// use zugi_game::{Game, toy::Hexapawn};
/// use zugi_search::{Evaluator, eval::HasEvaluator};
/// fn value_of_start<G: HasEvaluator>() -> i32 {
///     G::Evaluator::default().value(&G::start())
/// }
/// assert!(value_of_start::<Hexapawn>().abs() < 100);
/// ```
pub trait HasEvaluator: Searchable {
    /// The evaluator; the default value is the strongest one.
    type Evaluator: Evaluator<Self> + Default;

    /// The search of this game with any evaluator.
    type Search<E: Evaluator<Self>>: Search<Game = Self, Evaluator = E>;
}

/// A game with a linear evaluator that comes with the program.
///
/// ```
/// use zugi_game::toy::Hexapawn;
/// use zugi_search::eval::{HasLinearEval, Tunable};
/// fn features<G: HasLinearEval>() -> usize {
///     G::LinearEval::default().weights().len()
/// }
/// assert_eq!(features::<Hexapawn>(), 4);
/// ```
pub trait HasLinearEval: HasEvaluator {
    /// The evaluator; its default has the weights that come with the program.
    type LinearEval: Tunable<Self> + Default;
}

/// A linear evaluator: the sum of weights times features, divided by [`Tunable::UNIT`].
///
/// Features may belong to the side to move and its opponent, or to player one and player two.
pub trait Tunable<G: Searchable>: Evaluator<G> + Sized {
    /// The number that stands for 1 in a feature; greater than 1 if features are weighted by the
    /// phase of the game.
    const UNIT: Value;

    /// The terms of the evaluation, in the order of the features.
    fn terms() -> Vec<Term>;

    /// The weights, in the order of the features; units of the evaluation.
    fn weights(&self) -> &[Value];

    /// An evaluator with the weights of a text, see [`read_into`].
    ///
    /// # Errors
    /// The text has other terms, or a wrong number of weights.
    fn from_text(text: &str) -> Result<Self, WeightsError>;

    /// The features of a position from the point of view of the side to move.
    fn features(position: &G) -> Vec<i16>;
}

/// A game whose ordering scores, see [`Searchable::score_moves`], are sums of weights: one for each
/// feature of a move, and a constant. In a tree search they are priors: a move with a score higher
/// by 1,000 is `e` times as likely.
///
/// ```
/// use zugi_search::eval::HasLinearPriors;
/// /// The greatest number of features of a decision of this position.
/// fn most<G: HasLinearPriors>(position: &G) -> usize {
///     let mut most = 0;
///     position.visit_prior_features(&mut |_, features| most = most.max(features.len()));
///     most
/// }
/// ```
pub trait HasLinearPriors: Searchable + Pack {
    /// The terms of the weights, in the order of the features.
    fn prior_terms() -> Vec<Term>;

    /// The decision of the mover that leads to this legal move: the move itself in games without
    /// chance, see [`Chance::decision`](zugi_game::Chance::decision).
    fn decision_of(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// Calls `visit` with each decision and the indices of its features.
    fn visit_prior_features(&self, visit: &mut impl FnMut(Self::Move, &[u16]));
}
