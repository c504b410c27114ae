//! Hexapawn (Martin Gardner, 1962) on 4x4, without draws and repetitions: a small but complete
//! board game that can be drawn, explained, packed and mirrored.
//!
//! White's pawns (player one) go up and Black's go down: a step straight ahead onto an empty
//! square, or one diagonally ahead that captures. A side wins when it reaches the far rank, takes
//! the last enemy pawn, or leaves the other side without a move.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::board::{Bits, Square, mix, parse_rows, parse_square, rows_text};
use crate::{Game, Outcome, Pack, PackedMove, Player, Repetition, Symmetric, TextError};

const SIZE: u8 = 4;
const BOARD: u64 = 0xffff;
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
pub struct Hexapawn {
    /// The pawns of both sides, as [`Bits`].
    pawns: [u64; 2],
    to_move: Player,
}

/// A step of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PawnStep {
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
}

impl PackedMove for PawnStep {
    fn to_bits(self) -> u32 {
        u32::from(self.from.index() | self.to.index() << 4)
    }

    /// Bits above the eighth are ignored.
    fn from_bits(bits: u32) -> PawnStep {
        let [from, to] = [bits as u8 & 15, bits as u8 >> 4].map(Square::new);
        PawnStep { from, to }
    }

    fn target(self) -> usize {
        self.to.into()
    }
}

impl Hexapawn {
    /// The squares of a side's pawns, see [`Bits`].
    #[must_use]
    pub fn pawns(&self, player: Player) -> u64 {
        self.pawns[player.index()]
    }

    /// The letter of the pawn on a square.
    #[must_use]
    pub fn letter(&self, square: Square) -> Option<char> {
        let side = self.pawns.iter().position(|pawns| pawns.contains(square));
        side.map(|side| LETTERS[side])
    }

    /// Whether a side has a pawn on its far rank.
    fn is_through(&self, player: Player) -> bool {
        self.pawns(player) & FAR_RANKS[player.index()] != 0
    }

    /// The squares straight ahead and those diagonally ahead.
    fn ahead(&self, squares: u64) -> [u64; 2] {
        let ahead = match self.to_move {
            Player::One => squares << SIZE & BOARD,
            Player::Two => squares >> SIZE,
        };
        [ahead, (ahead & !FIRST_FILE) >> 1 | (ahead & !LAST_FILE) << 1]
    }

    /// The target squares of the mover's pawns on these squares.
    fn targets(&self, squares: u64) -> u64 {
        let (own, enemy) = (self.pawns(self.to_move), self.pawns(self.to_move.opponent()));
        let [ahead, diagonal] = self.ahead(squares & own);
        ahead & !(own | enemy) | diagonal & enemy
    }

    /// A different number for each position.
    fn number(&self) -> u64 {
        self.pawns[0] | self.pawns[1] << 16 | (self.to_move.index() as u64) << 32
    }

    /// The position with these pawns; `None` if two are on one square, or the side to move has
    /// already won.
    fn new(pawns: [u64; 2], to_move: Player) -> Option<Hexapawn> {
        let position = Hexapawn { pawns, to_move };
        let has_won = position.is_through(to_move) || position.pawns(to_move.opponent()) == 0;
        (pawns[0] & pawns[1] == 0 && !has_won).then_some(position)
    }
}

impl Game for Hexapawn {
    type Move = PawnStep;

    const NAME: &'static str = "hexapawn";
    const REPETITION: Repetition = Repetition::Impossible;
    const DRAWS: bool = false;

    fn start() -> Hexapawn {
        Hexapawn { pawns: [0x000f, 0xf000], to_move: Player::One }
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        // The side that has just moved; it also wins if the other side has no pawn.
        let last = self.to_move.opponent();
        let has_won = self.is_through(last) || self.targets(BOARD) == 0;
        has_won.then_some(Outcome::Win(last))
    }

    fn visit_moves(&self, visit: &mut impl FnMut(PawnStep) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for from in self.pawns(self.to_move).squares() {
            let mut targets = self.targets(u64::of(from)).squares();
            targets.try_for_each(|to| visit(PawnStep { from, to }))?;
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, PawnStep { from, to }: PawnStep) {
        let [mover, other] = [self.to_move, self.to_move.opponent()];
        self.pawns[mover.index()] ^= u64::of(from) | u64::of(to);
        self.pawns[other.index()] &= !u64::of(to);
        self.to_move = other;
    }

    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn key_from_scratch(&self) -> u64 {
        // `mix` keeps different numbers different.
        mix(self.number())
    }

    fn parse_move(&self, text: &str) -> Result<PawnStep, TextError> {
        let read = || {
            let (from, rest) = parse_square(text, SIZE)?;
            let (to, rest) = parse_square(rest, SIZE)?;
            rest.is_empty().then_some(PawnStep { from, to })
        };
        read().ok_or_else(|| TextError::new("move", text, "two squares, such as a1a2"))
    }

    fn move_text(&self, mv: PawnStep) -> String {
        [mv.from, mv.to].map(|square| square.name(SIZE).to_string()).concat()
    }

    fn why_illegal(&self, mv: PawnStep) -> Option<String> {
        let (own, [start, end]) =
            (self.pawns(self.to_move), [mv.from, mv.to].map(|square| square.name(SIZE)));
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
        let last = self.to_move.opponent();
        self.outcome()?;
        let [winner, loser] = [last, self.to_move].map(|player| NAMES[player.index()]);
        Some(if self.is_through(last) {
            format!("{winner} has reached the far rank")
        } else if self.pawns(self.to_move) == 0 {
            format!("{loser} has no pawn left")
        } else {
            format!("{loser} has no move")
        })
    }
}

impl fmt::Display for Hexapawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = rows_text(SIZE, SIZE, |square| self.letter(square));
        write!(f, "{rows} {}", LETTERS[self.to_move.index()])
    }
}

impl FromStr for Hexapawn {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let read = || {
            let (rows, side) = text.split_once(' ')?;
            let mut pawns = [0; 2];
            let place = |square, letter| {
                let side = LETTERS.iter().position(|&known| known == letter);
                side.map(|side| pawns[side] |= u64::of(square)).is_some()
            };
            parse_rows(rows, SIZE, SIZE, place).ok()?;
            let is_side = |player: &Player| side == LETTERS[player.index()].to_string();
            Hexapawn::new(pawns, Player::BOTH.into_iter().find(is_side)?)
        };
        read().ok_or_else(|| TextError::new("position", text, "such as bbbb/4/4/wwww w"))
    }
}

impl Pack for Hexapawn {
    const PACKED_BYTES: usize = 5;

    fn pack(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.number().to_le_bytes()[..Self::PACKED_BYTES]);
    }

    fn unpack(bytes: &[u8]) -> Option<Hexapawn> {
        let [a, b, c, d, side] = *bytes else { return None };
        let [white, black] = [[a, b], [c, d]].map(|pawns| u16::from_le_bytes(pawns).into());
        Hexapawn::new([white, black], *Player::BOTH.get(usize::from(side))?)
    }
}

impl Symmetric for Hexapawn {
    /// The position itself and its mirror image.
    fn images(&self) -> Vec<Hexapawn> {
        let mirrored = |square: Square| {
            u64::of(Square::at(SIZE - 1 - square.file(SIZE), square.rank(SIZE), SIZE))
        };
        let pawns = self.pawns.map(|pawns| pawns.squares().map(mirrored).sum());
        vec![self.clone(), Hexapawn { pawns, to_move: self.to_move }]
    }
}
