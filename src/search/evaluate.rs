//! What the search asks about a game besides its rules.

use super::score::Value;
use crate::game::Game;

/// A game that the search can play.
pub trait Evaluate: Game {
    /// An estimate of the position for the side to move; 100 is worth about one
    /// piece. Asked only while the game goes on; clamped by the search to
    /// ±[`MAX_EVALUATION`](super::MAX_EVALUATION).
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let ahead = Zola6::from_text("6/6/2rr2/2b3/6/6 r").unwrap();
    /// assert!(ahead.evaluate() > 0);
    /// ```
    fn evaluate(&self) -> Value;

    /// How promising a legal move looks before it is searched, from 0; moves with
    /// higher hints are searched first. At most [`MAX_HINT`](super::MAX_HINT).
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let position = Zola6::from_text("6/6/1br3/6/6/6 b").unwrap();
    /// let hint = |text| position.order_hint(position.parse_move(text).unwrap());
    /// assert!(hint("b4c4") > hint("b4a4"));
    /// ```
    fn order_hint(&self, mv: Self::Move) -> i32;

    /// The legal move that best goes on with the exchange begun by `last`, the move
    /// that led here; `None` if there is nothing to go on with. At the horizon only
    /// these moves are searched on; there must be an end to them.
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let before = Zola6::from_text("6/1r4/1br3/6/6/6 b").unwrap();
    /// let capture = before.parse_move("b4c4").unwrap();
    /// let after = before.after(capture);
    /// assert_eq!(after.exchange(capture), after.parse_move("b5c4").ok());
    /// ```
    fn exchange(&self, last: Self::Move) -> Option<Self::Move>;
}
