//! Every transcript in `protocol.md`, `README.md` and the guides, played against the real binary.
//!
//! A transcript is a fenced block marked `transcript`. A line that begins with `> ` is input, any
//! other line is output. `...` in an output line stands for any text, a line `...` for any number
//! of lines. Input is sent once all output above it has arrived; at the end the input is closed and
//! no more output may come.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use zugi::protocol::{help, parse};

const DOCUMENTS: [(&str, &str); 3] = [
    ("protocol.md", include_str!("../../protocol.md")),
    ("README.md", include_str!("../../README.md")),
    ("docs/guides/play.md", include_str!("../../docs/guides/play.md")),
];

/// The minimum number of transcripts in `protocol.md`.
const FEWEST: usize = 29;

/// The timeout for a line and for the end of the process.
const PATIENCE: Duration = Duration::from_secs(120);

/// A transcript: its lines with their line numbers in the document.
struct Transcript {
    document: &'static str,
    lines: Vec<(usize, &'static str)>,
}

/// The transcripts of a document, in order.
fn transcripts(document: &'static str, text: &'static str) -> Vec<Transcript> {
    let mut found = Vec::new();
    let mut open: Option<Transcript> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match &mut open {
            Some(_) if line == "```" => found.extend(open.take()),
            Some(transcript) => transcript.lines.push((number, line)),
            None if line == "```transcript" => {
                open = Some(Transcript { document, lines: Vec::new() });
            }
            None => assert!(!line.contains("```transcript"), "{document}:{number}: {line:?}"),
        }
    }
    assert!(open.is_none(), "{document}: the last transcript is not closed");
    found
}

fn all_transcripts() -> Vec<Transcript> {
    DOCUMENTS.into_iter().flat_map(|(document, text)| transcripts(document, text)).collect()
}

/// The input of a line, if it is one.
fn input(line: &str) -> Option<&str> {
    line.strip_prefix("> ").or((line == ">").then_some(""))
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

/// An engine process, ended on drop.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    /// The conversation so far, for messages.
    log: String,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zugi"))
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut line = Vec::new();
            while output.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        Engine { input: child.stdin.take(), child, lines, log: String::new() }
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        let _ = writeln!(self.log, "  > {line}");
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).map_err(|error| error.to_string())
    }

    /// The next line of output except `currmove` lines, which may appear on a busy machine. `None`
    /// at the end.
    fn receive(&mut self) -> Result<Option<String>, String> {
        loop {
            match self.next_line()? {
                Some(line) if line.contains(" currmove ") => {}
                line => return Ok(line),
            }
        }
    }

    fn next_line(&mut self) -> Result<Option<String>, String> {
        let line = match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => String::from_utf8(line).map_err(|error| error.to_string())?,
            Err(RecvTimeoutError::Timeout) => return Err(format!("nothing for {PATIENCE:?}")),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        };
        let Some(text) = line.strip_suffix('\n') else { return Err(format!("{line:?} cut off")) };
        let _ = writeln!(self.log, "  {text}");
        if text.ends_with(char::is_whitespace) {
            return Err(format!("{text:?} ends in a blank"));
        }
        Ok(Some(text.to_owned()))
    }

    /// Reads a line that matches the pattern, after any others if `skip`.
    fn expect(&mut self, pattern: &str, skip: bool) -> Result<(), String> {
        loop {
            match self.receive()? {
                Some(line) if matches(pattern, &line) => return Ok(()),
                Some(_) if skip => {}
                Some(line) => return Err(format!("got       {line}")),
                None => return Err("got       the end of the output".to_owned()),
            }
        }
    }

    /// Closes the input and waits for the end; more output is allowed only if `skip`.
    fn finish(&mut self, skip: bool) -> Result<(), String> {
        self.input = None;
        while let Some(line) = self.receive()? {
            if !skip {
                return Err(format!("got       {line}"));
            }
        }
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            match self.child.try_wait().map_err(|error| error.to_string())? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("got       {status}")),
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
        Err("the process does not end".to_owned())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a transcript; the error shows the expected and actual line and the log.
