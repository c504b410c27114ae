//! Tests of every command: its value, and its errors.

use super::*;
use crate::{QUESTIONS, Query};

fn ok(line: &str) -> Command {
    match parse(line) {
        Ok(Some(command)) => command,
        other => panic!("{line:?} gave {other:?}"),
    }
}

fn error(line: &str) -> String {
    parse(line).expect_err(line).to_string()
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

#[test]
fn blank_lines_are_nothing() {
    for line in ["", " ", "\t \r\n", "\n", "\u{feff}", "\u{feff} \r\n"] {
        assert_eq!(parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn commands_without_arguments() {
    let plain = [
        ("ugi", Command::Handshake(Dialect::Ugi)),
        ("uci", Command::Handshake(Dialect::Uci)),
        ("isready", Command::IsReady),
        ("uginewgame", Command::NewGame),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Display),
        ("eval", Command::Eval),
    ];
    for (line, command) in plain {
        assert_eq!(ok(line), command);
        assert_eq!(
            error(&format!("{line} now  please")),
            format!(
                "unexpected text \"now  please\" after \"{line}\": expected the end of the line"
            )
        );
    }
}

#[test]
fn setoption() {
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.into(),
        value: value.map(Into::into),
    };
    assert_eq!(ok("setoption name Hash value 16"), set("Hash", Some("16")));
    assert_eq!(ok("setoption name Clear"), set("Clear", None));
    assert_eq!(
        ok("setoption  name Move \t Overhead value  a  b\tc "),
        set("Move Overhead", Some("a  b\tc"))
    );
    assert_eq!(ok("setoption name X value"), set("X", Some("")));
    assert_eq!(ok("setoption name name value value"), set("name", Some("value")));
    assert_eq!(error("setoption"), "nothing after \"setoption\": expected \"name\"");
    assert_eq!(
        error("setoption Hash 16"),
        "unexpected word \"Hash\" after \"setoption\": expected \"name\""
    );
    assert_eq!(error("setoption name"), "nothing after \"name\": expected the name of an option");
    assert_eq!(
        error("setoption name value 3"),
        "unexpected word \"value\" after \"name\": expected the name of an option"
    );
}

#[test]
fn solve() {
    let limits = |nodes, millis: Option<u64>| {
        let move_time = millis.map(Duration::from_millis);
        Command::Solve { nodes, move_time }
    };
    assert_eq!(ok("solve"), limits(None, None));
    assert_eq!(ok("solve nodes 5"), limits(Some(5), None));
    assert_eq!(ok("solve movetime 7 nodes 5"), limits(Some(5), Some(7)));
    assert_eq!(ok("solve nodes 5 nodes 6"), limits(Some(6), None));
    assert_eq!(ok("solve nodes -1 movetime +3"), limits(Some(0), Some(3)));
    assert_eq!(ok("solve nodes 99999999999999999999"), limits(Some(u64::MAX), None));
    let expected = "expected nodes, movetime or the end of the line";
    for (line, problem) in [
        ("solve it", format!("unexpected word \"it\" after \"solve\": {expected}")),
        ("solve nodes 5 7", format!("unexpected word \"7\" after \"5\": {expected}")),
        ("solve nodes", "nothing after \"nodes\": expected a number of nodes".to_owned()),
        (
            "solve nodes x",
            "bad number \"x\" after \"nodes\": expected a number of nodes".to_owned(),
        ),
        (
            "solve movetime 1.5",
            "bad number \"1.5\" after \"movetime\": expected a number of milliseconds".to_owned(),
        ),
    ] {
        assert_eq!(error(line), problem);
    }
}

#[test]
fn debug() {
    assert_eq!(ok("debug on"), Command::Debug(true));
    assert_eq!(ok("debug off"), Command::Debug(false));
    assert_eq!(
        error("debug maybe"),
        "unexpected word \"maybe\" after \"debug\": expected \"on\" or \"off\""
    );
    assert_eq!(error("debug"), "nothing after \"debug\": expected \"on\" or \"off\"");
    assert_eq!(
        error("debug on off"),
        "unexpected text \"off\" after \"on\": expected the end of the line"
    );
}

#[test]
fn position() {
    let position = |start, moves: &[&str]| Command::Position { start, moves: strings(moves) };
    let fen = |text: &str| Start::Fen(text.into());
    assert_eq!(ok("position startpos"), position(Start::StartPos, &[]));
    assert_eq!(ok("position startpos moves"), position(Start::StartPos, &[]));
    assert_eq!(
        ok("position startpos moves a1a2  b1b2 "),
        position(Start::StartPos, &["a1a2", "b1b2"])
    );
    assert_eq!(ok("position fen rb/br \t r -"), position(fen("rb/br r -"), &[]));
    assert_eq!(ok("position fen rb/br r moves 0000"), position(fen("rb/br r"), &["0000"]));
    assert_eq!(error("position"), "nothing after \"position\": expected \"startpos\" or \"fen\"");
    assert_eq!(
        error("position rb/br r"),
        "unexpected word \"rb/br\" after \"position\": expected \"startpos\" or \"fen\""
    );
    assert_eq!(
        error("position startpos a1a2"),
        "unexpected word \"a1a2\" after \"startpos\": expected \"moves\" or the end of the line"
    );
    assert_eq!(error("position fen"), "nothing after \"fen\": expected the text of a position");
    assert_eq!(
        error("position fen moves a1a2"),
        "unexpected word \"moves\" after \"fen\": expected the text of a position"
    );
}

#[test]
fn moves() {
    assert_eq!(ok("moves"), Command::Moves(vec![]));
    assert_eq!(ok("moves a1a2 pass"), Command::Moves(strings(&["a1a2", "pass"])));
}

#[test]
fn numbers() {
    assert_eq!(ok("perft 0"), Command::Perft(0));
    assert_eq!(ok("divide 4294967295"), Command::Divide(u32::MAX));
    assert_eq!(ok("bench"), Command::Bench(None));
    assert_eq!(ok("bench 7"), Command::Bench(Some(7)));
    assert_eq!(ok("undo"), Command::Undo(1));
    assert_eq!(ok("undo 3"), Command::Undo(3));
    assert_eq!(
        error("perft abc"),
        "bad number \"abc\" after \"perft\": expected a depth from 0 to 4294967295"
    );
    assert_eq!(error("divide"), "nothing after \"divide\": expected a depth from 0 to 4294967295");
    assert_eq!(
        error("bench -1"),
        "bad number \"-1\" after \"bench\": expected a depth from 0 to 4294967295"
    );
    assert_eq!(
        error("undo all"),
        "bad number \"all\" after \"undo\": expected a number of moves to take back"
    );
    assert_eq!(
        error("perft 1 2"),
        "unexpected text \"2\" after \"1\": expected the end of the line"
    );
}

#[test]
fn query() {
    for question in QUESTIONS {
        let line = format!("query {}", question.form());
        let command = Command::Query((question.ask)("M".into()));
        assert_eq!(ok(&line), command);
        assert_eq!(command.to_string(), line);
    }
    assert_eq!(ok("query gameover"), Command::Query(Query::GameOver));
    assert_eq!(ok("query islegal a1a2"), Command::Query(Query::IsLegal("a1a2".into())));
    assert_eq!(error("query islegal"), "nothing after \"islegal\": expected a move");
    assert_eq!(
        error("query islegal a1 a2"),
        "unexpected text \"a2\" after \"a1\": expected the end of the line"
    );
    assert_eq!(
        error("query fen now"),
        "unexpected text \"now\" after \"fen\": expected the end of the line"
    );
    let nothing = error("query");
    assert!(
        nothing.starts_with("nothing after \"query\": expected gameover, p1turn, "),
        "{nothing}"
    );
    let unknown = error("query who");
    let expected = nothing.split(": ").last().unwrap();
    assert_eq!(unknown, format!("unexpected word \"who\" after \"query\": {expected}"));
}

#[test]
fn help() {
    assert_eq!(ok("help"), Command::Help(None));
    assert_eq!(ok("help go"), Command::Help(Some("go".into())));
    assert!(parse("help go now").is_err());
}

#[test]
fn command_words_are_exact() {
    for line in ["xyzzy", "UGI", "isready2", "is ready", "isready\0", "\0", "\u{fffd}ugi"] {
        let first = line.split(' ').next().unwrap();
        assert_eq!(parse(line), Err(ParseError::UnknownCommand(first.into())));
    }
    // A leading unknown word is not skipped.
    assert!(error("joho debug on").starts_with("unknown command \"joho\": expected one of ugi,"));
}

#[test]
fn white_space_around_and_between_words_does_not_matter() {
    let command = ok("go depth 3");
    for line in [
        "go depth 3\r\n",
        "\tgo\tdepth\t3\t",
        "  go   depth \t 3  ",
        "\u{feff}go depth 3",
        "\u{feff}  go depth 3\r",
    ] {
        assert_eq!(ok(line), command, "{line:?}");
    }
}
