//! The rules of Zombies vs Princesses Draughts.
//!
//! - White (player one, princesses) starts from the corner `a1` with nine pieces, Black (player
//!   two, zombies) from `h8` with four, on the dark squares: those of the colour of `a1`. Forwards
//!   is along the diagonal to the other corner.
//! - A step goes forwards or sideways to an empty neighbour; a promoted piece (a queen, or a zombie
//!   with a brain) may also go backwards.
//! - A jump over a neighbouring enemy piece to the empty square behind it captures, in any
//!   direction in which the piece may step. Captures are compulsory, and the piece must jump on if
//!   it can; the choice of capture and path is free.
//! - White removes captured pieces. Black replaces them by zombies without a brain.
//! - A piece that reaches the other side's corner is promoted.
//! - A player to move without a piece or a move has lost. The game is drawn after 80 plies in a row
//!   without a capture, a promotion or a forward move of an unpromoted piece, and by the third
//!   occurrence of a position, which [`History`](zugi_game::History) counts.
//!
//! # What the rules leave open
//! - A side without pieces has lost, even if the other side is to move. In play a side without
//!   pieces is always to move; in a position that was set up the other side may be.
//! - A player who cannot move after the eightieth quiet ply has lost: this rule comes before the
//!   draw by quiet plies.
//! - An unpromoted piece in the other side's corner and an empty board cannot arise; such position
//!   texts are refused. Numbers of pieces are not limited.
//! - The number of quiet plies is part of the position, but not of its key, and does not matter for
//!   repetitions. All plies that lead back to a position are quiet, because other plies cannot be
//!   taken back.
//! - Two paths with the same captures are two moves.
//! - A chain may come back to the square that the piece left, which is empty.
//! - It makes no difference when captured pieces are removed or replaced, or whether a piece
//!   promoted by a jump stops there. A jump leads two files and two ranks away, so no chain lands
//!   on a square that it could jump over; and a piece that jumps into a corner could only leave it
//!   by the reverse jump.

mod explain;
mod look;
pub mod movegen;
mod moves;
mod notation;
mod pack;

use std::ops::ControlFlow;

use zugi_game::board::{Bits, Square, Symmetry, key_table};
use zugi_game::{Game, Outcome, Player, Repetition, TextError};

use movegen::View;
pub use moves::{Direction, ZvpMove};

/// The length of the board.
const SIZE: u8 = 8;

/// The squares in use: every second one, from `a1`. Squares have the indices of the whole board, 0
/// for `a1` to 63 for `h8`.
pub const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The square on which a side's pieces are promoted: `h8` for White, `a1` for Black.
const GOALS: [u64; 2] = [1 << 63, 1];

/// The number of quiet plies in a row that draw the game.
pub const QUIET_PLIES_TO_DRAW: u8 = 80;

/// A position: the pieces, the side to move, and the number of quiet plies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Zvp {
    /// The pieces of White and of Black, promoted or not.
    pieces: [u64; 2],
    promoted: u64,
    to_move: Player,
    /// The plies since the last capture, promotion or forward move of an unpromoted piece.
    quiet: u8,
    key: u64,
}

const PIECE_KEYS: [[u64; 64]; 2] = [key_table(1), key_table(2)];
const PROMOTED_KEYS: [u64; 64] = key_table(3);
const BLACK_TO_MOVE_KEY: u64 = key_table::<1>(4)[0];

/// The exclusive or of the keys of a set's squares.
#[inline(always)]
fn keys_of(keys: &[u64; 64], set: u64) -> u64 {
    set.squares().fold(0, |all, square| all ^ keys[usize::from(square)])
}

/// The direction to the square on which a side's pieces are promoted.
#[inline(always)]
pub(crate) const fn forwards(player: Player) -> Direction {
    match player {
        Player::One => Direction::UpRight,
        Player::Two => Direction::DownLeft,
    }
}

impl Zvp {
    fn new(pieces: [u64; 2], promoted: u64, to_move: Player, quiet: u8) -> Zvp {
        let mut position = Zvp { pieces, promoted, to_move, quiet, key: 0 };
        position.key = position.key_from_scratch();
        position
    }

