//! A game in progress: the moves played, the legal moves, and the outcome.

use super::{Game, History, IllegalMove, Outcome, TextError};

/// Why a call failed; the game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// An invalid position text.
    #[error("{0}")]
    Position(TextError),
    /// An invalid move text.
    #[error("{error} (number {number})")]
    MoveText {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The error.
        error: TextError,
    },
    /// An illegal move.
    #[error(
        "illegal move {text:?} (number {number}){}: expected {}",
        .reason.iter().map(|reason| format!(": {reason}")).collect::<String>(),
        self.expected()
    )]
    IllegalMove {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The move.
        text: String,
        /// The position in which it is illegal.
        position: String,
        /// The reason why it is illegal, if the game gives one.
        reason: Option<String>,
    },
    /// A move after the end of the game.
    #[error("illegal move {text:?} (number {number}): expected {}", self.expected())]
    GameOver {
        /// The number of the move in the list, from 1.
        number: usize,
        /// The move.
        text: String,
        /// The result of the game.
        outcome: Outcome,
    },
    /// Fewer moves to take back than requested.
    #[error("cannot undo {asked} moves: expected {}", self.expected())]
    Undo {
        /// The number of moves requested.
        asked: u32,
        /// The number of moves available.
        possible: usize,
    },
}

impl GameError {
    /// The number of the refused move in its list, from 1.
    #[must_use]
    pub fn number(&self) -> Option<usize> {
        match *self {
            GameError::MoveText { number, .. }
            | GameError::IllegalMove { number, .. }
            | GameError::GameOver { number, .. } => Some(number),
            GameError::Position(_) | GameError::Undo { .. } => None,
        }
    }

    /// The text that follows "expected" in the error.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            GameError::Position(error) | GameError::MoveText { error, .. } => {
                error.expected.clone()
            }
            GameError::IllegalMove { position, .. } => format!("a legal move of {position}"),
            GameError::GameOver { outcome, .. } => format!("none, the game is over: {outcome}"),
            GameError::Undo { possible: 0, .. } => {
                "none, for nothing was played since the position was set up".to_owned()
            }
            GameError::Undo { possible, .. } => {
                format!("at most {possible}, for no more were played since the position was set up")
            }
        }
    }
}

/// A game in progress: its start position, the moves since then, and the current position.
///
/// ```
/// use zugi_game::{Game, GameInProgress, Outcome, toy::Corridor};
///
/// let mut game = GameInProgress::new(Corridor::start());
/// for text in ["b", "g", "a", "h"].into_iter().cycle().take(8) {
///     assert_eq!(game.outcome(), None);
///     game.play_text(text)?;
/// }
/// // The third occurrence of the start position.
/// assert_eq!(game.outcome(), Some(Outcome::Draw));
/// assert!(game.play_text("b").is_err());
/// game.undo(1)?;
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), zugi_game::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameInProgress<G: Game> {
    start: G,
    /// The moves since the start, each with the position after it.
    line: Vec<(G::Move, G)>,
    history: History,
}

impl<G: Game> GameInProgress<G> {
    /// A game that begins in this position.
    pub fn new(start: G) -> GameInProgress<G> {
        GameInProgress { start, line: Vec::new(), history: History::default() }
    }

    /// The current position.
    pub fn position(&self) -> &G {
        self.line.last().map_or(&self.start, |(_, position)| position)
    }

    /// The positions before the current one.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The moves so far.
    pub fn moves_played(&self) -> impl ExactSizeIterator<Item = G::Move> {
        self.line.iter().map(|&(mv, _)| mv)
    }

    /// The last move, and the position before it.
    pub fn last(&self) -> Option<(&G, G::Move)> {
        let (&(mv, _), before) = self.line.split_last()?;
        Some((before.last().map_or(&self.start, |(_, position)| position), mv))
    }

    /// The positions before the current one, the latest first.
    pub fn positions(&self) -> impl Iterator<Item = &G> {
        let after_moves = self.line.iter().rev().skip(1).map(|(_, position)| position);
        let start = (!self.line.is_empty()).then_some(&self.start);
        after_moves.chain(start)
    }

