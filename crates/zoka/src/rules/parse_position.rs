//! Reads the nine fields of position texts. Each error quotes the wrong part and names its field.

use std::str::FromStr;

use zugi_game::TextError;
use zugi_game::board::{Square, parse_square};

use super::notation::{SEAT_LETTERS, back_text, parse_whole_square};
use super::pack::is_line;
use super::{
    FaceDown, Grid, PieceSet, QUIET_TURNS, SoloRule, ZokaPiece, ZokaPosition, ZokaVariant,
};

type Read<T> = Result<T, TextError>;

/// The error for a field that has this text instead of the expected one.
fn fault<T>(field: &str, text: &str, expected: impl AsRef<str>) -> Read<T> {
    Err(TextError::new("position", text, format!("{} as {field}", expected.as_ref())))
}

/// The pieces of each seat that were read so far.
#[derive(Default)]
struct PieceCounts([PieceSet; SEAT_LETTERS.len()]);

impl PieceCounts {
    /// Counts a piece of a seat; it is an error if the seat does not have it. `text` is the part of
    /// the field with the piece.
    fn count(&mut self, field: &str, text: &str, seat: usize, piece: ZokaPiece) -> Read<()> {
        if self.0[seat].add(piece) {
            return Ok(());
        }
        let letter = SEAT_LETTERS[seat];
        let most = match piece {
            ZokaPiece::ZOKER => format!("at most {} Zokers of seat {letter}", PieceSet::ZOKERS),
            scorer => format!("at most one Scorer {} of seat {letter}", scorer.letter()),
        };
        fault(field, text, format!("{most} on board, line, hand and Exchange area together,"))
    }
}

/// Reads `ROWS TURN SOLO LINES HANDS EXCHANGES SCORES BACK CLOCKS`, separated by single blanks.
impl<V: ZokaVariant> FromStr for ZokaPosition<V> {
    type Err = TextError;

    fn from_str(text: &str) -> Read<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let Ok([rows, turn, solo, lines, hands, exchanges, scores, back, clocks]) =
            <[&str; 9]>::try_from(fields)
        else {
            let expected = "nine fields with single blanks between them, ROWS TURN SOLO LINES \
                            HANDS EXCHANGES SCORES BACK CLOCKS";
            return Err(TextError::new("position", text, expected));
        };
        let mut position = Self::empty();
        let mut counts = PieceCounts::default();
        read_rows(&mut position, &mut counts, rows)?;
        position.solo = read_solo::<V>(solo, position.board_key != 0)?;
        read_turn(&mut position, turn)?;
        for (seat, text) in by_seat::<V>("LINES", lines)?.enumerate() {
            position.seats[seat].line = read_line(&mut counts, seat, text)?;
        }
        for (seat, text) in by_seat::<V>("HANDS", hands)?.enumerate() {
            position.seats[seat].hand = read_set("HANDS", &mut counts, seat, text)?;
        }
        for (seat, text) in by_seat::<V>("EXCHANGES", exchanges)?.enumerate() {
            position.seats[seat].exchange = read_set("EXCHANGES", &mut counts, seat, text)?;
        }
        position.struck = read_scores(scores)?;
        for (seat, text) in by_seat::<V>("BACK", back)?.enumerate() {
            position.seats[seat].back = read_back::<V>(text)?;
        }
        read_clocks(&mut position, clocks)?;
        if position.left.is_some() && position.again {
            return fault("TURN", turn, "no + while turns are left to count, that is LEFT,");
        }
        Ok(position)
    }
}

