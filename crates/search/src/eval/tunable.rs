//! Evaluations with weights that can be fitted to the results of games.

use super::{HasEvaluator, Term, WeightsError};
use crate::{Evaluator, Searchable, Value};

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

    /// An evaluator with the weights of a text, see [`read_into`](super::read_into()).
    ///
    /// # Errors
    /// The text has other terms, or a wrong number of weights.
    fn from_text(text: &str) -> Result<Self, WeightsError>;

    /// The features of a position from the point of view of the side to move.
    fn features(position: &G) -> Vec<i16>;
}
