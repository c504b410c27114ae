//! The rules of Breakthrough, and how positions and moves are written.
//!
//! White (player one) goes up and Black goes down. A piece steps one square ahead, straight or
//! diagonally, onto an empty square; it captures diagonally only. Who reaches the far rank or
//! takes the last enemy piece wins. Pieces never go back, so that no position recurs.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use zugi_game::board::{Bits, Square, SquareName, mix, parse_rows, parse_square, rows_text};
use zugi_game::{Game, Outcome, PackedMove, Player, Repetition, TextError};

/// The number of files, and of ranks.
pub(crate) const SIZE: u8 = 6;
/// Sets of squares have a bit for each from a1 on: two octal digits are a rank.
const BOARD: u64 = 0o77_77_77_77_77_77;
const FIRST_FILE: u64 = 0o01_01_01_01_01_01;
const LAST_FILE: u64 = 0o40_40_40_40_40_40;
/// The ranks that White and Black are to reach.
const FAR_RANKS: [u64; 2] = [0o77_00_00_00_00_00, 0o77];
/// The letters of White and Black.
pub(crate) const LETTERS: [char; 2] = ['w', 'b'];

/// A position: the pieces and the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Breakthrough {
    /// The squares of White's and of Black's pieces.
    pieces: [u64; 2],
    to_move: Player,
}

/// A piece goes from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Advance {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl PackedMove for Advance {
    fn to_bits(self) -> u32 {
        u32::from(self.from.index()) | u32::from(self.to.index()) << 6
    }

    /// Bits above the twelfth are ignored. The squares may lie beyond the board.
    fn from_bits(bits: u32) -> Advance {
        let [from, to] = [bits & 63, bits >> 6 & 63].map(|index| Square::new(index as u8));
        Advance { from, to }
    }

    fn target(self) -> usize {
        self.to.into()
    }
}

/// A square as it is written, such as `b2`.
pub(crate) fn name(square: Square) -> SquareName {
    square.name(SIZE)
}

/// The squares straight ahead of these ones, and those diagonally ahead, as a side goes.
pub(crate) fn ahead(squares: u64, player: Player) -> [u64; 2] {
    let straight = match player {
        Player::One => squares << SIZE & BOARD,
        Player::Two => squares >> SIZE,
    };
    [straight, (straight & !FIRST_FILE) >> 1 | (straight & !LAST_FILE) << 1]
}

impl Breakthrough {
    /// The squares of a side's pieces, see [`Bits`].
    #[must_use]
    pub fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    /// The letter of the piece on a square.
    pub(crate) fn letter(&self, square: Square) -> Option<char> {
        let side = self.pieces.iter().position(|pieces| pieces.contains(square));
        side.map(|side| LETTERS[side])
    }

    /// The squares to which the mover's piece on this one may go.
    fn targets(&self, from: Square) -> u64 {
        let (own, enemy) = (self.pieces(self.to_move), self.pieces(self.to_move.opponent()));
        let [straight, diagonal] = ahead(u64::of(from), self.to_move);
        straight & !(own | enemy) | diagonal & !own
    }

    /// Whether a side has reached its far rank, or the other one has no piece.
    fn has_won(&self, player: Player) -> bool {
        let is_through = self.pieces(player) & FAR_RANKS[player.index()] != 0;
        is_through || self.pieces(player.opponent()) == 0
    }
}

impl Game for Breakthrough {
    type Move = Advance;

    const NAME: &'static str = "breakthrough";
    const REPETITION: Repetition = Repetition::Impossible;
    const DRAWS: bool = false;

    fn start() -> Breakthrough {
        Breakthrough { pieces: [0o77_77, 0o77_77_00_00_00_00], to_move: Player::One }
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Who is to move has a move, or else no piece: a side's foremost piece has none of its own
    /// ahead, and can go diagonally.
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move.opponent();
        self.has_won(last).then_some(Outcome::Win(last))
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Advance) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for from in self.pieces(self.to_move).squares() {
            self.targets(from).squares().try_for_each(|to| visit(Advance { from, to }))?;
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, Advance { from, to }: Advance) {
        let [mover, other] = [self.to_move, self.to_move.opponent()];
        self.pieces[mover.index()] ^= u64::of(from) | u64::of(to);
        self.pieces[other.index()] &= !u64::of(to);
        self.to_move = other;
    }

    /// Two words are quickly mixed anew: nothing is kept up to date.
    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        let [white, black] = self.pieces;
        mix(mix(white | (self.to_move.index() as u64) << 63) ^ black)
    }

    fn parse_move(&self, text: &str) -> Result<Advance, TextError> {
        let read = || {
            let (from, rest) = parse_square(text, SIZE)?;
            let (to, rest) = parse_square(rest, SIZE)?;
            rest.is_empty().then_some(Advance { from, to })
        };
        read().ok_or_else(|| TextError::new("move", text, "two squares, such as b2c3"))
    }

    fn move_text(&self, mv: Advance) -> String {
        format!("{}{}", name(mv.from), name(mv.to))
    }

    fn why_illegal(&self, mv: Advance) -> Option<String> {
        let (own, [start, end]) = (self.pieces(self.to_move()), [mv.from, mv.to].map(name));
        let [straight, diagonal] = ahead(u64::of(mv.from), self.to_move());
        let near = straight | diagonal;
        Some(match mv.to {
            _ if self.is_legal(mv) => return None,
            _ if self.outcome().is_some() => "the game is over".to_owned(),
            _ if !own.contains(mv.from) => format!("no piece of yours is on {start}"),
            to if !near.contains(to) => format!("{end} is not one step ahead of {start}"),
            to if own.contains(to) => format!("a piece of yours is on {end}"),
            _ => format!("{end} is not empty, and captures are diagonal"),
        })
    }
}

impl fmt::Display for Breakthrough {
    /// The rows from the top, and the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = rows_text(SIZE, SIZE, |square| self.letter(square));
        write!(f, "{rows} {}", LETTERS[self.to_move.index()])
    }
}

impl FromStr for Breakthrough {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let read = || {
            let (rows, side) = text.split_once(' ')?;
            let mut pieces = [0; 2];
            let place = |square, letter| {
                let side = LETTERS.iter().position(|&known| known == letter);
                side.map(|side| pieces[side] |= u64::of(square)).is_some()
            };
            parse_rows(rows, SIZE, SIZE, place).ok()?;
            let is_side = |player: &Player| side == LETTERS[player.index()].to_string();
            let to_move = Player::BOTH.into_iter().find(is_side)?;
            // Who has won does not move again.
            Some(Breakthrough { pieces, to_move }).filter(|position| !position.has_won(to_move))
        };
        let expected = "such as bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w";
        read().ok_or_else(|| TextError::new("position", text, expected))
    }
}
