//! The rows of a position text: one for each rank from the top down, separated by `/`; a letter is
//! a piece, a number a run of empty squares.

use std::fmt::Write;

use super::Square;

/// Why rows cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadRows<'a> {
    /// The number of rows is not the number of ranks.
    Number,
    /// This row has an unknown letter, or the wrong number of squares.
    Row(&'a str),
}

/// Writes the rows of a board of this size, from the top rank down. `piece` returns the letter of
/// the piece on a square.
#[must_use]
pub fn rows_text(files: u8, ranks: u8, piece: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        let flush = |empty: &mut u8, text: &mut String| {
            if *empty > 0 {
                let _ = write!(text, "{empty}");
                *empty = 0;
            }
        };
        for square in rank * files..(rank + 1) * files {
            match piece(Square::new(square)) {
                None => empty += 1,
                Some(letter) => {
                    flush(&mut empty, &mut text);
                    text.push(letter);
                }
            }
        }
        flush(&mut empty, &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Reads the rows of a board of this size. It passes the square and the letter of each piece to
/// `place`, which returns whether the letter is known.
///
/// # Errors
/// The number of rows or a row is wrong; the pieces before it have been placed.
///
/// ```
/// use zugi_game::board::{BadRows, Square, parse_rows};
/// let mut pieces = Vec::new();
/// let mut place = |square, letter| {
///     pieces.push((square, letter));
///     letter == 'r'
/// };
/// assert_eq!(parse_rows("4/1r2", 4, 2, &mut place), Ok(()));
/// assert_eq!(parse_rows("4/1r3", 4, 2, &mut place), Err(BadRows::Row("1r3")));
/// assert_eq!(pieces[0], (Square::new(1), 'r'));
/// ```
pub fn parse_rows(
    text: &str,
    files: u8,
    ranks: u8,
    mut place: impl FnMut(Square, char) -> bool,
) -> Result<(), BadRows<'_>> {
    if text.split('/').count() != usize::from(ranks) {
        return Err(BadRows::Number);
    }
    for (row, rank) in text.split('/').zip((0..ranks).rev()) {
        let place = |file, letter| place(Square::at(file, rank, files), letter);
        parse_row(row, files, place).ok_or(BadRows::Row(row))?;
    }
    Ok(())
}

/// Places the pieces of a row; `None` if the row is wrong.
fn parse_row(row: &str, files: u8, mut place: impl FnMut(u8, char) -> bool) -> Option<()> {
    let mut file = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            // A number takes all adjacent digits, so two numbers are never adjacent.
            let (number, tail) = rest.split_at_checked(digits)?;
            let empty = number.parse::<u8>().ok().filter(|_| first != '0')?;
            file = (empty <= files - file).then(|| file + empty)?;
            rest = tail;
        } else {
            (file < files && place(file, first)).then_some(())?;
            file += 1;
            rest = rest.get(first.len_utf8()..)?;
        }
    }
    (file == files).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_and_read_back() {
        let texts = [
            (10, 10, "10/9r/b9/10/10/10/10/10/10/rb6rb"),
            (10, 10, "10/10/10/10/10/10/10/10/10/10"),
            (7, 6, "6b/7/3r3/7/7/rb5"),
            (3, 5, "r2/3/3/3/2b"),
        ];
        for (files, ranks, text) in texts {
            let mut board = [None; 100];
            let place = |square: Square, letter| {
                board[usize::from(square)] = Some(letter);
                true
            };
            assert_eq!(parse_rows(text, files, ranks, place), Ok(()));
            assert_eq!(rows_text(files, ranks, |square| board[usize::from(square)]), text);
        }
    }

    #[test]
    fn wrong_rows_are_named() {
        fn read(text: &str) -> Result<(), BadRows<'_>> {
            parse_rows(text, 4, 4, |_, letter| letter == 'r')
        }
        for text in ["", "4/4/4", "4/4/4/4/4", "/4/4/4/4", "4/4/4/4/"] {
            assert_eq!(read(text), Err(BadRows::Number), "{text:?}");
        }
        for row in ["", "3", "5", "r4", "4r", "rrrrr", "04", "r03", "r-3", "R3", "é3", "r999"] {
            let text = format!("4/4/{row}/4");
            assert_eq!(read(&text), Err(BadRows::Row(row)), "{row:?}");
        }
    }
}
