//! The texts of positions (`ROWS SIDE QUIET`) and moves (`c3d4`, `c3e5`, `c3e5g3`).

use std::fmt;
use std::str::FromStr;

use zugi_game::board::{BadRows, Bits, Square, parse_rows, parse_square, rows_text};
use zugi_game::{Player, TextError};
use zugi_show::Presentation;

use super::{DARK, Direction, GOALS, QUIET_PLIES_TO_DRAW, SIZE, Zvp, ZvpMove};

/// The letters of White's and of Black's pieces, unpromoted and promoted. The first of a pair also
/// stands for the side.
pub(super) const LETTERS: [[char; 2]; 2] = [['w', 'W'], ['b', 'B']];

/// Also accepts `c3-d4` and `c3xe5xg3`.
pub(super) fn parse_move(text: &str) -> Result<ZvpMove, TextError> {
    parse_path(text).ok_or_else(|| TextError::new("move", text, expected_move(text)))
}

/// The expected text in the error for a text that is not a move. For a text of two squares this is
/// short, because clicks may produce such a text.
fn expected_move(text: &str) -> String {
    let first = parse_square(text, SIZE);
    let second = first.and_then(|(_, rest)| parse_square(rest, SIZE));
    let (Some((from, _)), Some((to, ""))) = (first, second) else {
        return format!(
            "dark squares from a1 to h8: two neighbours (a step), or all squares of up to {} \
             jumps, such as c3e5g3",
            ZvpMove::MAX_JUMPS
        );
    };
    match [from, to].into_iter().find(|&square| !DARK.contains(square)) {
        Some(square) => format!("dark squares, and {} is light", square.name(SIZE)),
        None => "a step to the next square of a diagonal, or a jump of two squares".to_owned(),
    }
}

fn parse_path(text: &str) -> Option<ZvpMove> {
    let (from, mut rest) = parse_dark_square(text)?;
    let mut at = from;
    let mut chain = ZvpMove::chain(from);
    while !rest.is_empty() {
        let (to, tail) = parse_dark_square(rest.strip_prefix(['-', 'x', 'X']).unwrap_or(rest))?;
        let (direction, distance) = direction_and_distance(at, to)?;
        if distance == 1 {
            return (tail.is_empty() && at == from && chain.jumps() == 0)
                .then(|| ZvpMove::step(from, direction));
        }
        if distance != 2 || chain.jumps() == ZvpMove::MAX_JUMPS {
            return None;
        }
        chain = chain.jump(direction);
        (at, rest) = (to, tail);
    }
    (chain.jumps() > 0).then_some(chain)
}

fn parse_dark_square(text: &str) -> Option<(Square, &str)> {
    parse_square(text, SIZE).filter(|&(square, _)| DARK.contains(square))
}

/// The direction from one square to another, and the number of steps; `None` if they are not on a
/// diagonal.
fn direction_and_distance(from: Square, to: Square) -> Option<(Direction, u8)> {
    let (from, to) = ([from.file(SIZE), from.rank(SIZE)], [to.file(SIZE), to.rank(SIZE)]);
    let (right, up) = (to[0] > from[0], to[1] > from[1]);
    let [files, ranks] = [0, 1].map(|axis: usize| to[axis].abs_diff(from[axis]));
    let direction = match (right, up) {
        (true, true) => Direction::UpRight,
        (false, true) => Direction::UpLeft,
        (true, false) => Direction::DownRight,
        (false, false) => Direction::DownLeft,
    };
    (files == ranks).then_some((direction, files))
}

impl fmt::Display for Zvp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = rows_text(SIZE, SIZE, |square| self.piece(square));
        write!(f, "{rows} {} {}", LETTERS[self.to_move.index()][0], self.quiet)
    }
}

