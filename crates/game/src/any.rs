//! A game in progress with its type erased: one virtual call for each command.

use std::any::Any;

use super::{
    Capabilities, Capability, Game, GameError, GameInProgress, MissingCapability, Outcome,
    PackedMove, Player, TextError,
};

/// The bits of a move whose game type is erased, see [`PackedMove`](super::PackedMove). They are valid only in the
/// position from which they come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RawMove(pub u32);

impl RawMove {
    /// The bits of this move.
    pub fn of(mv: impl PackedMove) -> RawMove {
        RawMove(mv.to_bits())
    }

    /// The move of the game that the bits come from.
    #[must_use]
    pub fn typed<M: PackedMove>(self) -> M {
        M::from_bits(self.0)
    }
}

/// Where a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup<'a> {
    /// In the start position.
    Start,
    /// In the start position with the pie rule, or without it where there is none.
    PieStart,
    /// In the position of this text.
    Text(&'a str),
}

/// A game in progress of some variant.
///
/// Whatever is refused leaves the game as it was.
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

    /// The target of [`typed`](trait.AnyGame.html#method.typed): a [`GameInProgress`].
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;

    /// Begins anew and plays moves from there, all or nothing.
    ///
    /// # Errors
    /// The position or one of the moves is wrong.
    fn set_up(&mut self, setup: Setup<'_>, moves: &[String]) -> Result<(), GameError>;

    /// Plays a move; returns its canonical text.
    ///
    /// # Errors
    /// The move is wrong, or the game is over.
    fn play_text(&mut self, text: &str) -> Result<String, GameError>;

    /// Plays moves from the current position, all or nothing.
    ///
    /// # Errors
    /// One of the moves is wrong.
    fn play_texts(&mut self, moves: &[String]) -> Result<(), GameError>;

    /// Takes back this number of moves.
    ///
    /// # Errors
    /// There are fewer since the game began.
    fn undo(&mut self, plies: u32) -> Result<(), GameError>;

    /// Whether the variant has a pie rule.
    fn has_pie_rule(&self) -> bool;

    /// The position text.
    fn text(&self) -> String;

    /// The side to move.
    fn to_move(&self) -> Player;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The position's hash key.
    fn key(&self) -> u64;

    /// The legal moves with their texts, in the order of [`Game::visit_moves`]; none when
    /// the game is over.
    fn moves(&self) -> Vec<(String, RawMove)>;

    /// The texts of the legal moves, sorted.
    fn move_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> = self.moves().into_iter().map(|(text, _)| text).collect();
        texts.sort();
        texts
    }

    /// The text of the last move; `None` if no move was played since the position was set up.
    fn last_move_text(&self) -> Option<String>;

    /// The legal move of this text.
    ///
    /// # Errors
    /// The text is none of a move, or the move is not legal now.
    fn legal_move(&self, text: &str) -> Result<RawMove, TextError>;

    /// The texts of moves that follow one another from the current position, up to the
    /// first that is not legal.
    fn variation(&self, moves: &[RawMove]) -> Vec<String>;

    /// The number of legal move sequences of this length from the current position, see
    /// [`perft`](super::perft()); `None` once `stop` says so.
    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64>;
}

impl dyn AnyGame + '_ {
    /// The name of the variant.
    #[must_use]
    pub fn variant(&self) -> &'static str {
        self.capabilities().variant()
    }

    /// The game with its type, if it is one of `G`.
    ///
    /// ```
    /// use zugi_game::{Variant, toy::{Corridor, Hexapawn}};
    /// let game = Variant::new::<Hexapawn>().game();
    /// assert_eq!(game.typed::<Hexapawn>().unwrap().moves().len(), 4);
    /// assert!(game.typed::<Corridor>().is_none());
    /// ```
    #[must_use]
    pub fn typed<G: Game>(&self) -> Option<&GameInProgress<G>> {
        self.as_any().downcast_ref()
    }

    /// One of the variant's capabilities.
    ///
    /// # Errors
    /// It has none of this type.
    pub fn capability<P: Capability>(&self) -> Result<&P, MissingCapability> {
        self.capabilities().get()
    }
}
