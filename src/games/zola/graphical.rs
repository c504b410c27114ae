//! Zola on board programs.

use super::{Size, Zola, ZolaMove};
use crate::game::{Graphical, Sheet, Step};

impl<S: Size> Graphical for Zola<S> {
    /// The checkers have the letter of a pawn, but not its place in the table: XBoard
    /// would promote them. Lion chess is a variant in which it lets the user pass.
    const SHEET: Sheet = Sheet {
        name: S::GRAPHICAL_NAME,
        size: S::N,
        hand: 0,
        stock: "",
        parent: "lion",
        pictures: "..........P...........p.",
        letters: &[('r', 'P'), ('b', 'p')],
        sides: ['r', 'b'],
        moves: &[("P&", "mKcQ")],
    };

    fn steps(&self, mv: ZolaMove) -> Vec<Step> {
        match mv {
            // The swap is refused where it would have to be shown.
            ZolaMove::PASS | ZolaMove::SWAP => vec![Step::Pass],
            mv => vec![Step::Path { squares: vec![mv.from(), mv.to()], promotion: None }],
        }
    }
}
