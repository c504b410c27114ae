//! Rules of board games: start with the trait [`Game`], and test your game by [`conformance`].
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

mod any_endgames;
mod any_game;
pub mod board;
mod capability;
mod chance;
mod chance_capabilities;
pub mod conformance;
mod endgames;
mod error;
mod external_names;
mod history;
mod in_progress;
mod opening_book;
mod pack;
mod perft;
mod player;
mod probe;
pub mod random;
mod seats;
pub mod time;
pub mod toy;
mod variant;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

pub use any_endgames::{AnyEndgames, KnownTables, NO_PROOFS, Proofs, Tablebases};
pub use any_game::{AnyGame, Objection, RawMove, Setup};
pub use capability::{Capabilities, Capability, MissingCapability, Of};
pub use chance::{Chance, Hidden};
pub use chance_capabilities::{Chances, HasSeats, HiddenInformation, seen_text, shown_text};
pub use endgames::{Attempt, Endgames, Proof, ProofLimits, ProofProgress, ProofReport};
pub use error::{IllegalMove, TextError};
pub use external_names::ExternalNames;
pub use history::{History, Repetition};
pub use in_progress::{GameError, GameInProgress};
pub use opening_book::OpeningBook;
pub use pack::Pack;
pub use perft::{count_leaves, perft};
pub use player::{Outcome, Player};
pub use probe::{Probe, TableValue};
pub use seats::Seated;
pub use variant::{Registry, UnknownVariant, Variant, is_same_name};

/// A move packed into at most 32 bits, as tables and lists store it.
///
/// ```
/// use zugi_game::PackedMove;
///
/// /// A move from one square of an 8x8 board to another.
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
/// struct Hop {
///     from: u8,
///     to: u8,
/// }
///
/// impl PackedMove for Hop {
///     fn to_bits(self) -> u32 {
///         u32::from(self.from) | u32::from(self.to) << 6
///     }
///
///     fn from_bits(bits: u32) -> Hop {
///         Hop { from: (bits & 63) as u8, to: (bits >> 6 & 63) as u8 }
///     }
///
///     fn target(self) -> usize {
///         self.to.into()
///     }
/// }
///
/// let hop = Hop { from: 12, to: 28 };
/// assert_eq!(Hop::from_bits(hop.to_bits()), hop);
/// ```
pub trait PackedMove: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The bits of the move. Different legal moves of a position have different bits.
    fn to_bits(self) -> u32;

    /// The move with these bits. Any bits give a move, which may be legal nowhere: check it by
    /// [`Game::is_legal`] before you play it.
    fn from_bits(bits: u32) -> Self;

    /// The target of the move: a number below 128, such as the index of a square. The search treats
    /// moves with the same target as similar.
    fn target(self) -> usize;
}

/// A position of a game, together with the game's rules.
///
/// The position is a small value without history. Two positions are equal if and only if the same
/// games can follow, except for draws by repetition, which [`History`] finds. Moves are played on
/// copies (copy-make) and never undone.
///
/// # Contract
/// - The move list is empty if and only if the game is over; a forced pass is an
///   ordinary move.
/// - The mover need not alternate: call [`Game::to_move`] after [`Game::play_unchecked`].
/// - The order of the moves of a position is always the same.
/// - [`Display`] writes the position text in canonical form, and [`FromStr`] reads it. It may also
///   accept other white space and omitted optional fields. For any other text, it returns an error
///   with the wrong part and the expected text.
///
/// [`conformance::check`] tests this contract.
///
/// # Example
/// ```
/// use zugi_game::{Game, Player, perft, toy::Hexapawn};
///
/// let start = Hexapawn::start();
/// assert_eq!(start.to_move(), Player::One);
/// assert_eq!(start.moves().len(), 4);
/// assert_eq!(perft(&start, 3), 66);
/// ```
pub trait Game:
    Clone + Eq + Hash + Debug + Display + FromStr<Err = TextError> + Send + Sync + Sized + 'static
{
    /// A move of this game.
    type Move: PackedMove;

    /// The variant's name in the protocol, such as `zola-8`: lower-case letters, digits and `-`.
    const NAME: &'static str;

    /// Whether a position can occur twice in one game, and the result if it does.
    const REPETITION: Repetition;

    /// Whether a game can end in a draw, by the position itself or by repetition. Without draws,
    /// the search ignores repetitions.
    const DRAWS: bool;

    /// The start position.
    fn start() -> Self;

    /// The start position with the pie rule; `None` if the game has no pie rule.
    #[must_use]
    fn pie_start() -> Option<Self> {
        None
    }

    /// The side to move. In a finished position, the side that would move next.
    fn to_move(&self) -> Player;

    /// The outcome; `None` if the game is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with each legal move once, in a fixed order, until it breaks.
    fn visit_moves(&self, visit: &mut impl FnMut(Self::Move) -> ControlFlow<()>)
    -> ControlFlow<()>;

    /// Plays a legal move without a check.
    ///
    /// An illegal move gives some position, possibly an impossible one, but never panics. Use
    /// [`Game::play`] for moves that may be illegal.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A hash of the position. A large position keeps it up to date in [`Game::play_unchecked`];
    /// the default computes it anew.
    ///
    /// Counts of plies towards a draw are not part of it: a position that recurs with the same side
    /// to move has the same key.
    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    /// The same hash, computed from the whole position.
    fn key_from_scratch(&self) -> u64;

    /// An upper bound on how many plies ago this position may have occurred; [`usize::MAX`] if
    /// unknown. If positions can recur, it is at least the number of plies that count towards a
    /// draw so far. [`Game::plies_to_draw`] has those that are left.
    fn reversible_plies(&self) -> usize {
        if Self::REPETITION.is_possible() { usize::MAX } else { 0 }
    }

    /// For games in which a count of plies leads to a draw: the number of plies until then, 0 if
    /// the count has ended the game here. A move lowers it by at most one. `None` for other games.
    fn plies_to_draw(&self) -> Option<u16> {
        None
    }

    /// Reads a position text, by [`FromStr`].
    ///
    /// # Errors
    /// The text is not a position. The error has its wrong part and the expected text.
    fn from_text(text: &str) -> Result<Self, TextError> {
        text.parse()
    }

    /// The position text, by [`Display`].
    fn text(&self) -> String {
        self.to_string()
    }

    /// Reads a whole move text. The move may be illegal.
    ///
    /// # Errors
    /// The text is not a move. The error has the text and the expected text.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// The move text, in canonical form: one word.
    fn move_text(&self, mv: Self::Move) -> String;

    /// All positions that are equivalent to this one by symmetry. The position itself is the first,
    /// and by default the only one; an image may occur twice.
    fn images(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// Why a move is illegal in this position; `None` if it is legal, or the game gives no reasons.
    /// The argument may be any move. The text stands between colons in an error, as in `illegal
    /// move "a1b2" (number 1): there is nothing to capture on b2: expected a legal move`.
    fn why_illegal(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Why the game is over in this position, as a sentence without a full stop; `None` if the game
    /// is not over, or the reason is unknown. [`AnyGame::ended`] also explains a draw by
    /// repetition.
    fn ended(&self) -> Option<String> {
        None
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`]; the position is unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Whether the move is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.visit_moves(&mut |legal| {
            if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// All legal moves, in the order of [`Game::visit_moves`].
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The number of legal sequences of two moves: perft of depth 2. A game may override it with a
    /// faster method than playing each move and counting the replies.
    fn count_replies(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(&mut |mv| {
            count += self.after(mv).count_moves();
            ControlFlow::Continue(())
        });
        count
    }
}