    /// The outcome, with repetitions.
    pub fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(self.position())
    }

    /// The legal moves, in the order of [`Game::visit_moves`]; none if the game is over.
    pub fn moves(&self) -> Vec<G::Move> {
        if self.outcome().is_some() { Vec::new() } else { self.position().moves() }
    }

    /// Whether this move is legal now; after the end of the game no move is.
    pub fn is_legal(&self, mv: G::Move) -> bool {
        self.outcome().is_none() && self.position().is_legal(mv)
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The move is illegal, or the game is over.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The texts of consecutive moves from the current position, such as a principal variation, up
    /// to the first illegal one.
    pub fn variation(&self, moves: impl IntoIterator<Item = G::Move>) -> Vec<String> {
        let mut position = self.position().clone();
        let text = |mv| {
            let text = position.is_legal(mv).then(|| position.move_text(mv))?;
            position.play_unchecked(mv);
            Some(text)
        };
        moves.into_iter().map_while(text).collect()
    }

    /// Plays a legal move without a check.
    pub fn play_unchecked(&mut self, mv: G::Move) {
        let next = self.position().after(mv);
        self.history.push(self.line.last().map_or(&self.start, |(_, position)| position));
        self.line.push((mv, next));
    }

    /// Plays a move given as text.
    ///
    /// # Errors
    /// The text is not a move, the move is illegal, or the game is over.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, GameError> {
        self.play_numbered(1, text)
    }

    /// Plays a move given as text; the number is for the error.
    fn play_numbered(&mut self, number: usize, text: &str) -> Result<G::Move, GameError> {
        let position = self.position();
        let mv =
            position.parse_move(text).map_err(|error| GameError::MoveText { number, error })?;
        if let Some(outcome) = self.outcome() {
            return Err(GameError::GameOver { number, text: text.to_owned(), outcome });
        }
        if !position.is_legal(mv) {
            let (text, reason) = (text.to_owned(), position.why_illegal(mv));
            let position = position.text();
            return Err(GameError::IllegalMove { number, text, position, reason });
        }
        self.play_unchecked(mv);
        Ok(mv)
    }

    /// Plays moves given as texts, all or nothing.
    ///
    /// # Errors
    /// As for [`GameInProgress::play_text`], with the number of the move.
    pub fn play_texts(&mut self, texts: &[String]) -> Result<(), GameError> {
        let before = self.line.len();
        for (number, text) in (1..).zip(texts) {
            if let Err(error) = self.play_numbered(number, text) {
                self.truncate(before);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Takes back this number of moves.
    ///
    /// # Errors
    /// Fewer moves were played.
    pub fn undo(&mut self, plies: u32) -> Result<(), GameError> {
        let possible = self.line.len();
        let asked = usize::try_from(plies).unwrap_or(usize::MAX);
        let rest = possible.checked_sub(asked).ok_or(GameError::Undo { asked: plies, possible })?;
        self.truncate(rest);
        Ok(())
    }

    fn truncate(&mut self, plies: usize) {
        self.line.truncate(plies);
        self.history.truncate(plies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Corridor;

    fn texts(moves: &str) -> Vec<String> {
        moves.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_wrong_move_leaves_all_as_it_was() {
        let mut game = GameInProgress::new(Corridor::start());
        game.play_texts(&texts("b g c")).unwrap();
        for (moves, wrong) in [("f z", 2), ("f d x", 3), ("a", 1), ("f b e d", 4)] {
            match game.play_texts(&texts(moves)) {
                Err(GameError::MoveText { number, .. } | GameError::IllegalMove { number, .. }) => {
                    assert_eq!(number, wrong, "{moves}");
                }
                other => panic!("{moves} gave {other:?}"),
            }
            assert_eq!(
                (game.position().text().as_str(), game.moves_played().len()),
                ("..x...o. o 3", 3)
            );
        }
        assert_eq!(game.undo(4), Err(GameError::Undo { asked: 4, possible: 3 }));
        game.undo(3).unwrap();
        assert_eq!(game.position(), &Corridor::start());
    }

    #[test]
    fn a_repetition_ends_the_game_and_undo_forgets_it() {
        let mut game = GameInProgress::new(Corridor::start());
        game.play_texts(&texts("b g a h b g a h")).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Draw));
        assert!(game.moves().is_empty());
        assert!(matches!(game.play_text("b"), Err(GameError::GameOver { .. })));
        let step = Corridor::start().parse_move("b").unwrap();
        assert!(game.position().is_legal(step));
        assert_eq!(game.play(step), Err(IllegalMove));
        game.undo(4).unwrap();
        game.play(step).unwrap();
        assert_eq!(game.play(step), Err(IllegalMove));
        game.play_texts(&texts("g a")).unwrap();
        assert_eq!(game.outcome(), None);
        assert_eq!(game.moves().len(), 2);
    }
}
