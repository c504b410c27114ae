//! Priors of moves from weights that can be fitted.

use zugi_game::Pack;

use super::Term;
use crate::Searchable;

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
