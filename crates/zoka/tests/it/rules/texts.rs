//! Invalid position texts: each error quotes the wrong part and names the field.

use zugi_game::Game;
use zugi_zoka::{Zoka, Zoka1v2, Zoka2v2, Zoka3, ZokaPosition, ZokaVariant};

const EXAMPLE: &str = "......../......../..b4...../......../...aZ..../......../......../........ 2 - \
    =Z1Z2Z35/ZZ12 ZZ46/Z36 -/- 0:0 -/- 0:0:-";

/// The example with another text in the field with this number, from 1.
fn with(field: usize, text: &str) -> String {
    let mut fields: Vec<&str> = EXAMPLE.split(' ').collect();
    fields[field - 1] = text;
    fields.join(" ")
}

#[test]
fn texts_are_canonical() {
    for text in [EXAMPLE, &with(2, "1"), &with(8, "h8a8/a1a8"), &with(9, "200:4:-")] {
        assert_eq!(Zoka::from_text(text).unwrap().text(), *text);
    }
}

#[track_caller]
fn check_refused<V: ZokaVariant>(text: &str, quoted: &str, expected: &str) {
    let error = match ZokaPosition::<V>::from_text(text) {
        Ok(_) => panic!("{text} is read"),
        Err(error) => error,
    };
    assert_eq!(error.text, quoted, "{error}");
    assert!(error.expected.contains(expected), "{error}");
}

#[test]
fn each_field_has_errors_of_its_own() {
    use zugi_zoka::TwoSeats;
    let rows = EXAMPLE.split(' ').next().unwrap();
    let with_row = |row: &str| with(1, &rows.replace("...aZ....", row));
    for (field, wrong, expected) in [
        (2, "3", "a seat from 1 to 2 as TURN"),
        (2, "0", "a seat from 1 to 2 as TURN"),
        (2, "01", "a seat from 1 to 2 as TURN"),
        (2, "2+", "a + for the solo seat alone as TURN"),
        (3, "1", "nobody plays alone, as SOLO"),
        (4, "ZZ12", "2 lists separated by / as LINES"),
        (5, "ZZ46/Z36/-", "2 lists separated by / as HANDS"),
        (6, "-", "2 lists separated by / as EXCHANGES"),
        (7, "0", "two numbers from 0 to 65535 separated by :, as SCORES"),
        (7, "0:05", "two numbers from 0 to 65535 separated by :, as SCORES"),
        (7, "-1:0", "two numbers from 0 to 65535 separated by :, as SCORES"),
        (7, "65536:0", "two numbers from 0 to 65535 separated by :, as SCORES"),
        (8, "-", "2 lists separated by / as BACK"),
        (9, "0:0", "QUIET:PASSES:LEFT as CLOCKS"),
        (9, "201:0:-", "QUIET from 0 to 200 as CLOCKS"),
        (9, "00:0:-", "QUIET from 0 to 200 as CLOCKS"),
        (9, "3:4:-", "PASSES from 0 to 3, the least of QUIET and 4, as CLOCKS"),
        (9, "9:5:-", "PASSES from 0 to 4, the least of QUIET and 4, as CLOCKS"),
        (9, "0:0:2", "LEFT from 0 to 1, or -, as CLOCKS"),
        (9, "0:0:x", "LEFT from 0 to 1, or -, as CLOCKS"),
        (9, "0:0:1", "seat a would have placed its last piece, and has not, as CLOCKS"),
        (9, "0:0:0", "seat b would have placed its last piece, and has not, as CLOCKS"),
    ] {
        check_refused::<TwoSeats>(&with(field, wrong), wrong, expected);
    }
    for (row, expected) in [
        ("...aZ...", "a row of 8 squares"),
        ("...aZ.....", "a row of 8 squares"),
        ("...az....", "a row of 8 squares"),
        ("...a7....", "a row of 8 squares"),
        ("...cZ....", "a seat from a to b"),
        ("8", "a row of 8 squares"),
        (".......a", "a row of 8 squares"),
        (".b4.b4....", "at most one Scorer 4 of seat b"),
        ("aZaZaZaZaZaZaZ.", "at most 6 Zokers of seat a"),
    ] {
        check_refused::<TwoSeats>(&with_row(row), row, expected);
    }
    check_refused::<TwoSeats>(
        &with(1, "......../........"),
        "......../........",
        "8 rows separated by / as ROWS",
    );
    // Lists by seat: the part of the seat is quoted.
    for (field, wrong, quoted, expected) in [
        (4, "=Z1Z2Z35/ZZ21", "ZZ21", "sorted pieces, Z first, then by value, as LINES"),
        (4, "=Z1Z2Z35/1ZZ", "1ZZ", "sorted pieces, Z first, then by value, as LINES"),
        (4, "=/ZZ12", "=", "pieces in order after ="),
        (4, "=Z7/ZZ12", "=Z7", "pieces in order after ="),
        (4, "/ZZ12", "", "or - if there are none, as LINES"),
        (4, "=Z11/ZZ12", "=Z11", "at most one Scorer 1 of seat a on board, line, hand"),
        (4, "ZZZZZZ/ZZ12", "ZZZZZZ", "at most 6 Zokers of seat a"),
        (5, "64ZZ/Z36", "64ZZ", "sorted pieces, Z first, then by value, as HANDS"),
        (5, "ZZ46/Z34", "Z34", "at most one Scorer 4 of seat b"),
        (5, "ZZ56/Z36", "ZZ56", "at most one Scorer 5 of seat a"),
        (5, "ZZ46/zz", "zz", "or - if there are none, as HANDS"),
        (6, "-/Z4", "Z4", "at most one Scorer 4 of seat b"),
        (6, "5Z/-", "5Z", "at most one Scorer 5 of seat a"),
        (6, "=Z/-", "=Z", "or - if there are none, as EXCHANGES"),
        (8, "-/c4c4", "c4c4", "a move along one line, such as c4c3, or -, as BACK"),
        (8, "-/c4d5", "c4d5", "a move along one line, such as c4c3, or -, as BACK"),
        (8, "-/c4c9", "c4c9", "a move along one line, such as c4c3, or -, as BACK"),
        (8, "C4C3/-", "C4C3", "a move along one line, such as c4c3, or -, as BACK"),
        (8, "c4/-", "c4", "a move along one line, such as c4c3, or -, as BACK"),
        (8, "/-", "", "a move along one line, such as c4c3, or -, as BACK"),
    ] {
        check_refused::<TwoSeats>(&with(field, wrong), quoted, expected);
    }
}

