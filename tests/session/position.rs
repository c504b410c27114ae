//! `position`, `moves` and `undo`: all or nothing.

use crate::support::Client;
use crate::{ONE_MOVE, START};

#[test]
fn an_illegal_move_leaves_the_position_and_is_named_by_its_number() {
    let mut client = Client::start();
    client.send("position startpos moves a1b1");
    for (moves, number, quoted) in [
        ("a1a6", 1, "\"a1a6\""),
        ("a1b1 a1b1", 2, "\"a1b1\""),
        ("a1b1 a2b1 zz", 3, "\"zz\""),
        ("a1b1 0000", 2, "\"0000\""),
        ("swap", 1, "\"swap\""),
        ("a1b1 a2b1 a3a4 f1e1 f2e1 a1", 6, "\"a1\""),
    ] {
        let error = client.refused(&format!("position startpos moves {moves}"));
        assert!(error.contains(&format!("(number {number})")), "{error}");
        assert!(error.contains(quoted), "{error}");
        assert!(error.contains("expected "), "{error}");
    }
    for (moves, number) in [("a2a6", 1), ("a2b1 a2b1", 2)] {
        let error = client.refused(&format!("moves {moves}"));
        assert!(error.contains(&format!("(number {number})")), "{error}");
    }
    // The legal moves before the illegal one were not played either.
    client.send("moves a2b1");
    client.expect_silence();
    client.quit();
}

#[test]
fn a_refused_position_does_not_change_where_the_game_began_either() {
    let mut client = Client::start();
    client.send("position fen 6/6/1br3/6/6/6 b");
    client.refused("position startpos moves a1b1 zz");
    client.send("moves b4c4");
    client.refused("position startpos moves a1b1 zz");
    client.send("undo");
    assert_eq!(client.query("fen"), "6/6/1br3/6/6/6 b -");
    client.quit();
}

#[test]
fn a_bad_position_text_leaves_the_position_and_is_quoted() {
    let mut client = Client::start();
    client.send("position startpos moves a1b1");
    for (fen, quoted) in [
        ("x", "\"x\""),
        ("brbrbr/rbrbrb r -", "\"brbrbr/rbrbrb\""),
        ("brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb", "\"brbrbr/"),
        ("brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb w -", "\"w\""),
        ("brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r - x", "\"x\""),
        ("brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbr r -", "\"rbrbr\""),
        ("brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrb11 r -", "\"rbrb11\""),
        ("6/6/6/6/6/6 r -", "\"6/6/6/6/6/6\""),
        ("6/6/6/6/6/r5 r s", "\"s\""),
        ("6/6/6/6/6/r5 r p", "\"p\""),
        ("brbr/rbrb/brbr/rbrb r -", "\"brbr/rbrb/brbr/rbrb\""),
    ] {
        let error = client.refused(&format!("position fen {fen}"));
        assert!(error.contains(quoted) && error.contains("expected "), "{error}");
    }
    client.quit();
}

#[test]
fn a_position_command_that_is_incomplete_changes_nothing() {
    let mut client = Client::start();
    client.send("position startpos moves a1b1");
    for line in ["position", "position fen", "position fen moves a1b1", "position startpos a1b1"] {
        let error = client.refused(line);
        assert!(error.contains("expected "), "{error}");
    }
    client.quit();
}

#[test]
fn no_moves_are_as_good_as_an_empty_list() {
    let mut client = Client::start();
    for command in
        ["position startpos", "position startpos moves", "position startpos moves ", "moves"]
    {
        client.send(command);
        assert_eq!(client.query("fen"), START);
    }
    client.send(&format!("position fen {ONE_MOVE} moves  "));
    assert_eq!(client.query("fen"), ONE_MOVE);
    client.quit();
}

#[test]
fn position_is_idempotent() {
    let mut client = Client::start();
    let command = "position startpos moves a1b1 a2b1";
    client.send(command);
    let fen = client.query("fen");
    client.send(command);
    assert_eq!(client.query("fen"), fen);
    client.send("position startpos");
    assert_eq!(client.query("fen"), START);
    client.quit();
}

#[test]
fn the_third_field_of_a_position_may_be_left_out() {
    let mut client = Client::start();
    client.send("position fen 6/6/1br3/6/6/6 b");
    assert_eq!(client.query("fen"), "6/6/1br3/6/6/6 b -");
    client.quit();
}

#[test]
fn moves_are_applied_to_the_current_position() {
    let mut client = Client::start();
    client.send("moves a1b1\nmoves a2b1 a3a4");
    let stepwise = client.query("fen");
    client.send("position startpos moves a1b1 a2b1 a3a4");
    assert_eq!(client.query("fen"), stepwise);
    client.quit();
}

#[test]
fn moves_are_understood_in_all_their_spellings_and_shown_in_one() {
    let mut client = Client::start();
    client.send("position startpos moves a1b1");
    let after = client.query("fen");
    for spelling in ["a1-b1", "a1xb1", "A1B1", "A1xB1", "a1Xb1"] {
        client.send(&format!("position startpos moves {spelling}"));
        assert_eq!(client.query("fen"), after, "{spelling}");
        assert_eq!(client.query(&format!("islegal {spelling}")), "false");
    }
    for pass in ["0000", "pass", "@@@@", "--"] {
        client.send("position fen b5/6/6/6/5r/6 b -");
        client.send(&format!("moves {pass}"));
        assert_eq!(client.query("fen"), "b5/6/6/6/5r/6 r -", "{pass}");
    }
    client.send("position fen b5/6/6/6/5r/6 b -");
    assert_eq!(client.query("legalmoves"), "0000");
    client.quit();
}

#[test]
fn undo_takes_back_one_move_or_more_but_not_too_many() {
    let mut client = Client::start();
    client.send("position startpos moves a1b1 a2b1 a3a4");
    let mut fens = vec![client.query("fen")];
    for _ in 0..3 {
        client.send("undo");
        fens.push(client.query("fen"));
    }
    assert_eq!(fens[3], START);
    let error = client.refused("undo");
    let begin = "cannot undo a move: expected none, for nothing was played";
    assert!(error.starts_with(begin), "nothing is quoted that was not typed: {error}");
    client.send("moves a1b1 a2b1 a3a4\nundo 2");
    assert_eq!(client.query("fen"), fens[2]);
    client.send("undo 0");
    assert_eq!(client.query("fen"), fens[2]);
    for count in ["2", "4294967295", "99999999999", "-1", "x"] {
        let error = client.refused(&format!("undo {count}"));
        assert!(error.contains(&format!("\"{count}\"")), "{error}");
    }
    client.quit();
}

#[test]
fn undo_goes_back_over_a_forced_pass() {
    let mut client = Client::start();
    client.send("position fen b5/6/6/6/5r/6 b - moves 0000 f2f1");
    client.send("undo 2");
    assert_eq!(client.query("fen"), "b5/6/6/6/5r/6 b -");
    client.quit();
}

#[test]
fn a_new_game_keeps_the_position_until_another_one_is_set() {
    let mut client = Client::start();
    client.send("position startpos moves a1b1");
    let fen = client.query("fen");
    client.send("uginewgame");
    assert_eq!(client.query("fen"), fen);
    client.quit();
}
