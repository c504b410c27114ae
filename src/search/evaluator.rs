//! What says how good a position is: a value beside the rules.

use super::score::Value;
use super::tactics::Tactics;

/// Judges positions of `G`. Of one game there may be several at a time, e.g. with other
/// weights.
///
/// One that has much to add up keeps a state for each position from the root to the
/// present one and brings it up to date with each move; one that has not has `()`.
///
/// ```
/// use zugi::board::Bits;
/// use zugi::game::{Game, Player};
/// use zugi::games::zola::{Zola6, ZolaMove};
/// use zugi::search::{Evaluator, Tactics, Value};
///
/// /// Counts checkers. Its state is how many player one has more than player two.
/// struct Checkers;
///
/// fn count(position: &Zola6, player: Player) -> Value {
///     position.checkers(player).count() as Value
/// }
///
/// impl Evaluator<Zola6> for Checkers {
///     type State = Value;
///
///     fn refresh(&self, position: &Zola6) -> Value {
///         count(position, Player::One) - count(position, Player::Two)
///     }
///
///     fn update(&self, state: &Value, before: &Zola6, mv: ZolaMove, _after: &Zola6) -> Value {
///         match before.to_move() {
///             _ if !before.is_tactical(mv) => *state,
///             Player::One => state + 1,
///             Player::Two => state - 1,
///         }
///     }
///
///     fn evaluate(
///         &self,
///         position: &Zola6,
///         state: &Value,
///         _: &<Zola6 as Tactics>::Context,
///     ) -> Value {
///         100 * if position.to_move() == Player::One { *state } else { -state }
///     }
/// }
///
/// let before = Zola6::start();
/// let capture = before.parse_move("b6c6").unwrap();
/// let after = before.after(capture);
/// let state = Checkers.update(&Checkers.refresh(&before), &before, capture, &after);
/// assert_eq!(state, Checkers.refresh(&after));
/// assert_eq!(Checkers.value(&after), -100);
/// ```
pub trait Evaluator<G: Tactics>: Send + Sync + 'static {
    /// What is kept for a position, e.g. the sums that a network begins with.
    type State: Clone + Send;

    /// The state of a position, from scratch.
    ///
    /// ```
    /// use zugi::{eval::zola::ZolaSum, game::Game, games::zola::Zola6, search::Evaluator};
    /// // A weighted sum keeps nothing.
    /// let () = ZolaSum::default().refresh(&Zola6::start());
    /// ```
    fn refresh(&self, position: &G) -> Self::State;

    /// The state of `after`, which the legal move `mv` of `before` leads to, from the state
    /// of `before`: the same as [`Evaluator::refresh`] gives.
    ///
    /// ```
    /// use zugi::{eval::zola::ZolaSum, game::Game, games::zola::Zola6, search::Evaluator};
    /// let (evaluator, before) = (ZolaSum::default(), Zola6::start());
    /// let mv = before.moves()[0];
    /// let after = before.after(mv);
    /// let state = evaluator.update(&evaluator.refresh(&before), &before, mv, &after);
    /// assert_eq!(state, evaluator.refresh(&after));
    /// ```
    fn update(&self, state: &Self::State, before: &G, mv: G::Move, after: &G) -> Self::State;

    /// An estimate of the position for the side to move; 100 is worth about one
    /// piece. Asked only while the game goes on; clamped by the search to
    /// ±[`MAX_EVALUATION`](super::MAX_EVALUATION).
    ///
    /// ```
    /// use zugi::{eval::zola::ZolaSum, game::Game, games::zola::Zola6};
    /// use zugi::search::{Evaluator, Tactics};
    /// let evaluator = ZolaSum::default();
    /// let ahead = Zola6::from_text("6/6/2rr2/2b3/6/6 r").unwrap();
    /// let (state, context) = (evaluator.refresh(&ahead), ahead.context());
    /// assert!(evaluator.evaluate(&ahead, &state, &context) > 0);
    /// ```
    fn evaluate(&self, position: &G, state: &Self::State, context: &G::Context) -> Value;

    /// [`Evaluator::evaluate`] for who has neither state nor context.
    ///
    /// ```
    /// use zugi::{eval::zola::ZolaSum, game::Game, games::zola::Zola6, search::Evaluator};
    /// let behind = Zola6::from_text("6/6/2rr2/2b3/6/6 b").unwrap();
    /// assert!(ZolaSum::default().value(&behind) < 0);
    /// ```
    fn value(&self, position: &G) -> Value {
        self.evaluate(position, &self.refresh(position), &position.context())
    }
}
