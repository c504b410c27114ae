//! The board and the pieces of a game, and its legal moves as actions on them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{OffBoardView, PositionSetup};
use zugi_game::board::{Square, SquareName, rows_text};
use zugi_game::{AnyGame, Capability, Game, GameInProgress, Of, Player, RawMove};

/// The board and the kinds of pieces of a game, the same in all positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardSpec {
    /// The names of the players, such as `White` and `Black`.
    pub players: [&'static str; 2],
    pub board: Board,
    /// The kinds of pieces; the first kind of each player is the simplest.
    pub kinds: &'static [PieceKind],
}

impl BoardSpec {
    #[must_use]
    pub fn kind(&self, letter: char) -> Option<&'static PieceKind> {
        self.kinds.iter().find(|kind| kind.letter == letter)
    }
}

/// A board of files and ranks; squares may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Board {
    /// The number of files, at most 26.
    pub files: u8,
    pub ranks: u8,
    /// The squares from `a1`, rank by rank: `None` for a missing square, 0 for a square that is
    /// never used, otherwise a shade. Squares of the same shade look alike.
    pub squares: Vec<Option<u8>>,
    /// Whether the board is drawn standing on its corner `a1`, so that the diagonal from `a1` goes
    /// straight up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub tilt: bool,
}

impl Board {
    /// A board of this size, at most 255 squares, with a shade for each square.
    #[must_use]
    pub fn of(files: u8, ranks: u8, shade: impl Fn(Square) -> u8) -> Board {
        let squares = (0..files * ranks).map(|square| Some(shade(Square::new(square)))).collect();
        Board { files, ranks, squares, tilt: false }
    }

    /// The name of the square of this index.
    #[must_use]
    pub fn name(&self, square: usize) -> SquareName {
        Square::new(u8::try_from(square).unwrap_or(u8::MAX)).name(self.files)
    }
}

/// A kind of pieces of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PieceKind {
    /// The letter that identifies it; different for each kind.
    pub letter: char,
    pub name: &'static str,
    pub player: Player,
    /// Its picture in plain text, one or two characters.
    pub glyph: &'static str,
    /// Its moves, roughly: the rules may forbid some of their targets.
    #[serde(skip)]
    pub movements: &'static [Movement],
}

impl PieceKind {
    /// A kind without [`PieceKind::movements`]; only the notation of XBoard uses these.
    #[must_use]
    pub const fn new(
        letter: char,
        name: &'static str,
        player: Player,
        glyph: &'static str,
    ) -> PieceKind {
        PieceKind { letter, name, player, glyph, movements: &[] }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Movement {
    pub effect: Effect,
    pub bearings: &'static [Bearing],
    pub reach: Reach,
}

/// A direction as the piece's player sees it: ahead is up the board for player one, and down for
/// player two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearing {
    /// Along the file, away from the player.
    Ahead,
    /// Along the rank, to the left and to the right.
    Sideways,
    /// Along the file, towards the player.
    Back,
    /// Along both diagonals, away from the player.
    DiagonalAhead,
    /// Along both diagonals, towards the player.
    DiagonalBack,
}

impl Bearing {
    pub const ORTHOGONAL: &'static [Bearing] = &[Bearing::Ahead, Bearing::Sideways, Bearing::Back];
    pub const DIAGONAL: &'static [Bearing] = &[Bearing::DiagonalAhead, Bearing::DiagonalBack];
    pub const ANY: &'static [Bearing] = &[
        Bearing::Ahead,
        Bearing::Sideways,
        Bearing::Back,
        Bearing::DiagonalAhead,
        Bearing::DiagonalBack,
    ];
}

/// The effect of a move on the other side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// No effect: the piece moves to an empty square.
    Quiet,
    /// A piece is taken off the board.
    Captures,
    /// A piece changes sides.
    Converts,
}

/// The distance of a piece's move, as the command `piece` tells it to XBoard. If none fits, take
/// the nearest one: the rules decide what is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// To an adjacent square.
    Step,
    /// Across any number of empty squares.
    Slide,
    /// Over an adjacent square to the next one.
    Jump,
}