fn read_rows<V: ZokaVariant>(
    position: &mut ZokaPosition<V>,
    counts: &mut PieceCounts,
    rows: &str,
) -> Read<()> {
    let size = V::Grid::SIZE;
    if rows.split('/').count() != usize::from(size) {
        return fault("ROWS", rows, format!("{size} rows separated by /"));
    }
    for (row, rank) in rows.split('/').zip((0..size).rev()) {
        let mut file = 0;
        let mut letters = row.chars();
        while let Some(letter) = letters.next() {
            let seat = SEAT_LETTERS.iter().take(V::SEATS).position(|&seat| seat == letter);
            let piece = seat.and_then(|seat| Some((seat, read_piece(letters.next()?)?)));
            if file == size || (piece.is_none() && letter != '.') {
                return bad_row::<V>(row);
            }
            if let Some((seat, piece)) = piece {
                counts.count("ROWS", row, seat, piece)?;
                position.put(seat, piece, Square::at(file, rank, size));
            }
            file += 1;
        }
        if file != size {
            return bad_row::<V>(row);
        }
    }
    Ok(())
}

fn bad_row<V: ZokaVariant>(row: &str) -> Read<()> {
    let last = SEAT_LETTERS[V::SEATS - 1];
    let expected = format!(
        "a row of {} squares, each . or a seat from a to {last} with a piece, Z or 1 to 6,",
        V::Grid::SIZE
    );
    fault("ROWS", row, expected)
}

/// The index of the seat with this number.
fn read_seat<V: ZokaVariant>(text: &str) -> Option<u8> {
    (0..V::SEATS as u8).find(|seat| (seat + 1).to_string() == text)
}

fn read_solo<V: ZokaVariant>(text: &str, has_pieces: bool) -> Read<Option<u8>> {
    let (seats, seat) = (V::SEATS, read_seat::<V>(text));
    let (is_right, expected) = match V::SOLO {
        SoloRule::Nobody => (text == "-", "-, for nobody plays alone,".to_owned()),
        SoloRule::SeatOne => (seat == Some(0), "1, who plays alone,".to_owned()),
        SoloRule::FirstToPlace if has_pieces => {
            (seat.is_some(), format!("a seat from 1 to {seats}, for a piece was placed,"))
        }
        SoloRule::FirstToPlace => {
            (seat.is_some() || text == "-", format!("a seat from 1 to {seats}, or -,"))
        }
    };
    if is_right { Ok(seat) } else { fault("SOLO", text, expected) }
}

fn read_turn<V: ZokaVariant>(position: &mut ZokaPosition<V>, text: &str) -> Read<()> {
    let number = text.strip_suffix('+');
    let Some(seat) = read_seat::<V>(number.unwrap_or(text)) else {
        return fault("TURN", text, format!("a seat from 1 to {}", V::SEATS));
    };
    if number.is_some() && position.solo != Some(seat) {
        return fault("TURN", text, "a + for the solo seat alone");
    }
    (position.turn, position.again) = (seat, number.is_some());
    Ok(())
}

/// The parts of a list, one for each seat.
fn by_seat<'a, V: ZokaVariant>(field: &str, text: &'a str) -> Read<impl Iterator<Item = &'a str>> {
    if text.split('/').count() != V::SEATS {
        return fault(field, text, format!("{} lists separated by /", V::SEATS));
    }
    Ok(text.split('/'))
}

/// The piece with this letter, in upper case.
fn read_piece(letter: char) -> Option<ZokaPiece> {
    ZokaPiece::ALL.into_iter().find(|piece| piece.letter() == letter)
}

fn read_pieces(text: &str) -> Option<Vec<ZokaPiece>> {
    text.chars().map(read_piece).collect()
}

fn read_set(field: &str, counts: &mut PieceCounts, seat: usize, text: &str) -> Read<PieceSet> {
    let mut set = PieceSet::EMPTY;
    if text == "-" {
        return Ok(set);
    }
    let Some(pieces) = read_pieces(text).filter(|pieces| !pieces.is_empty()) else {
        return fault(field, text, "pieces, Z and 1 to 6, or - if there are none,");
    };
    for &piece in &pieces {
        counts.count(field, text, seat, piece)?;
        set.add(piece);
    }
    if !pieces.is_sorted() {
        return fault(field, text, "sorted pieces, Z first, then by value,");
    }
    Ok(set)
}

