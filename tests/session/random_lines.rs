//! A session survives any input: each invalid line gets one error and changes nothing, each `go`
//! has one `bestmove`, and `isready` is answered at the end.
//!
//! Each line is followed by a fence, an unknown command with a number: its error shows where the
//! output of the line ends. A `stop` at the end ends long searches.

use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::support::words::{DIRT, VALID, words};
use crate::support::{Client, DEADLINE, ERROR};
use proptest::prelude::*;
use zugi::engine::{Session, SessionConfig};
use zugi::protocol::{self, Command};

fn fence(number: usize) -> String {
    format!("fence-{number}")
}

/// Sends each line with a fence and a position query, then `stop`, `isready` and the end of input;
/// returns all output.
fn run(lines: &[String]) -> Vec<String> {
    let mut input = format!("query fen\n{}\n", fence(0));
    for (number, line) in lines.iter().enumerate() {
        input +=
            &format!("{line}\n{}\nquery fen\n{}\n", fence(2 * number + 1), fence(2 * number + 2));
    }
    input += "stop\nponderhit\nisready\n";
    let (sender, output) = channel();
    thread::spawn(move || {
        let config = SessionConfig {
            registry: zugi::registry(),
            variant: "zola-6".to_owned(),
            colour: false,
            names: false,
        };
        let mut output = Vec::new();
        let input = std::io::Cursor::new(input.into_bytes());
        Session::run(input, &mut output, &config).expect("a variant");
        drop(sender.send(output));
    });
    let output = output.recv_timeout(DEADLINE).expect("the session ends");
    String::from_utf8(output).expect("UTF-8").lines().map(str::to_owned).collect()
}

/// Splits the output at the fences.
fn blocks(output: &[String], count: usize) -> Vec<&[String]> {
    let mut rest = output;
    let mut blocks = Vec::new();
    for number in 0..count {
        let quoted = format!("{ERROR}unknown command \"{}\":", fence(number));
        let end = rest.iter().position(|line| line.starts_with(&quoted));
        let end = end.unwrap_or_else(|| panic!("fence {number} is lost in {output:#?}"));
        blocks.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    blocks.push(rest);
    blocks
}

/// The position in a block.
fn fen(block: &[String]) -> &String {
    block.iter().rfind(|line| line.starts_with("response ")).expect("the position")
}

/// Checks all guarantees for these lines.
fn check(lines: &[String]) {
    // Nothing is read after `quit`, which has its own tests.
    let is_quit = |line: &String| matches!(protocol::parse(line), Ok(Some(Command::Quit)));
    let lines: Vec<String> = lines.iter().filter(|line| !is_quit(line)).cloned().collect();
    let output = run(&lines);
    let blocks = blocks(&output, 2 * lines.len() + 1);
    let mut searches = 0;
    let mut before = fen(blocks[0]);
    for (line, pair) in lines.iter().zip(blocks[1..].chunks(2)) {
        let after = fen(pair[1]);
        let errors = crate::support::errors(pair[0]).len();
        match protocol::parse(line) {
            Err(_) => assert_eq!(errors, 1, "{line:?} gave {:#?}", pair[0]),
            Ok(None) => assert_eq!(errors, 0, "{line:?} gave {:#?}", pair[0]),
            Ok(Some(Command::Go(_))) => {
                searches += 1;
                assert!(errors <= 1, "{line:?} gave {:#?}", pair[0]);
            }
            Ok(Some(_)) => assert!(errors <= 1, "{line:?} gave {:#?}", pair[0]),
        }
        assert!(errors == 0 || before == after, "{line:?} was refused and changed {before}");
        before = after;
    }
    let answers = output.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, searches, "{lines:#?} gave {output:#?}");
    let last = blocks.last().expect("the end");
    assert!(last.iter().any(|line| line == "readyok"), "{lines:#?} gave {last:#?}");
}

/// Bytes as the session splits them into lines.
fn as_lines(bytes: &[u8]) -> Vec<String> {
    let pieces = bytes.split(|byte| *byte == b'\n');
    pieces.map(|piece| String::from_utf8_lossy(piece).into_owned()).collect()
}

fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select([words(), DIRT.to_vec()].concat())
}

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(token(), 0..9).prop_map(|words| words.join(" "))
}

/// A line of [`VALID`] with a word inserted, replaced or removed, or unchanged.
fn mutant() -> impl Strategy<Value = String> {
    let change = (token(), any::<prop::sample::Index>(), 0..6);
    (prop::sample::select(VALID), change).prop_map(|(line, (token, at, kind))| {
        let mut words: Vec<&str> = line.split(' ').collect();
        let at = at.index(words.len());
        match kind {
            0 => words.insert(at, token),
            1 => words[at] = token,
            2 => drop(words.remove(at)),
            _ => {}
        }
        words.join(" ")
    })
}

/// No regression files next to the sources: regressions become tests.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn random_bytes_in_a_session(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&as_lines(&bytes));
    }

    #[test]
    fn random_words_in_a_session(lines in prop::collection::vec(soup(), 1..12)) {
        check(&lines);
    }

    #[test]
    fn mutated_valid_sessions(lines in prop::collection::vec(mutant(), 1..20)) {
        check(&lines);
    }
}

#[test]
fn the_valid_session_is_valid_and_uses_every_command() {
    let lines: Vec<String> = VALID.iter().map(|line| (*line).to_owned()).collect();
    check(&lines);
    let output = run(&lines);
    let errors = crate::support::errors(&output);
    let all_fences = errors.iter().all(|line| line.contains("\"fence-"));
    assert!(all_fences, "{errors:#?}");
    for name in protocol::help::names()
        .filter(|name| !["quit", "uci", "ucinewgame", "xboard"].contains(name))
    {
        assert!(VALID.iter().any(|line| line.split(' ').next() == Some(name)), "no {name}");
    }
}

/// One process serves all cases of a test.
fn check_in_process(client: &Mutex<Client>, bytes: &[u8]) {
    let commands: Vec<_> = as_lines(bytes).iter().map(|line| protocol::parse(line)).collect();
    if commands.contains(&Ok(Some(Command::Quit))) {
        return;
    }
    let searches = commands.iter().filter(|command| matches!(command, Ok(Some(Command::Go(_)))));
    let mut client = client.lock().unwrap_or_else(PoisonError::into_inner);
    client.send_bytes(bytes);
    // Jobs run in order: after this search any `perft` has ended.
    client.send("\nponderhit\nstop\ngo depth 1");
    for _ in 0..=searches.count() {
        client.lines_until(|line| line.starts_with("bestmove "));
    }
    // The answers may come before or after this.
    client.send("fence-1");
    client.lines_until(|line| line.starts_with(&format!("{ERROR}unknown command \"fence-1\"")));
    client.send("isready");
    client.lines_until(|line| line == "readyok");
}

#[test]
fn the_program_survives_random_bytes_and_words() {
    let client = Mutex::new(Client::start());
    let soups = prop::collection::vec(prop_oneof![soup(), mutant()], 1..20);
    let bytes = prop::collection::vec(any::<u8>(), 0..2000);
    let strategy = prop_oneof![bytes, soups.prop_map(|lines| lines.join("\n").into_bytes())];
    proptest!(config(100), |(bytes in strategy)| check_in_process(&client, &bytes));
    let mut client = client.into_inner().unwrap_or_else(PoisonError::into_inner);
    // The engine still plays, with no pending output.
    client.send("debug off\nsetoption name UGI_Variant value zola-6\nposition startpos\nisready");
    client.lines_until(|line| line == "readyok");
    client.go("depth 2").assert_complete();
    client.send("quit");
    client.wait().assert_success();
}
