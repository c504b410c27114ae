//! The rules of Zoka: pieces turned over at random, walls of Zokers, and Scorers behind them.
//!
//! Two to four seats play in two sides, on 8x8 or 10x10. Each seat has 12 pieces, 6 Zokers and 6
//! Scorers of the values 1 to 6. Adjacent squares, lines and steps are along files and ranks;
//! diagonals do not matter.
//!
//! - The pieces begin face down, shuffled. All seats turn over their first piece, and the seat with
//!   the highest Scorer starts; if there is no single highest one, all turn over the next.
//! - A turn has one action: turn over the next piece into the hand; place a piece from the hand on
//!   an empty square that is not adjacent to an enemy piece; step to an adjacent empty square;
//!   strike with a Zoker the first piece on a line, which must be an enemy Scorer; or pass. A piece
//!   that has moved may not go straight back in the seat's next turn.
//! - A Scorer adjacent to an enemy Zoker is held: it cannot act.
//! - A Scorer that is struck leaves the game, and the striker's side scores its value. The Zoker
//!   goes to its owner's Exchange area.
//! - A Scorer is *protected* if the region around it, up to Zokers of its side and the edge, has no
//!   enemy piece, and *perfectly protected* if no enemy Zoker can be placed there either.
//! - While a side has a perfectly protected Scorer at the start of a turn, its Zokers slide and
//!   strike two Scorers on a line (one of them may be its own), and its Scorers jump over a Zoker
//!   of the side to a perfectly protected square and change places with a piece of the Exchange
//!   area.
//! - When a seat has placed its last piece, every other seat has one more turn, and the game is
//!   over. It is also over after twice as many passes in a row as there are seats, and after
//!   [`QUIET_TURNS`] turns in a row without a turn-over, a placement or a strike.
//! - A side scores its protected Scorers on the board and the Scorers that it has struck. The
//!   higher score wins, and equal ones are a draw.
//!
//! # Sides
//! In `zoka` each seat is a side; in `zoka-2v2` seats 1 and 3 are one. A solo player plays against
//! all others and has two turns in a row: seat 1 in `zoka-1v2`; in `zoka-3` and `zoka-4` the first
//! seat that places a piece, see [`ZokaVariant`].
//!
//! # What the implementation relies on
//! - A line of face-down pieces is ordered or a set, see [`FaceDown`]. A turn-over from an ordered
//!   line is one move. A turn-over from a set has one move for each kind of piece in it, and chance
//!   decides among them, see [`Chance`](zugi_game::Chance).
//! - The number of quiet turns is part of the position, but not of its key: a position may occur
//!   again within these turns without any effect. The passes in a row are part of the key.

mod chance;
mod end;
mod explain;
mod grid;
mod look;
mod movegen;
mod moves;
mod notation;
mod pack;
mod parse_position;
mod pieces;
mod play;
mod protection;
mod variants;

use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square, SquareName, key_table, mix};
use zugi_game::{Game, Outcome, Player, Repetition, TextError};

pub use end::FARTHEST_END;
pub use grid::{Grid, GridDirection, Narrow, Wide};
pub use moves::{ZokaAction, ZokaMove};
pub use pieces::{FaceDown, PieceSet, ZokaPiece};
pub use protection::SidePieces;
pub use variants::{
    FourSeats, OneAgainstTwo, SoloRule, ThreeSeats, TwoAgainstTwo, TwoSeats, ZokaVariant,
};

pub type Zoka = ZokaPosition<TwoSeats>;
pub type Zoka3 = ZokaPosition<ThreeSeats>;
pub type Zoka4 = ZokaPosition<FourSeats>;
pub type Zoka1v2 = ZokaPosition<OneAgainstTwo>;
pub type Zoka2v2 = ZokaPosition<TwoAgainstTwo>;

/// The game ends after this number of turns in a row without a turn-over, a placement or a strike.
pub const QUIET_TURNS: u8 = 200;

const MOST_SEATS: usize = 4;

pub(crate) type SetOf<V> = <<V as ZokaVariant>::Grid as Grid>::Set;

/// The square of a Scorer that is not on the board.
const OFF_BOARD: Square = Square::new(u8::MAX);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct SeatState<S> {
    zokers: S,
    scorers: S,
    /// The squares of its Scorers, by value.
    squares: [Square; 6],
    line: FaceDown,
    hand: PieceSet,
    exchange: PieceSet,
    /// The move that it may not make in its next turn.
    back: Option<(Square, Square)>,
}

