//! What a game is: the trait [`Game`] and everything that follows from it alone.
//!
//! This module knows no particular game, but for the [`toy`] of the examples and tests;
//! no search and no protocol. A new game implements [`Game`] for its position type and
//! passes [`conformance`].

mod any;
mod book;
mod chance;
mod chances;
pub mod conformance;
mod drawing;
mod error;
mod explain;
mod history;
mod in_progress;
mod knows;
mod look;
mod pack;
mod perft;
mod player;
mod power;
mod scene_json;
mod seated;
mod surroundings;
pub mod toy;
mod truth;
mod variant;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

pub use crate::board::DrawingStyle;
pub use any::{AnyGame, MoveBits, Setup};
pub use book::OpeningBook;
pub use chance::{Chance, Hidden};
pub use chances::{Chances, Conceals, HasSeats, seen_text, shown_text};
pub use drawing::{beside, draw, mover_name, player_name};
pub use error::{IllegalMove, TextError};
pub use explain::{Explain, Explanation};
pub use history::{History, Repetition};
pub use in_progress::{GameError, GameInProgress};
pub use knows::{AnyTruth, KnownTables, Knows};
pub use look::{
    Action, Appearance, Board, Effect, Equipment, Look, Movement, PieceKind, Reach, Scene,
    SceneMove,
};
pub use pack::Pack;
pub use perft::{count_leaves, perft};
pub use player::{Outcome, Player};
pub use power::{MissingPower, Power, Powers};
pub use scene_json::scene_json;
pub use seated::Seated;
pub use surroundings::{SeatPlace, SeatView, SquareMark, Surroundings};
pub use truth::{Attempt, Proof, ProofLimits, ProofProgress, ProofReport, Truth};
pub use variant::{Registry, UnknownVariant, Variant};

/// A move packed into at most 32 bits, as tables and lists store it.
pub trait PackedMove: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The bits of the move; different legal moves of a position have different bits.
    fn to_bits(self) -> u32;

    /// The move with these bits. Any bits give some move, which need not be legal
    /// anywhere: ask [`Game::is_legal`] before playing it.
    fn from_bits(bits: u32) -> Self;

    /// Where the move goes: a number below 128, such as the index of a square. Moves
    /// with the same one are alike in what they threaten.
    fn target(self) -> usize;
}