impl FromStr for Zvp {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Zvp, TextError> {
        let mut fields = text.split_ascii_whitespace();
        let (Some(rows), Some(side)) = (fields.next(), fields.next()) else {
            let expected =
                "rows, the side to move (w or b) and optionally the number of quiet plies";
            return Err(error(text, expected));
        };
        let quiet = fields.next().unwrap_or("0");
        if let Some(extra) = fields.next() {
            return Err(error(extra, "nothing after the third field"));
        }
        let (pieces, promoted) = read_pieces(rows)?;
        let to_move = Player::BOTH
            .into_iter()
            .find(|player| side.chars().eq([LETTERS[player.index()][0]]))
            .ok_or_else(|| error(side, "the side to move, w or b"))?;
        let canonical = |plies: &u8| plies.to_string() == quiet && *plies <= QUIET_PLIES_TO_DRAW;
        let plies = quiet.parse().ok().filter(canonical).ok_or_else(|| {
            error(quiet, &format!("the number of quiet plies, 0 to {QUIET_PLIES_TO_DRAW}"))
        })?;
        Ok(Zvp::new(pieces, promoted, to_move, plies))
    }
}

/// The pieces of both sides, and the promoted ones.
fn read_pieces(rows: &str) -> Result<([u64; 2], u64), TextError> {
    let mut pieces = [0; 2];
    let mut promoted = 0;
    parse_rows(rows, SIZE, SIZE, |square, letter| {
        let bit = u64::of(square);
        let side = LETTERS.iter().position(|letters| letters.contains(&letter));
        side.is_some_and(|side| {
            pieces[side] |= bit;
            promoted |= if letter == LETTERS[side][1] { bit } else { 0 };
            true
        })
    })
    .map_err(|bad| match bad {
        BadRows::Number => error(rows, &format!("{SIZE} rows separated by /")),
        BadRows::Row(row) => error(
            row,
            &format!("a row of w, W, b, B and numbers of empty squares that add up to {SIZE}"),
        ),
    })?;
    let [white, black] = pieces;
    if white | black == 0 {
        return Err(error(rows, "at least one piece"));
    }
    let wrong = |square: Square, expected: String| {
        let row = rows.rsplit('/').nth(usize::from(square.rank(SIZE)));
        Err(error(row.unwrap_or(rows), &expected))
    };
    if let Some(square) = ((white | black) & !DARK).first() {
        return wrong(square, format!("no piece on {}, a light square", square.name(SIZE)));
    }
    let unpromoted = (white & GOALS[0] | black & GOALS[1]) & !promoted;
    if let Some(square) = unpromoted.first() {
        return wrong(square, format!("a promoted piece on {}", square.name(SIZE)));
    }
    Ok((pieces, promoted))
}

fn error(text: &str, expected: &str) -> TextError {
    TextError::new("position", text, expected)
}

#[cfg(test)]
mod tests {
    use zugi_game::Game;

    use super::*;

    const START: &str = "5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0";

    #[test]
    fn texts_are_canonical() {
        for text in [START, "7W/8/8/8/8/8/8/B7 b 80", "8/8/8/4B3/8/8/8/w7 w 7"] {
            assert_eq!(Zvp::from_text(text).unwrap().text(), text);
        }
        let two_fields = Zvp::from_text(" 8/8/8/8/8/8/8/w7\t b ").unwrap();
        assert_eq!(two_fields.text(), "8/8/8/8/8/8/8/w7 b 0");
    }

