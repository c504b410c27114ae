//! Moves by mouse, with the clicks that XBoard sends: highlights and resulting moves.

use super::Board;

/// A board in this position of `zvp`, in force mode.
fn zvp(fen: &str) -> Board {
    let mut board = Board::with("zvp");
    board.quietly(&format!("force\nsetboard {fen}"));
    board
}

#[test]
fn a_princess_jumps_in_two_legs() {
    let mut board = zvp("7p/8/8/4p3/3P4/8/1P6/8 w - - 0 1");
    assert_eq!(board.lift("d4"), "8/8/8/4C3/8/8/8/8");
    board.quietly("put e5");
    assert_eq!(board.lift("e5"), "8/8/5Y2/8/8/8/8/8");
    board.quietly("put f6\nusermove d4e5,e5f6");
    assert_eq!(board.lift("f6"), "8/8/8/8/8/8/8/8", "the other side is to move");
    board.quit();
}

#[test]
fn a_jump_that_was_begun_can_be_given_up() {
    let mut board = zvp("7p/8/8/2p1p3/3P4/8/1P6/8 w - - 0 1");
    board.lift("d4");
    board.quietly("put e5");
    board.lift("e5");
    assert_eq!(board.lift("d4"), "8/8/8/2C1C3/8/8/8/8");
    board.quietly("put c5");
    assert_eq!(board.lift("c5"), "8/8/1Y6/8/8/8/8/8");
    board.quietly("put d4");
    assert_eq!(board.lift("d4"), "8/8/8/2C1C3/8/8/8/8");
    board.quit();
}

#[test]
fn the_victim_cannot_be_left_out() {
    let mut board = zvp("7p/8/8/4p3/3P4/8/1P6/8 w - - 0 1");
    let answer = board.one("usermove d4f6");
    assert_eq!(answer, "Illegal move (it is against the rules): d4f6");
    board.quietly("usermove d4e5,e5f6");
    board.quit();
}

#[test]
fn a_zombie_comes_from_the_hand() {
    let mut board = zvp("8/8/8/4p3/3P4/8/1P6/8 b - - 0 1");
    assert_eq!(board.lift("e5"), "8/8/8/8/3R4/8/8/8");
    assert_eq!(board.lift("_8"), "8/8/8/8/8/8/8/8");
    board.quietly("usermove e5d4\nusermove @@@@");
    assert_eq!(board.lift("d4"), "8/8/8/8/8/8/8/8");
    assert_eq!(board.lift("_8"), "8/8/8/8/8/2Y5/8/8");
    board.quietly("put c3\nusermove P@c3");
    board.quit();
}

#[test]
fn a_piece_becomes_what_the_rules_say() {
    // A princess reaches the corner, and a zombie with a brain leaves it with its victim.
    let mut board = zvp("8/6P1/8/8/8/8/7p/8 w - - 0 1");
    assert_eq!(board.lift("g7"), "5Y1B/8/7Y/8/8/8/8/8");
    assert_eq!(board.one("put h8"), "choice Q");
    board.quietly("usermove g7h8q");
    let mut board = zvp("8/8/8/4q3/3P4/8/1P6/8 b - - 0 1");
    assert_eq!(board.lift("e5"), "8/8/8/8/3B4/8/8/8");
    assert_eq!(board.one("put d4"), "choice P");
    board.quietly("usermove e5d4p\nusermove @@@@");
    assert_eq!(board.one("usermove P@c3"), "Illegal move (it is against the rules): P@c3");
    board.quietly("usermove Q@c3");
    board.quit();
}
