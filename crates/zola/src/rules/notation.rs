//! The texts of positions (`ROWS SIDE SWAP`) and moves (`c3d4`, `0000`, `swap`).

use std::fmt;
use std::str::FromStr;

use zugi_game::board::{BadRows, Bits, Square, parse_rows, parse_square, rows_text};
use zugi_game::{Player, TextError};
use zugi_show::Presentation;

use super::{Pie, Size, Zola, ZolaMove};

/// The letters of Red's and of Blue's checkers, which also stand for the sides.
pub(super) const LETTERS: [char; 2] = ['r', 'b'];

/// The accepted texts of a forced pass; the first one is canonical.
const PASS_WORDS: [&str; 4] = ["0000", "pass", "@@@@", "--"];
const SWAP_WORD: &str = "swap";

pub(super) fn move_text(mv: ZolaMove, size: u8) -> String {
    match mv {
        ZolaMove::PASS => PASS_WORDS[0].to_owned(),
        ZolaMove::SWAP => SWAP_WORD.to_owned(),
        mv => format!("{}{}", mv.from().name(size), mv.to().name(size)),
    }
}

/// Also accepts `a1-b2` and `a1xb2`, and `swap` in any game; `has_pie` says whether an error
/// mentions `swap`.
pub(super) fn parse_move(text: &str, size: u8, has_pie: bool) -> Result<ZolaMove, TextError> {
    if PASS_WORDS.iter().any(|word| word.eq_ignore_ascii_case(text)) {
        return Ok(ZolaMove::PASS);
    }
    if text.eq_ignore_ascii_case(SWAP_WORD) {
        return Ok(ZolaMove::SWAP);
    }
    parse_checker_move(text, size).ok_or_else(|| {
        let last = Square::new(size * size - 1).name(size);
        let swap = if has_pie { format!(", or {SWAP_WORD}") } else { String::new() };
        let expected = format!("from-square and to-square within a1 to {last}, or 0000{swap}");
        TextError::new("move", text, expected)
    })
}

fn parse_checker_move(text: &str, size: u8) -> Option<ZolaMove> {
    let (from, rest) = parse_square(text, size)?;
    let rest = rest.strip_prefix(['-', 'x', 'X']).unwrap_or(rest);
    let (to, rest) = parse_square(rest, size)?;
    (rest.is_empty() && from != to).then(|| ZolaMove::checker(from, to))
}

impl<S: Size> fmt::Display for Zola<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = rows_text(S::N, S::N, |square| self.piece(square));
        let swap = match self.pie {
            Pie::Off => '-',
            Pie::FirstMove => 'p',
            Pie::MaySwap => 's',
        };
        write!(f, "{rows} {} {swap}", LETTERS[self.to_move.index()])
    }
}

impl<S: Size> FromStr for Zola<S> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Zola<S>, TextError> {
        let mut fields = text.split_ascii_whitespace();
        let (Some(rows), Some(side)) = (fields.next(), fields.next()) else {
            return Err(error(text, "rows, the side to move (r or b) and optionally -, p or s"));
        };
        let swap = fields.next().unwrap_or("-");
        if let Some(extra) = fields.next() {
            return Err(error(extra, "nothing after the third field"));
        }
        let checkers = read_checkers::<S>(rows)?;
        let to_move = match side {
            "r" => Player::One,
            "b" => Player::Two,
            _ => return Err(error(side, "the side to move, r or b")),
        };
        let full = (checkers[0] | checkers[1]).count() == u32::from(S::SQUARES);
        let pie = match (swap, to_move) {
            ("-", _) => Pie::Off,
            ("p", Player::One) if full => Pie::FirstMove,
            ("p", _) => return Err(error(swap, "p only on a full board with r to move")),
            ("s", Player::Two) => Pie::MaySwap,
            ("s", _) => return Err(error(swap, "s only with b to move")),
            _ => return Err(error(swap, "-, p or s for the pie rule")),
        };
        Ok(Zola::new(checkers, to_move, pie))
    }
}