    /// Texts, the wrong part, and a part of the expectation.
    const BAD_POSITIONS: &[(&str, &str, &str)] = &[
        ("", "", "rows, the side to move"),
        ("w", "w", "rows, the side to move"),
        ("8/8/8/8/8/8/8/w7", "8/8/8/8/8/8/8/w7", "rows, the side to move"),
        ("8/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8", "at least one piece"),
        ("8/8/8/8/8/8/w7 w", "8/8/8/8/8/8/w7", "8 rows separated by /"),
        ("8/8/8/8/8/8/8/8/w7 w", "8/8/8/8/8/8/8/8/w7", "8 rows separated by /"),
        ("8/8/8/8/8/8/8/w8 w", "w8", "add up to 8"),
        ("8/8/8/8/8/8/8/w6 w", "w6", "add up to 8"),
        ("8/8/8/8/8/8/8/w07 w", "w07", "add up to 8"),
        ("8/8/8/8/8/8/8/q7 w", "q7", "a row of w, W, b, B and numbers"),
        ("8/8/8/8/8/8/é7/w7 w", "é7", "a row of w, W, b, B and numbers"),
        ("8/8/8/8/8/8/8/1w6 w", "1w6", "no piece on b1, a light square"),
        ("B7/8/8/8/8/8/8/8 w", "B7", "no piece on a8, a light square"),
        ("7w/8/8/8/8/8/8/8 w", "7w", "a promoted piece on h8"),
        ("8/8/8/8/8/8/8/b7 w", "b7", "a promoted piece on a1"),
        ("8/8/8/8/8/8/8/w7 r", "r", "the side to move, w or b"),
        ("8/8/8/8/8/8/8/w7 W", "W", "the side to move, w or b"),
        ("8/8/8/8/8/8/8/w7 wb", "wb", "the side to move, w or b"),
        ("8/8/8/8/8/8/8/w7 w -", "-", "the number of quiet plies, 0 to 80"),
        ("8/8/8/8/8/8/8/w7 w 81", "81", "the number of quiet plies, 0 to 80"),
        ("8/8/8/8/8/8/8/w7 w -1", "-1", "the number of quiet plies, 0 to 80"),
        ("8/8/8/8/8/8/8/w7 w +1", "+1", "the number of quiet plies, 0 to 80"),
        ("8/8/8/8/8/8/8/w7 w 01", "01", "the number of quiet plies, 0 to 80"),
        ("8/8/8/8/8/8/8/w7 w 256", "256", "the number of quiet plies, 0 to 80"),
        ("8/8/8/8/8/8/8/w7 w 0 0", "0", "nothing after the third field"),
    ];

    #[test]
    fn bad_positions_are_refused() {
        for &(text, wrong, expected) in BAD_POSITIONS {
            let error = Zvp::from_text(text).unwrap_err();
            assert_eq!(error.text, wrong, "{text:?}");
            assert!(error.expected.contains(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn moves_in_every_spelling() {
        let start = Zvp::start();
        for (text, canonical) in [
            ("c3d4", "c3d4"),
            ("C3-D4", "c3d4"),
            ("c3e5", "c3e5"),
            ("c3xe5xg3", "c3e5g3"),
            ("C3E5XG3", "c3e5g3"),
            ("a1c3e1g3e5c3a5c7e5g7", "a1c3e1g3e5c3a5c7e5g7"),
        ] {
            let mv = start.parse_move(text).unwrap();
            assert_eq!(start.move_text(mv), canonical);
        }
    }

    #[test]
    fn bad_moves_are_refused() {
        let bad = [
            "",
            "a1",
            "a1a1",
            "c3c4",
            "c3f6",
            "c3c5",
            "c3d4e5",
            "c3e5d4",
            "c3e5f6",
            "c3d4d4",
            "c3-",
            "c3--d4",
            "c3d4 ",
            " c3d4",
            "c3d4x",
            "b1c2",
            "a2c4",
            "g7i9",
            "h8j10",
            "0000",
            "c3é5",
            "a1c3a1c3a1c3a1c3a1c3a1",
        ];
        for text in bad {
            let error = Zvp::start().parse_move(text).unwrap_err();
            assert_eq!(error.text, text);
        }
        for (text, expected) in [
            ("c3c4", "dark squares, and c4 is light"),
            ("c3c7", "a step to the next square of a diagonal, or a jump of two squares"),
            (
                "c3",
                "dark squares from a1 to h8: two neighbours (a step), or all squares of up to 9 \
                 jumps, such as c3e5g3",
            ),
        ] {
            assert_eq!(Zvp::start().parse_move(text).unwrap_err().expected, expected);
        }
    }
}
