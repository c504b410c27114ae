//! The texts of moves, in both directions, and of positions, which `parse_position` reads.

use std::fmt;

use zugi_game::TextError;
use zugi_game::board::{Square, parse_square};

use super::{FaceDown, Grid, PieceSet, ZokaAction, ZokaMove, ZokaPiece, ZokaPosition, ZokaVariant};

/// The letters of the seats in the rows of a position.
pub(super) const SEAT_LETTERS: [char; 4] = ['a', 'b', 'c', 'd'];

/// The text of a pass, and all accepted texts.
const PASS: &str = "0000";
const PASSES: [&str; 4] = [PASS, "pass", "@@@@", "--"];

pub(super) fn move_text(mv: ZokaMove, size: u8) -> String {
    let name = |square: Square| square.name(size);
    match mv.action() {
        None | Some(ZokaAction::Pass) => PASS.to_owned(),
        Some(ZokaAction::TurnOver) => "t".to_owned(),
        Some(ZokaAction::TurnedOver(piece)) => format!("t{}", piece.letter()),
        Some(ZokaAction::Place(piece, at)) => format!("{}@{}", piece.letter(), name(at)),
        Some(ZokaAction::Go(from, to)) => format!("{}{}", name(from), name(to)),
        Some(ZokaAction::Strike(from, at)) => format!("{}x{}", name(from), name(at)),
        Some(ZokaAction::StrikeTwo(from, first, second)) => {
            format!("{}x{}x{}", name(from), name(first), name(second))
        }
        Some(ZokaAction::Exchange(at, piece)) => format!("{}={}", name(at), piece.letter()),
    }
}

/// Also accepts `c3-c4`, and both cases.
pub(super) fn parse_move(text: &str, size: u8) -> Result<ZokaMove, TextError> {
    parse_action(text, size).map(ZokaMove::of).ok_or_else(|| {
        let last = Square::new(size * size - 1).name(size);
        let expected = format!(
            "t, t and a piece (tZ, t4), a placement (Z@c3), squares from a1 to {last} (c3c4, \
             c3xc7, c3xc6xc7), an exchange (c3=Z) or {PASS}"
        );
        TextError::new("move", text, expected)
    })
}

fn parse_action(text: &str, size: u8) -> Option<ZokaAction> {
    if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
        return Some(ZokaAction::Pass);
    }
    if let Some(turned) = text.strip_prefix(['t', 'T']) {
        return if turned.is_empty() {
            Some(ZokaAction::TurnOver)
        } else {
            parse_piece(turned).map(ZokaAction::TurnedOver)
        };
    }
    if let Some((piece, square)) = text.split_once('@') {
        return Some(ZokaAction::Place(parse_piece(piece)?, parse_whole_square(square, size)?));
    }
    let (from, rest) = parse_square(text, size)?;
    if let Some(piece) = rest.strip_prefix('=') {
        return Some(ZokaAction::Exchange(from, parse_piece(piece)?));
    }
    let Some(rest) = rest.strip_prefix(['x', 'X']) else {
        let to = rest.strip_prefix('-').unwrap_or(rest);
        return Some(ZokaAction::Go(from, parse_whole_square(to, size)?));
    };
    match parse_square(rest, size)? {
        (first, "") => Some(ZokaAction::Strike(from, first)),
        (first, rest) => {
            let second = rest.strip_prefix(['x', 'X'])?;
            Some(ZokaAction::StrikeTwo(from, first, parse_whole_square(second, size)?))
        }
    }
}

fn parse_piece(text: &str) -> Option<ZokaPiece> {
    let mut letters = text.chars();
    ZokaPiece::from_letter(letters.next()?).filter(|_| letters.next().is_none())
}

pub(super) fn parse_whole_square(text: &str, size: u8) -> Option<Square> {
    parse_square(text, size).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
}

/// The pieces of a set, sorted; `-` for none.
fn set_text(set: PieceSet) -> String {
    if set.is_empty() { "-".to_owned() } else { set.pieces().map(ZokaPiece::letter).collect() }
}

fn line_text(line: FaceDown) -> String {
    match line.next() {
        Some(_) => "=".chars().chain(line.order().map(ZokaPiece::letter)).collect(),
        None => set_text(line.set()),
    }
}

/// The text of a forbidden move; `-` for none.
pub(super) fn back_text(back: Option<(Square, Square)>, size: u8) -> String {
    let name = |square: Square| square.name(size);
    back.map_or_else(|| "-".to_owned(), |(from, to)| format!("{}{}", name(from), name(to)))
}

/// The rows of a board with these pieces of seats, two letters for each.
pub(super) fn rows_text(size: u8, piece: impl Fn(Square) -> Option<(usize, ZokaPiece)>) -> String {
    let square = |square: Square| match piece(square) {
        Some((seat, piece)) => String::from_iter([SEAT_LETTERS[seat], piece.letter()]),
        None => ".".to_owned(),
    };
    let row =
        |rank: u8| (0..size).map(|file| square(Square::at(file, rank, size))).collect::<String>();
    (0..size).rev().map(row).collect::<Vec<_>>().join("/")
}

impl<V: ZokaVariant> fmt::Display for ZokaPosition<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = V::Grid::SIZE;
        let by_seat =
            |text: &dyn Fn(usize) -> String| (0..V::SEATS).map(text).collect::<Vec<_>>().join("/");
        let or_none = |number: Option<u8>| number.map_or("-".to_owned(), |it| it.to_string());
        let [one, two] = self.struck;
        let fields = [
            rows_text(size, |square| self.piece_at(square)),
            format!("{}{}", self.turn + 1, if self.again { "+" } else { "" }),
            or_none(self.solo.map(|solo| solo + 1)),
            by_seat(&|seat| line_text(self.line(seat))),
            by_seat(&|seat| set_text(self.hand_of(seat))),
            by_seat(&|seat| set_text(self.exchange_area(seat))),
            format!("{one}:{two}"),
            by_seat(&|seat| back_text(self.seats[seat].back, size)),
            format!("{}:{}:{}", self.quiet, self.passes, or_none(self.left)),
        ];
        f.write_str(&fields.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_every_spelling() {
        for (text, canonical) in [
            ("t", "t"),
            ("TZ", "tZ"),
            ("t6", "t6"),
            ("z@C3", "Z@c3"),
            ("4@j10", "4@j10"),
            ("c3-c4", "c3c4"),
            ("a10j10", "a10j10"),
            ("C3XC7", "c3xc7"),
            ("c3xc6xc7", "c3xc6xc7"),
            ("c3=z", "c3=Z"),
            ("J10=5", "j10=5"),
            ("Pass", "0000"),
            ("--", "0000"),
            ("@@@@", "0000"),
        ] {
            assert_eq!(parse_move(text, 10).map(|mv| move_text(mv, 10)).as_deref(), Ok(canonical));
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in [
            "",
            "t7",
            "t0",
            "tt",
            "t ",
            "ZZ@c3",
            "@c3",
            "7@c3",
            "Z@k1",
            "Z@c",
            "c3",
            "c3c4c5",
            "c3x",
            "c3xc4x",
            "c3xc4xc5xc6",
            "c3=",
            "c3=7",
            "c3=ZZ",
            "i9i10",
            "a01a2",
            "000",
            "é@c3",
        ] {
            let size = if text.contains('i') { 8 } else { 10 };
            assert_eq!(parse_move(text, size).unwrap_err().text, text);
        }
    }
}