impl<S: Bits> SeatState<S> {
    fn piece(&self, square: Square) -> Option<ZokaPiece> {
        if self.zokers.contains(square) {
            return Some(ZokaPiece::ZOKER);
        }
        let value = self.squares.iter().position(|&at| at == square)?;
        ZokaPiece::of(value as u32 + 1)
    }

    /// Whether no piece is left to turn over or place.
    fn has_placed_all(&self) -> bool {
        self.line.set().is_empty() && self.hand.is_empty()
    }
}

/// A position of Zoka in one of its variants.
///
/// ```
/// use zugi_game::{Game, Player};
/// use zugi_zoka::Zoka;
///
/// let start = Zoka::start();
/// // Whoever has the highest Scorer starts, with a turn-over, a placement or a pass.
/// assert!(start.is_legal(start.parse_move("t")?));
/// assert!(!start.is_legal(start.parse_move("a1a2")?));
/// # Ok::<(), zugi_game::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ZokaPosition<V: ZokaVariant> {
    /// The seats of the variant, then empty ones.
    seats: [SeatState<SetOf<V>>; MOST_SEATS],
    turn: u8,
    again: bool,
    /// The solo seat, if it is known.
    solo: Option<u8>,
    struck: [u16; 2],
    quiet: u8,
    /// The passes in a row.
    passes: u8,
    left: Option<u8>,
    board_key: u64,
}

static PIECE_KEYS: [u64; MOST_SEATS * 7 * 128] = key_table(0x20ca);

#[inline(always)]
fn piece_key(seat: usize, piece: ZokaPiece, square: Square) -> u64 {
    let piece = seat % MOST_SEATS * 7 + usize::from(piece.value());
    PIECE_KEYS[piece * 128 + usize::from(square.index() & 127)]
}

impl<V: ZokaVariant> ZokaPosition<V> {
    /// A position without pieces, with seat 1 to move.
    fn empty() -> Self {
        let seat = SeatState {
            zokers: SetOf::<V>::EMPTY,
            scorers: SetOf::<V>::EMPTY,
            squares: [OFF_BOARD; 6],
            line: FaceDown::default(),
            hand: PieceSet::EMPTY,
            exchange: PieceSet::EMPTY,
            back: None,
        };
        ZokaPosition {
            seats: [seat; MOST_SEATS],
            turn: 0,
            again: false,
            solo: (V::SOLO == SoloRule::SeatOne).then_some(0),
            struck: [0; 2],
            quiet: 0,
            passes: 0,
            left: None,
            board_key: 0,
        }
    }

    /// The side of a seat; while the solo seat is not known, as [`ZokaVariant::side`] assumes.
    #[must_use]
    #[inline(always)]
    pub fn side_of(&self, seat: usize) -> Player {
        V::side(seat, self.solo)
    }

    /// The face-down pieces of a seat, whose index must be less than [`ZokaVariant::SEATS`].
    #[must_use]
    #[inline]
    pub fn line(&self, seat: usize) -> FaceDown {
        self.seats[seat].line
    }

    #[must_use]
    #[inline]
    pub fn hand_of(&self, seat: usize) -> PieceSet {
        self.seats[seat].hand
    }

    #[must_use]
    #[inline]
    pub fn exchange_area(&self, seat: usize) -> PieceSet {
        self.seats[seat].exchange
    }

    #[must_use]
    #[inline]
    pub fn zokers(&self, seat: usize) -> SetOf<V> {
        self.seats[seat].zokers
    }

    /// The square of a seat's Scorer with this value, from 1 to 6; `None` if it is not on the
    /// board.
    #[must_use]
    #[inline]
    pub fn scorer(&self, seat: usize, value: u8) -> Option<Square> {
        let square = self.seats[seat].squares[usize::from(value - 1)];
        (square != OFF_BOARD).then_some(square)
    }

