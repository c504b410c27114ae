//! A game in progress without its type: one virtual call for each command.

use std::any::Any;
use std::sync::Arc;

use super::{
    Capabilities, Capability, Game, GameError, GameInProgress, MissingCapability, Outcome,
    PackedMove, Player, TextError, count_leaves,
};

/// A move without the type of its game, see [`PackedMove`](super::PackedMove). It is valid only in
/// the position from which it comes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RawMove(pub u32);

impl RawMove {
    /// The bits of this move.
    pub fn of(mv: impl PackedMove) -> RawMove {
        RawMove(mv.to_bits())
    }

    /// The move with its type; `M` must be the type of the move that [`RawMove::of`] took.
    #[must_use]
    pub fn typed<M: PackedMove>(self) -> M {
        M::from_bits(self.0)
    }
}

/// The start of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup<'a> {
    /// The start position.
    Start,
    /// The start position with the pie rule, or the start position of a variant that has no pie
    /// rule.
    PieStart,
    /// The position of this text.
    Text(&'a str),
}

impl<'a> From<Option<&'a str>> for Setup<'a> {
    /// The position of the text, or the start position.
    fn from(text: Option<&'a str>) -> Setup<'a> {
        text.map_or(Setup::Start, Setup::Text)
    }
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// The reason.
    pub reason: String,
    /// Whether the text is a move, legal or not.
    pub is_move: bool,
}

/// A game in progress of some variant.
///
/// A failed call leaves the game unchanged.
///
/// ```
/// use zugi_game::{Setup, Variant, toy::Corridor};
///
/// let mut game = Variant::new::<Corridor>().game();
/// game.play_text("b")?;
/// assert_eq!(game.text(), ".x.....o o 1");
/// assert_eq!(game.move_texts(), ["g"]);
/// game.set_up(Setup::Text("xo...... x 12"), &[])?;
/// assert!(game.outcome().is_some());
/// # Ok::<(), zugi_game::GameError>(())
/// ```
pub trait AnyGame: Send + Sync {
    /// The capabilities of the variant.
    fn capabilities(&self) -> &Capabilities;

    /// The [`GameInProgress`], which [`typed`](trait.AnyGame.html#method.typed) downcasts.
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;

    /// Starts a new game and plays moves, all or nothing.
    ///
    /// # Errors
    /// The position or a move is wrong.
    fn set_up(&mut self, setup: Setup<'_>, moves: &[String]) -> Result<(), GameError>;

    /// Plays a move; returns its canonical text.
    ///
    /// # Errors
    /// The move is wrong, or the game is over.
    fn play_text(&mut self, text: &str) -> Result<String, GameError>;

    /// Plays moves from the current position, all or nothing.
    ///
    /// # Errors
    /// A move is wrong, or comes after the end of the game.
    fn play_texts(&mut self, moves: &[String]) -> Result<(), GameError>;

    /// Takes back this number of moves.
    ///
    /// # Errors
    /// Fewer moves were played since the position was set up.
    fn undo(&mut self, plies: u32) -> Result<(), GameError>;

    /// Whether the variant has a pie rule.
    fn has_pie_rule(&self) -> bool;

    /// The position text.
    fn text(&self) -> String;

    /// The side to move.
    fn to_move(&self) -> Player;

    /// The result; `None` if the game is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// The hash key of the position.
    fn key(&self) -> u64;

    /// The legal moves with their texts, in the order of [`Game::visit_moves`]; none if the game is
    /// over.
    fn moves(&self) -> Vec<(String, RawMove)>;

    /// The texts of the legal moves, sorted.
    fn move_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> = self.moves().into_iter().map(|(text, _)| text).collect();
        texts.sort();
        texts
    }

    /// The text of the last move; `None` if no move was played since the position was set up.
    fn last_move_text(&self) -> Option<String>;

    /// The legal move with this text.
    ///
    /// # Errors
    /// The text is not a move, or the move is not legal now.
    fn legal_move(&self, text: &str) -> Result<RawMove, TextError>;

    /// Why this text is not a legal move now; `None` if it is one, or if it is an illegal move and
    /// the game gives no reasons.
    fn why_not(&self, text: &str) -> Option<Objection>;

    /// Why the game is over, see [`Game::ended`]; `None` if it is not over, or the reason is
    /// unknown.
    fn ended(&self) -> Option<String>;

    /// The texts of consecutive moves from the current position, up to the first illegal one.
    fn variation(&self, moves: &[RawMove]) -> Vec<String>;

    /// The number of legal move sequences of this length from the current position, see
    /// [`perft`](super::perft()); `None` after `stop` has returned true.
    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64>;
}

impl dyn AnyGame + '_ {
    /// The name of the variant.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        self.capabilities().variant()
    }

    /// The game with its type; `None` if its type is not `G`.
    #[must_use]
    pub fn typed<G: Game>(&self) -> Option<&GameInProgress<G>> {
        self.as_any().downcast_ref()
    }

    /// The capability of this type.
    ///
    /// # Errors
    /// The variant has none of this type.
    pub fn capability<P: Capability + ?Sized>(&self) -> Result<&P, MissingCapability> {
        self.capabilities().get().map(Arc::as_ref)
    }
}

#[derive(Clone)]
pub(super) struct Erased<G: Game> {
    pub capabilities: Capabilities,
    pub game: GameInProgress<G>,
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
            Ok(RawMove::of(mv))
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
        self.game.variation(moves.iter().map(|mv| mv.typed()))
    }

    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        count_leaves(self.game.position(), depth, stop)
    }
}
