//! Reasons for people: why a move is illegal, and why a game is over.

use super::{AnyGame, Capability, Game, Of};

/// A game that explains illegal moves and results. Its rules and other texts are in its
/// [`Sheet`](super::Sheet).
pub trait Explain: Game {
    /// Why a move is illegal in this position, as text that follows a colon; `None` if and only if
    /// it is legal. Any move is allowed.
    ///
    /// ```
    /// use zugi_game::{Explain, Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// let why_illegal = |text| start.why_illegal(start.parse_move(text).unwrap());
    /// assert_eq!(why_illegal("a1b2").as_deref(), Some("there is nothing to capture on b2"));
    /// assert_eq!(why_illegal("a1a2"), None);
    /// ```
    fn why_illegal(&self, mv: Self::Move) -> Option<String>;

    /// Why the game is over in this position, as a sentence without a full stop; `None` if the game
    /// is not over, or the reason is unknown. [`Explanation::ended`] also explains a draw by
    /// repetition.
    ///
    /// ```
    /// use zugi_game::{Explain, Game, toy::Hexapawn};
    /// let taken = Hexapawn::from_text("4/4/4/w3 b").unwrap();
    /// assert_eq!(taken.ended().as_deref(), Some("Black has no pawn left"));
    /// assert_eq!(Hexapawn::start().ended(), None);
    /// ```
    fn ended(&self) -> Option<String> {
        None
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

/// The capability of a game with explanations.
///
/// ```
/// use zugi_game::{Explanation, Of, Variant, toy::Hexapawn};
/// let variant = Variant::new::<Hexapawn>().with::<dyn Explanation>(Of::<Hexapawn>::new());
/// let (explanation, game) = (variant.capability::<dyn Explanation>()?, variant.game());
/// let why_not = |text| explanation.why_not(game.as_ref(), text);
/// assert_eq!(why_not("a1a2"), None);
/// assert!(why_not("a1").is_some_and(|objection| !objection.is_move));
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
pub trait Explanation: Send + Sync {
    /// Why a move is illegal in a position, both given as texts, see [`Explain::why_illegal`];
    /// `None` if either text is invalid.
    fn why_illegal(&self, position: &str, mv: &str) -> Option<String>;

    /// Why this text is not a legal move now; `None` if it is one.
    fn why_not(&self, game: &dyn AnyGame, mv: &str) -> Option<Objection>;

    /// Why a game is over, see [`Explain::ended`]; `None` if it is not over.
    fn ended(&self, game: &dyn AnyGame) -> Option<String>;
}

impl Capability for dyn Explanation {
    const MISSING: &'static str = "cannot be explained: it gives no reasons";
}

impl<G: Explain> Explanation for Of<G> {
    fn why_illegal(&self, position: &str, mv: &str) -> Option<String> {
        let position = G::from_text(position).ok()?;
        position.why_illegal(position.parse_move(mv).ok()?)
    }

    fn why_not(&self, game: &dyn AnyGame, mv: &str) -> Option<Objection> {
        let game = game.typed::<G>()?;
        let (reason, is_move) = match game.position().parse_move(mv) {
            Err(error) => (format!("this is no move: expected {}", error.expected), false),
            Ok(_) if game.outcome().is_some() => ("the game is over".to_owned(), true),
            Ok(mv) => (game.position().why_illegal(mv)?, true),
        };
        Some(Objection { reason, is_move })
    }

    fn ended(&self, game: &dyn AnyGame) -> Option<String> {
        let game = game.typed::<G>()?;
        game.outcome()?;
        if game.position().outcome().is_some() {
            return game.position().ended();
        }
        let times = game.history().occurrences(game.position());
        Some(format!("the position has occurred {times} times"))
    }
}
