//! The evaluator of positions, separate from the rules of the game.

use super::score::Value;
use super::searchable::Searchable;

/// Evaluates positions of `G`. One game can have several evaluators, such as nets and sums.
pub trait Evaluator<G: Searchable>: Send + Sync + 'static {
    /// The evaluation for the side to move; a piece is about
    /// [`Search::PIECE`](super::Search::PIECE). The search calls it only while the game is not
    /// over, and clamps it to ±[`MAX_EVALUATION`](super::MAX_EVALUATION).
    fn evaluate(&self, position: &G, context: &G::Context) -> Value;

    /// [`Evaluator::evaluate`] with a fresh context.
    fn value(&self, position: &G) -> Value {
        self.evaluate(position, &position.context())
    }
}

/// The evaluation of a game without nets and weights: [`Searchable::evaluate`].
#[derive(Clone, Copy, Default, Debug)]
pub struct StaticEval;

impl<G: Searchable> Evaluator<G> for StaticEval {
    fn evaluate(&self, position: &G, context: &G::Context) -> Value {
        position.evaluate(context)
    }
}
