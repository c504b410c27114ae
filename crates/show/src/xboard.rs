//! Positions and moves in XBoard's notation: its letters, its FEN, and its turns.
//!
//! Case distinguishes the colours of pieces: player one, called White, has upper case.

use std::sync::Arc;

use crate::{Action, Appearance, BoardSpec, BoardView, Effect, Movement, PieceKind};
use zugi_game::board::{Square, SquareName, parse_rows, rows_text};
use zugi_game::{AnyGame, MissingCapability, Player};

/// XBoard numbers the ranks from 0 on a board with this number of ranks, and from 1 on others.
const FROM_ZERO: u8 = 10;

/// The letter of each player's first kind of piece; the next kinds get the letters after it.
const FIRST_LETTER: char = 'P';

/// XBoard's words for a pass: in PGN files, and between GUI and engine.
const PASSES: [&str; 2] = ["--", "@@@@"];

/// The notation of XBoard for a variant.
///
/// ```
/// use zugi_game::{Of, Variant, toy::Hexapawn};
/// use zugi_show::{Appearance, XBoardNotation};
///
/// let game = Variant::new::<Hexapawn>().with::<dyn Appearance>(Of::<Hexapawn>::new()).game();
/// let notation = XBoardNotation::of(game.as_ref())?;
/// let fen = notation.fen(&notation.appearance.scene(game.as_ref()));
/// assert_eq!(fen, "pppp/4/4/PPPP w - - 0 1");
/// assert_eq!(notation.position_text(&fen), Some(game.text()));
/// # Ok::<(), zugi_game::MissingCapability>(())
/// ```
pub struct XBoardNotation {
    pub appearance: Arc<dyn Appearance>,
    pub board_spec: BoardSpec,
    /// The number of piece kinds in hand.
    pub kinds_in_hand: usize,
    /// The letters of the pieces in hand at the start, as in the brackets of a FEN.
    stock: String,
}

/// A player's action in one turn of XBoard. A move is one turn, or several between which the other
/// side passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum XBoardTurn {
    Pass,
    /// A piece comes from the hand.
    Drop {
        /// Its letter, in upper case.
        piece: char,
        to: SquareName,
    },
    /// A piece moves along these squares.
    Path {
        /// Its letter, in upper case.
        piece: char,
        /// At least two squares, the first of which is the piece's start.
        squares: Vec<SquareName>,
        /// The letter of the promoted piece, in lower case.
        promotion: Option<char>,
    },
}

impl XBoardNotation {
    /// The notation for a new game.
    ///
    /// XBoard cannot show that a piece changes sides. Instead, the mover's piece captures it and
    /// stays there, and a piece from the hand is put where the move ends. So a side that converts
    /// pieces starts with all pieces in hand that it may need.
    ///
    /// # Errors
    /// The variant has no [`Appearance`], or one that XBoard cannot show.
    pub fn of(game: &dyn AnyGame) -> Result<XBoardNotation, MissingCapability> {
        let appearance = Arc::clone(game.capabilities().get::<dyn Appearance>()?);
        if !XBoardNotation::fits(appearance.as_ref()) {
            let missing = "cannot be drawn by a GUI: its look does not fit there";
            return Err(MissingCapability { variant: game.variant(), missing });
        }
        let (board_spec, start) = (appearance.board_spec(), appearance.picture(game));
        let (kinds_in_hand, stock) = (0, String::new());
        let mut notation = XBoardNotation { appearance, board_spec, kinds_in_hand, stock };
        let converts = |movement: &Movement| movement.effect == Effect::Converts;
        for player in Player::BOTH {
            if !notation.kinds(player).any(|kind| kind.movements.iter().any(converts)) {
                continue;
            }
            let is_victim = |letter: &&char| {
                notation.board_spec.kind(**letter).map(|kind| kind.player) != Some(player)
            };
            let victims = start.pieces.iter().flatten().filter(is_victim).count();
            let letters: Vec<char> =
                notation.kinds(player).map(|kind| notation.letter_of(kind)).collect();
            notation.kinds_in_hand += letters.len();
            notation.stock.extend(letters.iter().flat_map(|&letter| vec![letter; victims]));
        }
        Ok(notation)
    }

    /// Whether XBoard can show a game with this appearance: one without places beside the board.
    #[must_use]
    pub fn fits(appearance: &dyn Appearance) -> bool {
        appearance.places().is_empty()
    }

