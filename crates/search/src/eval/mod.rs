//! Evaluators of games: weights that can be fitted, and nets that can be trained. The traits are here; the crate of each game implements them.

pub mod net;
mod priors;
mod tunable;
mod weights;

use crate::{Evaluator, Search, Searchable};

pub use priors::HasLinearPriors;
pub use tunable::{HasLinearEval, Tunable};
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
    /// The evaluator; its default is the one to play with.
    type Evaluator: Evaluator<Self> + Default;

    /// The search that plays it, with this evaluator or another one.
    type Search<E: Evaluator<Self>>: Search<Game = Self, Evaluator = E>;
}
