//! Draws a Zola board for people.

use super::{Size, Zola, ZolaMove};
use crate::board::{Bits, Cell, Ink, diagram};
use crate::game::{Draw, Player};

impl<S: Size> Draw for Zola<S> {
    /// `●` is Red, `○` is Blue; the squares of the last move stand in brackets.
    fn draw(&self, last: Option<ZolaMove>, colour: bool) -> String {
        let last = last.filter(|&mv| mv != ZolaMove::PASS && mv != ZolaMove::SWAP);
        diagram(S::N, colour, |square| {
            let (glyph, ink) = if self.checkers(Player::One).contains(square) {
                ('●', Ink::Red)
            } else if self.checkers(Player::Two).contains(square) {
                ('○', Ink::Blue)
            } else {
                (' ', Ink::Plain)
            };
            let marked = last.is_some_and(|mv| mv.from() == square || mv.to() == square);
            Cell { glyph, ink, marked }
        })
    }
}
