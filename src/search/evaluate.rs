//! What the search asks about a game besides its rules.

use super::score::Value;
use crate::game::Game;

/// A game that the search can play.
pub trait Evaluate: Game {
    /// What is found out about a position once and serves all of the questions below,
    /// e.g. who attacks what.
    type Context;

    /// The context of this position.
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let position = Zola6::start();
    /// let context = position.context();
    /// assert_eq!(position.evaluate_in(&context), position.evaluate());
    /// ```
    fn context(&self) -> Self::Context;

    /// An estimate of the position for the side to move; 100 is worth about one
    /// piece. Asked only while the game goes on; clamped by the search to
    /// ±[`MAX_EVALUATION`](super::MAX_EVALUATION).
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let ahead = Zola6::from_text("6/6/2rr2/2b3/6/6 r").unwrap();
    /// assert!(ahead.evaluate_in(&ahead.context()) > 0);
    /// ```
    fn evaluate_in(&self, context: &Self::Context) -> Value;

    /// [`Evaluate::evaluate_in`] for who has no context.
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let ahead = Zola6::from_text("6/6/2rr2/2b3/6/6 r").unwrap();
    /// assert!(ahead.evaluate() > 0);
    /// ```
    fn evaluate(&self) -> Value {
        self.evaluate_in(&self.context())
    }

    /// Calls `visit` with each legal move and how promising it looks before it is
    /// searched, from 0 to [`MAX_HINT`](super::MAX_HINT), in the order of
    /// [`Game::visit_moves`]. Moves with higher hints are searched first.
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let position = Zola6::from_text("6/6/1br3/6/6/6 b").unwrap();
    /// let mut hints = Vec::new();
    /// position.visit_hinted(&position.context(), &mut |mv, hint| hints.push((hint, mv)));
    /// let (_, best) = hints.into_iter().max().unwrap();
    /// assert_eq!(position.move_text(best), "b4c4");
    /// ```
    fn visit_hinted(&self, context: &Self::Context, visit: &mut impl FnMut(Self::Move, i32));

    /// Whether a legal move changes the material, so that the evaluation before it says
    /// little about the one after it.
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let position = Zola6::from_text("6/6/1br3/6/6/6 b").unwrap();
    /// assert!(position.is_tactical(position.parse_move("b4c4").unwrap()));
    /// assert!(!position.is_tactical(position.parse_move("b4a4").unwrap()));
    /// ```
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// Whether the side to move has to capture by the rules, so that all of its moves are
    /// captures and the position cannot be judged as it stands. At the horizon all of
    /// them are searched on; there must be an end to them.
    ///
    /// ```
    /// use fastrand::Rng;
    /// use zugi::game::{Game, conformance::random_game};
    /// use zugi::{games::VARIANTS, search::Evaluate, with_variant};
    ///
    /// let mut found = 0;
    /// for variant in VARIANTS {
    ///     with_variant!(variant, G => {
    ///         for position in random_game(&G::start(), &mut Rng::with_seed(1)) {
    ///             if position.must_capture(&position.context()) {
    ///                 assert!(position.moves().iter().all(|&mv| position.is_tactical(mv)));
    ///                 found += 1;
    ///             }
    ///         }
    ///     });
    /// }
    /// assert!(found > 0);
    /// ```
    fn must_capture(&self, _context: &Self::Context) -> bool {
        false
    }

    /// The legal move to look at before the position can be judged after `last`, the
    /// move that led here: one that wins something at once or goes on with an exchange;
    /// `None` if the position is quiet. At the horizon only these moves are searched on;
    /// there must be an end to them.
    ///
    /// ```
    /// use zugi::{game::Game, games::zola::Zola6, search::Evaluate};
    /// let before = Zola6::from_text("6/1r4/1br3/6/6/6 b").unwrap();
    /// let capture = before.parse_move("b4c4").unwrap();
    /// let after = before.after(capture);
    /// let recapture = after.quiescence_move(&after.context(), capture);
    /// assert_eq!(recapture, after.parse_move("b5c4").ok());
    /// ```
    fn quiescence_move(&self, context: &Self::Context, last: Self::Move) -> Option<Self::Move>;
}