    /// The position with these pieces of White and of Black, of which `promoted` are promoted, and
    /// with 0 quiet plies. `None` if it cannot arise, see the rules of this module.
    ///
    /// ```
    /// use zugi_game::{Game, Player};
    /// use zugi_zvp::Zvp;
    /// let position = Zvp::with_pieces([1, 1 << 63], 1, Player::Two).unwrap();
    /// assert_eq!(position.text(), "7b/8/8/8/8/8/8/W7 b 0");
    /// assert_eq!(Zvp::with_pieces([1, 1], 0, Player::Two), None);
    /// ```
    #[must_use]
    pub fn with_pieces(pieces: [u64; 2], promoted: u64, to_move: Player) -> Option<Zvp> {
        let [white, black] = pieces;
        let all = white | black;
        let fits = all != 0 && all & !DARK == 0 && white & black == 0 && promoted & !all == 0;
        let at_goal = white & GOALS[0] | black & GOALS[1];
        (fits && at_goal & !promoted == 0).then(|| Zvp::new(pieces, promoted, to_move, 0))
    }

    /// The same position with this number of quiet plies.
    ///
    /// ```
    /// use zugi_game::Game;
    /// use zugi_zvp::Zvp;
    /// assert!(Zvp::start().with_quiet_plies(9).text().ends_with(" w 9"));
    /// ```
    #[must_use]
    pub fn with_quiet_plies(&self, quiet: u8) -> Zvp {
        Zvp { quiet, ..self.clone() }
    }

    /// The pieces of a side, promoted or not, as a set of dark squares.
    #[must_use]
    #[inline]
    pub fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    /// The promoted pieces of both sides.
    #[must_use]
    #[inline]
    pub fn promoted(&self) -> u64 {
        self.promoted
    }

    /// The number of quiet plies in a row, see [`QUIET_PLIES_TO_DRAW`].
    #[must_use]
    #[inline]
    pub fn quiet_plies(&self) -> u8 {
        self.quiet
    }

    #[must_use]
    #[inline(always)]
    pub fn view(&self, player: Player) -> View {
        let (own, enemy) = (self.pieces(player), self.pieces(player.opponent()));
        View {
            own,
            promoted: own & self.promoted,
            enemy,
            empty: DARK & !(own | enemy),
            forwards: forwards(player),
        }
    }

    /// The view of the side to move; `None` if a side has no pieces or the quiet plies have drawn
    /// the game.
    #[inline(always)]
    fn view_of_game(&self) -> Option<View> {
        let over = self.pieces.contains(&0) || self.quiet >= QUIET_PLIES_TO_DRAW;
        (!over).then(|| self.view(self.to_move))
    }

    /// Adds a side's pieces on squares where it has none, or removes them.
    #[inline(always)]
    fn toggle(&mut self, player: Player, set: u64) {
        self.pieces[player.index()] ^= set;
        self.key ^= keys_of(&PIECE_KEYS[player.index()], set);
    }

    #[inline(always)]
    fn toggle_promoted(&mut self, set: u64) {
        self.promoted ^= set;
        self.key ^= keys_of(&PROMOTED_KEYS, set);
    }
}

impl Game for Zvp {
    type Move = ZvpMove;

    const NAME: &'static str = "zvp";
    const REPETITION: Repetition = Repetition::Draw(3);
    const DRAWS: bool = true;

    fn start() -> Self {
        // The dark squares up to two steps forwards from a1, and up to one from h8.
        let within = |steps: u8| move |at: &Square| at.file(SIZE) + at.rank(SIZE) <= steps;
        let white = DARK.squares().filter(within(4)).fold(0, |set, square| set | u64::of(square));
        let black = DARK.squares().filter(within(2)).fold(0, |set, square| set | u64::of(square));
        Zvp::new([white, black.reverse_bits()], 0, Player::One, 0)
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let without_piece = Player::BOTH.into_iter().find(|&player| self.pieces(player) == 0);
        let stuck = || (!self.view(self.to_move).can_move()).then_some(self.to_move);
        match without_piece.or_else(stuck) {
            Some(loser) => Some(Outcome::Win(loser.opponent())),
            None => (self.quiet >= QUIET_PLIES_TO_DRAW).then_some(Outcome::Draw),
        }
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        usize::from(self.quiet)
    }

