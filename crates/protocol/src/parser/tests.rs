//! The grammar as tables: lines with their commands, and lines with their errors.

use super::*;
use crate::{Dialect, QUESTIONS, Query};

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

pub fn with_arguments() -> Vec<(&'static str, Command)> {
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.into(),
        value: value.map(Into::into),
    };
    let solve = |nodes, millis: Option<u64>| Command::Solve {
        nodes,
        move_time: millis.map(Duration::from_millis),
    };
    let position = |start, moves: &[&str]| Command::Position { start, moves: strings(moves) };
    let fen = |text: &str| Start::Fen(text.into());
    vec![
        ("setoption name Hash value 16", set("Hash", Some("16"))),
        ("setoption name Clear", set("Clear", None)),
        ("setoption  name Move \t Overhead value  a  b ", set("Move Overhead", Some("a  b"))),
        ("setoption name X value", set("X", Some(""))),
        ("setoption name name value value", set("name", Some("value"))),
        ("solve", solve(None, None)),
        ("solve nodes 5", solve(Some(5), None)),
        ("solve movetime 7 nodes 5", solve(Some(5), Some(7))),
        ("solve nodes 5 nodes 6", solve(Some(6), None)),
        ("solve nodes -1 movetime +3", solve(Some(0), Some(3))),
        ("solve nodes 99999999999999999999", solve(Some(u64::MAX), None)),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("position startpos", position(Start::StartPos, &[])),
        ("position startpos moves", position(Start::StartPos, &[])),
        ("position startpos moves a1a2  b1b2 ", position(Start::StartPos, &["a1a2", "b1b2"])),
        ("position fen rb/br \t r -", position(fen("rb/br r -"), &[])),
        ("position fen rb/br r moves 0000", position(fen("rb/br r"), &["0000"])),
        ("moves", Command::Moves(vec![])),
        ("moves a1a2 pass", Command::Moves(strings(&["a1a2", "pass"]))),
        ("perft 0", Command::Perft(0)),
        ("divide 4294967295", Command::Divide(u32::MAX)),
        ("bench", Command::Bench(None)),
        ("bench 7", Command::Bench(Some(7))),
        ("undo", Command::Undo(1)),
        ("undo 3", Command::Undo(3)),
        ("query gameover", Command::Query(Query::GameOver)),
        ("query islegal a1a2", Command::Query(Query::IsLegal("a1a2".into()))),
        ("help", Command::Help(None)),
        ("help go", Command::Help(Some("go".into()))),
        ("go perft 5", Command::GoPerft(5)),
    ]
}

#[test]
fn commands_have_the_values_of_their_words() {
    for (line, command) in with_arguments() {
        assert_eq!(parse(line), Ok(Some(command)), "{line}");
    }
    let (name, value) = ("X".to_owned(), Some("a\tb".to_owned()));
    let command = Command::SetOption { name, value };
    assert_eq!(parse("setoption name X value a\tb"), Ok(Some(command)));
    for question in QUESTIONS {
        let text = question.argument.replace(" [TO]", " b4");
        let command = Command::Query((question.ask)(text.clone()));
        assert_eq!(parse(&format!("query {} {text}", question.word)), Ok(Some(command)));
    }
}

/// Commands that take no arguments.
pub const PLAIN: [(&str, Command); 11] = [
    ("ugi", Command::Handshake(Dialect::Ugi)),
    ("uci", Command::Handshake(Dialect::Uci)),
    ("xboard", Command::XBoard),
    ("isready", Command::IsReady),
    ("uginewgame", Command::NewGame),
    ("ucinewgame", Command::NewGame),
    ("stop", Command::Stop),
    ("ponderhit", Command::PonderHit),
    ("quit", Command::Quit),
    ("d", Command::Display),
    ("eval", Command::Eval),
];

#[test]
fn commands_without_arguments_take_none() {
    for (line, command) in PLAIN {
        assert_eq!(parse(line), Ok(Some(command)));
        let (found, after) = ("now  please".to_owned(), line.to_owned());
        let error = ParseError::TrailingText { found, after };
        assert_eq!(parse(&format!("{line} now  please")), Err(error));
    }
}

