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
mod erased_game;
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
pub use error::{EndgameError, IllegalMove, TextError};
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
/// - [`Display`] writes the position text in canonical form, and [`FromStr`] reads it. Any other
///   text, except for omitted optional fields, is an error that names the fault and the expected
///   text.
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
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// assert_eq!(Hexapawn::start().text(), "bbbb/4/4/wwww w");
    /// ```
    fn start() -> Self;

    /// The start position with the pie rule; `None` if the game has no pie rule.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// assert_eq!(Hexapawn::pie_start(), None);
    /// ```
    #[must_use]
    fn pie_start() -> Option<Self> {
        None
    }

    /// The side to move. In a finished position, the side that would move next.
    ///
    /// ```
    /// # use zugi_game::{Game, Player, toy::Hexapawn};
    /// let position = Hexapawn::start();
    /// assert_eq!(position.to_move(), Player::One);
    /// assert_eq!(position.after(position.moves()[0]).to_move(), Player::Two);
    /// ```
    fn to_move(&self) -> Player;

    /// The outcome; `None` if the game is not over.
    ///
    /// ```
    /// # use zugi_game::{Game, Outcome, Player, toy::Hexapawn};
    /// let taken = Hexapawn::from_text("4/4/4/w3 b").unwrap();
    /// assert_eq!(taken.outcome(), Some(Outcome::Win(Player::One)));
    /// assert_eq!(Hexapawn::start().outcome(), None);
    /// ```
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with each legal move once, in a fixed order, until it breaks.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// let mut first = None;
    /// let flow = start.visit_moves(&mut |mv| {
    ///     first = Some(mv);
    ///     ControlFlow::Break(())
    /// });
    /// assert!(flow.is_break());
    /// assert!(start.is_legal(first.unwrap()));
    /// ```
    fn visit_moves(&self, visit: &mut impl FnMut(Self::Move) -> ControlFlow<()>)
    -> ControlFlow<()>;

    /// Plays a legal move without a check.
    ///
    /// An illegal move gives some position, possibly an impossible one, but never panics. Use
    /// [`Game::play`] for moves that may be illegal.
    ///
    /// ```
    /// # use zugi_game::{Game, Player, toy::Hexapawn};
    /// let mut position = Hexapawn::start();
    /// let mv = position.parse_move("a1a2").unwrap();
    /// position.play_unchecked(mv);
    /// assert_eq!(position.text(), "bbbb/4/w3/1www b");
    /// assert_eq!(position.to_move(), Player::Two);
    /// ```
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A hash of the position. A large position keeps it up to date in [`Game::play_unchecked`];
    /// the default computes it anew.
    ///
    /// Counts of plies towards a draw are not part of it: a position that recurs with the same side
    /// to move has the same key.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let mut position = Hexapawn::start();
    /// position.play_unchecked(position.moves()[0]);
    /// assert_eq!(position.key(), position.key_from_scratch());
    /// ```
    fn key(&self) -> u64 {
        self.key_from_scratch()
    }

    /// The same hash, computed from the whole position.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// let next = start.after(start.moves()[0]);
    /// assert_ne!(start.key_from_scratch(), next.key_from_scratch());
    /// ```
    fn key_from_scratch(&self) -> u64;

    /// An upper bound on how many plies ago this position may have occurred; [`usize::MAX`] if
    /// unknown. If positions can recur, it is at least the number of plies that
    /// [`Game::plies_to_draw`] has counted.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::{Corridor, Hexapawn}};
    /// let position = Corridor::from_text(".x....o. x 7").unwrap();
    /// assert_eq!(position.reversible_plies(), 7);
    /// assert_eq!(Hexapawn::start().reversible_plies(), 0);
    /// ```
    fn reversible_plies(&self) -> usize {
        if Self::REPETITION.is_possible() { usize::MAX } else { 0 }
    }

    /// The number of plies until a count of plies draws the game: 0 if the count has ended the game
    /// here. A move lowers it by at most one. `None` without such a count.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::{Corridor, Hexapawn}};
    /// let position = Corridor::from_text(".x....o. x 33").unwrap();
    /// assert_eq!(position.plies_to_draw(), Some(7));
    /// assert_eq!(Hexapawn::start().plies_to_draw(), None);
    /// ```
    fn plies_to_draw(&self) -> Option<u16> {
        None
    }

    /// Reads a position text, by [`FromStr`].
    ///
    /// # Errors
    /// The text is not a position. The error has its wrong part and the expected text.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// assert!(Hexapawn::from_text("1bb1/b3/w3/1w2 w").is_ok());
    /// let error = Hexapawn::from_text("1bb1/b3/w3/1w3 w").unwrap_err();
    /// assert!(error.to_string().starts_with("bad position"));
    /// ```
    fn from_text(text: &str) -> Result<Self, TextError> {
        text.parse()
    }

    /// The position text, by [`Display`].
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let text = "1bb1/b3/w3/1w2 w";
    /// assert_eq!(Hexapawn::from_text(text).unwrap().text(), text);
    /// ```
    fn text(&self) -> String {
        self.to_string()
    }

    /// Reads a whole move text. The move may be illegal.
    ///
    /// # Errors
    /// The text is not a move. The error has the text and the expected text.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// assert!(start.parse_move("a1a2").is_ok());
    /// assert!(start.parse_move("a1b2").is_ok_and(|mv| !start.is_legal(mv)));
    /// assert!(start.parse_move("a1a9").is_err());
    /// ```
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// The move text, in canonical form: one word.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// let mv = start.parse_move("A1A2").unwrap();
    /// assert_eq!(start.move_text(mv), "a1a2");
    /// ```
    fn move_text(&self, mv: Self::Move) -> String;

    /// All positions that are equivalent to this one by symmetry. The position itself is the first,
    /// and by default the only one; an image may occur twice.
    ///
    /// ```
    /// # use zugi_game::{Game, perft, toy::Hexapawn};
    ///
    /// let position = Hexapawn::from_text("bbb1/3b/w3/1www w").unwrap();
    /// let images = position.images();
    /// assert_eq!(images[0], position);
    /// assert_eq!(images[1].text(), "1bbb/b3/3w/www1 w");
    /// assert!(images.iter().all(|image| perft(image, 4) == perft(&position, 4)));
    /// ```
    fn images(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// Why a move is illegal in this position; `None` if it is legal, or the game gives no reasons.
    /// The argument may be any move. The text stands between colons in an error, as in `illegal move
    /// "a1b2" (move 1): there is nothing to capture on b2: expected a legal move`.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// let why_illegal = |text| start.why_illegal(start.parse_move(text).unwrap());
    /// assert_eq!(why_illegal("a1b2").as_deref(), Some("there is nothing to capture on b2"));
    /// assert_eq!(why_illegal("a1a2"), None);
    /// ```
    fn why_illegal(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Why the game is over in this position, as a sentence without a full stop; `None` if the game
    /// is not over, or the reason is unknown. [`AnyGame::ended`] also explains a draw by
    /// repetition.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let taken = Hexapawn::from_text("4/4/4/w3 b").unwrap();
    /// assert_eq!(taken.ended().as_deref(), Some("Black has no pawn left"));
    /// assert_eq!(Hexapawn::start().ended(), None);
    /// ```
    fn ended(&self) -> Option<String> {
        None
    }

    /// The position after a legal move.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// let mv = start.parse_move("a1a2").unwrap();
    /// assert_eq!(start.after(mv).text(), "bbbb/4/w3/1www b");
    /// assert_eq!(start, Hexapawn::start());
    /// ```
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
    ///
    /// ```
    /// # use zugi_game::{Game, IllegalMove, toy::Hexapawn};
    /// let mut position = Hexapawn::start();
    /// let illegal = position.parse_move("a1b2").unwrap();
    /// assert_eq!(position.play(illegal), Err(IllegalMove));
    /// assert_eq!(position, Hexapawn::start());
    /// ```
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Whether the move is legal here.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// assert!(start.moves().into_iter().all(|mv| start.is_legal(mv)));
    /// assert!(!start.is_legal(start.parse_move("a1a3").unwrap()));
    /// ```
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.visit_moves(&mut |legal| {
            if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// All legal moves, in the order of [`Game::visit_moves`].
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// let start = Hexapawn::start();
    /// let texts: Vec<String> = start.moves().iter().map(|&mv| start.move_text(mv)).collect();
    /// assert_eq!(texts, ["a1a2", "b1b2", "c1c2", "d1d2"]);
    /// ```
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// The number of legal moves.
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// assert_eq!(Hexapawn::start().count_moves(), 4);
    /// ```
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
    ///
    /// ```
    /// # use zugi_game::{Game, toy::Hexapawn};
    /// assert_eq!(Hexapawn::start().count_replies(), 16);
    /// ```
    fn count_replies(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(&mut |mv| {
            count += self.after(mv).count_moves();
            ControlFlow::Continue(())
        });
        count
    }
}
