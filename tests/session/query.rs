//! `query`: questions and answers.

use crate::support::Client;
use crate::support::referee::Referee;
use crate::{FORCED_PASS, OVER, START};

#[test]
fn the_questions_of_arbiters_get_exactly_two_words() {
    let mut client = Client::start();
    for (position, gameover, p1turn, result) in [
        ("position startpos", "false", "true", "none"),
        ("position startpos moves a1b1", "false", "false", "none"),
        (&format!("position fen {OVER}"), "true", "false", "p1win"),
        ("position fen 6/6/6/6/6/b5 r -", "true", "true", "p2win"),
        ("position fen 5r/6/6/6/6/b5 b - moves a1f6", "true", "true", "p2win"),
    ] {
        client.send(position);
        assert_eq!(client.ask("query gameover"), format!("response {gameover}"));
        assert_eq!(client.ask("query p1turn"), format!("response {p1turn}"));
        let p2turn = p1turn == "false";
        assert_eq!(client.ask("query p2turn"), format!("response {p2turn}"));
        assert_eq!(client.ask("query result"), format!("response {result}"));
    }
    client.quit();
}

#[test]
fn fen_and_variant_are_told() {
    let mut client = Client::start();
    assert_eq!(client.query("fen"), START);
    assert_eq!(client.query("variant"), "zola-6");
    client.quit();
}

#[test]
fn what_is_hidden_is_not_shown() {
    let mut client = Client::start();
    assert_eq!(client.query("shown"), START);
    client.send("setoption name UGI_Variant value zoka");
    client.send("position startpos moves t");
    let (fen, shown) = (client.query("fen"), client.query("shown"));
    assert!(fen.contains(" =") && fen.contains("/="), "{fen}");
    assert!(!shown.contains('='), "{shown}");
    // The answer is a position from which the game can continue; it has nothing hidden any more.
    client.send(&format!("position fen {shown}"));
    assert_eq!(client.query("fen"), shown);
    assert_eq!(client.query("shown"), shown);
    client.quit();
}

#[test]
fn legal_moves_are_sorted_and_complete() {
    let mut client = Client::start();
    let answer = client.query("legalmoves");
    let moves: Vec<&str> = answer.split(' ').collect();
    assert!(moves.is_sorted());
    assert_eq!(moves, Referee::new("zola-6").legal_moves());
    for (fen, expected) in [(FORCED_PASS, "0000"), (OVER, "none")] {
        client.send(&format!("position fen {fen}"));
        assert_eq!(client.query("legalmoves"), expected);
    }
    client.quit();
}

#[test]
fn is_legal_is_true_of_legal_moves_only() {
    let mut client = Client::start();
    for (mv, legal) in [
        ("a1b1", "true"),
        ("a1-b1", "true"),
        ("A1xB1", "true"),
        ("b1a1", "false"),
        ("a1f6", "false"),
        ("0000", "false"),
        ("pass", "false"),
        ("swap", "false"),
        ("zz", "false"),
        ("a1b1c1", "false"),
        ("a9b9", "false"),
    ] {
        assert_eq!(client.query(&format!("islegal {mv}")), legal, "{mv}");
    }
    client.send(&format!("position fen {FORCED_PASS}"));
    for pass in ["0000", "pass", "@@@@", "--"] {
        assert_eq!(client.query(&format!("islegal {pass}")), "true", "{pass}");
    }
    client.send(&format!("position fen {OVER}"));
    assert_eq!(client.query("islegal 0000"), "false");
    client.quit();
}

#[test]
fn a_bad_question_is_refused() {
    let mut client = Client::start();
    for question in ["", " who", " islegal", " islegal a1 b1", " fen now", " GAMEOVER"] {
        let error = client.refused(&format!("query{question}"));
        assert!(error.contains("expected "), "{error}");
    }
    client.quit();
}

#[test]
fn questions_are_answered_during_a_search() {
    let mut client = Client::start();
    client.send("go infinite");
    for (question, answer) in [("gameover", "false"), ("p1turn", "true"), ("result", "none")] {
        client.send(&format!("query {question}"));
        let lines = client.lines_until(|line| line.starts_with("response "));
        assert_eq!(lines.last(), Some(&format!("response {answer}")));
    }
    client.send("stop");
    client.answer();
    client.quit();
}
