//! One `bestmove` per `go`, at the right time.

use std::time::Duration;

use zugi::search::MAX_PLY;

use crate::support::referee::Referee;
use crate::support::{Client, session};
use crate::{ONE_MOVE, WON};

/// How long to check for silence. A wrong `bestmove` would come within milliseconds, as nothing is
/// left to search.
const SILENCE: Duration = Duration::from_millis(100);

/// A position of `zvp` in which every line is a draw after one ply, which is not a proven result:
/// each depth takes no time, and none ends the search.
const DRAWN: &str = "8/B7/8/8/8/6W1/8/8 w 79";

#[test]
fn a_finished_search_that_must_wait_answers_only_when_it_is_told_to() {
    let greatest = &format!("info depth {MAX_PLY} ");
    for (variant, fen, first, searches) in [
        ("zola-6", ONE_MOVE, "info depth 1 ", ["infinite ponder movetime 1", "ponder depth 1"]),
        ("zola-6", WON, "info depth 1 ", ["", "ponder movetime 20"]),
        ("zola-6", "6/6/6/6/5r/b5 b -", "info depth 1 ", ["infinite depth 1", "ponder p1time 9"]),
        ("zvp", DRAWN, greatest, ["infinite", "ponder depth 999"]),
    ] {
        let mut client = Client::with_args(&["--variant", variant]);
        client.send(&format!("position fen {fen}"));
        for (limits, end) in searches.into_iter().zip(["ponderhit\nstop", "ponderhit"]) {
            client.send(&format!("go {limits}"));
            client.lines_until(|line| line.starts_with(first));
            for command in end.split('\n') {
                while let Some(line) = client.line_within(SILENCE) {
                    assert!(line.starts_with("info "), "{line:?} before {command}: {fen} {limits}");
                }
                client.send(command);
            }
            let answer = client.answer();
            answer.assert_complete();
            Referee::at(variant, fen).assert_legal(&answer);
            client.expect_silence();
        }
        client.quit();
    }
}

#[test]
fn each_go_has_one_answer_also_in_a_row() {
    for input in [
        "go depth 3\ngo depth 3",
        "go depth 3\ngo infinite",
        "go infinite\ngo depth 3",
        "go infinite\ngo infinite",
        "go infinite\nposition startpos moves a1b1\ngo depth 2",
        "go movetime 30\ngo nodes 100",
        "go ponder movetime 1\ngo ponder movetime 1",
        &["go nodes 50"; 50].join("\n"),
    ] {
        let exit = session(input);
        let answers = exit.rest.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, input.matches("go ").count(), "{input:?} gave {:?}", exit.rest);
        exit.assert_success();
    }
}

#[test]
fn every_variation_of_a_game_is_legal_and_every_mate_as_long_as_announced() {
    let mut client = Client::start();
    let mut rng = fastrand::Rng::with_seed(5);
    for variant in ["zola-4", "zola-6", "zola-8", "zola-10", "zvp"] {
        client.send(&format!("setoption name UGI_Variant value {variant}"));
        for depth in [3, 4] {
            let mut game = Referee::new(variant);
            game.play_at_random(2, &mut rng);
            while !game.is_over() {
                client.send(&game.position_command());
                let answer = client.go(&format!("depth {depth} nodes 1000"));
                answer.assert_complete();
                game.assert_legal(&answer);
                game.play(&answer.best);
            }
        }
    }
    client.quit();
}
