//! The rules and the notation of Breakthrough.
//!
//! White (player one) goes up and Black goes down. A piece steps one square ahead, straight or
//! diagonally, onto an empty square; it captures diagonally only. A side wins when it reaches the
//! far rank or takes the last enemy piece. Pieces never go back, so no position recurs.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use zugi_game::board::{Bits, FromTo, Square, TwoSides};
use zugi_game::{Game, Outcome, Pack, Player, Repetition, TextError};

/// The number of files, and of ranks.
pub(crate) const SIZE: u8 = 6;
/// A set has one bit for each square, from a1 on, so that a rank is two octal digits.
const FIRST_FILE: u64 = 0o01_01_01_01_01_01;
const LAST_FILE: u64 = 0o40_40_40_40_40_40;
/// The goals of White and Black.
const FAR_RANKS: [u64; 2] = [0o77_00_00_00_00_00, 0o77];
pub(crate) const LETTERS: [char; 2] = ['w', 'b'];

type Board = TwoSides<SIZE, SIZE>;

/// A step or a capture.
pub type Advance = FromTo<SIZE>;

/// A position: the pieces and the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Breakthrough(pub(crate) Board);

/// The squares straight ahead of these ones, and those diagonally ahead, for a side.
pub(crate) fn ahead(squares: u64, player: Player) -> [u64; 2] {
    let straight = match player {
        Player::One => squares << SIZE & Board::BOARD,
        Player::Two => squares >> SIZE,
    };
    [straight, (straight & !FIRST_FILE) >> 1 | (straight & !LAST_FILE) << 1]
}

impl Breakthrough {
    /// The position with this board; `None` if the side to move has already won.
    fn new(board: Board) -> Option<Breakthrough> {
        Some(Breakthrough(board)).filter(|position| !position.has_won(board.to_move))
    }

    /// The squares to which the mover's piece on this one may go.
    fn targets(&self, from: Square) -> u64 {
        let [own, enemy] = self.0.own_and_enemy();
        let [straight, diagonal] = ahead(u64::of(from), self.0.to_move);
        straight & !(own | enemy) | diagonal & !own
    }

    /// Whether a side has reached its far rank, or the other one has no piece.
    fn has_won(&self, player: Player) -> bool {
        let is_through = self.0.of(player) & FAR_RANKS[player.index()] != 0;
        is_through || self.0.of(player.opponent()) == 0
    }
}

impl Game for Breakthrough {
    type Move = Advance;

    const NAME: &'static str = "breakthrough";
    const REPETITION: Repetition = Repetition::Impossible;
    const DRAWS: bool = false;

    fn start() -> Breakthrough {
        let pieces = [0o77_77, 0o77_77_00_00_00_00];
        Breakthrough(Board { pieces, to_move: Player::One })
    }

    fn to_move(&self) -> Player {
        self.0.to_move
    }

    /// A side with a piece has a move: no own piece is ahead of its foremost piece, which can go
    /// diagonally.
    fn outcome(&self) -> Option<Outcome> {
        let last = self.to_move().opponent();
        self.has_won(last).then_some(Outcome::Win(last))
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Advance) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for from in self.0.of(self.to_move()).squares() {
            self.targets(from).squares().try_for_each(|to| visit(FromTo { from, to }))?;
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, FromTo { from, to }: Advance) {
        let [mover, other] = [self.to_move(), self.to_move().opponent()];
        self.0.pieces[mover.index()] ^= u64::of(from) | u64::of(to);
        self.0.pieces[other.index()] &= !u64::of(to);
        self.0.to_move = other;
    }

    fn key_from_scratch(&self) -> u64 {
        self.0.key()
    }

    fn parse_move(&self, text: &str) -> Result<Advance, TextError> {
        text.parse()
    }

    fn move_text(&self, mv: Advance) -> String {
        mv.to_string()
    }

    fn images(&self) -> Vec<Breakthrough> {
        vec![self.clone(), Breakthrough(self.0.mirrored())]
    }

    fn why_illegal(&self, mv: Advance) -> Option<String> {
        let [start, end] = [mv.from, mv.to].map(|square| square.name(SIZE));
        let own = self.0.of(self.to_move());
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text(LETTERS))
    }
}

impl FromStr for Breakthrough {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let expected = "such as bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w";
        let read = || Breakthrough::new(Board::parse(text, LETTERS)?);
        read().ok_or_else(|| TextError::new("position", text, expected))
    }
}

impl Pack for Breakthrough {
    const PACKED_BYTES: usize = Board::PACKED_BYTES;

    fn pack(&self, bytes: &mut [u8]) {
        self.0.pack(bytes);
    }

    fn unpack(bytes: &[u8]) -> Option<Breakthrough> {
        Breakthrough::new(Board::unpack(bytes)?)
    }
}
