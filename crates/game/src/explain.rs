//! A game that explains itself to people: its rules, and what is wrong with a move.

use super::{Capability, Game};

/// A game whose rules can be told to people.
pub trait Explain: Game {
    /// The rules in short: lines of at most 80 characters, the last one without a line end.
    ///
    /// ```
    /// use zugi_game::{Explain, toy::Hexapawn};
    /// assert!(Hexapawn::RULES.contains("White moves first"));
    /// ```
    const RULES: &'static str;

    /// Why a move is not legal in this position, in words that go on after a colon:
    /// nothing if and only if it is legal. Any move may be asked about.
    ///
    /// ```
    /// use zugi_game::{Explain, Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// let why_illegal = |text| start.why_illegal(start.parse_move(text).unwrap());
    /// assert_eq!(why_illegal("a1b2").as_deref(), Some("there is nothing to capture on b2"));
    /// assert_eq!(why_illegal("a1a2"), None);
    /// ```
    fn why_illegal(&self, mv: Self::Move) -> Option<String>;
}

/// The capability of a game that explains itself.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    rules: &'static str,
    why_illegal: fn(&str, &str) -> Option<String>,
}

impl Capability for Explanation {
    const MISSING: &'static str = "cannot be explained: it has no rules in words";
}

impl Explanation {
    /// How `G` explains itself.
    #[must_use]
    pub fn of<G: Explain>() -> Explanation {
        let why_illegal = |position: &str, mv: &str| {
            let position = G::from_text(position).ok()?;
            position.why_illegal(position.parse_move(mv).ok()?)
        };
        Explanation { rules: G::RULES, why_illegal }
    }

    /// The rules in short, see [`Explain::RULES`].
    #[must_use]
    pub fn rules(&self) -> &'static str {
        self.rules
    }

    /// Why a move is not legal in a position, both given as texts, see
    /// [`Explain::why_illegal`]; nothing if one of them is none.
    #[must_use]
    pub fn why_illegal(&self, position: &str, mv: &str) -> Option<String> {
        (self.why_illegal)(position, mv)
    }
}
