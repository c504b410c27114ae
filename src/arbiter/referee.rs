//! The referee: the rules of a game of this crate, its type erased.

use crate::game::{Game, History, Outcome, Player, TextError};
use crate::with_variant;

/// Knows the rules and follows one game.
pub trait Referee: Send {
    /// The side to move.
    fn to_move(&self) -> Player;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Plays a move, and returns it in canonical notation.
    ///
    /// # Errors
    /// What was expected, if the text is no legal move; the game is unchanged.
    fn play(&mut self, text: &str) -> Result<String, String>;

    /// The position text.
    fn position(&self) -> String;

    /// The legal moves in canonical notation, in a fixed order.
    fn moves(&self) -> Vec<String>;
}

struct Rules<G> {
    position: G,
    history: History,
}

impl<G: Game> Referee for Rules<G> {
    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(&self.position)
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let mv = self.position.parse_move(text).map_err(|error| error.expected)?;
        if let Some(outcome) = self.outcome() {
            return Err(format!("no move, the game is over: {outcome}"));
        }
        let mut next = self.position.clone();
        next.play(mv).map_err(|_| format!("a legal move of {}", self.position()))?;
        let canonical = self.position.move_text(mv);
        self.history.push(&self.position);
        self.position = next;
        Ok(canonical)
    }

    fn position(&self) -> String {
        self.position.text()
    }

    fn moves(&self) -> Vec<String> {
        let moves = if self.outcome().is_some() { Vec::new() } else { self.position.moves() };
        moves.into_iter().map(|mv| self.position.move_text(mv)).collect()
    }
}

/// A referee for a game of the variant from the position text, or from the start
/// position. `None` if there is no such variant.
///
/// # Errors
/// What is wrong with the position text.
pub fn referee(variant: &str, fen: Option<&str>) -> Option<Result<Box<dyn Referee>, TextError>> {
    with_variant!(variant, G => {
        let position = fen.map_or_else(|| Ok(G::start()), G::from_text);
        position.map(|position| {
            Box::new(Rules { position, history: History::default() }) as Box<dyn Referee>
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Corridor;

    #[test]
    fn a_referee_follows_the_game_and_refuses_what_is_illegal() {
        let mut game = referee("zola-4", None).unwrap().unwrap();
        assert_eq!(game.play("A1xB1"), Ok("a1b1".to_owned()));
        assert_eq!(game.to_move(), Player::Two);
        let before = game.position();
        assert!(game.play("b1a1").unwrap_err().contains("legal move of"));
        assert!(game.play("zz").unwrap_err().contains("within a1 to d4"));
        assert_eq!((game.position(), game.outcome()), (before, None));
        assert_eq!(game.moves().len(), 16);
        assert!(referee("chess", None).is_none());
        assert!(referee("zola-6", Some("x")).unwrap().is_err());
    }

    #[test]
    fn a_third_occurrence_ends_the_game() {
        let mut game = Rules { position: Corridor::start(), history: History::default() };
        for text in ["b", "g", "a", "h"].into_iter().cycle().take(8) {
            assert_eq!((game.outcome(), game.moves().is_empty()), (None, false));
            assert_eq!(game.play(text), Ok(text.to_owned()));
        }
        assert_eq!((game.outcome(), game.moves().len()), (Some(Outcome::Draw), 0));
        assert!(game.play("b").unwrap_err().contains("the game is over: draw"));
    }
}