fn play(transcript: &Transcript) -> Result<(), String> {
    let mut engine = Engine::start();
    let mut skip = false;
    let end = transcript.lines.last().map_or(0, |&(number, _)| number + 1);
    let end_step = (end, "the end of the output, with exit code 0", None);
    let steps = transcript.lines.iter().map(|&(number, line)| (number, line, Some(line)));
    for (number, expected, line) in steps.chain([end_step]) {
        let done = match line {
            None => engine.finish(skip),
            Some("...") => {
                skip = true;
                continue;
            }
            Some(line) => match input(line) {
                Some(text) => engine.send(text),
                None => engine.expect(line, std::mem::take(&mut skip)),
            },
        };
        done.map_err(|problem| {
            let (document, log) = (transcript.document, &engine.log);
            format!(
                "{document}:{number}\nexpected  {expected}\n{problem}\nthe conversation:\n{log}"
            )
        })?;
    }
    Ok(())
}

/// Plays it again after a failure: on a stalled machine output may be reordered. A wrong transcript
/// fails each time.
fn play_again(transcript: &Transcript) -> Result<(), String> {
    play(transcript).or_else(|_| play(transcript)).or_else(|_| play(transcript))
}

#[test]
fn every_transcript_is_true() {
    let problems: Vec<String> =
        all_transcripts().iter().filter_map(|transcript| play_again(transcript).err()).collect();
    assert!(problems.is_empty(), "\n\n{}", problems.join("\n"));
}

#[test]
fn there_are_enough_transcripts() {
    for ((document, text), fewest) in DOCUMENTS.into_iter().zip([FEWEST, 1, 1]) {
        let found = transcripts(document, text);
        assert!(found.len() >= fewest, "{document}: only {} transcripts", found.len());
        for transcript in found {
            let first = transcript.lines.first().map(|(_, line)| *line);
            assert!(first.is_some_and(|line| input(line).is_some()), "{document}: {first:?}");
        }
    }
}

#[test]
fn every_command_is_specified_and_shown() {
    let (_, text) = DOCUMENTS[0];
    let transcripts = transcripts("protocol.md", text);
    let inputs = transcripts.iter().flat_map(|transcript| &transcript.lines);
    let shown: BTreeSet<&str> = inputs
        .filter_map(|(_, line)| input(line))
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
fn patterns() {
    for (pattern, line, fits) in [
        ("readyok", "readyok", true),
        ("readyok", "readyok ", false),
        ("info ...", "info depth 1", true),
        ("info ...", "info", false),
        ("... pv a1b1", "info depth 1 pv a1b1", true),
        ("info ... nps ... pv ...", "info depth 1 nps 5 time 3 pv a1b1", true),
        ("info ... nps ... pv ...", "info depth 1 time 3 pv a1b1", false),
        ("a...a", "a", false),
        ("a...a", "aa", true),
    ] {
        assert_eq!(matches(pattern, line), fits, "{pattern} {line}");
    }
}

#[test]
fn a_false_transcript_is_noticed() {
    let play_lines = |lines: &'static [&'static str]| {
        let lines = (1..).zip(lines.iter().copied()).collect();
        play(&Transcript { document: "test", lines })
    };
    assert_eq!(play_lines(&["> isready", "readyok"]), Ok(()));
    assert_eq!(play_lines(&["> ugi", "...", "ugiok", "> quit"]), Ok(()));
    assert_eq!(play_lines(&["> ugi", "..."]), Ok(()));
    let wrong = play_lines(&["> isready", "> query result", "readyok", "response p1win"]);
    let text = wrong.unwrap_err();
    assert!(text.starts_with("test:4\nexpected  response p1win\ngot       response none\n"));
    assert!(text.ends_with(
        "the conversation:\n  > isready\n  > query result\n  readyok\n  response none\n"
    ));
    let more = play_lines(&["> isready"]).unwrap_err();
    assert!(more.contains("got       readyok"), "{more}");
    let less = play_lines(&["> quit", "readyok"]).unwrap_err();
    assert!(less.contains("the end of the output"), "{less}");
}
