//! Hexapawn (Martin Gardner, 1962) on 4x4, without draws and repetitions: a small but complete
//! board game that can be shown, explained, packed and mirrored.
//!
//! White's pawns (player one) go up and Black's go down: a step straight ahead onto an empty
//! square, or one diagonally ahead that captures. A side wins when it reaches the far rank, takes
//! the last enemy pawn, or leaves the other side without a move.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::board::{Bits, FromTo, Square, TwoSides};
use crate::{Game, Outcome, Pack, Player, Repetition, TextError};

const SIZE: u8 = 4;
const FIRST_FILE: u64 = 0x1111;
const LAST_FILE: u64 = 0x8888;
/// The goals of White and Black.
const FAR_RANKS: [u64; 2] = [0xf000, 0x000f];

const LETTERS: [char; 2] = ['w', 'b'];
const NAMES: [&str; 2] = ["White", "Black"];

/// A position: the pawns and the side to move.
///
/// ```
/// use zugi_game::{Game, Outcome, Player, toy::Hexapawn};
/// let start = Hexapawn::start();
/// assert_eq!(start.after(start.parse_move("b1b2")?).text(), "bbbb/4/1w2/w1ww b");
/// let won = Hexapawn::from_text("w1b1/4/4/4 b")?;
/// assert_eq!(won.outcome(), Some(Outcome::Win(Player::One)));
/// # Ok::<(), zugi_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hexapawn(Board);

type Board = TwoSides<SIZE, SIZE>;

/// A step of a pawn.
pub type PawnStep = FromTo<SIZE>;

impl Hexapawn {
    /// The squares of a side's pawns, see [`Bits`].
    #[must_use]
    pub fn pawns(&self, player: Player) -> u64 {
        self.0.of(player)
    }

    /// The letter of the pawn on a square.
    #[must_use]
    pub fn letter(&self, square: Square) -> Option<char> {
        self.0.letter(square, LETTERS)
    }

    /// Whether a side has a pawn on its far rank.
    fn is_through(&self, player: Player) -> bool {
        self.pawns(player) & FAR_RANKS[player.index()] != 0
    }

    /// The squares straight ahead and those diagonally ahead.
    fn ahead(&self, squares: u64) -> [u64; 2] {
        let ahead = match self.0.to_move {
            Player::One => squares << SIZE & Board::BOARD,
            Player::Two => squares >> SIZE,
        };
        [ahead, (ahead & !FIRST_FILE) >> 1 | (ahead & !LAST_FILE) << 1]
    }

    /// The target squares of the mover's pawns on these squares.
    fn targets(&self, squares: u64) -> u64 {
        let [own, enemy] = self.0.own_and_enemy();
        let [ahead, diagonal] = self.ahead(squares & own);
        ahead & !(own | enemy) | diagonal & enemy
    }

    /// The position with this board; `None` if the side to move has already won.
    fn new(board: Board) -> Option<Hexapawn> {
        let (position, other) = (Hexapawn(board), board.to_move.opponent());
        let has_won = position.is_through(board.to_move) || board.of(other) == 0;
        (!has_won).then_some(position)
    }
}

impl Game for Hexapawn {
    type Move = PawnStep;

    const NAME: &'static str = "hexapawn";
    const REPETITION: Repetition = Repetition::Impossible;
    const DRAWS: bool = false;

    fn start() -> Hexapawn {
        Hexapawn(Board { pieces: [0x000f, 0xf000], to_move: Player::One })
    }

    fn to_move(&self) -> Player {
        self.0.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        // The side that has just moved. A side without pawns has no target squares, so taking the
        // last pawn wins, too.
        let last = self.0.to_move.opponent();
        let has_won = self.is_through(last) || self.targets(Board::BOARD) == 0;
        has_won.then_some(Outcome::Win(last))
    }

    fn visit_moves(&self, visit: &mut impl FnMut(PawnStep) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for from in self.pawns(self.0.to_move).squares() {
            let mut targets = self.targets(u64::of(from)).squares();
            targets.try_for_each(|to| visit(FromTo { from, to }))?;
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, FromTo { from, to }: PawnStep) {
        let [mover, other] = [self.0.to_move, self.0.to_move.opponent()];
        self.0.pieces[mover.index()] ^= u64::of(from) | u64::of(to);
        self.0.pieces[other.index()] &= !u64::of(to);
        self.0.to_move = other;
    }

    fn key_from_scratch(&self) -> u64 {
        self.0.key()
    }

    fn parse_move(&self, text: &str) -> Result<PawnStep, TextError> {
        text.parse()
    }

    fn move_text(&self, mv: PawnStep) -> String {
        mv.to_string()
    }

    fn why_illegal(&self, mv: PawnStep) -> Option<String> {
        let (own, [start, end]) =
            (self.pawns(self.0.to_move), [mv.from, mv.to].map(|square| square.name(SIZE)));
        let [ahead, diagonal] = self.ahead(u64::of(mv.from));
        Some(match mv.to {
            _ if self.is_legal(mv) => return None,
            _ if self.outcome().is_some() => "the game is over".to_owned(),
            _ if !own.contains(mv.from) => format!("no pawn of yours is on {start}"),
            to if ahead.contains(to) => format!("{end} is not empty"),
            to if diagonal.contains(to) => format!("there is nothing to capture on {end}"),
            _ => format!("{end} is not one step ahead of {start}"),
        })
    }

    fn ended(&self) -> Option<String> {
        let last = self.0.to_move.opponent();
        self.outcome()?;
        let [winner, loser] = [last, self.0.to_move].map(|player| NAMES[player.index()]);
        Some(if self.is_through(last) {
            format!("{winner} has reached the far rank")
        } else if self.pawns(self.0.to_move) == 0 {
            format!("{loser} has no pawn left")
        } else {
            format!("{loser} has no move")
        })
    }

    fn images(&self) -> Vec<Hexapawn> {
        vec![self.clone(), Hexapawn(self.0.mirrored())]
    }
}

impl fmt::Display for Hexapawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text(LETTERS))
    }
}

impl FromStr for Hexapawn {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let read = || Hexapawn::new(Board::parse(text, LETTERS)?);
        read().ok_or_else(|| TextError::new("position", text, "such as bbbb/4/4/wwww w"))
    }
}

impl Pack for Hexapawn {
    const PACKED_BYTES: usize = Board::PACKED_BYTES;

    fn pack(&self, bytes: &mut [u8]) {
        self.0.pack(bytes);
    }

    fn unpack(bytes: &[u8]) -> Option<Hexapawn> {
        Hexapawn::new(Board::unpack(bytes)?)
    }
}
