//! The program zugi with one more game, tic-tac-toe; docs/guides/add-a-game.md explains how to add
//! a game. It has only its rules, which is enough for a session, perft, a replay, and matches with
//! this program as the referee. A command that needs more says which capability is missing.
//!
//! ```sh
//! cargo run --example tic_tac_toe -- perft 9 --variant tic-tac-toe
//! ```

use std::fmt;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::str::FromStr;

use zugi::cli::run;
use zugi::game::{Game, Outcome, PackedMove, Player, Repetition, TextError, Variant};

fn main() -> ExitCode {
    run(&zugi::registry().with(Variant::new::<TicTacToe>()))
}

/// The number of files, and of ranks.
const LENGTH: usize = 3;

/// The set of all squares: bit 0 is a1, bit 1 is b1, bit 8 is c3.
const ALL: u16 = 0x1ff;

/// The rows, the columns and the diagonals.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The letters of the sides, player one's first.
const LETTERS: [char; 2] = ['x', 'o'];

/// A position: the squares of each side. Player one, `x`, begins, so the numbers of squares give
/// the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct TicTacToe {
    squares: [u16; 2],
}

/// A move: the index of a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Place(u8);

impl PackedMove for Place {
    fn to_bits(self) -> u32 {
        self.0.into()
    }

    fn from_bits(bits: u32) -> Place {
        Place((bits % 16) as u8)
    }

    fn target(self) -> usize {
        self.0.into()
    }
}

impl TicTacToe {
    fn empty(&self) -> u16 {
        ALL & !(self.squares[0] | self.squares[1])
    }

    fn has_line(&self, player: Player) -> bool {
        LINES.iter().any(|line| self.squares[player.index()] & line == *line)
    }

    /// Whether the position can occur in a game.
    fn is_possible(&self) -> bool {
        let [x, o] = self.squares.map(u16::count_ones);
        // A line must come from the last move.
        (x == o && !self.has_line(Player::One)) || (x == o + 1 && !self.has_line(Player::Two))
    }
}

impl Game for TicTacToe {
    type Move = Place;

    const NAME: &'static str = "tic-tac-toe";
    const REPETITION: Repetition = Repetition::Impossible;
    const DRAWS: bool = true;

    fn start() -> TicTacToe {
        TicTacToe { squares: [0; 2] }
    }

    fn to_move(&self) -> Player {
        let [x, o] = self.squares.map(u16::count_ones);
        if x > o { Player::Two } else { Player::One }
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = [Player::One, Player::Two].into_iter().find(|player| self.has_line(*player));
        won.map(Outcome::Win).or((self.empty() == 0).then_some(Outcome::Draw))
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Place) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let empty = self.empty();
        (0..9).filter(|square| empty & (1 << square) != 0).try_for_each(|at| visit(Place(at)))
    }

    fn play_unchecked(&mut self, mv: Place) {
        self.squares[self.to_move().index()] |= (1 << mv.0) & ALL;
    }

    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        let [x, o] = self.squares.map(u64::from);
        // A product with an odd number, so that different positions have different keys.
        (1 + x + (o << 9)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn parse_move(&self, text: &str) -> Result<Place, TextError> {
        match text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => {
                Ok(Place(LENGTH as u8 * (row - b'1') + column - b'a'))
            }
            _ => Err(TextError::new("move", text, "a square such as b2")),
        }
    }

    fn move_text(&self, mv: Place) -> String {
        let (column, row) = (mv.0 % LENGTH as u8, mv.0 / LENGTH as u8);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square: usize| {
            let side = self.squares.iter().position(|squares| squares & (1 << square) != 0);
            side.map_or('.', |side| LETTERS[side])
        };
        let row = |row: usize| (LENGTH * row..LENGTH * (row + 1)).map(letter).collect::<String>();
        f.write_str(&(0..LENGTH).rev().map(row).collect::<Vec<_>>().join("/"))
    }
}

impl FromStr for TicTacToe {
    type Err = TextError;

    /// The rows from the top, such as `x.o/.x./...`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new("position", text, "such as x.o/.x./...");
        let mut position = TicTacToe::start();
        let rows: Vec<&str> = text.split('/').collect();
        for (row, letters) in rows.iter().rev().enumerate() {
            for (column, letter) in letters.chars().enumerate() {
                let Some(side) = LETTERS.iter().position(|known| *known == letter) else {
                    continue;
                };
                let square = 1_u16.checked_shl((LENGTH * row + column) as u32);
                position.squares[side] |= square.ok_or_else(wrong)?;
            }
        }
        // Any other text of the same position is refused.
        let is_fine = position.is_possible() && position.text() == text;
        if is_fine { Ok(position) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use zugi::game::conformance;

    use super::*;

    #[test]
    fn conformance_suite() {
        conformance::check::<TicTacToe>(20, 1);
    }

    #[test]
    fn all_games_are_counted() {
        fn games(position: &TicTacToe) -> u32 {
            let moves = position.moves().into_iter();
            moves.map(|mv| games(&position.after(mv))).sum::<u32>().max(1)
        }
        assert_eq!(games(&TicTacToe::start()), 255_168);
    }

    #[test]
    fn wrong_texts_are_refused() {
        let wrong = ".../... .../.../..o xx./.../... xxx/ooo/... xxx/oo./o.. .../.../...x x../o/..";
        for text in wrong.split(' ').chain(["", " .../.../...", ".../.../..é", ".../.../.../x.."])
        {
            assert!(TicTacToe::from_text(text).is_err(), "{text:?}");
        }
        assert!(TicTacToe::from_text("xxx/oo./...").is_ok());
        assert!(TicTacToe::start().parse_move("d1").is_err());
    }
}
