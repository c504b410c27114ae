//! Random lines in a session: each bad one has one error and changes nothing, each `go` has one
//! `bestmove`, and `isready` is answered at the end.
//!
//! Each line is followed by a fence, an unknown command with a number: its error shows where the
//! output of the line ends. A `stop` at the end ends long searches.

use std::sync::mpsc::channel;
use std::thread;

use crate::support::{DEADLINE, ERROR};
use crate::transcripts;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use zugi::engine::{Session, TextFront};
use zugi::protocol::{self, Command};

/// Words beside those of the transcripts and the grammar. The grammar's own test has more.
const ODD_WORDS: [&str; 6] = ["\0", "\u{feff}", "\r", "swap", "-1", "18446744073709551616"];

fn run(input: String) -> Vec<String> {
    let (sender, output) = channel();
    thread::spawn(move || {
        let session = Session::new(&zugi::registry(), "zola-6").expect("a variant");
        let mut output = Vec::new();
        let input = std::io::Cursor::new(input.into_bytes());
        session.run(input, &mut TextFront::new(&mut output)).expect("threads");
        drop(sender.send(output));
    });
    let output = output.recv_timeout(DEADLINE).expect("the session ends");
    String::from_utf8(output).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// Takes the lines up to this fence off the output.
fn take_block<'a>(rest: &mut &'a [String], fence: usize) -> &'a [String] {
    let quoted = format!("{ERROR}unknown command \"fence-{fence}\":");
    let end = rest.iter().position(|line| line.starts_with(&quoted));
    let end = end.unwrap_or_else(|| panic!("fence {fence} is lost before {rest:#?}"));
    let block = &rest[..end];
    *rest = &rest[end + 1..];
    block
}

fn check(lines: &[String]) {
    let mut input = String::from("query fen\nfence-0\n");
    for (number, line) in lines.iter().enumerate() {
        input +=
            &format!("{line}\nfence-{}\nquery fen\nfence-{}\n", 2 * number + 1, 2 * number + 2);
    }
    let output = run(input + "stop\nponderhit\nisready\n");
    let mut rest = output.as_slice();
    let fen = |block: &[String]| {
        block.iter().rfind(|line| line.starts_with("response ")).expect("the position").clone()
    };
    let mut before = fen(take_block(&mut rest, 0));
    let mut searches = 0;
    for (number, line) in lines.iter().enumerate() {
        let block = take_block(&mut rest, 2 * number + 1);
        let after = fen(take_block(&mut rest, 2 * number + 2));
        let errors = block.iter().filter(|line| line.starts_with(ERROR)).count();
        let expected = match protocol::parse(line) {
            Err(_) => 1..=1,
            Ok(None) => 0..=0,
            Ok(Some(_)) => 0..=1,
        };
        assert!(expected.contains(&errors), "{line:?} gave {block:#?}");
        assert!(errors == 0 || before == after, "{line:?} was refused and changed {before}");
        searches += usize::from(matches!(protocol::parse(line), Ok(Some(Command::Go(_)))));
        before = after;
    }
    let answers = output.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, searches, "{lines:#?} gave {output:#?}");
    assert!(rest.iter().any(|line| line == "readyok"), "{lines:#?} gave {rest:#?}");
}

/// The lines that clients send in `protocol.md`; nothing is read after `quit`.
fn valid() -> Vec<String> {
    transcripts::inputs().into_iter().filter(|line| line != "quit").collect()
}

/// Lines of the transcripts with a word inserted, replaced or removed, or unchanged.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let mut words: Vec<String> =
        valid().iter().flat_map(|line| line.split(' ')).map(str::to_owned).collect();
    words.extend(protocol::keywords().into_iter().chain(ODD_WORDS).map(str::to_owned));
    words.retain(|word| word != "quit");
    words.sort();
    words.dedup();
    let change = (select(words), any::<Index>(), 0..6);
    let line = (select(valid()), change).prop_map(|(line, (word, at, kind))| {
        let mut words: Vec<&str> = line.split(' ').collect();
        let at = at.index(words.len());
        match kind {
            0 => words.insert(at, &word),
            1 => words[at] = &word,
            2 => drop(words.remove(at)),
            _ => {}
        }
        words.join(" ")
    });
    prop::collection::vec(line, 1..20)
}

#[test]
fn random_lines_are_answered_and_the_session_continues() {
    // A regression becomes a test, not a file beside this one.
    let config = ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() };
    proptest!(config, |(lines in lines())| check(&lines));
}