#[test]
fn the_number_of_fields_is_nine() {
    use zugi_zoka::TwoSeats;
    for text in
        ["", "1", &EXAMPLE.replace(' ', "  "), &format!("{EXAMPLE} "), &format!(" {EXAMPLE}")]
    {
        check_refused::<TwoSeats>(text, text, "nine fields with single blanks between them");
    }
    let eight = EXAMPLE.rsplit_once(' ').unwrap().0;
    check_refused::<TwoSeats>(eight, eight, "nine fields");
}

/// The text of a position on the wide board with this number of seats, empty or with one piece.
fn wide(piece: &str, turn: &str, solo: &str, seats: usize, hands: &str, clocks: &str) -> String {
    let empty = [".........."; 9].join("/");
    let list = |text: &str| vec![text; seats].join("/");
    let first = format!("{piece}{}", ".".repeat(if piece.is_empty() { 10 } else { 9 }));
    format!(
        "{empty}/{first} {turn} {solo} {} {hands} {} 0:0 {} {clocks}",
        list("-"),
        list("-"),
        list("-")
    )
}

#[test]
fn seats_and_solo_players_are_those_of_the_variant() {
    use zugi_zoka::{OneAgainstTwo, ThreeSeats, TwoAgainstTwo};
    let three = |piece, turn, solo| wide(piece, turn, solo, 3, "1/1/1", "0:0:-");
    let four = |turn, solo| wide("d2", turn, solo, 4, "1/1/1/1", "0:0:-");
    for text in [three("", "3", "-"), three("", "2+", "2"), three("c3", "1", "3")] {
        assert_eq!(Zoka3::from_text(&text).unwrap().text(), text);
    }
    for text in [three("c3", "1+", "1"), three("", "1", "1")] {
        assert_eq!(Zoka1v2::from_text(&text).unwrap().text(), text);
    }
    assert_eq!(Zoka2v2::from_text(&four("4", "-")).unwrap().text(), four("4", "-"));
    let plus = "a + for the solo seat alone as TURN";
    let placed = "a seat from 1 to 3, for a piece was placed, as SOLO";
    for (text, quoted, expected) in [
        (three("c3", "1", "-"), "-", placed),
        (three("c3", "1", "4"), "4", placed),
        (three("", "1", "0"), "0", "a seat from 1 to 3, or -, as SOLO"),
        (three("c3", "1+", "3"), "1+", plus),
        (three("", "1+", "-"), "1+", plus),
        (three("d3", "1", "1"), "d3.........", "a seat from a to c"),
    ] {
        check_refused::<ThreeSeats>(&text, quoted, expected);
    }
    check_refused::<OneAgainstTwo>(&three("c3", "1", "2"), "2", "1, who plays alone, as SOLO");
    check_refused::<OneAgainstTwo>(&three("c3", "1", "-"), "-", "1, who plays alone, as SOLO");
    check_refused::<TwoAgainstTwo>(&four("4", "1"), "1", "-, for nobody plays alone, as SOLO");
    check_refused::<TwoAgainstTwo>(&four("4+", "-"), "4+", plus);
}

/// A seat without line and hand has placed its last piece, and LEFT counts from there.
#[test]
fn the_turns_that_are_left_fit_who_has_placed_all() {
    use zugi_zoka::{OneAgainstTwo, ThreeSeats};
    let one = |turn, hands, clocks| wide("a2", turn, "1", 3, hands, clocks);
    for text in [
        one("2", "-/1/1", "0:0:2"),
        one("3", "-/1/1", "0:0:1"),
        one("1", "-/1/1", "0:0:0"),
        // A further seat without pieces left changes nothing.
        one("3", "-/-/1", "0:0:1"),
    ] {
        assert_eq!(Zoka1v2::from_text(&text).unwrap().text(), text);
        assert_eq!(Zoka3::from_text(&text).unwrap().text(), text);
    }
    check_refused::<OneAgainstTwo>(&one("1+", "1/-/1", "0:0:1"), "1+", "no + while turns are left");
    check_refused::<ThreeSeats>(
        &one("2", "-/1/1", "0:0:-"),
        "0:0:-",
        "seat a has placed its last piece",
    );
    check_refused::<ThreeSeats>(
        &one("3", "-/1/1", "0:0:2"),
        "0:0:2",
        "seat b would have placed its last piece",
    );
}
