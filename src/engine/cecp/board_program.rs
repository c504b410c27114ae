//! The power of a variant that can be shown on a board program.

use crate::game::{AnyGame, GameInProgress, Graphical, MoveBits, PackedMove, Power, Sheet, Step};

/// How a variant is shown on a board program of the family of XBoard.
pub struct BoardProgram {
    sheet: &'static Sheet,
    steps: fn(&dyn AnyGame, MoveBits) -> Option<Vec<Step>>,
}

impl Power for BoardProgram {
    const NAME: &'static str = "look on board programs";
}

impl BoardProgram {
    /// That of `G`.
    #[must_use]
    pub fn of<G: Graphical>() -> BoardProgram {
        BoardProgram {
            sheet: &G::SHEET,
            steps: |game, MoveBits(bits)| {
                let game: &GameInProgress<G> = game.as_any().downcast_ref()?;
                Some(game.position().steps(G::Move::from_bits(bits)))
            },
        }
    }
}

/// A sheet for games that have none: nothing can be shown.
const BLANK: Sheet = Sheet {
    name: "",
    size: 0,
    hand: 0,
    stock: "",
    parent: "",
    pictures: "",
    letters: &[],
    sides: ['w', 'b'],
    moves: &[],
};

/// How the variant of a game looks.
pub(super) fn sheet(game: &dyn AnyGame) -> &'static Sheet {
    game.power::<BoardProgram>().map_or(&BLANK, |program| program.sheet)
}

/// The legal moves, sorted as texts, and each as turns of a board program.
pub(super) fn steps(game: &dyn AnyGame) -> Vec<(String, Vec<Step>)> {
    let Ok(program) = game.power::<BoardProgram>() else { return Vec::new() };
    let steps = |(text, mv)| Some((text, (program.steps)(game, mv)?));
    game.moves().into_iter().filter_map(steps).collect()
}
