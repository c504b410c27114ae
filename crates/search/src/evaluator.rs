//! The evaluator of positions: a value separate from the rules.

use super::score::Value;
use super::searchable::Searchable;

/// Judges positions of `G`. Of one game there may be several at a time, e.g. with other
/// weights.
///
/// An incremental evaluator keeps a state for each position from the root to the current one, and
/// updates it with each move. Otherwise the state is `()`, and [`Evaluator::evaluate`] is enough.
///
/// ```
/// use zugi_game::board::Bits;
/// use zugi_game::toy::{Hexapawn, PawnStep};
/// use zugi_game::{Game, Player};
/// use zugi_search::{Evaluator, Searchable, Value};
///
/// /// Counts pawns. Its state is how many player one has more than player two.
/// struct Pawns;
///
/// fn count(position: &Hexapawn, player: Player) -> Value {
///     position.pawns(player).count() as Value
/// }
///
/// impl Evaluator<Hexapawn> for Pawns {
///     type State = Value;
///
///     fn refresh(&self, position: &Hexapawn) -> Value {
///         count(position, Player::One) - count(position, Player::Two)
///     }
///
///     fn update(
///         &self,
///         state: &Value,
///         before: &Hexapawn,
///         mv: PawnStep,
///         _after: &Hexapawn,
///     ) -> Value {
///         match before.to_move() {
///             _ if !before.is_tactical(mv) => *state,
///             Player::One => state + 1,
///             Player::Two => state - 1,
///         }
///     }
///
///     fn evaluate(
///         &self,
///         position: &Hexapawn,
///         state: &Value,
///         _: &<Hexapawn as Searchable>::Context,
///     ) -> Value {
///         100 * if position.to_move() == Player::One { *state } else { -state }
///     }
/// }
///
/// let before = Hexapawn::from_text("b1bb/1b2/w3/1www w").unwrap();
/// let capture = before.parse_move("a2b3").unwrap();
/// let after = before.after(capture);
/// let state = Pawns.update(&Pawns.refresh(&before), &before, capture, &after);
/// assert_eq!(state, Pawns.refresh(&after));
/// assert_eq!(Pawns.value(&after), -100);
/// ```
pub trait Evaluator<G: Searchable>: Send + Sync + 'static {
    /// The incremental state of a position, such as the first sums of a network.
    type State: Clone + Send + Default;

    /// The state of a position, computed from scratch. The default is for evaluators without a
    /// state.
    #[inline]
    fn refresh(&self, _position: &G) -> Self::State {
        Self::State::default()
    }

    /// The state of `after`, which the legal move `mv` of `before` leads to, from the state
    /// of `before`: the same as [`Evaluator::refresh`] gives.
    #[inline]
    fn update(&self, _state: &Self::State, _before: &G, _mv: G::Move, after: &G) -> Self::State {
        self.refresh(after)
    }

    /// The evaluation of the position for the side to move; 100 is about one piece. The search
    /// calls it only for positions in which the game is not over, and clamps it to
    /// ±[`MAX_EVALUATION`](super::MAX_EVALUATION).
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::{Evaluator, Searchable, toy::HexapawnSum};
    /// let evaluator = HexapawnSum::default();
    /// let ahead = Hexapawn::from_text("b3/4/4/2ww w").unwrap();
    /// let (state, context) = (evaluator.refresh(&ahead), ahead.context());
    /// assert!(evaluator.evaluate(&ahead, &state, &context) > 0);
    /// ```
    fn evaluate(&self, position: &G, state: &Self::State, context: &G::Context) -> Value;

    /// [`Evaluator::evaluate`] with a fresh state and context.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::{Evaluator, toy::HexapawnSum};
    /// let behind = Hexapawn::from_text("b3/4/4/2ww b").unwrap();
    /// assert!(HexapawnSum::default().value(&behind) < 0);
    /// ```
    fn value(&self, position: &G) -> Value {
        self.evaluate(position, &self.refresh(position), &position.context())
    }
}
