//! Helpers for entering moves in a GUI: matching moves, square highlights, the text of a result.

use zugi_game::{BoardView, Player};
use zugi_protocol::cecp::{CecpSquare, Ply};

use super::piece_mapping::PieceMapping;

/// The highlights of XBoard: quiet move, capture, promotion, and a square in the middle of a move.
const QUIET: char = 'Y';
const CAPTURE: char = 'R';
const PROMOTION: char = 'B';
const ON_THE_WAY: char = 'C';

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
fn rest<'a>(way: &[CecpSquare], turn: &'a Ply) -> &'a [CecpSquare] {
    match turn {
        Ply::Drop { to, .. } if way.is_empty() => std::slice::from_ref(to),
        Ply::Path { squares, .. } if !way.is_empty() => {
            squares.strip_prefix(way).unwrap_or_default()
        }
        _ => &[],
    }
}

/// Whether some turn continues this path.
pub(super) fn goes_on(way: &[CecpSquare], turns: &[Ply]) -> bool {
    turns.iter().any(|turn| !rest(way, turn).is_empty())
}

/// The highlights for the next squares after this path, see [`goes_on`]. Only the end of the next
/// leg is highlighted: a click on a later square would skip the leg.
pub(super) fn marks(
    mapping: &PieceMapping,
    scene: &BoardView,
    way: &[CecpSquare],
    turns: &[Ply],
) -> String {
    let mark = |square: CecpSquare| {
        let leads = |turn: &&Ply| rest(way, turn).first() == Some(&square);
        let turn = turns.iter().rfind(leads)?;
        Some(match mapping.piece(scene, square) {
            _ if rest(way, turn).len() > 1 => ON_THE_WAY,
            _ if promotion(turn).is_some() => PROMOTION,
            Some(_) => CAPTURE,
            None => QUIET,
        })
    };
    let rows: Vec<String> = mapping
        .rows()
        .map(|squares| row(&squares.into_iter().map(mark).collect::<Vec<_>>()))
        .collect();
    rows.join("/")
}

fn promotion(turn: &Ply) -> Option<char> {
    match turn {
        Ply::Path { promotion, .. } => *promotion,
        Ply::Pass | Ply::Drop { .. } => None,
    }
}

/// The letter after a promotion, if this path is a whole turn that promotes.
pub(super) fn becomes(way: &[CecpSquare], turns: &[Ply]) -> Option<char> {
    let (last, before) = way.split_last()?;
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

/// The result and its reason, as in PGN.
pub(super) fn result(winner: Option<Player>) -> (&'static str, &'static str) {
    match winner {
        Some(Player::One) => ("1-0", "White wins"),
        Some(Player::Two) => ("0-1", "Black wins"),
        None => ("1/2-1/2", "Draw by the rules"),
    }
}
