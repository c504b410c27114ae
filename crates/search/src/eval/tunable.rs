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
    /// The unit of the features, greater than 1 for tapered ones.
    const UNIT: Value;

    /// The terms of the evaluation, in the order of the features.
    ///
    /// ```
    /// use zugi_search::{eval::Tunable, toy::HexapawnSum};
    /// let terms = HexapawnSum::terms();
    /// assert_eq!((terms[1].name, terms[1].len), ("advance", 2));
    /// ```
    fn terms() -> Vec<Term>;

    /// The weights, in the order of the features; units of the evaluation.
    ///
    /// ```
    /// use zugi_search::{eval::Tunable, toy::HexapawnSum};
    /// let features: usize = HexapawnSum::terms().iter().map(|term| term.len).sum();
    /// assert_eq!(HexapawnSum::default().weights().len(), features);
    /// ```
    fn weights(&self) -> &[Value];

    /// An evaluator with the weights of a text, see [`read_into`](super::read_into()).
    ///
    /// # Errors
    /// The text has other terms, or a wrong number of weights.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::eval::{Tunable, text};
    /// use zugi_search::{Evaluator, toy::HexapawnSum};
    /// let standard = HexapawnSum::default();
    /// let double: Vec<i32> = standard.weights().iter().map(|weight| 2 * weight).collect();
    /// let bold = HexapawnSum::from_text(&text(&HexapawnSum::terms(), &double))?;
    /// let ahead = Hexapawn::from_text("b3/4/4/2ww w").unwrap();
    /// assert!(bold.value(&ahead) > 0 && bold.value(&ahead) == 2 * standard.value(&ahead));
    /// assert!(HexapawnSum::from_text("men 100").is_err());
    /// # Ok::<(), zugi_search::eval::WeightsError>(())
    /// ```
    fn from_text(text: &str) -> Result<Self, WeightsError>;

    /// The features of a position from the point of view of the side to move.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::{Evaluator, eval::Tunable, toy::HexapawnSum};
    /// let position = Hexapawn::from_text("b3/1b2/2w1/1w1w b").unwrap();
    /// let (evaluator, features) = (HexapawnSum::default(), HexapawnSum::features(&position));
    /// let pairs = evaluator.weights().iter().zip(features);
    /// let sum: i32 = pairs.map(|(weight, feature)| weight * i32::from(feature)).sum();
    /// assert_eq!(evaluator.value(&position), sum / HexapawnSum::UNIT);
    /// ```
    fn features(position: &G) -> Vec<i16>;
}