    pub fn kinds(&self, player: Player) -> impl Iterator<Item = &PieceKind> {
        self.board_spec.kinds.iter().filter(move |kind| kind.player == player)
    }

    #[must_use]
    pub fn letter_of(&self, kind: &PieceKind) -> char {
        let before = self.kinds(kind.player).take_while(|other| other.letter != kind.letter);
        let upper = (FIRST_LETTER..=char::MAX).nth(before.count()).unwrap_or(FIRST_LETTER);
        match kind.player {
            Player::One => upper,
            Player::Two => upper.to_ascii_lowercase(),
        }
    }

    /// XBoard's letter for a letter of the game.
    fn letter(&self, letter: char) -> char {
        self.board_spec.kind(letter).map_or(letter, |kind| self.letter_of(kind))
    }

    #[must_use]
    pub fn fen(&self, scene: &BoardView) -> String {
        let piece = |square: Square| {
            let letter = scene.pieces.get(usize::from(square)).copied().flatten();
            letter.map(|letter| self.letter(letter))
        };
        let board = &self.board_spec.board;
        let rows = rows_text(board.files, board.ranks, piece);
        let stock =
            if self.kinds_in_hand > 0 { format!("[{}]", self.stock) } else { String::new() };
        let side = ["w", "b"].get(scene.turn.index()).copied().unwrap_or_default();
        format!("{rows}{stock} {side} - - 0 1")
    }

    /// The position text of a FEN; `None` if it has unknown pieces or no side to move. The other
    /// fields are ignored.
    #[must_use]
    pub fn position_text(&self, fen: &str) -> Option<String> {
        let mut fields = fen.split_ascii_whitespace();
        let rows = fields.next()?;
        let rows = rows.split('[').next().unwrap_or(rows);
        let BoardSpec { board, kinds, .. } = &self.board_spec;
        let mut pieces = vec![None; board.squares.len()];
        let place = |square: Square, theirs: char| {
            let kind = kinds.iter().find(|kind| self.letter_of(kind) == theirs);
            let place = pieces.get_mut(usize::from(square));
            place.zip(kind).map(|(place, kind)| *place = Some(kind.letter)).is_some()
        };
        parse_rows(rows, board.files, board.ranks, place).ok()?;
        let to_move = match fields.next()? {
            "w" => Player::One,
            "b" => Player::Two,
            _ => return None,
        };
        let piece = |square: Square| pieces.get(usize::from(square)).copied().flatten();
        Some(self.appearance.text_of(&piece, to_move))
    }

    #[must_use]
    pub fn first_rank(&self) -> u8 {
        u8::from(self.board_spec.board.ranks != FROM_ZERO)
    }

    /// A move as turns, one for each lifted piece. If it converts another piece, there are two
    /// turns: first the mover's piece captures that piece and stays where that piece was, then a
    /// piece from the hand is put on the square where the move ends in the game.
    #[must_use]
    pub fn turns(&self, scene: &BoardView, actions: &[Action]) -> Vec<XBoardTurn> {
        let begins = |action: &Action| matches!(action, Action::Lift(_) | Action::FromHand(_));
        let mut pieces = scene.pieces.clone();
        let legs = actions.chunk_by(|_, next| !begins(next));
        let turns: Vec<XBoardTurn> =
            legs.filter_map(|leg| self.leg(&mut pieces, leg)).flatten().collect();
        // The move has no visible actions, or cannot be shown.
        if turns.is_empty() { vec![XBoardTurn::Pass] } else { turns }
    }

    /// The turns for the actions of one piece; updates the board.
    fn leg(&self, pieces: &mut [Option<char>], leg: &[Action]) -> Option<Vec<XBoardTurn>> {
        let to = leg.iter().find_map(|action| match action {
            Action::Put(to) => Some(*to),
            _ => None,
        })?;
        let (mut squares, piece) = match *leg.first()? {
            Action::Lift(from) => (vec![from], pieces.get(usize::from(from.square())).copied()??),
            Action::FromHand(piece) => (Vec::new(), piece),
            _ => return None,
        };
        let (mut becomes, mut converted) = (None, None);
        for action in leg {
            match *action {
                Action::Remove(at) | Action::ToHand(at, _) if at != to => squares.push(at),
                Action::Change(at, letter) if at == to => becomes = Some(letter),
                Action::Change(at, letter) => converted = Some((at, letter)),
                _ => {}
            }
        }
        let now = becomes.unwrap_or(piece);
        *pieces.get_mut(usize::from(to.square()))? = Some(now);
        let lower = |letter: char| self.letter(letter).to_ascii_lowercase();
        let upper = |letter: char| self.letter(letter).to_ascii_uppercase();
        let drop = XBoardTurn::Drop { piece: upper(now), to };
        let piece_letter = upper(piece);
        Some(match converted {
            _ if squares.is_empty() => vec![drop],
            Some((at, letter)) => {
                squares.push(at);
                let promotion = (letter != piece).then(|| lower(letter));
                vec![XBoardTurn::Path { piece: piece_letter, squares, promotion }, drop]
            }
            None => {
                squares.push(to);
                let promotion = becomes.map(lower);
                vec![XBoardTurn::Path { piece: piece_letter, squares, promotion }]
            }
        })
    }