    #[inline]
    fn plies_to_draw(&self) -> Option<u16> {
        Some(QUIET_PLIES_TO_DRAW.saturating_sub(self.quiet).into())
    }

    #[inline]
    fn visit_moves(&self, visit: &mut impl FnMut(ZvpMove) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.view_of_game() {
            Some(view) => view.visit(view.own, visit),
            None => ControlFlow::Continue(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: ZvpMove) {
        let (mover, other) = (self.to_move, self.to_move.opponent());
        let from = u64::of(mv.from());
        let (target, jumped) = mv.target_and_jumped();
        let was_promoted = self.promoted & from != 0;
        let is_promoted = was_promoted || target == GOALS[mover.index()];

        let forward = mv.directions().next() == Some(forwards(mover));
        let progress = jumped != 0 || forward && !was_promoted;
        self.quiet = if progress { 0 } else { self.quiet.saturating_add(1) };

        self.toggle_promoted(self.promoted & (from | jumped));
        self.toggle_promoted(if is_promoted { target } else { 0 });
        self.toggle(mover, from);
        self.toggle(mover, target);
        self.toggle(other, jumped);
        if mover == Player::Two {
            self.toggle(mover, jumped);
        }
        self.to_move = other;
        self.key ^= BLACK_TO_MOVE_KEY;
    }

    /// Without the number of quiet plies.
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let side = self.to_move.index() as u64 * BLACK_TO_MOVE_KEY;
        Player::BOTH
            .into_iter()
            .fold(side ^ keys_of(&PROMOTED_KEYS, self.promoted), |key, player| {
                key ^ keys_of(&PIECE_KEYS[player.index()], self.pieces(player))
            })
    }

    fn parse_move(&self, text: &str) -> Result<ZvpMove, TextError> {
        notation::parse_move(text)
    }

    fn move_text(&self, mv: ZvpMove) -> String {
        mv.to_string()
    }

    fn is_legal(&self, mv: ZvpMove) -> bool {
        self.view_of_game().is_some_and(|view| {
            let piece = view.own & u64::of(mv.from());
            let same = &mut |legal| match legal == mv {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            view.visit(piece, same).is_break()
        })
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.view_of_game().map_or(0, |view| view.count())
    }

    fn why_illegal(&self, mv: ZvpMove) -> Option<String> {
        (!self.is_legal(mv)).then(|| self.objection(mv))
    }

    fn ended(&self) -> Option<String> {
        let who = |player| look::kind_of(player, false).name;
        let has_lost = |player: &Player| self.pieces(*player) == 0;
        if let Some(loser) = Player::BOTH.into_iter().find(has_lost) {
            return Some(format!("no {} is left", who(loser)));
        }
        if !self.view(self.to_move).can_move() {
            return Some(format!("no {} can move", who(self.to_move)));
        }
        let is_drawn = self.quiet >= QUIET_PLIES_TO_DRAW;
        is_drawn.then(|| format!("{QUIET_PLIES_TO_DRAW} moves without progress"))
    }

    /// The position and its reflection in the diagonal from corner to corner. Colours cannot be
    /// exchanged, because captures differ.
    fn images(&self) -> Vec<Self> {
        const A1: Square = Square::new(0);
        let keeps_corners = |symmetry: &Symmetry| symmetry.square(A1, SIZE) == A1;
        let image = |symmetry: Symmetry| {
            let pieces = self.pieces.map(|set| symmetry.bits(set, SIZE));
            let promoted = symmetry.bits(self.promoted, SIZE);
            Zvp::new(pieces, promoted, self.to_move, self.quiet)
        };
        Symmetry::ALL.into_iter().filter(keeps_corners).map(image).collect()
    }
}
