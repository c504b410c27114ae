//! Moves by mouse: the marked squares, and the piece that the user moves.

use zugi_engine::Session;
use zugi_game::board::{Square, rows_text};
use zugi_protocol::xboard::{XBoardMove, XBoardReply, XBoardSquare};
use zugi_show::{BoardView, XBoardNotation};

use super::XBoard;
use super::convert::square;

/// XBoard's colours: quiet move, capture, promotion, and a square in the middle of a move.
const QUIET: char = 'Y';
const CAPTURE: char = 'R';
const PROMOTION: char = 'B';
const ON_THE_WAY: char = 'C';

/// The squares clicked for an incomplete move.
///
/// A move with several legs is entered by a click on each of its squares. XBoard sends `put` at the
/// end of a leg, and `lift` for the same square if another leg begins there.
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

    /// Lifts a piece from a square, or from the hand (`None`). The piece continues with the next
    /// leg if it was last put on this square and a turn has a further leg. Returns the path so far.
    fn lift(&mut self, from: Option<XBoardSquare>, turns: &[XBoardMove]) -> &[XBoardSquare] {
        let put = self.put.take();
        self.squares.extend(from);
        let goes_on = || turns.iter().any(|turn| !rest_of(&self.squares, turn).is_empty());
        if put.is_none() || put != from || !goes_on() {
            self.squares = from.into_iter().collect();
        }
        &self.squares
    }
}

impl XBoard {
    /// Marks the target squares of the lifted piece.
    pub(super) fn lift(&mut self, session: &Session, from: Option<XBoardSquare>) {
        let turns = self.next_turns(session);
        let scene = self.notation.appearance.scene(session.engine().game());
        let path = self.held.lift(from, &turns);
        let rows = marks(&self.notation, &scene, path, &turns);
        self.send(XBoardReply::Highlight(rows));
    }

    /// Sends the letter of the promotion when the piece is put down.
    pub(super) fn put(&mut self, session: &Session, square: XBoardSquare) {
        let path = self.held.put(square);
        if let Some(letter) = becomes(&path, &self.next_turns(session)) {
            self.send(XBoardReply::Choice(letter.to_ascii_uppercase()));
        }
    }
}

/// Whether the entered turn is this one. The promotion is ignored, because the rules decide it and
/// GUIs differ. The whole path must match: a GUI that sends only the end square would keep captured
/// pieces on the board.
pub(super) fn matches(entered: &XBoardMove, turn: &XBoardMove) -> bool {
    match (entered, turn) {
        (XBoardMove::Path { squares: entered, .. }, XBoardMove::Path { squares: turn, .. }) => {
            entered == turn
        }
        (entered, turn) => entered == turn,
    }
}

/// The squares of a turn after this path; an empty path is a piece from the hand. The result is
/// empty if the turn does not begin with the path.
fn rest_of<'a>(path: &[XBoardSquare], turn: &'a XBoardMove) -> &'a [XBoardSquare] {
    match turn {
        XBoardMove::Drop { to, .. } if path.is_empty() => std::slice::from_ref(to),
        XBoardMove::Path { squares, .. } if !path.is_empty() => {
            squares.strip_prefix(path).unwrap_or_default()
        }
        _ => &[],
    }
}

/// The marks of the next squares after this path, see [`rest_of`]. Only the end of the next leg is
/// marked: a click on a later square would skip the leg.
fn marks(
    notation: &XBoardNotation,
    scene: &BoardView,
    path: &[XBoardSquare],
    turns: &[XBoardMove],
) -> String {
    let mark = |at: Square| {
        let square = square(notation, at);
        let leads = |turn: &&XBoardMove| rest_of(path, turn).first() == Some(&square);
        let turn = turns.iter().rfind(leads)?;
        Some(match scene.pieces.get(usize::from(at)).copied().flatten() {
            _ if rest_of(path, turn).len() > 1 => ON_THE_WAY,
            _ if promotion(turn).is_some() => PROMOTION,
            Some(_) => CAPTURE,
            None => QUIET,
        })
    };
    let board = &notation.board_spec.board;
    rows_text(board.files, board.ranks, mark)
}

fn promotion(turn: &XBoardMove) -> Option<char> {
    match turn {
        XBoardMove::Path { promotion, .. } => *promotion,
        XBoardMove::Pass | XBoardMove::Drop { .. } => None,
    }
}

/// The letter after a promotion, if this path is a whole turn that promotes.
fn becomes(path: &[XBoardSquare], turns: &[XBoardMove]) -> Option<char> {
    let (last, before) = path.split_last()?;
    let ends = |turn: &&XBoardMove| rest_of(before, turn) == std::slice::from_ref(last);
    turns.iter().find(ends).and_then(promotion)
}
