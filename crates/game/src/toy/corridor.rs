//! A corridor, with repetitions and a count of plies.
//!
//! Two pieces are in a corridor of eight squares, `x` (player one) at its left end and `o` at its
//! right. A move is a step to either side onto an empty square; its text is the square's letter,
//! `a` to `h` from the left. A player without a move loses, and a game of 40 plies is a draw.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::{Game, Outcome, PackedMove, Player, Repetition, TextError};

const SQUARES: u8 = 8;

const PLIES_TO_DRAW: u8 = 40;

/// A position: the corridor, the side to move, and the number of plies played.
///
/// ```
/// use zugi_game::{Game, Outcome, Player, toy::Corridor};
/// let position = Corridor::start();
/// assert_eq!(position.text(), "x......o x 0");
/// assert_eq!(position.moves().len(), 1);
/// let stuck = Corridor::from_text("xo...... x 12").unwrap();
/// assert_eq!(stuck.outcome(), Some(Outcome::Win(Player::Two)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Corridor {
    /// The squares of both sides' pieces, 0 to 7 from the left.
    pieces: [u8; 2],
    to_move: Player,
    plies: u8,
}

/// A step to this square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step(u8);

impl PackedMove for Step {
    fn to_bits(self) -> u32 {
        self.0.into()
    }

    fn from_bits(bits: u32) -> Step {
        Step(bits as u8)
    }

    fn target(self) -> usize {
        usize::from(self.0 % SQUARES)
    }
}

impl Corridor {
    /// The same position with this count of plies.
    #[must_use]
    pub fn with_plies(&self, plies: u8) -> Corridor {
        Corridor { plies, ..self.clone() }
    }

    fn can_step(&self, to: u8) -> bool {
        let from = self.pieces[self.to_move.index()];
        to < SQUARES && from.abs_diff(to) == 1 && !self.pieces.contains(&to)
    }
}

impl Game for Corridor {
    type Move = Step;

    const NAME: &'static str = "corridor";

    const REPETITION: Repetition = Repetition::Draw(3);
    const DRAWS: bool = true;

    fn start() -> Corridor {
        Corridor { pieces: [0, SQUARES - 1], to_move: Player::One, plies: 0 }
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if !(0..SQUARES).any(|to| self.can_step(to)) {
            return Some(Outcome::Win(self.to_move.opponent()));
        }
        (self.plies >= PLIES_TO_DRAW).then_some(Outcome::Draw)
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        (0..SQUARES).filter(|&to| self.can_step(to)).try_for_each(|to| visit(Step(to)))
    }

    fn play_unchecked(&mut self, mv: Step) {
        self.pieces[self.to_move.index()] = mv.0;
        self.to_move = self.to_move.opponent();
        self.plies = self.plies.saturating_add(1);
    }

    fn key_from_scratch(&self) -> u64 {
        let [x, o] = self.pieces.map(u64::from);
        let number = 1 + x + 256 * o + 65_536 * self.to_move.index() as u64;
        // An odd factor keeps different numbers different.
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn reversible_plies(&self) -> usize {
        self.plies.into()
    }

    fn plies_to_draw(&self) -> Option<u16> {
        Some(PLIES_TO_DRAW.saturating_sub(self.plies).into())
    }

    fn parse_move(&self, text: &str) -> Result<Step, TextError> {
        match text.as_bytes() {
            [letter @ b'a'..=b'h'] => Ok(Step(letter - b'a')),
            _ => Err(TextError::new("move", text, "a letter from a to h")),
        }
    }

    fn move_text(&self, mv: Step) -> String {
        char::from(b'a'.saturating_add(mv.0)).to_string()
    }
}

impl fmt::Display for Corridor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, o] = self.pieces;
        let letter = |square| match square {
            _ if square == x => 'x',
            _ if square == o => 'o',
            _ => '.',
        };
        let corridor: String = (0..SQUARES).map(letter).collect();
        let side = ['x', 'o'][self.to_move.index()];
        write!(f, "{corridor} {side} {}", self.plies)
    }
}

impl FromStr for Corridor {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new("position", text, "such as x......o x 0");
        let mut fields = text.split(' ');
        let corridor = fields.next().unwrap_or_default();
        let square = |piece| corridor.find(piece).map(|at| at as u8);
        let (Some(x), Some(o)) = (square('x'), square('o')) else { return Err(wrong()) };
        let to_move = if fields.next() == Some("o") { Player::Two } else { Player::One };
        let plies = fields.next().and_then(|plies| plies.parse().ok());
        let plies = plies.filter(|plies| *plies <= PLIES_TO_DRAW).ok_or_else(wrong)?;
        let position = Corridor { pieces: [x, o], to_move, plies };
        if position.text() == text { Ok(position) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn conformance_suite() {
        conformance::check::<Corridor>(20, 1);
    }

    #[test]
    fn wrong_texts_are_refused() {
        for text in ["", "x......o", "x......o z 0", "x......o x 41", "x......o x 0 ", "xo x 0"] {
            assert!(Corridor::from_text(text).is_err(), "{text:?}");
        }
        assert!(Corridor::start().parse_move("i").is_err());
    }
}