    /// Whether this word of a PGN file, in standard algebraic notation as XBoard writes it, can
    /// mean the turn: `P3xa4`, `P@f4`, `--`, or `Pxf4-g5` with the squares that the piece crosses.
    #[must_use]
    pub fn means(&self, word: &str, turn: &XBoardTurn) -> bool {
        let word = word.trim_end_matches(['+', '#']);
        let (piece, squares, promotion) = match turn {
            XBoardTurn::Pass => return PASSES.contains(&word),
            XBoardTurn::Drop { piece, to } => {
                return word == format!("{piece}@{}", self.square(*to));
            }
            XBoardTurn::Path { piece, squares, promotion } => (piece, squares, promotion),
        };
        let Some((&from, path)) = squares.split_first() else { return false };
        let word = word.replace(['x', '-', '='], "");
        let word = word.strip_prefix(*piece).unwrap_or(&word);
        let word = match promotion {
            // In a move of several legs the promotion letter is in lower case, as the engine sends
            // it.
            Some(letter) => word
                .strip_suffix(letter.to_ascii_uppercase())
                .or_else(|| word.strip_suffix(*letter))
                .unwrap_or(word),
            None => word,
        };
        let path: String = path.iter().map(|&at| self.square(at)).collect();
        let from = self.square(from);
        let (file, rank) = from.split_at_checked(1).unwrap_or_default();
        let before = word.strip_suffix(path.as_str());
        before.is_some_and(|before| ["", file, rank, &from].contains(&before))
    }

    /// The name of a square in XBoard.
    fn square(&self, name: SquareName) -> String {
        let files = self.board_spec.board.files.max(1);
        let square = name.square();
        let file = char::from(b'a' + square.file(files) % 26);
        format!("{file}{}", square.rank(files) + self.first_rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zugi_game::toy::Hexapawn;
    use zugi_game::{Of, Setup, Variant};

    #[test]
    fn words_of_pgn_mean_turns() {
        let mut game =
            Variant::new::<Hexapawn>().with::<dyn Appearance>(Of::<Hexapawn>::new()).game();
        let notation = XBoardNotation::of(game.as_ref()).unwrap();
        game.set_up(Setup::Text("b3/1b2/w3/4 w"), &[]).unwrap();
        let scene = notation.appearance.scene(game.as_ref());
        let capture = scene.moves.iter().find(|mv| mv.text == "a2b3").unwrap();
        let [turn] = &notation.turns(&scene, &capture.actions)[..] else { panic!("one turn") };
        for (word, is_meant) in [
            ("Pxb3", true),
            ("Paxb3", true),
            ("P2xb3+", true),
            ("Pa2xb3", true),
            ("a2b3", true),
            ("Pbxb3", false),
            ("Qxb3", false),
            ("Pxb2", false),
            ("P@b3", false),
            ("--", false),
            ("", false),
        ] {
            assert_eq!(notation.means(word, turn), is_meant, "{word}");
        }
        let XBoardTurn::Path { squares, .. } = turn else { panic!("{turn:?}") };
        let jump = XBoardTurn::Path {
            piece: 'P',
            squares: [&squares[..], &squares[..1]].concat(),
            promotion: Some('q'),
        };
        for word in ["Pxb3-a2=Q", "Pxb3-a2q", "P2xb3-a2"] {
            assert!(notation.means(word, &jump), "{word}");
        }
        let drop = XBoardTurn::Drop { piece: 'P', to: squares[1] };
        assert!(notation.means("P@b3", &drop) && !notation.means("Pb3", &drop));
        assert!(
            notation.means("--", &XBoardTurn::Pass) && !notation.means("Pb3", &XBoardTurn::Pass)
        );
    }
}
