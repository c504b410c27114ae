//! Moves by mouse: the squares that a GUI marks, and the piece that the user moves.

use zugi_engine::Session;
use zugi_game::{BoardView, XboardNotation};
use zugi_protocol::xboard::{Ply, XBoardReply, XBoardSquare};

use super::XBoard;
use super::convert::{piece, ranks};

/// The highlights of XBoard: quiet move, capture, promotion, and a square in the middle of a move.
const QUIET: char = 'Y';
const CAPTURE: char = 'R';
const PROMOTION: char = 'B';
const ON_THE_WAY: char = 'C';

/// The squares clicked for a move that is not complete.
///
/// A move with several legs is entered by a click on each of its squares. XBoard sends `put` for
/// the end of a leg, and `lift` for the same square if another leg begins there.
#[derive(Default, Debug)]
pub(super) struct HeldPiece {
    squares: Vec<XBoardSquare>,
    /// The square where the piece was last put.
    put: Option<XBoardSquare>,
}

impl HeldPiece {
    /// Puts the piece on a square; returns its path to there.
    fn put(&mut self, square: XBoardSquare) -> Vec<XBoardSquare> {
        self.put = Some(square);
        self.squares.iter().copied().chain([square]).collect()
    }

    /// Lifts a piece from a square or (`None`) from the hand, or continues with its next leg if a
    /// turn has it; returns the path so far.
    fn lift(&mut self, from: Option<XBoardSquare>, turns: &[Ply]) -> &[XBoardSquare] {
        let put = self.put.take();
        self.squares.extend(from);
        let goes_on = || turns.iter().any(|turn| !rest(&self.squares, turn).is_empty());
        if put.is_none() || put != from || !goes_on() {
            self.squares = from.into_iter().collect();
        }
        &self.squares
    }
}

impl XBoard {
    /// The user lifts a piece: its target squares are marked.
    pub(super) fn lift(&mut self, session: &Session, from: Option<XBoardSquare>) {
        let turns = self.next_turns(session);
        let scene = self.notation.scene(session.engine().game());
        let path = self.held.lift(from, &turns);
        let rows = marks(&self.notation, &scene, path, &turns);
        self.send(XBoardReply::Highlight(rows));
    }

    /// The user puts the piece down: the GUI gets the letter of its promotion.
    pub(super) fn put(&mut self, session: &Session, square: XBoardSquare) {
        let path = self.held.put(square);
        if let Some(letter) = becomes(&path, &self.next_turns(session)) {
            self.send(XBoardReply::Choice(letter.to_ascii_uppercase()));
        }
    }
}

/// Whether the entered turn is this one. The promotion is ignored, because the rules decide it and
/// GUIs differ. The whole path must match: a GUI that sends only the end square would leave
/// captured pieces on the board.
pub(super) fn matches(entered: &Ply, turn: &Ply) -> bool {
    match (entered, turn) {
        (Ply::Path { squares: entered, .. }, Ply::Path { squares: turn, .. }) => entered == turn,
        (entered, turn) => entered == turn,
    }
}

/// The squares of a turn after this path; an empty path is a piece from the hand. Empty if the turn
/// does not begin with the path.
fn rest<'a>(path: &[XBoardSquare], turn: &'a Ply) -> &'a [XBoardSquare] {
    match turn {
        Ply::Drop { to, .. } if path.is_empty() => std::slice::from_ref(to),
        Ply::Path { squares, .. } if !path.is_empty() => {
            squares.strip_prefix(path).unwrap_or_default()
        }
        _ => &[],
    }
}

/// The highlights for the next squares after this path, see [`rest`]. Only the end of the next
/// leg is highlighted: a click on a later square would skip the leg.
fn marks(
    notation: &XboardNotation,
    scene: &BoardView,
    path: &[XBoardSquare],
    turns: &[Ply],
) -> String {
    let mark = |square: XBoardSquare| {
        let leads = |turn: &&Ply| rest(path, turn).first() == Some(&square);
        let turn = turns.iter().rfind(leads)?;
        Some(match piece(notation, scene, square) {
            _ if rest(path, turn).len() > 1 => ON_THE_WAY,
            _ if promotion(turn).is_some() => PROMOTION,
            Some(_) => CAPTURE,
            None => QUIET,
        })
    };
    let row = |squares: Vec<_>| row(&squares.into_iter().map(mark).collect::<Vec<_>>());
    ranks(notation).map(row).collect::<Vec<_>>().join("/")
}

fn promotion(turn: &Ply) -> Option<char> {
    match turn {
        Ply::Path { promotion, .. } => *promotion,
        Ply::Pass | Ply::Drop { .. } => None,
    }
}

/// The letter after a promotion, if this path is a whole turn that promotes.
fn becomes(path: &[XBoardSquare], turns: &[Ply]) -> Option<char> {
    let (last, before) = path.split_last()?;
    let ends = |turn: &&Ply| rest(before, turn) == std::slice::from_ref(last);
    turns.iter().find(ends).and_then(promotion)
}

/// A rank as in FEN: a run of squares without highlights is a number.
fn row(marks: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut unmarked = 0;
    for mark in marks.iter().map(Some).chain([None]) {
        if mark == Some(&None) {
            unmarked += 1;
            continue;
        }
        if unmarked > 0 {
            text.push_str(&unmarked.to_string());
            unmarked = 0;
        }
        text.extend(mark.copied().flatten());
    }
    text
}
