//! What the search needs to know about each game besides its rules: one module per
//! game; and what the weights of all evaluations have in common.

mod benchmark;
pub mod net;
mod tunable;
mod weights;
pub mod zoka;
pub mod zola;
pub mod zvp;

use crate::search::{Evaluator, Tactics};

pub use benchmark::Benchmark;
pub use tunable::{SUM, Summed, Tunable};
pub use weights::{Expected, MAX_WEIGHT, Term, WeightsError, parse, read, read_into, text};

/// A game with an evaluator that comes with the program.
///
/// ```
/// use zugi::{eval::Evaluated, game::Game, search::Evaluator};
/// fn value_of_start<G: Evaluated>() -> i32 {
///     G::Evaluator::default().value(&G::start())
/// }
/// assert!(value_of_start::<zugi::games::zola::Zola6>().abs() < 100);
/// ```
pub trait Evaluated: Tactics {
    /// The evaluator; its default is the one to play with.
    type Evaluator: Evaluator<Self> + Default;
}
