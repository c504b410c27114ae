//! The implementation of [`AnyGame`] for all games.

use std::any::Any;

use super::{
    AnyGame, Capabilities, Game, GameError, GameInProgress, Objection, Outcome, PackedMove, Player,
    RawMove, Setup, TextError, count_leaves,
};

#[derive(Clone)]
pub(super) struct Erased<G: Game> {
    capabilities: Capabilities,
    game: GameInProgress<G>,
}

impl<G: Game> Erased<G> {
    pub fn new(capabilities: &Capabilities) -> Erased<G> {
        Erased { capabilities: capabilities.clone(), game: GameInProgress::new(G::start()) }
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn as_any(&self) -> &dyn Any {
        &self.game
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn set_up(&mut self, setup: Setup<'_>, moves: &[String]) -> Result<(), GameError> {
        let start = match setup {
            Setup::Start => G::start(),
            Setup::PieStart => G::pie_start().unwrap_or_else(G::start),
            Setup::Text(text) => G::from_text(text).map_err(GameError::Position)?,
        };
        let mut game = GameInProgress::new(start);
        game.play_texts(moves)?;
        self.game = game;
        Ok(())
    }

    fn play_text(&mut self, text: &str) -> Result<String, GameError> {
        let before = self.game.position().clone();
        let mv = self.game.play_text(text)?;
        Ok(before.move_text(mv))
    }

    fn play_texts(&mut self, moves: &[String]) -> Result<(), GameError> {
        self.game.play_texts(moves)
    }

    fn undo(&mut self, plies: u32) -> Result<(), GameError> {
        self.game.undo(plies)
    }

    fn has_pie_rule(&self) -> bool {
        G::pie_start().is_some()
    }

    fn text(&self) -> String {
        self.game.position().text()
    }

    fn to_move(&self) -> Player {
        self.game.position().to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn key(&self) -> u64 {
        self.game.position().key()
    }

    fn moves(&self) -> Vec<(String, RawMove)> {
        let position = self.game.position();
        let named = |mv: G::Move| (position.move_text(mv), RawMove::of(mv));
        self.game.moves().into_iter().map(named).collect()
    }

    fn last_move_text(&self) -> Option<String> {
        self.game.last().map(|(before, mv)| before.move_text(mv))
    }

    fn legal_move(&self, text: &str) -> Result<RawMove, TextError> {
        let mv = self.game.position().parse_move(text)?;
        if self.game.is_legal(mv) {
            Ok(RawMove(mv.to_bits()))
        } else {
            Err(TextError::new("move", text, format!("a legal move of {}", self.text())))
        }
    }

    fn why_not(&self, text: &str) -> Option<Objection> {
        let position = self.game.position();
        let (reason, is_move) = match position.parse_move(text) {
            Err(error) => (format!("this is no move: expected {}", error.expected), false),
            Ok(_) if self.game.outcome().is_some() => ("the game is over".to_owned(), true),
            Ok(mv) => (position.why_illegal(mv)?, true),
        };
        Some(Objection { reason, is_move })
    }

    fn ended(&self) -> Option<String> {
        let position = self.game.position();
        self.game.outcome()?;
        if position.outcome().is_some() {
            return position.ended();
        }
        let times = self.game.history().occurrences(position);
        Some(format!("the position has occurred {times} times"))
    }

    fn variation(&self, moves: &[RawMove]) -> Vec<String> {
        self.game.variation(moves.iter().map(|&RawMove(bits)| G::Move::from_bits(bits)))
    }

    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        count_leaves(self.game.position(), depth, stop)
    }
}
