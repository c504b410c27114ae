//! `solve`: proofs in a session.

use crate::support::{Client, Info, session};
use crate::{FORCED_PASS, ONE_MOVE, START, WON};

/// Eight checkers on 6x6, won by player one; solved within about a second.
const EASY: &str = "b4r/2b3/1r2b1/3r2/1b4/4r1 r -";

/// The lines of a proof up to its result, which comes last.
fn solve(client: &mut Client, command: &str) -> Vec<String> {
    client.send(command);
    client.lines_until(|line| line.starts_with("result "))
}

fn result(lines: &[String]) -> &str {
    lines.last().expect("a result")
}

#[test]
fn a_proof_has_the_winner_and_a_line_to_the_end_of_the_game() {
    let mut client = Client::start();
    for (fen, threads) in [(EASY, 1), (EASY, 2), (WON, 1), (ONE_MOVE, 1), (FORCED_PASS, 1)] {
        client.send(&format!("setoption name Threads value {threads}"));
        client.send(&format!("uginewgame\nposition fen {fen}"));
        let lines = solve(&mut client, "solve movetime 600000");
        let [.., info, line, result] = lines.as_slice() else { panic!("{lines:?}") };
        let info = Info::read(info);
        assert!(info.number("nodes") < 100 && info.get("time").is_some(), "{lines:?}");
        let moves = line.strip_prefix("line ").expect("a line");
        client.send(&format!("moves {moves}"));
        let winner = result.strip_prefix("result ").expect("a result");
        assert_eq!(client.query("result"), winner, "{fen}: {moves}");
    }
    client.quit();
}

#[test]
fn limits_end_a_proof_and_the_next_one_uses_its_results() {
    let mut client = Client::start();
    client.send(&format!("position fen {START}"));
    let lines = solve(&mut client, "solve nodes 5000");
    assert_eq!(result(&lines), "result unknown after 5001 nodes");
    assert_eq!(result(&solve(&mut client, "solve nodes 0")), "result unknown after 1 nodes");
    assert!(result(&solve(&mut client, "solve movetime 50")).starts_with("result unknown after "));
    // Results are kept until they are cleared.
    client.send(&format!("position fen {EASY}"));
    let mut nodes = |before: &str| {
        client.send(before);
        let lines = solve(&mut client, "solve movetime 600000");
        assert_eq!(result(&lines), "result p1win");
        Info::read(&lines[lines.len() - 3]).number("nodes")
    };
    let first = nodes("uginewgame");
    assert!(first > 0);
    assert_eq!(nodes("isready"), 0);
    for forgets in ["uginewgame", "setoption name Clear", "setoption name Hash value 32"] {
        assert_eq!(nodes(forgets), first, "{forgets}");
    }
    client.quit();
}

#[test]
fn a_proof_reports_its_progress_and_a_stop_ends_it() {
    let mut client = Client::start();
    client.send("solve");
    let lines = client.lines_until(|line| line.starts_with("info nodes "));
    let told = Info::read(lines.last().unwrap());
    assert_eq!((told.lostmoves, told.rootmoves), (Some(0), Some(36)));
    assert_eq!(client.query("p1turn"), "true", "answered meanwhile");
    let lines = solve(&mut client, "stop");
    assert!(result(&lines).starts_with("result unknown after "), "{lines:?}");
    client.expect_silence();
    client.quit();
}

/// Without limits it counts as an unbounded search; with limits other jobs wait for it.
#[test]
fn further_work_waits_only_for_a_proof_with_limits() {
    let mut client = Client::start();
    for (command, is_first) in [("solve", false), ("solve nodes 20000", true)] {
        client.send(&format!("{command}\ngo depth 1 searchmoves a1b1\nperft 2"));
        let lines = client.lines_until(|line| line.starts_with("nodes "));
        let at = |part: &str| lines.iter().position(|line| line.starts_with(part)).expect(part);
        assert!(at("result ") < at("bestmove ") && at("bestmove ") < at("nodes "), "{lines:?}");
        let result = lines[at("result ")].as_str();
        assert_eq!(result == "result unknown after 20001 nodes", is_first, "{result}");
    }
    client.quit();
}

#[test]
fn the_end_of_the_input_and_quit_end_a_proof() {
    for input in ["solve\n", "solve\nquit\n", "solve movetime 100000\nquit\n"] {
        let exit = session(input);
        let last = exit.rest.last().expect("a result");
        assert!(last.starts_with("result unknown after "), "{input:?}: {last}");
        exit.assert_success();
    }
    let exit = session("solve nodes 3000\n");
    assert_eq!(exit.rest.last().map(String::as_str), Some("result unknown after 3001 nodes"));
    exit.assert_success();
}

/// Games with draws: by tables, by the end of the game, and within limits.
#[test]
fn a_position_of_a_game_with_draws_is_proven() {
    let mut client = Client::start();
    client.send("setoption name UGI_Variant value zvp");
    for (fen, expected) in
        [("8/8/8/8/8/2w5/8/8 b 0", "result p1win"), ("8/8/8/4b3/8/2w5/8/8 w 80", "result draw")]
    {
        client.send(&format!("position fen {fen}"));
        assert_eq!(result(&solve(&mut client, "solve movetime 600000")), expected, "{fen}");
    }
    client.send("position startpos");
    assert_eq!(result(&solve(&mut client, "solve nodes 500")), "result unknown after 500 nodes");
    client.quit();
}
