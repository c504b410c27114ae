//! The power of a game whose board can be drawn for people.

use super::{AnyGame, Draw, GameInProgress, Power};

/// The drawings of a variant.
pub struct Drawing(fn(&dyn AnyGame, bool) -> Option<String>);

impl Power for Drawing {
    const NAME: &'static str = "drawing";
}

impl Drawing {
    /// The drawings of `G`.
    #[must_use]
    pub fn of<G: Draw>() -> Drawing {
        Drawing(|game, colour| {
            let game: &GameInProgress<G> = game.as_any().downcast_ref()?;
            Some(game.position().draw(game.line().last(), colour))
        })
    }
}

/// A drawing of the board, the last move marked, with terminal colours if `colour` is set;
/// where the variant has none, the position text.
#[must_use]
pub fn draw(game: &dyn AnyGame, colour: bool) -> String {
    let drawing = game.power::<Drawing>().ok().and_then(|drawing| drawing.0(game, colour));
    drawing.unwrap_or_else(|| game.text())
}