/// An action of the mover, a part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Lifts the mover's piece from a square.
    Lift(SquareName),
    /// Lifts a piece of this letter from the mover's hand.
    FromHand(char),
    /// Puts the lifted piece on an empty square.
    Put(SquareName),
    /// Takes a piece off the board for good.
    Remove(SquareName),
    /// Takes a piece off the board into the mover's hand, where it has this letter.
    ToHand(SquareName, char),
    /// Turns or replaces a piece: the square then has a piece of this letter.
    Change(SquareName, char),
    /// Lifts a piece of this letter from a place of the mover's seat, see [`Presentation::PLACES`].
    Take(&'static str, char),
    /// Puts the lifted piece in a place of the mover's seat.
    Lay(&'static str),
    /// Makes a choice that is not visible on the board, by this name.
    Choose(&'static str),
}

/// A game that a program can show without knowing its rules.
pub trait Presentation: Game {
    /// The names of the places beside the board for pieces of each seat, one word each. Most games
    /// have none, or only hands, see [`Presentation::hand`].
    const PLACES: &'static [&'static str] = &[];

    /// The same for all positions.
    ///
    /// ```
    /// use zugi_game::toy::Hexapawn;
    /// use zugi_show::Presentation;
    /// let board_spec = Hexapawn::board_spec();
    /// assert_eq!(board_spec.board.squares.len(), 16);
    /// assert_eq!(board_spec.kinds[0].name, "white pawn");
    /// ```
    fn board_spec() -> BoardSpec;

    /// The letter of the piece on this square, if any.
    fn piece(&self, square: Square) -> Option<char>;

    /// The letters of the pieces in a player's hand, with the number of each.
    fn hand(&self, _player: Player) -> BTreeMap<char, u32> {
        BTreeMap::new()
    }

    /// The visible state beyond the pieces on the board, in a game with [`Presentation::PLACES`].
    fn off_board_view(&self) -> Option<OffBoardView> {
        None
    }

    /// The actions of a legal move; empty for a pass. Each lifted piece is put down before the next
    /// one is lifted.
    ///
    /// The default compares this board with the next one. It fits moves that move one piece of the
    /// mover, put down a new piece, or take pieces off the board.
    ///
    /// ```
    /// use zugi_game::board::Square;
    /// use zugi_game::{Game, toy::Hexapawn};
    /// use zugi_show::{Action, Presentation};
    ///
    /// let position = Hexapawn::from_text("b3/1b2/w3/4 w")?;
    /// let capture = position.actions(position.parse_move("a2b3")?);
    /// let [a2, b3] = [4, 9].map(|square| Square::new(square).name(4));
    /// assert_eq!(capture, [Action::Lift(a2), Action::Remove(b3), Action::Put(b3)]);
    /// # Ok::<(), zugi_game::TextError>(())
    /// ```
    fn actions(&self, mv: Self::Move) -> Vec<Action> {
        changes(self, &self.after(mv))
    }

    /// The text of a position with these pieces and this side to move. The position may be
    /// impossible.
    fn text_of(piece: &dyn Fn(Square) -> Option<char>, to_move: Player) -> String {
        let BoardSpec { board, kinds, .. } = Self::board_spec();
        let side = kinds.iter().find(|kind| kind.player == to_move).map_or('-', |kind| kind.letter);
        format!("{} {side}", rows_text(board.files, board.ranks, piece))
    }

    /// The text of a position with these pieces and this turn, see
    /// [`text_of_setup`](crate::text_of_setup). Games with [`Presentation::PLACES`] also write the
    /// pieces there. Everything else, such as scores, should be as in this position. The default
    /// writes everything else only if the pieces and the turn are those of this position, and omits
    /// it otherwise.
    fn text_with(&self, setup: &PositionSetup) -> String {
        let files = Self::board_spec().board.files;
        let to_move = if setup.turn == 0 { Player::One } else { Player::Two };
        let text = Self::text_of(&|square| setup.piece(square, files), to_move);
        let own = self.text();
        if own.starts_with(&format!("{text} ")) { own } else { text }
    }
}

/// The actions that turn one board into another: own pieces that leave a square are lifted (or
/// removed if none is put down), enemy pieces are removed, and new pieces are put down.
fn changes<G: Presentation>(before: &G, after: &G) -> Vec<Action> {
    let board_spec = G::board_spec();
    let is_own = |letter| board_spec.kind(letter).is_some_and(|it| it.player == before.to_move());
    let (mut left, mut cleared, mut put) = (Vec::new(), Vec::new(), Vec::new());
    for square in (0..=u8::MAX).take(board_spec.board.squares.len()).map(Square::new) {
        let (was, is) = (before.piece(square), after.piece(square));
        let name = square.name(board_spec.board.files);
        if was == is {
            continue;
        }
        match was {
            Some(letter) if is_own(letter) => left.push(name),
            Some(_) => cleared.push(Action::Remove(name)),
            None => {}
        }
        put.extend(is.map(|_| Action::Put(name)));
    }
    let leave = if put.is_empty() { Action::Remove } else { Action::Lift };
    left.into_iter().map(leave).chain(cleared).chain(put).collect()
}

/// The visible state of a game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// The letter of the piece on each square, by its index.
    pub pieces: Vec<Option<char>>,
    pub hands: [BTreeMap<char, u32>; 2],
    pub off_board: Option<OffBoardView>,
    pub turn: Player,
    /// The squares where the last move lifted and put pieces, in the order of its actions.
    pub last: Vec<Square>,
    /// The legal moves, sorted by their texts; none if the game is over.
    pub moves: Vec<BoardViewMove>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardViewMove {
    #[serde(rename = "move")]
    pub text: String,
    #[serde(skip)]
    pub bits: RawMove,
    pub actions: Vec<Action>,
}

impl BoardView {
    /// The view of a position with these legal moves, and without a last move.
    pub fn of<G: Presentation>(position: &G, moves: Vec<G::Move>) -> BoardView {
        let squares = G::board_spec().board.squares.len();
        let named = |mv: G::Move| BoardViewMove {
            text: position.move_text(mv),
            bits: RawMove::of(mv),
            actions: position.actions(mv),
        };
        let mut moves: Vec<BoardViewMove> = moves.into_iter().map(named).collect();
        moves.sort_by(|one, other| one.text.cmp(&other.text));
        BoardView {
            pieces: (0..=u8::MAX).take(squares).map(|at| position.piece(Square::new(at))).collect(),
            hands: Player::BOTH.map(|player| position.hand(player)),
            off_board: position.off_board_view(),
            turn: position.to_move(),
            last: Vec::new(),
            moves,
        }
    }
}

/// The capability of a game that a program can show without knowing its rules.
pub trait Appearance: Send + Sync {
    /// The names of the places beside the board, see [`Presentation::PLACES`].
    fn places(&self) -> &'static [&'static str];

    fn board_spec(&self) -> BoardSpec;

    /// The view of the current position; an empty board for a game of another type.
    fn scene(&self, game: &dyn AnyGame) -> BoardView;

    /// The view without the legal moves, which take most of the time.
    fn picture(&self, game: &dyn AnyGame) -> BoardView;

    /// The text of a position with these pieces, see [`Presentation::text_of`].
    fn text_of(&self, piece: &dyn Fn(Square) -> Option<char>, to_move: Player) -> String;

    /// The text of a position with these pieces, see [`Presentation::text_with`]; empty for a game
    /// of another type.
    fn text_with(&self, game: &dyn AnyGame, setup: &PositionSetup) -> String;
}

