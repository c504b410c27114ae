//! The evaluator of positions: a value separate from the rules.

use super::score::Value;
use super::searchable::Searchable;

/// Judges positions of `G`. Of one game there may be several at a time, e.g. with other
/// weights.
pub trait Evaluator<G: Searchable>: Send + Sync + 'static {
    /// The evaluation of the position for the side to move; 100 is about one piece. The search
    /// calls it only for positions in which the game is not over, and clamps it to
    /// ±[`MAX_EVALUATION`](super::MAX_EVALUATION).
    fn evaluate(&self, position: &G, context: &G::Context) -> Value;

    /// [`Evaluator::evaluate`] with a fresh context.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::{Evaluator, toy::HexapawnSum};
    /// let behind = Hexapawn::from_text("b3/4/4/2ww b").unwrap();
    /// assert!(HexapawnSum::default().value(&behind) < 0);
    /// ```
    fn value(&self, position: &G) -> Value {
        self.evaluate(position, &position.context())
    }
}
