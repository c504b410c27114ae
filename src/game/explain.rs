//! A game that explains itself to people.

use super::{Game, Power};

/// A game whose rules can be told to people.
pub trait Explain: Game {
    /// The rules in short: lines of at most 80 characters, the last one without a line end.
    ///
    /// ```
    /// use zugi::game::Explain;
    /// use zugi::games::zola::Zola4;
    /// assert!(Zola4::RULES.contains("last"));
    /// ```
    const RULES: &'static str;
}

/// The power of a game that explains itself.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    rules: &'static str,
}

impl Power for Explanation {
    const NAME: &'static str = "rules in words";
}

impl Explanation {
    /// How `G` explains itself.
    #[must_use]
    pub fn of<G: Explain>() -> Explanation {
        Explanation { rules: G::RULES }
    }

    /// The rules in short, see [`Explain::RULES`].
    #[must_use]
    pub fn rules(&self) -> &'static str {
        self.rules
    }
}