    /// The seat and the piece on a square.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<(usize, ZokaPiece)> {
        let seats = self.seats.iter().enumerate();
        seats.take(V::SEATS).find_map(|(seat, own)| Some((seat, own.piece(square)?)))
    }

    /// The next face-down piece of the seat to move, if the order is known.
    fn next_piece(&self) -> Option<ZokaPiece> {
        self.seats[usize::from(self.turn)].line.next()
    }

    fn square_name(square: Square) -> SquareName {
        square.name(V::Grid::SIZE)
    }

    /// Whether the seat to move has another turn after this one.
    #[must_use]
    #[inline]
    pub fn has_another_turn(&self) -> bool {
        self.again
    }

    /// The number of turns left, once a seat has placed its last piece.
    #[must_use]
    #[inline]
    pub fn turns_left(&self) -> Option<u8> {
        self.left
    }

    /// The number of turns in a row without a turn-over, a placement or a strike.
    #[must_use]
    #[inline]
    pub fn quiet_turns(&self) -> u8 {
        self.quiet
    }

    /// The values that player one and player two have struck.
    #[must_use]
    #[inline]
    pub fn struck(&self) -> [u16; 2] {
        self.struck
    }

    /// The key without the number of passes in a row, and without the moves straight back that the
    /// seats may not make. If two positions of a game have the same one, there was no progress.
    #[must_use]
    pub fn key_without_passes(&self) -> u64 {
        self.board_key ^ self.rest_key(false)
    }

    /// The key of all but the board, with or without what [`Self::key_without_passes`] leaves out.
    #[inline]
    fn rest_key(&self, with_waits: bool) -> u64 {
        let [one, two] = self.struck.map(u64::from);
        let number = |seat: Option<u8>| seat.map_or(0, |seat| u64::from(seat) + 1);
        let passes = if with_waits { self.passes } else { 0 };
        let clocks = u64::from(passes) | number(self.left) << 8;
        let turns = u64::from(self.turn) | u64::from(self.again) << 4 | number(self.solo) << 8;
        let rest = one << 48 | two << 32 | clocks << 16 | turns;
        self.seats.iter().take(V::SEATS).fold(mix(rest), |key, seat| {
            let back = seat.back.filter(|_| with_waits);
            let back = back.map_or(0, |(from, to)| {
                1 << 14 | u64::from(from.index()) << 7 | u64::from(to.index())
            });
            let sets = [seat.line.set(), seat.hand, seat.exchange];
            let word = sets.iter().fold(back, |word, set| word << 9 | set.bits());
            mix(mix(key ^ word).wrapping_add(seat.line.order_bits()))
        })
    }
}

impl<V: ZokaVariant> Game for ZokaPosition<V> {
    type Move = ZokaMove;

    const NAME: &'static str = V::NAME;
    const REPETITION: Repetition = Repetition::Allowed;
    const DRAWS: bool = true;

    fn start() -> Self {
        zugi_game::Chance::start_with(0)
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.side_of(usize::from(self.turn))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::of_scores(self.scores()))
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        usize::from(self.quiet)
    }

    #[inline]
    fn visit_moves(&self, visit: &mut impl FnMut(ZokaMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_turn_overs(visit)?;
        self.visit_others(visit)
    }

    fn play_unchecked(&mut self, mv: ZokaMove) {
        self.apply_action(mv.action());
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board_key ^ self.rest_key(true)
    }

    fn key_from_scratch(&self) -> u64 {
        let piece_keys = V::Grid::BOARD.squares().filter_map(|square| {
            let (seat, piece) = self.piece_at(square)?;
            Some(piece_key(seat, piece, square))
        });
        piece_keys.fold(self.rest_key(true), |key, piece| key ^ piece)
    }

    fn parse_move(&self, text: &str) -> Result<ZokaMove, TextError> {
        notation::parse_move(text, V::Grid::SIZE)
    }

    fn move_text(&self, mv: ZokaMove) -> String {
        notation::move_text(mv, V::Grid::SIZE)
    }

    fn why_illegal(&self, mv: ZokaMove) -> Option<String> {
        (!self.is_legal(mv)).then(|| self.objection(mv))
    }

    fn ended(&self) -> Option<String> {
        if self.left == Some(0) {
            let reason = "a player has placed the last piece, and all others had a turn";
            return Some(reason.to_owned());
        }
        if self.quiet >= QUIET_TURNS {
            return Some(format!("{QUIET_TURNS} turns with nothing turned over, placed or struck"));
        }
        self.is_over().then(|| format!("{} passes in a row", 2 * V::SEATS))
    }
}