/// A position of a game, together with the game's rules.
///
/// The position is a small value without history: two positions are equal if and
/// only if the game goes on from them in the same way, but for draws by repetition,
/// which [`History`] tells. Moves are played on copies (copy-make); nothing is ever
/// undone.
///
/// # Contract
/// - The move list is empty if and only if the game is over; a forced pass is an
///   ordinary move.
/// - Nothing says that the mover alternates: ask [`Game::to_move`] after
///   [`Game::play_unchecked`].
/// - Moves are visited in the same order whenever and wherever it is asked.
///
/// [`conformance::check`] tests all of it.
///
/// # Example
/// ```
/// use zugi::game::{Game, Player, perft};
/// use zugi::games::zola::Zola6;
///
/// let start = Zola6::start();
/// assert_eq!(start.to_move(), Player::One);
/// assert_eq!(start.moves().len(), 36);
/// assert_eq!(perft(&start, 3), 46_472);
/// ```
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + Sized + 'static {
    /// A move of this game.
    type Move: PackedMove;

    /// The variant's name in the protocol, e.g. `zola-6`; lower case, one word.
    const NAME: &'static str;

    /// Whether a position can occur twice in one game, and what follows if it does.
    const REPETITION: Repetition;

    /// Whether a game can end in a draw, by the position itself or by repetition. Where
    /// it cannot, nobody needs to weigh draws.
    const DRAWS: bool;

    /// The position in which a game starts.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola4};
    /// assert_eq!(Zola4::start().text(), "brbr/rbrb/brbr/rbrb r -");
    /// ```
    fn start() -> Self;

    /// The position in which a game with the pie rule starts; `None` if the game
    /// has no pie rule.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola4};
    /// assert_eq!(Zola4::pie_start().unwrap().text(), "brbr/rbrb/brbr/rbrb r p");
    /// ```
    #[must_use]
    fn pie_start() -> Option<Self> {
        None
    }

    /// The side whose turn it is. In a finished position it is the side whose turn
    /// it would be.
    ///
    /// ```
    /// # use zugi::{game::{Game, Player}, games::zola::Zola4};
    /// assert_eq!(Zola4::start().to_move(), Player::One);
    /// ```
    fn to_move(&self) -> Player;

    /// How the game ended, or `None` while it goes on.
    ///
    /// ```
    /// # use zugi::{game::{Game, Outcome, Player}, games::zola::Zola4};
    /// let won = Zola4::from_text("4/4/4/r3 b -").unwrap();
    /// assert_eq!(won.outcome(), Some(Outcome::Win(Player::One)));
    /// ```
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with each legal move once, in a fixed order, until it breaks.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// # use zugi::{game::Game, games::zola::Zola6};
    /// let start = Zola6::start();
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

    /// Plays a legal move, without a check.
    ///
    /// A move that is not legal leaves some position that need not make sense, but
    /// never panics: use [`Game::play`] for moves from outside.
    ///
    /// ```
    /// # use zugi::{game::{Game, Player}, games::zola::Zola4};
    /// let mut position = Zola4::start();
    /// let mv = position.parse_move("a1b1").unwrap();
    /// position.play_unchecked(mv);
    /// assert_eq!(position.text(), "brbr/rbrb/brbr/1rrb b -");
    /// assert_eq!(position.to_move(), Player::Two);
    /// ```
    fn play_unchecked(&mut self, mv: Self::Move);

    /// A hash of the position, kept up to date by [`Game::play_unchecked`].
    ///
    /// What only counts plies towards a draw is not part of it: a position that occurs
    /// again, with the same side to move, has the same key.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola4};
    /// let position = Zola4::start();
    /// assert_eq!(position.key(), position.key_from_scratch());
    /// ```
    fn key(&self) -> u64;

    /// The same hash, computed from the whole position.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola4};
    /// let start = Zola4::start();
    /// let next = start.after(start.moves()[0]);
    /// assert_ne!(start.key_from_scratch(), next.key_from_scratch());
    /// ```
    fn key_from_scratch(&self) -> u64;

    /// How many plies back the present position may have occurred before, at most.
    /// Nobody needs to look farther for repetitions; [`usize::MAX`] if the position
    /// does not know. Not less than a count of [`Game::plies_to_draw`] has run.
    ///
    /// ```
    /// # use zugi::{game::{Game, toy::Corridor}, games::zola::Zola6};
    /// let position = Corridor::from_text(".x....o. x 7").unwrap();
    /// assert_eq!(position.reversible_plies(), 7);
    /// assert_eq!(Zola6::start().reversible_plies(), 0);
    /// ```
    fn reversible_plies(&self) -> usize {
        if Self::REPETITION.is_possible() { usize::MAX } else { 0 }
    }

    /// How many plies in a row may still be played before a count of plies draws the
    /// game: 0 in a position that is drawn so, and at most one less after each move;
    /// [`usize::MAX`] if nothing is counted.
    ///
    /// ```
    /// # use zugi::{game::{Game, toy::Corridor}, games::zola::Zola6};
    /// let position = Corridor::from_text(".x....o. x 33").unwrap();
    /// assert_eq!(position.plies_to_draw(), 7);
    /// assert_eq!(Zola6::start().plies_to_draw(), usize::MAX);
    /// ```
    fn plies_to_draw(&self) -> usize {
        usize::MAX
    }

    /// Reads a position text, whole.
    ///
    /// # Errors
    /// The part that is wrong and what was expected there; every text that
    /// [`Game::text`] does not write, but for optional fields left out, is an error.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola4};
    /// assert!(Zola4::from_text("4/3b/rb2/1b1b r -").is_ok());
    /// assert!(Zola4::from_text("4/3b/rb2/1b2b r -").is_err());
    /// ```
    fn from_text(text: &str) -> Result<Self, TextError>;

    /// The position text, in canonical form.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola4};
    /// let text = "4/3b/rb2/1b1b r -";
    /// assert_eq!(Zola4::from_text(text).unwrap().text(), text);
    /// ```
    fn text(&self) -> String;

    /// Reads a move text, whole. The move need not be legal.
    ///
    /// # Errors
    /// The text and what was expected.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola4};
    /// let start = Zola4::start();
    /// assert!(start.parse_move("a1b1").is_ok());
    /// assert!(start.parse_move("a1b9").is_err());
    /// ```
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError>;

    /// The move text, in canonical form: one word.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola4};
    /// let start = Zola4::start();
    /// let mv = start.parse_move("A1xB1").unwrap();
    /// assert_eq!(start.move_text(mv), "a1b1");
    /// ```
    fn move_text(&self, mv: Self::Move) -> String;

    /// The position after a legal move.
    ///
    /// ```
    /// # use zugi::{game::{Game, Player}, games::zola::Zola6};
    /// let start = Zola6::start();
    /// assert_eq!(start.after(start.moves()[0]).to_move(), Player::Two);
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
    /// [`IllegalMove`], and the position is unchanged.
    ///
    /// ```
    /// # use zugi::{game::{Game, IllegalMove}, games::zola::Zola6};
    /// let mut position = Zola6::start();
    /// let illegal = position.parse_move("a1f6").unwrap();
    /// assert_eq!(position.play(illegal), Err(IllegalMove));
    /// assert_eq!(position, Zola6::start());
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
    /// # use zugi::{game::Game, games::zola::Zola6};
    /// let start = Zola6::start();
    /// assert!(start.moves().into_iter().all(|mv| start.is_legal(mv)));
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
    /// # use zugi::{game::Game, games::zola::Zola8};
    /// assert_eq!(Zola8::start().moves().len(), 64);
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
    /// # use zugi::{game::Game, games::zola::Zola10};
    /// assert_eq!(Zola10::start().count_moves(), 100);
    /// ```
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The number of legal sequences of two moves: perft of depth 2. A game may
    /// have a quicker way than playing each move and counting the replies.
    ///
    /// ```
    /// # use zugi::{game::Game, games::zola::Zola10};
    /// assert_eq!(Zola10::start().count_replies(), 10_000);
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

/// A game whose rules do not change when its board is turned, mirrored or
/// recoloured.
pub trait Symmetric: Game {
    /// Every position that this one can be mapped to without changing how the game
    /// goes on; the position itself comes first. An image may occur twice.
    ///
    /// ```
    /// use zugi::game::{Game, Symmetric, perft};
    /// use zugi::games::zola::Zola6;
    ///
    /// let start = Zola6::start();
    /// let next = start.after(start.moves()[0]);
    /// let images = next.images();
    /// assert_eq!(images.len(), 16);
    /// assert!(images.iter().all(|image| perft(image, 2) == perft(&next, 2)));
    /// ```
    fn images(&self) -> Vec<Self>;
}