impl Capability for dyn Appearance {
    const MISSING: &'static str = "cannot be drawn: it has no look";
}

impl<G: Presentation> Appearance for Of<G> {
    fn places(&self) -> &'static [&'static str] {
        G::PLACES
    }

    fn board_spec(&self) -> BoardSpec {
        G::board_spec()
    }

    fn scene(&self, game: &dyn AnyGame) -> BoardView {
        view::<G>(game, GameInProgress::moves)
    }

    fn picture(&self, game: &dyn AnyGame) -> BoardView {
        view::<G>(game, |_| Vec::new())
    }

    fn text_of(&self, piece: &dyn Fn(Square) -> Option<char>, to_move: Player) -> String {
        G::text_of(piece, to_move)
    }

    fn text_with(&self, game: &dyn AnyGame, setup: &PositionSetup) -> String {
        game.typed::<G>().map_or_else(String::new, |game| game.position().text_with(setup))
    }
}

/// The current position with these moves; an empty board for a game of another type.
fn view<G: Presentation>(
    game: &dyn AnyGame,
    moves: impl FnOnce(&GameInProgress<G>) -> Vec<G::Move>,
) -> BoardView {
    let Some(typed) = game.typed::<G>() else {
        return BoardView {
            pieces: vec![None; G::board_spec().board.squares.len()],
            hands: Default::default(),
            off_board: None,
            turn: game.to_move(),
            last: Vec::new(),
            moves: Vec::new(),
        };
    };
    let square = |action: Action| match action {
        Action::Lift(at) | Action::Put(at) => Some(at.square()),
        _ => None,
    };
    let last = typed.last().map(|(before, mv)| before.actions(mv)).unwrap_or_default();
    let last = last.into_iter().filter_map(square).collect();
    BoardView { last, ..BoardView::of(typed.position(), moves(typed)) }
}
