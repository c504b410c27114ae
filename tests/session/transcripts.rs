//! Every transcript in `protocol.md`, `README.md`, the guide and `tests/session/transcripts`,
//! played against the real program.
//!
//! A transcript is a fenced block marked `transcript`. A line that begins with `> ` is input, any
//! other line is output. `...` in an output line stands for any text, a line `...` for any number
//! of lines. Input is sent once all output above it has arrived; at the end the input is closed and
//! no more output may come.

use std::collections::BTreeSet;
use std::fs;
use std::iter;
use std::panic::catch_unwind;

use zugi::protocol::{help, parse};

use crate::support::Client;

const PROTOCOL: &str = "protocol.md";

/// The lines of a transcript, each with its place.
type Transcript = Vec<(String, String)>;

fn transcripts(document: &str) -> Vec<Transcript> {
    let text = fs::read_to_string(document).expect(document);
    let (mut found, mut open): (Vec<Transcript>, Option<Transcript>) = (Vec::new(), None);
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{document}:{number}");
        match &mut open {
            Some(_) if line == "```" => found.extend(open.take()),
            Some(lines) => lines.push((place, line.to_owned())),
            None if line == "```transcript" => open = Some(Vec::new()),
            None => assert!(!line.contains("```transcript"), "{place}: {line:?}"),
        }
    }
    assert!(open.is_none(), "{document}: the last transcript is not closed");
    assert!(!found.is_empty(), "{document} has no transcript");
    found
}

pub fn all_transcripts() -> Vec<Transcript> {
    let folder = fs::read_dir("tests/session/transcripts").expect("the folder");
    let files = folder.map(|file| file.expect("a file").path().to_str().expect("UTF-8").to_owned());
    let pages = [PROTOCOL, "README.md", "docs/guides/play.md"].map(str::to_owned);
    pages.into_iter().chain(files).flat_map(|document| transcripts(&document)).collect()
}

fn input(line: &str) -> Option<&str> {
    line.strip_prefix("> ").or((line == ">").then_some(""))
}

/// All input of `protocol.md`.
pub fn inputs() -> Vec<String> {
    let lines = transcripts(PROTOCOL).into_iter().flatten();
    lines.filter_map(|(_, line)| input(&line).map(str::to_owned)).collect()
}

/// Whether an output line matches a pattern with `...`.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Searches print such a line after some seconds, which any search may take on a busy machine.
fn is_for_long_searches(line: &str) -> bool {
    line.contains(" currmove ")
}

/// Plays a transcript; panics where it is false.
fn play(transcript: &Transcript) {
    let mut client = Client::start();
    let mut skips = false;
    // If a line does not come, only the lines before it are shown.
    println!("{:?}", transcript.first());
    for (place, line) in transcript {
        match input(line) {
            Some(text) => client.send(text),
            None if line == "..." => skips = true,
            None => {
                let fits = |found: &String| matches(line, found);
                let mut lines = iter::repeat_with(|| client.line());
                let found =
                    lines.find(|found| fits(found) || !(skips || is_for_long_searches(found)));
                let found = found.expect("a line");
                assert!(fits(&found), "{place}: {found:?} instead of {line:?}\n{}", client.story());
                skips = false;
            }
        }
    }
    client.close_input();
    let exit = client.wait();
    exit.assert_success();
    let more = exit.rest.iter().find(|line| !(skips || is_for_long_searches(line)));
    assert_eq!(more, None, "after {:?}", transcript.last());
}

#[test]
fn every_transcript_is_true() {
    let mut wrong = all_transcripts();
    assert!(wrong.iter().all(|lines| lines.first().is_some_and(|(_, line)| input(line).is_some())));
    // On a stalled machine output may be reordered; a false transcript fails each time.
    wrong.retain(|transcript| (0..3).all(|_| catch_unwind(|| play(transcript)).is_err()));
    let places: Vec<_> = wrong.iter().map(|lines| &lines[0]).collect();
    assert!(places.is_empty(), "false from these lines on: {places:?}");
}

#[test]
fn every_command_is_specified_and_shown() {
    let text = fs::read_to_string(PROTOCOL).expect("the page");
    let inputs = inputs();
    let shown: BTreeSet<&str> = inputs
        .iter()
        .filter(|line| matches!(parse(line), Ok(Some(_))))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for name in help::names() {
        let specified = text.contains(&format!("`{name}`")) || text.contains(&format!("`{name} "));
        assert!(specified, "protocol.md does not specify {name}");
        assert!(shown.contains(name), "no transcript in protocol.md shows {name}");
    }
}

#[test]
fn a_false_transcript_is_noticed() {
    for (lines, is_true) in [
        ("> isready\nreadyok", true),
        ("> ugi\n...\nugiok\n> quit", true),
        ("> ugi\n...", true),
        ("> isready\n> query result\nreadyok\nresponse p1win", false),
        ("> isready", false),
        ("> quit\nreadyok", false),
    ] {
        let transcript = lines.lines().map(|line| (String::new(), line.to_owned())).collect();
        assert_eq!(catch_unwind(|| play(&transcript)).is_ok(), is_true, "{lines}");
    }
}
