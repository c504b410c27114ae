//! Draws a board of Zombies vs Princesses Draughts for people.

use super::{DARK, SIZE, Zvp, ZvpMove};
use crate::board::{Bits, Cell, Ink, diagram};
use crate::game::{Draw, Player};

impl Draw for Zvp {
    /// `○` is a princess, `◎` a queen, `●` a zombie and `◉` a zombie with a brain; empty
    /// dark squares have a dot. All squares on which the last move's piece stood are in
    /// brackets.
    fn draw(&self, last: Option<ZvpMove>, colour: bool) -> String {
        let last: Vec<u8> = last.into_iter().flat_map(ZvpMove::squares).collect();
        diagram(SIZE, colour, |square| {
            let promoted = self.promoted().contains(square);
            let (glyph, ink) = if self.pieces(Player::One).contains(square) {
                (if promoted { '◎' } else { '○' }, Ink::Red)
            } else if self.pieces(Player::Two).contains(square) {
                (if promoted { '◉' } else { '●' }, Ink::Blue)
            } else {
                (if DARK.contains(square) { '·' } else { ' ' }, Ink::Plain)
            };
            Cell { glyph, ink, marked: last.contains(&square) }
        })
    }
}
