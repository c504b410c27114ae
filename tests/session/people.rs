//! Console commands for people.

use crate::support::Client;
use crate::{FORCED_PASS, OVER, START};

/// The lines of an answer up to the fence.
fn text(client: &mut Client, command: &str) -> Vec<String> {
    client.send(command);
    client.send("isready");
    let mut lines = client.lines_until(|line| line == "readyok");
    lines.pop();
    lines
}

#[test]
fn d_shows_board_text_side_key_and_result() {
    let mut client = Client::start();
    client.send("position startpos moves a1b1");
    let lines = text(&mut client, "d");
    let drawing = lines.join("\n");
    for part in ["a   b   c   d   e   f", "●", "○", "[●]", "[ ]"] {
        assert!(drawing.contains(part), "no {part} in\n{drawing}");
    }
    assert!(!drawing.contains('\u{1b}'), "colours in a pipe");
    let field = |name: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in\n{drawing}")).trim().to_owned()
    };
    assert_eq!(field("fen "), client.query("fen"));
    assert_eq!(field("to move "), "p2");
    assert_eq!(field("result "), "none");
    let key = field("key ");
    assert!(key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    client.send(&format!("position fen {OVER}"));
    assert!(text(&mut client, "d").join("\n").contains("p1win"));
    client.quit();
}

#[test]
fn the_key_is_that_of_the_position_however_it_was_reached() {
    let mut client = Client::start();
    let mut key = |setup: &str| {
        client.send(setup);
        text(&mut client, "d").into_iter().find(|line| line.starts_with("key ")).expect("a key")
    };
    let start = key("position startpos");
    assert_eq!(key(&format!("position fen {START}")), start);
    assert_eq!(key("position startpos moves a1b1\nundo"), start);
    assert_ne!(key("position startpos moves a1b1"), start);
}

#[test]
fn perft_and_divide_count_as_the_reference_does() {
    let mut client = Client::start();
    for (depth, count) in [(0, 1), (1, 36), (2, 1296), (3, 46_472)] {
        for command in ["perft", "go perft"] {
            client.send(&format!("{command} {depth}"));
            let lines = client.lines_until(|line| line.starts_with("nodes "));
            assert_eq!(lines.len(), 2, "{lines:?}");
            assert!(lines[0].starts_with(&format!("info depth {depth} nodes {count} nps ")));
            assert!(lines[0].contains(" time "), "{lines:?}");
            assert_eq!(lines[1], format!("nodes {count}"));
        }
    }
    client.send("divide 3");
    let lines = client.lines_until(|line| line.starts_with("nodes "));
    let (moves, end) = lines.split_at(36);
    assert!(moves.is_sorted());
    let counts = moves.iter().map(|line| line.split_once(' ').expect("a count").1);
    let total: u64 = counts.map(|count| count.parse::<u64>().expect("a number")).sum();
    assert_eq!(total, 46_472);
    assert!(end[0].starts_with("info depth 3 nodes 46472 nps "), "{end:?}");
    assert_eq!(end[1], "nodes 46472");
    client.quit();
}

#[test]
fn perft_counts_passes_and_ends() {
    let mut client = Client::start();
    for (fen, depth, count) in [(FORCED_PASS, 3, 1), (OVER, 1, 0), (OVER, 0, 1)] {
        client.send(&format!("position fen {fen}\nperft {depth}"));
        let lines = client.lines_until(|line| line.starts_with("nodes "));
        assert_eq!(lines[1], format!("nodes {count}"), "{fen} {depth}");
    }
    client.quit();
}

#[test]
fn a_count_can_be_stopped() {
    let mut client = Client::start();
    for command in ["perft 12", "divide 12", "bench 40"] {
        client.send(&format!("{command}\nstop"));
        let lines = client.lines_until(|line| line.starts_with("info string "));
        assert!(lines.last().is_some_and(|line| line.contains("stopped")), "{lines:?}");
        client.expect_silence();
    }
    client.quit();
}

#[test]
fn bad_counts_are_refused() {
    let mut client = Client::start();
    for command in
        ["perft", "perft x", "perft -1", "perft 1 2", "divide", "divide 4294967296", "bench x"]
    {
        assert!(client.refused(command).contains("expected "), "{command}");
    }
    client.quit();
}

#[test]
fn eval_gives_a_number_for_the_side_to_move_or_the_result() {
    let mut client = Client::start();
    let line = client.ask("eval");
    let words: Vec<&str> = line.split_whitespace().collect();
    assert!(words.iter().any(|word| word.parse::<i32>().is_ok()), "{line:?}");
    assert!(line.contains("p1"), "{line:?}");
    client.send(&format!("position fen {OVER}"));
    assert!(client.ask("eval").contains("p1win"));
    client.quit();
}

#[test]
fn bench_ends_with_its_signature_which_is_the_same_again() {
    let mut client = Client::start();
    let mut signature = || {
        client.send("bench 1");
        let is_last =
            |line: &str| line.split(' ').nth(1) == Some("nodes") && line.ends_with(" nps");
        let line = client.lines_until(is_last).pop().expect("a last line");
        line.split(' ').next().and_then(|word| word.parse::<u64>().ok()).expect("a number")
    };
    let first = signature();
    assert!(first > 100);
    assert_eq!(signature(), first);
}

#[test]
fn help_explains_every_command() {
    let mut client = Client::start();
    let overview = text(&mut client, "help").join("\n");
    let error = client.refused("nonsense");
    let names = error.split("one of ").nth(1).and_then(|rest| rest.split(" (try").next());
    let names: Vec<&str> = names.expect("a list").split(", ").collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        assert!(overview.contains(name), "no {name} in\n{overview}");
        assert!(text(&mut client, &format!("help {name}")).join("\n").contains("Example: "));
    }
    assert!(client.refused("help xyzzy").contains("\"xyzzy\""));
    client.quit();
}
