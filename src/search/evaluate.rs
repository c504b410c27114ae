//! What the search asks about a game besides its rules.

use std::ops::ControlFlow;

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

    /// Calls `visit` with the legal moves that answer the exchange begun by `last`,
    /// the move that led here, until it breaks. At the horizon only these are
    /// searched on; there must be an end to them.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let before = Zola6::from_text("6/6/1br3/6/2b3/6 b").unwrap();
    /// let capture = before.parse_move("b4c4").unwrap();
    /// let mut answers = 0;
    /// let _ = before.after(capture).visit_exchanges(capture, &mut |_| {
    ///     answers += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(answers, 0);
    /// ```
    fn visit_exchanges(
        &self,
        last: Self::Move,
        visit: &mut impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}