fn read_checkers<S: Size>(rows: &str) -> Result<[S::Bits; 2], TextError> {
    let size = S::N;
    let mut checkers = [S::Bits::EMPTY; 2];
    let read = parse_rows(rows, size, size, |square, letter| {
        let side = LETTERS.iter().position(|&known| known == letter);
        side.map(|side| checkers[side] = checkers[side] | S::Bits::of(square)).is_some()
    });
    read.map_err(|bad| match bad {
        BadRows::Number => error(rows, &format!("{size} rows separated by / for {}", S::NAME)),
        BadRows::Row(row) => {
            error(row, &format!("a row of r, b and numbers of empty squares that add up to {size}"))
        }
    })?;
    if (checkers[0] | checkers[1]).is_empty() {
        return Err(error(rows, "at least one checker"));
    }
    Ok(checkers)
}

fn error(text: &str, expected: &str) -> TextError {
    TextError::new("position", text, expected)
}

#[cfg(test)]
mod tests {
    use zugi_game::Game;

    use super::super::{Zola4, Zola6, Zola10};
    use super::*;

    #[test]
    fn texts_are_canonical() {
        for text in ["4/4/4/r3 b -", "brbr/rbrb/brbr/rbrb r p", "brbr/rbrb/brbr/1rrb b s"] {
            assert_eq!(Zola4::from_text(text).unwrap().text(), text);
        }
        let two_fields = Zola4::from_text(" 4/4/4/r3\t b ").unwrap();
        assert_eq!(two_fields.text(), "4/4/4/r3 b -");
        let ten = "10/9r/b9/10/10/10/10/10/10/rb6rb r -";
        assert_eq!(Zola10::from_text(ten).unwrap().text(), ten);
    }

    #[test]
    fn bad_positions_are_refused() {
        let bad = [
            "",
            "r",
            "4/4/4/r3",
            "4/4/4/4 r",
            "4/4/r3 r",
            "4/4/4/4/r3 r",
            "4/4/4/r4 r",
            "4/4/4/r2 r",
            "4/4/4/rr3 r",
            "4/4/4/r12 r",
            "4/4/4/r03 r",
            "4/4/4/0r3 r",
            "4/4/4/r3 w",
            "4/4/4/r3 R",
            "4/4/4/r3 b x",
            "4/4/4/r3 b - -",
            "4/4/4/r3 r p",
            "4/4/4/r3 r s",
            "4/4/4/R3 r",
            "4/4/4/é3 r",
            "brbr/rbrb/brbr/rbrb b p",
            "4/4/4/r999 b",
            "/4/4/4/r3 b",
            "4/4/4/r3/ b",
            "4/4/4/r-3 b",
            "4//4/r3 b",
        ];
        for text in bad {
            assert!(Zola4::from_text(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn errors_quote_the_offending_part() {
        let error = Zola6::from_text("6/6/6/6/6/r4x r").unwrap_err();
        assert_eq!(error.text, "r4x");
        let expected =
            "bad move \"a1g7\": expected from-square and to-square within a1 to f6, or 0000";
        let error = |position: Zola6| position.parse_move("a1g7").unwrap_err().to_string();
        assert_eq!(error(Zola6::start()), expected);
        // Only games with the pie rule have swaps.
        assert_eq!(error(Zola6::pie_start().unwrap()), format!("{expected}, or swap"));
    }

    #[test]
    fn moves_in_every_spelling() {
        let position = Zola10::start();
        for text in ["a1a10", "A1A10", "a1-a10", "a1xa10", "A1XA10"] {
            let mv = position.parse_move(text).unwrap();
            assert_eq!(position.move_text(mv), "a1a10");
        }
        for text in ["0000", "pass", "PASS", "@@@@", "--"] {
            assert_eq!(position.parse_move(text), Ok(ZolaMove::PASS));
        }
        assert_eq!(position.parse_move("Swap"), Ok(ZolaMove::SWAP));
        for text in
            ["", "a1", "a1a1", "a1--b2", "a1b2 ", " a1b2", "a1b2x", "a1k1", "a1a11", "000", "00000"]
        {
            assert!(position.parse_move(text).is_err(), "{text:?}");
        }
    }
}
