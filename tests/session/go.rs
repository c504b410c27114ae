//! One `bestmove` per `go`, at the right time.

use std::time::Duration;

use zugi::search::MAX_PLY;

use crate::support::Client;
use crate::support::referee::Referee;
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
