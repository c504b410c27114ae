//! Evaluations whose weights can be fitted to the results of games.

use super::{Term, WeightsError};
use crate::search::{Evaluator, Tactics, Value};

/// What asks for the linear evaluator where a net could be named.
pub const SUM: &str = "sum";

/// A game with a linear evaluator that comes with the program, if only to be compared with.
///
/// ```
/// use zugi::{eval::{Summed, Tunable}, games::zola::Zola6};
/// fn features<G: Summed>() -> usize {
///     G::Sum::default().weights().len()
/// }
/// assert!(features::<Zola6>() > 60);
/// ```
pub trait Summed: Tactics {
    /// The evaluator; its default has the weights that come with the program.
    type Sum: Tunable<Self> + Default;
}

/// A linear evaluator: the sum of weights times features, divided by [`Tunable::UNIT`].
///
/// Nothing is said about the sides: there may be features of the side to move and of the
/// other one, or of player one and of player two.
pub trait Tunable<G: Tactics>: Evaluator<G> + Sized {
    /// The unit of the features: what makes whole numbers of tapered ones.
    const UNIT: Value;

    /// What the features are, in their order.
    ///
    /// ```
    /// use zugi::eval::{Tunable, zola::ZolaSum};
    /// use zugi::games::zola::Size6;
    /// let terms = ZolaSum::<Size6>::terms();
    /// assert_eq!((terms[0].name, terms[0].len), ("early.own.checkers", 6));
    /// ```
    fn terms() -> Vec<Term>;

    /// The weights, in the order of the features; units of the evaluation.
    ///
    /// ```
    /// use zugi::eval::{Tunable, zvp::ZvpSum};
    /// let features: usize = ZvpSum::terms().iter().map(|term| term.len).sum();
    /// assert_eq!(ZvpSum::default().weights().len(), features);
    /// ```
    fn weights(&self) -> &[Value];

    /// An evaluator with the weights of a text, see [`read`](super::read()).
    ///
    /// # Errors
    /// The text has other terms or numbers than it should.
    ///
    /// ```
    /// use zugi::eval::{Tunable, text, zvp::ZvpSum};
    /// use zugi::{game::Game, games::zvp::Zvp, search::Evaluator};
    /// let standard = ZvpSum::default();
    /// let double: Vec<i32> = standard.weights().iter().map(|weight| 2 * weight).collect();
    /// let bold = ZvpSum::from_text(&text(&ZvpSum::terms(), &double))?;
    /// let start = Zvp::start();
    /// assert!(bold.value(&start).abs_diff(2 * standard.value(&start)) <= 1);
    /// assert!(ZvpSum::from_text("men 100").is_err());
    /// # Ok::<(), zugi::eval::WeightsError>(())
    /// ```
    fn from_text(text: &str) -> Result<Self, WeightsError>;

    /// The features of a position from the point of view of the side to move.
    ///
    /// ```
    /// use zugi::eval::{Tunable, zvp::ZvpSum};
    /// use zugi::{game::Game, games::zvp::Zvp, search::Evaluator};
    /// let (evaluator, position) = (ZvpSum::default(), Zvp::start());
    /// let features = ZvpSum::features(&position);
    /// let pairs = evaluator.weights().iter().zip(features);
    /// let sum: i32 = pairs.map(|(weight, feature)| weight * i32::from(feature)).sum();
    /// assert_eq!(evaluator.value(&position), sum / ZvpSum::UNIT);
    /// ```
    fn features(position: &G) -> Vec<i16>;
}
