//! Conversion between the texts of a game and the notation of a board program: positions, squares,
//! moves.

use zugi_game::{BoardView, Player};
use zugi_protocol::cecp::{Ply, Square};

use super::piece_mapping::PieceMapping;

/// Marks of squares: where the piece in hand may go, what it captures there, where it
/// becomes another piece, and where its way goes on.
const QUIET: char = 'Y';
const CAPTURE: char = 'R';
const PROMOTION: char = 'B';
const ON_THE_WAY: char = 'C';

/// Whether the entered turn is this one. The promotion is ignored, because the rules decide it and
/// board programs differ. The path counts: a board program that knows only its end would leave
/// captured pieces on the board.
pub(super) fn means(entered: &Ply, turn: &Ply) -> bool {
    match (entered, turn) {
        (Ply::Path { squares: entered, .. }, Ply::Path { squares: turn, .. }) => entered == turn,
        (entered, turn) => entered == turn,
    }
}

/// Where a turn leads a piece that has come this way, or one from the hand if the way is
/// empty; nothing if it does not begin so.
fn rest<'a>(way: &[Square], turn: &'a Ply) -> &'a [Square] {
    match turn {
        Ply::Drop { to, .. } if way.is_empty() => std::slice::from_ref(to),
        Ply::Path { squares, .. } if !way.is_empty() => {
            squares.strip_prefix(way).unwrap_or_default()
        }
        _ => &[],
    }
}

/// Whether a piece that has come this way can go on in its turn.
pub(super) fn goes_on(way: &[Square], turns: &[Ply]) -> bool {
    turns.iter().any(|turn| !rest(way, turn).is_empty())
}

/// Marks where a piece that has come this way can go next, see [`goes_on`]. Only the end
/// of the next leg is marked, for a click beyond it would leave the leg out.
pub(super) fn marks(
    sheet: &PieceMapping,
    scene: &BoardView,
    way: &[Square],
    turns: &[Ply],
) -> String {
    let mark = |square: Square| {
        let leads = |turn: &&Ply| rest(way, turn).first() == Some(&square);
        let turn = turns.iter().rfind(leads)?;
        Some(match sheet.piece(scene, square) {
            _ if rest(way, turn).len() > 1 => ON_THE_WAY,
            _ if promotion(turn).is_some() => PROMOTION,
            Some(_) => CAPTURE,
            None => QUIET,
        })
    };
    let rows: Vec<String> = sheet
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

/// What a piece that has come this way becomes by a turn that ends with it.
pub(super) fn becomes(way: &[Square], turns: &[Ply]) -> Option<char> {
    let (last, before) = way.split_last()?;
    let ends = |turn: &&Ply| rest(before, turn) == std::slice::from_ref(last);
    turns.iter().find(ends).and_then(promotion)
}

/// A row as in FEN: a run of squares without marks is one number.
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

/// The result of a game as PGN has it, and how it came about.
pub(super) fn result(winner: Option<Player>) -> (&'static str, &'static str) {
    match winner {
        Some(Player::One) => ("1-0", "White wins"),
        Some(Player::Two) => ("0-1", "Black wins"),
        None => ("1/2-1/2", "Draw by the rules"),
    }
}
