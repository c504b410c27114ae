//! One `bestmove` per `go`, at the right time.

use std::time::Duration;

use zugi::search::MAX_PLY;

use crate::support::referee::Referee;
use crate::support::{Client, Exit, session};
use crate::{FORCED_PASS, ONE_MOVE, OVER, START, WON};

/// How long to check for silence. A wrong `bestmove` would come within milliseconds, as nothing is
/// left to search.
const SILENCE: Duration = Duration::from_millis(100);

fn answers(exit: &Exit) -> usize {
    exit.rest.iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn go_works_before_any_position() {
    let mut client = Client::start();
    let answer = client.go("depth 1");
    Referee::new("zola-6").assert_legal(&answer);
    client.quit();
}

#[test]
fn a_finished_game_is_answered_at_once_whatever_the_limits() {
    let mut client = Client::start();
    client.send(&format!("position fen {OVER}"));
    for limits in ["", "infinite", "ponder", "depth 5", "movetime 1000000", "nodes 5", "mate 3"] {
        let answer = client.go(limits);
        assert_eq!((answer.best.as_str(), answer.infos.len()), ("0000", 1), "{limits}");
        for key in ["depth", "nodes", "time", "nps"] {
            assert!(answer.last().get(key).is_some(), "{limits}: no {key}");
        }
        client.expect_silence();
    }
    client.quit();
}

#[test]
fn infinite_and_ponder_wait_even_when_nothing_is_left_to_search() {
    for fen in [ONE_MOVE, WON, "6/6/6/6/5r/b5 b -"] {
        for limits in ["infinite", "", "infinite movetime 1 depth 1", "ponder depth 1"] {
            let mut client = Client::start();
            client.send(&format!("position fen {fen}\ngo {limits}"));
            // The search is finished: a result is proven or the depth reached.
            client.lines_until(|line| line.starts_with("info depth "));
            while let Some(line) = client.line_within(SILENCE) {
                assert!(line.starts_with("info "), "{line:?} before stop: {fen} {limits}");
            }
            client.send("stop");
            let answer = client.answer();
            answer.assert_complete();
            Referee::at("zola-6", fen).assert_legal(&answer);
            client.quit();
        }
    }
}

/// Every line is a draw after one ply, which is not a proven result: each depth takes no time, and
/// none ends the search.
#[test]
fn infinite_waits_at_the_greatest_depth_too() {
    let mut client = Client::start();
    client.send("setoption name UGI_Variant value zvp");
    client.send("position fen 8/B7/8/8/8/6W1/8/8 w 79");
    for (limits, end) in
        [("infinite", "stop"), ("ponder", "stop"), ("ponder depth 999", "ponderhit")]
    {
        client.send(&format!("go {limits}"));
        let greatest = format!("info depth {MAX_PLY} ");
        client.lines_until(|line| line.starts_with(&greatest));
        while let Some(line) = client.line_within(SILENCE) {
            assert!(line.starts_with("info "), "{line:?} before {end}: {limits}");
        }
        client.send(end);
        let answer = client.answer();
        answer.assert_complete();
        assert_eq!(answer.last().number("depth"), MAX_PLY as u64, "{limits}");
        client.expect_silence();
    }
    // With a depth limit it ends as usual.
    assert_eq!(client.go("depth 999").last().number("depth"), MAX_PLY as u64);
    client.quit();
}

#[test]
fn ponderhit_lets_the_limits_count() {
    let mut client = Client::start();
    for limits in ["ponder movetime 20", "ponder p1time 200 p2time 200", "ponder depth 2"] {
        client.send(&format!("go {limits}"));
        while let Some(line) = client.line_within(SILENCE / 2) {
            assert!(line.starts_with("info "), "{line:?} before ponderhit");
        }
        client.send("ponderhit");
        let answer = client.answer();
        answer.assert_complete();
        client.expect_silence();
    }
    client.quit();
}

#[test]
fn infinite_wins_over_ponderhit() {
    let mut client = Client::start();
    client.send(&format!("position fen {ONE_MOVE}\ngo infinite ponder movetime 1\nponderhit"));
    client.lines_until(|line| line.starts_with("info depth "));
    while let Some(line) = client.line_within(SILENCE) {
        assert!(line.starts_with("info "), "{line:?} before stop");
    }
    client.send("stop");
    assert_eq!(client.answer().best, "a1f6");
    client.quit();
}

#[test]
fn stop_and_ponderhit_are_silent_when_nothing_runs() {
    let mut client = Client::start();
    client.send("stop\nponderhit\nstop");
    client.expect_silence();
    client.go("depth 2");
    client.send("stop\nponderhit");
    client.expect_silence();
    // They do not affect the next search.
    assert!(client.go("depth 4").last().number("depth") >= 4);
    client.quit();
}

#[test]
fn each_go_has_one_answer_also_in_a_row() {
    for input in [
        "go depth 3\ngo depth 3\n",
        "go depth 3\ngo infinite\n",
        "go infinite\ngo depth 3\n",
        "go infinite\ngo infinite\n",
        "go infinite\nposition startpos moves a1b1\ngo depth 2\n",
        "go movetime 30\ngo nodes 100\n",
        "go ponder movetime 1\ngo ponder movetime 1\n",
    ] {
        let exit = session(input);
        assert_eq!(answers(&exit), 2, "{input:?} gave {:?}", exit.rest);
        exit.assert_success();
    }
    assert_eq!(answers(&session("go nodes 50\n".repeat(50))), 50);
}

#[test]
fn a_search_is_not_disturbed_by_what_comes_during_it() {
    let exit = session(
        "go depth 4\nposition fen 6/6/6/6/6/r5 b -\nuginewgame\nsetoption name Hash value 1\n\
         setoption name UGI_Variant value zola-8\nundo\nnonsense\n",
    );
    let best = exit.rest.iter().find_map(|line| line.strip_prefix("bestmove "));
    assert!(Referee::new("zola-6").allows(best.expect("an answer")), "{:?}", exit.rest);
    exit.assert_success();
}

#[test]
fn a_forced_pass_is_the_move_0000() {
    let mut client = Client::start();
    for limits in ["depth 3", "movetime 20", "nodes 100", "p1time 1000 p2time 1000"] {
        client.send(&format!("position fen {FORCED_PASS}"));
        let answer = client.go(limits);
        answer.assert_complete();
        Referee::at("zola-6", FORCED_PASS).assert_legal(&answer);
        assert_eq!(answer.best, "0000");
        client.send("moves 0000");
        assert_eq!(client.query("p1turn"), "true");
    }
    client.quit();
}

#[test]
fn a_forced_move_has_a_final_info_too() {
    let mut client = Client::start();
    for limits in ["movetime 50", "depth 9", "p1time 1 p2time 1", "nodes 1"] {
        client.send(&format!("position fen {ONE_MOVE}"));
        let answer = client.go(limits);
        answer.assert_complete();
        assert_eq!((answer.best.as_str(), answer.last().mate()), ("a1f6", Some(1)));
    }
    client.quit();
}

#[test]
fn a_quick_win_is_found_and_announced() {
    let mut client = Client::start();
    client.send(&format!("position fen {WON}"));
    let answer = client.go("depth 3");
    assert_eq!((answer.best.as_str(), answer.last().mate()), ("b4c4", Some(1)));
    // The same from the losing side.
    client.send("position fen 6/6/b1r3/6/6/r5 b - moves a4c4");
    let answer = client.go("depth 6");
    Referee::at("zola-6", &client.query("fen")).assert_legal(&answer);
    client.quit();
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

#[test]
fn the_same_search_gives_the_same_answer_in_another_process() {
    let run = || {
        let mut client = Client::start();
        let answer = client.go("depth 5");
        client.quit();
        (answer.best.clone(), answer.last().number("nodes"), answer.last().pv.clone())
    };
    assert_eq!(run(), run());
}

#[test]
fn the_position_stays_after_a_search() {
    let mut client = Client::start();
    client.go("depth 3");
    assert_eq!(client.query("fen"), START);
    client.quit();
}
