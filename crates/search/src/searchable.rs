//! The trait of games for alpha-beta: move ordering, and the moves of the quiescence search.

use std::ops::ControlFlow;

use zugi_game::Game;

use super::parameters::Parameters;
use super::score::Value;

/// The default ordering score of a tactical move; other moves have 0.
const TACTICAL_FIRST: i32 = 1 << 13;

/// A game that alpha-beta can search, with some [`Evaluator`](super::Evaluator).
pub trait Searchable: Game {
    /// Data of a position, such as attacked squares, that the methods below and the evaluation
    /// share.
    type Context;

    /// The parameters of pruning, reductions and move ordering, decided by matches.
    const PARAMETERS: Parameters = Parameters::STANDARD;

    fn context(&self) -> Self::Context;

    /// Calls `visit` with each legal move and its ordering score (hint), from 0 to
    /// [`MAX_ORDERING_SCORE`](super::MAX_ORDERING_SCORE), in the order of [`Game::visit_moves`].
    /// Alpha-beta adds the histories and searches higher scores first. By default tactical moves
    /// come first.
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
    fn score_moves(&self, _context: &Self::Context, visit: &mut impl FnMut(Self::Move, i32)) {
        let _ = self.visit_moves(&mut |mv| {
            visit(mv, TACTICAL_FIRST * i32::from(self.is_tactical(mv)));
            ControlFlow::Continue(())
        });
    }

    /// Whether a legal move changes the material, so that the evaluation before it is no estimate
    /// of the one after it: such a move is never pruned as quiet.
    fn is_tactical(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether the side to move must capture by the rules, so that all moves are captures and the
    /// evaluation is unreliable. At the horizon all of them are searched; such sequences must end.
    fn must_capture(&self, _context: &Self::Context) -> bool {
        false
    }

    /// The expected number of moves of the side to move until the game is decided. The clock is
    /// divided among them.
    fn moves_left(&self) -> u32 {
        30
    }

    /// The legal move to search before the position can be evaluated: an immediate win or the next
    /// capture of an exchange; `None` if the position is quiet. `last` is the move that led here.
    /// At the horizon only these moves are searched; such sequences must end.
    fn quiescence_move(&self, _context: &Self::Context, _last: Self::Move) -> Option<Self::Move> {
        None
    }

    /// The evaluation for the side to move in a game without nets and weights, see
    /// [`StaticEval`](super::StaticEval); a piece is about [`Search::PIECE`](super::Search::PIECE).
    /// By default all positions are even.
    fn evaluate(&self, _context: &Self::Context) -> Value {
        0
    }
}
