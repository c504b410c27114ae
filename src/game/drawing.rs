//! A drawing of a game for people at a terminal.

use super::{AnyGame, Appearance, Player};
use crate::board::{Cell, Ink, diagram};

/// What stands for an empty square where there are squares without any use.
const EMPTY: char = '·';

/// A drawing of the board with coordinates, several lines, the squares of the last move in
/// brackets, with terminal colours if `colour` is set. Where the variant does not say what
/// it looks like that is the position text.
///
/// ```
/// use zugi::game::{Appearance, Variant, draw, toy::Corridor};
/// use zugi::games::zola::Zola4;
///
/// let zola = Variant::new::<Zola4>().with(Appearance::of::<Zola4>());
/// let drawing = draw(zola.game().as_ref(), false);
/// assert!(drawing.contains('●') && drawing.contains('○'));
/// let toy = Variant::new::<Corridor>().game();
/// assert_eq!(draw(toy.as_ref(), false), toy.text());
/// ```
#[must_use]
pub fn draw(game: &dyn AnyGame, colour: bool) -> String {
    let Ok(appearance) = game.power::<Appearance>() else { return game.text() };
    let (equipment, scene) = (appearance.equipment(), appearance.scene(game));
    let board = &equipment.board;
    let empty = if board.squares.contains(&Some(0)) { EMPTY } else { ' ' };
    diagram(board.files, colour, |square| {
        let piece = scene.pieces.get(usize::from(square)).copied().flatten();
        let (glyph, ink) = match piece.and_then(|letter| equipment.kind(letter)) {
            Some(kind) if kind.player == Player::One => (kind.glyph, Ink::Red),
            Some(kind) => (kind.glyph, Ink::Blue),
            None => match board.squares.get(usize::from(square)) {
                Some(Some(1..)) => (empty, Ink::Plain),
                _ => (' ', Ink::Plain),
            },
        };
        Cell { glyph, ink, marked: scene.last.contains(&square) }
    })
}