#[test]
fn an_error_says_what_was_found_and_what_was_expected() {
    let queries: Vec<&str> = QUESTIONS.iter().map(|question| question.word).collect();
    let queries = crate::one_of(queries.into_iter());
    let (on_or_off, start) = ("\"on\" or \"off\"", "\"startpos\" or \"fen\"");
    let (limit, text) = ("nodes, movetime or the end of the line", "the text of a position");
    let (end, option) = ("the end of the line", "the name of an option");
    let depth = "a depth from 0 to 4294967295";
    for (line, found, after, expected) in [
        ("setoption", "nothing", "setoption", "\"name\""),
        ("setoption Hash 16", "unexpected word \"Hash\"", "setoption", "\"name\""),
        ("setoption name", "nothing", "name", option),
        ("setoption name value 3", "unexpected word \"value\"", "name", option),
        ("solve it", "unexpected word \"it\"", "solve", limit),
        ("solve nodes 5 7", "unexpected word \"7\"", "5", limit),
        ("solve nodes", "nothing", "nodes", "a number of nodes"),
        ("solve nodes x", "bad number \"x\"", "nodes", "a number of nodes"),
        ("solve movetime 1.5", "bad number \"1.5\"", "movetime", "a number of milliseconds"),
        ("debug maybe", "unexpected word \"maybe\"", "debug", on_or_off),
        ("debug", "nothing", "debug", on_or_off),
        ("debug on off", "unexpected text \"off\"", "on", end),
        ("position", "nothing", "position", start),
        ("position rb/br r", "unexpected word \"rb/br\"", "position", start),
        (
            "position startpos a",
            "unexpected word \"a\"",
            "startpos",
            "\"moves\" or the end of the line",
        ),
        ("position fen", "nothing", "fen", text),
        ("position fen moves a1a2", "unexpected word \"moves\"", "fen", text),
        ("perft abc", "bad number \"abc\"", "perft", depth),
        ("perft 4294967296", "bad number \"4294967296\"", "perft", depth),
        ("perft 1.0", "bad number \"1.0\"", "perft", depth),
        ("perft 0x10", "bad number \"0x10\"", "perft", depth),
        ("perft 1e3", "bad number \"1e3\"", "perft", depth),
        ("divide", "nothing", "divide", depth),
        ("bench -1", "bad number \"-1\"", "bench", depth),
        ("undo all", "bad number \"all\"", "undo", "a number of moves to take back"),
        ("perft 1 2", "unexpected text \"2\"", "1", end),
        ("query islegal", "nothing", "islegal", "a move"),
        ("query islegal a1 a2", "unexpected text \"a2\"", "a1", end),
        ("query fen now", "unexpected text \"now\"", "fen", end),
        ("query", "nothing", "query", &queries),
        ("query who", "unexpected word \"who\"", "query", &queries),
        ("help go now", "unexpected text \"now\"", "go", end),
    ] {
        let error = parse(line).expect_err(line).to_string();
        assert_eq!(error, format!("{found} after \"{after}\": expected {expected}"), "{line}");
    }
}

#[test]
fn command_words_are_exact() {
    for line in ["xyzzy", "UGI", "isready2", "is ready", "isready\0", "\0", "\u{fffd}ugi"] {
        let first = line.split(' ').next().unwrap();
        assert_eq!(parse(line), Err(ParseError::UnknownCommand(first.into())));
    }
    // A leading unknown word is not skipped.
    for (line, error) in [
        ("joho debug on", "unknown command \"joho\": expected a command, see help"),
        ("postion startpos", "unknown command \"postion\": did you mean position?"),
    ] {
        assert_eq!(parse(line).unwrap_err().to_string(), error);
    }
}

#[test]
fn white_space_and_a_byte_order_mark_do_not_matter() {
    for line in ["", " ", "\t \r\n", "\n", "\u{feff}", "\u{feff} \r\n"] {
        assert_eq!(parse(line), Ok(None), "{line:?}");
    }
    for line in ["\tgo\tdepth\t3\t", "  go   depth \t 3  ", "\u{feff}  go depth 3\r\n"] {
        assert_eq!(parse(line), parse("go depth 3"), "{line:?}");
    }
}
