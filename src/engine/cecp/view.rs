//! Between a game's texts and what a board program shows: positions, squares, moves.

use crate::board::parse_square;
use crate::game::{Player, Sheet, Step};
use crate::protocol::cecp::{Ply, Square};

/// The size of a board whose ranks are counted from 0.
const FROM_ZERO: u8 = 10;

/// Marks of squares: where the piece in hand may go, what it captures there, where it
/// becomes another piece, and where its way goes on.
const QUIET: char = 'Y';
const CAPTURE: char = 'R';
const PROMOTION: char = 'B';
const ON_THE_WAY: char = 'C';

/// The number by which the first rank goes.
fn first_rank(sheet: &Sheet) -> u8 {
    u8::from(sheet.size != FROM_ZERO)
}

fn square(sheet: &Sheet, index: u8) -> Square {
    Square { file: index % sheet.size, rank: index / sheet.size + first_rank(sheet) }
}

fn index(sheet: &Sheet, square: Square) -> Option<u8> {
    let rank = square.rank.checked_sub(first_rank(sheet))?;
    (square.file < sheet.size && rank < sheet.size).then(|| rank * sheet.size + square.file)
}

/// A turn as the board program writes it.
pub(super) fn ply(sheet: &Sheet, step: &Step) -> Ply {
    match step {
        Step::Pass => Ply::Pass,
        Step::Drop(piece, to) => Ply::Drop { piece: *piece, to: square(sheet, *to) },
        Step::Path { squares, promotion } => Ply::Path {
            squares: squares.iter().map(|&index| square(sheet, index)).collect(),
            promotion: *promotion,
        },
    }
}

/// Whether the user means this turn. What a piece becomes is not asked: the rules say
/// it, and board programs have their own ideas. The way is, for a board program that is
/// told only of its end leaves on the board what is captured on it.
pub(super) fn means(entered: &Ply, turn: &Ply) -> bool {
    match (entered, turn) {
        (Ply::Path { squares: entered, .. }, Ply::Path { squares: turn, .. }) => entered == turn,
        (entered, turn) => entered == turn,
    }
}

/// The moves of a variation, with the board program's numbers of ranks.
pub(super) fn variation(sheet: &Sheet, moves: &[String]) -> String {
    let texts: Vec<String> = moves.iter().map(|text| move_text(sheet, text)).collect();
    texts.join(" ")
}

fn move_text(sheet: &Sheet, text: &str) -> String {
    let mut rest = text;
    let mut result = String::new();
    while let Some((index, after)) = parse_square(rest, sheet.size) {
        result.push_str(&square(sheet, index).to_string());
        rest = after;
    }
    match rest {
        "" => result,
        "0000" => Ply::Pass.to_string(),
        _ => text.to_owned(),
    }
}

/// A position text as FEN.
pub(super) fn fen(sheet: &Sheet, text: &str) -> String {
    let letter = |c: char| {
        let pair = sheet.letters.iter().find(|(ours, _)| *ours == c);
        pair.map_or(c, |&(_, theirs)| theirs)
    };
    let mut fields = text.split(' ');
    let rows: String = fields.next().unwrap_or_default().chars().map(letter).collect();
    let first = fields.next().is_some_and(|side| side.starts_with(sheet.sides[0]));
    format!("{rows}{} {} - - 0 1", sheet.stock, if first { 'w' } else { 'b' })
}

/// The position text for a FEN; `None` if it has other pieces or no side to move.
/// Whatever else is in it is not looked at.
pub(super) fn position_text(sheet: &Sheet, fen: &str) -> Option<String> {
    let letter = |c: char| match c {
        '/' | '0'..='9' => Some(c),
        _ => sheet.letters.iter().find(|(_, theirs)| *theirs == c).map(|&(ours, _)| ours),
    };
    let mut fields = fen.split_ascii_whitespace();
    let rows = fields.next()?;
    let rows = rows.split('[').next().unwrap_or(rows);
    let rows: String = rows.chars().map(letter).collect::<Option<_>>()?;
    let side = match fields.next()? {
        "w" => sheet.sides[0],
        "b" => sheet.sides[1],
        _ => return None,
    };
    Some(format!("{rows} {side}"))
}

/// Where a turn leads a piece that has come this way, or one from the hand if the way is
/// empty; nothing if it does not begin so.
fn rest<'a>(sheet: &Sheet, way: &[Square], turn: &'a Step) -> &'a [u8] {
    match turn {
        Step::Drop(_, to) if way.is_empty() => std::slice::from_ref(to),
        Step::Path { squares, .. } if !way.is_empty() => {
            let way = way.iter().map(|&square| index(sheet, square));
            let (begun, rest) = squares.split_at_checked(way.len()).unwrap_or_default();
            if begun.iter().copied().map(Some).eq(way) { rest } else { &[] }
        }
        _ => &[],
    }
}

/// Whether a piece that has come this way can go on in its turn.
pub(super) fn goes_on(sheet: &Sheet, way: &[Square], turns: &[&Step]) -> bool {
    turns.iter().any(|turn| !rest(sheet, way, turn).is_empty())
}

/// Marks where a piece that has come this way can go next, see [`goes_on`]. Only the end
/// of the next leg is marked, for a click beyond it would leave the leg out.
pub(super) fn marks(sheet: &Sheet, position: &str, way: &[Square], turns: &[&Step]) -> String {
    let size = usize::from(sheet.size);
    let mut marks = vec![None; size * size];
    let occupied = occupied(position, size);
    for turn in turns {
        let rest = rest(sheet, way, turn);
        let Some(&to) = rest.first() else { continue };
        let to = usize::from(to);
        if let Some(mark) = marks.get_mut(to) {
            *mark = Some(match occupied.get(to) {
                _ if rest.len() > 1 => ON_THE_WAY,
                _ if promotion(turn).is_some() => PROMOTION,
                Some(true) => CAPTURE,
                _ => QUIET,
            });
        }
    }
    let rows: Vec<String> = marks.chunks(size).rev().map(row).collect();
    rows.join("/")
}

fn promotion(turn: &Step) -> Option<char> {
    match turn {
        Step::Path { promotion, .. } => *promotion,
        Step::Pass | Step::Drop(..) => None,
    }
}

/// What a piece that has come this way becomes by a turn that ends with it.
pub(super) fn becomes(sheet: &Sheet, way: &[Square], turns: &[&Step]) -> Option<char> {
    let (_, before) = way.split_last()?;
    let ends = |turn: &&&Step| {
        let &[last] = rest(sheet, before, turn) else { return false };
        way.last().and_then(|&square| index(sheet, square)) == Some(last)
    };
    turns.iter().find(ends).and_then(|turn| promotion(turn))
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

/// Which squares of a position text have a piece, from `a1`, rank by rank.
fn occupied(position: &str, size: usize) -> Vec<bool> {
    let rows = position.split(' ').next().unwrap_or_default();
    let mut squares = Vec::with_capacity(size * size);
    for row in rows.rsplit('/') {
        let mut empty = 0;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(digit) => empty = 10 * empty + digit as usize,
                None => {
                    squares.resize(squares.len() + empty, false);
                    empty = 0;
                    squares.push(true);
                }
            }
        }
        squares.resize(squares.len() + empty, false);
    }
    squares
}

/// The result of a game as PGN has it, and how it came about.
pub(super) fn result(winner: Option<Player>) -> (&'static str, &'static str) {
    match winner {
        Some(Player::One) => ("1-0", "White wins"),
        Some(Player::Two) => ("0-1", "Black wins"),
        None => ("1/2-1/2", "Draw by the rules"),
    }
}
