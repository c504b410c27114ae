//! What alpha-beta asks a game besides its rules: where to look first, and what is quiet.

use zugi_game::Game;

use super::parameters::Parameters;

/// A game that alpha-beta can search, with some [`Evaluator`](super::Evaluator).
pub trait Searchable: Game {
    /// What is found out about a position once and serves all of the questions below and
    /// the evaluation, e.g. who attacks what.
    type Context;

    /// How selective the search is, decided by matches.
    const PARAMETERS: Parameters = Parameters::STANDARD;

    /// The context of this position.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::Searchable;
    /// let position = Hexapawn::start();
    /// assert!(!position.must_capture(&position.context()));
    /// ```
    fn context(&self) -> Self::Context;

    /// Calls `visit` with each legal move and how promising it looks before it is
    /// searched, from 0 to [`MAX_ORDERING_SCORE`](super::MAX_ORDERING_SCORE), in the order of
    /// [`Game::visit_moves`]. Moves with higher hints are searched sooner, as far as the
    /// search has not learnt better.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::Searchable;
    /// let position = Hexapawn::from_text("b3/1b2/2w1/3w b").unwrap();
    /// let mut hints = Vec::new();
    /// position.score_moves(&position.context(), &mut |mv, hint| hints.push((hint, mv)));
    /// let (_, best) = hints.into_iter().max().unwrap();
    /// assert_eq!(position.move_text(best), "b3c2");
    /// ```
    fn score_moves(&self, context: &Self::Context, visit: &mut impl FnMut(Self::Move, i32));

    /// Whether a legal move changes the material, so that the evaluation before it says
    /// little about the one after it.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::Searchable;
    /// let position = Hexapawn::from_text("b3/1b2/2w1/3w b").unwrap();
    /// assert!(position.is_tactical(position.parse_move("b3c2").unwrap()));
    /// assert!(!position.is_tactical(position.parse_move("b3b2").unwrap()));
    /// ```
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// Whether the side to move has to capture by the rules, so that all of its moves are
    /// captures and the position cannot be judged as it stands. At the horizon all of
    /// them are searched on; there must be an end to them.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::Searchable;
    /// // In this game a capture may be left alone.
    /// let position = Hexapawn::from_text("b3/1b2/2w1/3w b").unwrap();
    /// assert!(!position.must_capture(&position.context()));
    /// ```
    fn must_capture(&self, _context: &Self::Context) -> bool {
        false
    }

    /// About how many moves the side to move still has to make until the game is decided: what
    /// it has on its clock is shared out among them.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::Searchable;
    /// let ending = Hexapawn::from_text("b3/1b2/2w1/3w b").unwrap();
    /// assert!(ending.moves_left() < Hexapawn::start().moves_left());
    /// ```
    fn moves_left(&self) -> u32 {
        30
    }

    /// The legal move to look at before the position can be judged after `last`, the
    /// move that led here: one that wins something at once or goes on with an exchange;
    /// `None` if the position is quiet. At the horizon only these moves are searched on;
    /// there must be an end to them.
    ///
    /// ```
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_search::Searchable;
    /// let before = Hexapawn::from_text("b3/1b2/2w1/3w b").unwrap();
    /// let capture = before.parse_move("b3c2").unwrap();
    /// let after = before.after(capture);
    /// let recapture = after.quiescence_move(&after.context(), capture);
    /// assert_eq!(recapture, after.parse_move("d1c2").ok());
    /// ```
    fn quiescence_move(&self, context: &Self::Context, last: Self::Move) -> Option<Self::Move>;
}
