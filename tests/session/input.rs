//! Input that is not clean UTF-8 lines.

use crate::support::{Client, ERROR, errors, session};

#[test]
fn blanks_tabs_and_line_ends_of_all_kinds_do_not_matter() {
    let lines = session("isready\r\n\tisready\t\n  isready  \r\n\u{feff}isready\r\n").rest;
    assert_eq!(lines, ["readyok"; 4]);
    let exit = session("position  startpos\tmoves   a1b1 \t a2b1 \r\nquery\t p1turn \n");
    assert_eq!(exit.rest, ["response true"]);
}

#[test]
fn blank_lines_are_nothing() {
    session("\n\r\n \n\t\n\u{feff}\n\u{feff} \r\n").assert_clean();
}

#[test]
fn nul_bytes_and_invalid_utf8_cost_one_error_each() {
    let exit = session(b"\0\nisready\n\xff\xfe\nisready\nquery \xc3\x28\nisready\nis\0ready\n");
    let ready = exit.rest.iter().filter(|line| *line == "readyok").count();
    assert_eq!(ready, 3);
    assert_eq!(errors(&exit.rest).len(), 4);
    // Unprintable characters are escaped.
    assert!(
        exit.rest[0].starts_with(&format!(r#"{ERROR}unknown command "\0""#)),
        "{:?}",
        exit.rest
    );
    assert!(exit.rest[2].contains(r#""\u{fffd}\u{fffd}""#), "{:?}", exit.rest);
    exit.assert_success();
}

#[test]
fn a_line_of_a_megabyte_costs_one_error() {
    let mut client = Client::start();
    for line in ["x".repeat(1 << 20), "position fen ".to_owned() + &"r/".repeat(1 << 19)] {
        let error = client.refused(&line);
        assert!(error.len() < 500, "{} characters", error.len());
    }
    client.quit();
}

#[test]
fn a_megabyte_of_moves_is_played_or_refused_as_a_whole() {
    let mut client = Client::start();
    let error = client.refused(&format!("moves a1b1 {}", "a1b1 ".repeat(200_000)));
    assert!(error.contains("(number 2)"), "{error}");
    client.quit();
}

#[test]
fn a_line_that_is_too_long_is_skipped_and_quoted() {
    let mut client = Client::start();
    let error = client.refused(&"moves ".repeat(2 << 20));
    assert!(error.starts_with("too long: \"moves moves "), "{error}");
    assert!(error.len() < 300, "{error}");
    client.quit();
}

#[test]
fn the_end_of_the_input_also_ends_a_line() {
    assert_eq!(session("isready").rest, ["readyok"]);
    let exit = session("isready\nquery p1tu");
    assert_eq!(exit.rest.len(), 2);
    assert_eq!(errors(&exit.rest).len(), 1);
    exit.assert_success();
    let exit = session("go depth 1");
    assert!(exit.rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{exit:?}");
}

#[test]
fn an_unknown_command_is_quoted_with_what_was_expected_and_the_session_goes_on() {
    let mut client = Client::start();
    for command in ["xyzzy", "UGI", "isready now", "joho isready", "🦀", "\"", "-", "go2"] {
        let error = client.refused(command);
        assert!(error.contains("expected "), "{error}");
    }
    let error = client.refused("xyzzy 1 2");
    assert!(error.starts_with("unknown command \"xyzzy\": expected one of ugi, "), "{error}");
    client.quit();
}

#[test]
fn greetings_may_be_repeated() {
    let mut client = Client::start();
    let first = client.handshake();
    assert_eq!(client.handshake(), first);
    client.send("uci");
    let other = client.lines_until(|line| line == "uciok");
    assert_eq!(other[..other.len() - 1], first[..first.len() - 1]);
    client.send("uginewgame\nucinewgame\nuginewgame\ndebug off\ndebug off");
    client.expect_silence();
    client.expect_silence();
    client.quit();
}

#[test]
fn commands_are_executed_in_order() {
    let exit = session(
        "position startpos moves a1b1\nquery p1turn\nisready\nmoves a2b1\nquery p1turn\nundo\n\
         query p2turn\nisready\n",
    );
    let expected = ["response false", "readyok", "response true", "response true", "readyok"];
    assert_eq!(exit.rest, expected);
}