fn read_line(counts: &mut PieceCounts, seat: usize, text: &str) -> Read<FaceDown> {
    let Some(order) = text.strip_prefix('=') else {
        return read_set("LINES", counts, seat, text).map(FaceDown::unordered);
    };
    let Some(pieces) = read_pieces(order).filter(|pieces| !pieces.is_empty()) else {
        return fault(
            "LINES",
            text,
            "pieces in order after =, Z and 1 to 6, or - if there are none,",
        );
    };
    pieces.iter().try_for_each(|&piece| counts.count("LINES", text, seat, piece))?;
    Ok(FaceDown::ordered(&pieces).unwrap_or_default())
}

/// A number without leading zeros or a sign.
fn read_number<N: FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

fn read_scores(text: &str) -> Read<[u16; 2]> {
    let numbers = text.split_once(':');
    let scores = numbers.and_then(|(one, two)| Some([read_number(one)?, read_number(two)?]));
    let expected = format!("two numbers from 0 to {} separated by :,", u16::MAX);
    scores.map_or_else(|| fault("SCORES", text, expected), Ok)
}

fn read_back<V: ZokaVariant>(text: &str) -> Read<Option<(Square, Square)>> {
    let size = V::Grid::SIZE;
    if text == "-" {
        return Ok(None);
    }
    let squares = || {
        let (from, rest) = parse_square(text, size)?;
        let to = parse_whole_square(rest, size)?;
        let back = Some((from, to)).filter(|_| is_line::<V>(from, to));
        back.filter(|_| back_text(back, size) == text)
    };
    let expected = "a move along one line, such as c4c3, or -,";
    squares().map_or_else(|| fault("BACK", text, expected), |back| Ok(Some(back)))
}

fn read_clocks<V: ZokaVariant>(position: &mut ZokaPosition<V>, text: &str) -> Read<()> {
    let parts: Vec<&str> = text.split(':').collect();
    let &[quiet, passes, left] = parts.as_slice() else {
        return fault("CLOCKS", text, "QUIET:PASSES:LEFT");
    };
    let Some(quiet) = read_number(quiet).filter(|quiet: &u8| *quiet <= QUIET_TURNS) else {
        return fault("CLOCKS", text, format!("QUIET from 0 to {QUIET_TURNS}"));
    };
    let most_passes = 2 * V::SEATS as u8;
    let most = most_passes.min(quiet);
    let Some(passes) = read_number(passes).filter(|passes: &u8| *passes <= most) else {
        let expected = format!("PASSES from 0 to {most}, the least of QUIET and {most_passes},");
        return fault("CLOCKS", text, expected);
    };
    (position.quiet, position.passes) = (quiet, passes);
    let finished = (0..V::SEATS).find(|&seat| position.seats[seat].has_placed_all());
    position.left = match (left, finished) {
        ("-", None) => None,
        ("-", Some(seat)) => {
            let letter = SEAT_LETTERS[seat];
            let expected =
                format!("a number for LEFT, for seat {letter} has placed its last piece,");
            return fault("CLOCKS", text, expected);
        }
        (left, _) => {
            let is_possible = |left: &u8| usize::from(*left) < V::SEATS;
            let Some(left) = read_number(left).filter(is_possible) else {
                let expected = format!("LEFT from 0 to {}, or -,", V::SEATS - 1);
                return fault("CLOCKS", text, expected);
            };
            // After `left` turns, the next seat must be one that has placed its last piece.
            let seat = (usize::from(position.turn) + usize::from(left)) % V::SEATS;
            if !position.seats[seat].has_placed_all() {
                let letter = SEAT_LETTERS[seat];
                let expected = format!(
                    "a LEFT that fits, for seat {letter} would have placed its last piece, and has not,"
                );
                return fault("CLOCKS", text, expected);
            }
            Some(left)
        }
    };
    Ok(())
}
