//! The traits of evaluators: weights that can be fitted, and nets that can be trained. The crate of
//! each game implements them.

mod linear_priors;
pub mod net;
mod tunable;
mod weights;

use crate::{Evaluator, Search, Searchable};

pub use linear_priors::HasLinearPriors;
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
    /// The evaluator; the default value is the strongest one.
    type Evaluator: Evaluator<Self> + Default;

    /// The search of this game with any evaluator.
    type Search<E: Evaluator<Self>>: Search<Game = Self, Evaluator = E>;
}
