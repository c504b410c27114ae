//! A test client: drives the real program through pipes as GUIs and match runners do, with a
//! deadline on every read.
//!
//! [`Client`] owns a process. Every line that it reads must satisfy the rules of all output (see
//! [`Client::line`]); [`Client::answer`] reads a whole search as an [`Answer`]. [`referee`] judges
//! moves by the library's rules.
#![allow(dead_code, reason = "each of the three programs uses a part of it")]

mod info;
pub mod referee;
pub mod steal_time;
#[cfg(unix)]
pub mod terminal;
pub mod words;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub use info::Info;

/// The timeout of every wait: generous, since the machine may be busy.
pub const DEADLINE: Duration = Duration::from_secs(120);

/// The prefix of error lines.
pub const ERROR: &str = "info string error: ";

/// Runs the program without input; returns its exit code, stdout and stderr.
pub fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        zugi().args(args).stdin(Stdio::null()).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// The stdout of a successful run without input.
#[track_caller]
pub fn text(args: &[&str]) -> String {
    let (code, stdout, stderr) = run(args);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{args:?}");
    stdout
}

/// The program under test.
pub fn zugi() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zugi"));
    command.env_remove("RUST_LOG").env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// A line of output with its time of arrival.
struct Line {
    text: Vec<u8>,
    at: Instant,
}

/// A running engine and its pipes; killed when dropped.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    errors: Option<JoinHandle<String>>,
    /// The latest lines in both directions, for failure messages.
    transcript: Vec<String>,
    /// When the latest line arrived.
    pub last_line_at: Instant,
}

/// How a process ended.
#[derive(Debug)]
pub struct Exit {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// Output that had not been read.
    pub rest: Vec<String>,
    /// All of stderr.
    pub stderr: String,
}

/// All output of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The `info` lines with scores, in order.
    pub infos: Vec<Info>,
    /// The `currmove` lines. They appear after some seconds, which any search may take on a busy
    /// machine.
    pub current: Vec<Info>,
    /// The text of the `info string` lines.
    pub strings: Vec<String>,
    /// The best move.
    pub best: String,
    /// The ponder move, if any.
    pub ponder: Option<String>,
}

impl Answer {
    /// Reads the output of a search: `info` lines, then `bestmove`.
    #[track_caller]
    pub fn read(lines: &[String]) -> Answer {
        let (last, infos) = lines.split_last().expect("a bestmove");
        let words: Vec<&str> = last.split(' ').collect();
        let (best, ponder) = match words.as_slice() {
            ["bestmove", best] => (*best, None),
            ["bestmove", best, "ponder", reply] => (*best, Some((*reply).to_owned())),
            _ => panic!("a strange bestmove: {last:?}"),
        };
        let (mut strings, mut all) = (Vec::new(), Vec::new());
        for line in infos {
            match line.strip_prefix("info string ") {
                Some(text) => strings.push(text.to_owned()),
                None => all.push(Info::read(line)),
            }
        }
        let (current, infos) = all.into_iter().partition(|info| info.currmove.is_some());
        Answer { infos, current, strings, best: best.to_owned(), ponder }
    }

    /// The answer of a UCI session, whose proven scores count moves, with plies.
    pub fn of_uci(mut self) -> Answer {
        self.infos.iter_mut().for_each(Info::moves_to_plies);
        self
    }

    /// The last `info` line with a score.
    pub fn last(&self) -> &Info {
        self.infos.last().expect("an info line before the bestmove")
    }

    /// Checks the answer of a search of an unfinished game: the last line has all keys, and its PV
    /// begins with the best move.
    pub fn assert_complete(&self) {
        let last = self.last();
        for key in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
            assert!(last.get(key).is_some(), "no {key} in the last line of {self:?}");
        }
        assert_eq!(last.get("multipv"), Some(1), "{self:?}");
        assert_eq!(last.pv.first(), Some(&self.best), "{self:?}");
        if let Some(plies) = last.mate() {
            assert_eq!(last.pv.len(), plies.unsigned_abs() as usize, "a mate's line: {last:?}");
        }
    }
}

impl Client {
    /// A session of the standard variant.
    pub fn start() -> Client {
        Client::spawn(&mut zugi())
    }

    /// A session with arguments.
    pub fn with_args(args: &[&str]) -> Client {
        Client::spawn(zugi().args(args))
    }

    /// Runs a command with pipes on all its streams.
    pub fn spawn(command: &mut Command) -> Client {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let mut stderr = child.stderr.take().expect("a pipe");
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).expect("stderr is readable");
            String::from_utf8_lossy(&text).into_owned()
        });
        Client {
            input: child.stdin.take(),
            child,
            lines: read_lines(output),
            errors: Some(errors),
            transcript: Vec::new(),
            last_line_at: Instant::now(),
        }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends text and a line end, in one write.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are, in one write.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let start = &bytes[..bytes.len().min(300)];
        self.transcript.push(format!("> {}", String::from_utf8_lossy(start)));
        let input = self.input.as_mut().expect("the input is open");
        let written = input.write_all(bytes).and_then(|()| input.flush());
        written.unwrap_or_else(|error| panic!("{error}\n{}", self.story()));
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line without its end; `None` if none arrives in time. Checks the rules of all
    /// output: UTF-8, `\n` line ends, no trailing blank.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        let line = match self.lines.recv_timeout(time) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => {
                panic!("the output has ended\n{}", self.story())
            }
        };
        self.last_line_at = line.at;
        let text = checked(line);
        self.transcript.push(text.clone());
        Some(text)
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.line_within(DEADLINE).unwrap_or_else(|| panic!("no line came\n{}", self.story()))
    }

    /// Reads the next line and checks that it is this one.
    #[track_caller]
    pub fn expect(&mut self, expected: &str) {
        let line = self.line();
        assert!(line == expected, "{line:?} instead of {expected:?}\n{}", self.story());
    }

    /// All lines up to and including the first that satisfies `is_last`.
    pub fn lines_until(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| is_last(line)) {
                return lines;
            }
        }
    }

    /// Sends `ugi` and returns the answer including `ugiok`.
    pub fn handshake(&mut self) -> Vec<String> {
        self.send("ugi");
        self.lines_until(|line| line == "ugiok")
    }

    /// Waits until all commands are executed, and checks that they print nothing.
    #[track_caller]
    pub fn expect_silence(&mut self) {
        self.send("isready");
        self.expect("readyok");
    }

    /// Sends a command and returns its one-line answer.
    pub fn ask(&mut self, command: &str) -> String {
        self.send(command);
        self.line()
    }

    /// The answer to a query, which must be the next line.
    #[track_caller]
    pub fn query(&mut self, question: &str) -> String {
        let line = self.ask(&format!("query {question}"));
        let answer = line.strip_prefix("response ");
        answer.unwrap_or_else(|| panic!("{line:?} to {question}\n{}", self.story())).to_owned()
    }

    /// Sends an invalid line and checks for exactly one error and an unchanged position. Returns
    /// the text of the error.
    #[track_caller]
    pub fn refused(&mut self, command: &str) -> String {
        let before = self.query("fen");
        self.send(command);
        let line = self.line();
        let text = line.strip_prefix(ERROR);
        let text = text.unwrap_or_else(|| panic!("{line:?} to {command:?}\n{}", self.story()));
        assert_eq!(self.query("fen"), before, "{command:?} changed the position");
        text.to_owned()
    }

    /// Starts a search with these limits and reads its answer.
    pub fn go(&mut self, limits: &str) -> Answer {
        self.send(format!("go {limits}").trim_end());
        self.answer()
    }

    /// Reads the output of a search up to `bestmove`. Only `info` lines may come before.
    pub fn answer(&mut self) -> Answer {
        Answer::read(&self.lines_until(|line| line.starts_with("bestmove ")))
    }

    /// Waits for the end of the process.
    pub fn wait(mut self) -> Exit {
        let deadline = Instant::now() + DEADLINE;
        let mut rest = Vec::new();
        // The end of the output comes with the end of the process.
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => rest.push(checked(line)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it goes on\n{}", self.story()),
            }
        }
        let code = self.child.wait().expect("the process was ours").code();
        let stderr = self.errors.take().expect("only once").join().expect("a reader");
        Exit { code, rest, stderr }
    }

    /// Sends `quit` and checks for a clean end.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("quit");
        self.wait().assert_clean();
    }

    /// Sends `quit` and checks for this line and a clean end.
    #[track_caller]
    pub fn quit_with(mut self, farewell: &str) {
        self.send("quit");
        self.expect(farewell);
        self.wait().assert_clean();
    }

    /// The end of the transcript.
    fn story(&self) -> String {
        let start = self.transcript.len().saturating_sub(40);
        format!("the latest lines:\n{}", self.transcript[start..].join("\n"))
    }
}

impl Exit {
    /// Checks for success without further output.
    #[track_caller]
    pub fn assert_clean(&self) {
        assert_eq!(self.rest, Vec::<String>::new());
        self.assert_success();
    }

    /// Checks for success.
    #[track_caller]
    pub fn assert_success(&self) {
        assert_eq!(self.stderr, "");
        assert_eq!(self.code, Some(0));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // After success it has already ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Runs a whole session: sends the input, ends it, and waits.
pub fn session(input: impl AsRef<[u8]>) -> Exit {
    let mut client = Client::start();
    client.send_bytes(input.as_ref());
    client.close_input();
    client.wait()
}

/// The lines of `lines` that are errors.
pub fn errors(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with(ERROR)).collect()
}

/// Tests that measure time, or use many processors, hold this and do not run side by side.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The median, so that a slow try on a busy machine does not matter.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Reads lines on a thread and records their times of arrival.
fn read_lines(output: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, lines) = channel();
    thread::spawn(move || -> io::Result<()> {
        let mut output = BufReader::new(output);
        loop {
            let mut text = Vec::new();
            if output.read_until(b'\n', &mut text)? == 0 {
                return Ok(());
            }
            if sender.send(Line { text, at: Instant::now() }).is_err() {
                return Ok(());
            }
        }
    });
    lines
}

fn checked(line: Line) -> String {
    let mut text = String::from_utf8(line.text).expect("UTF-8");
    assert_eq!(text.pop(), Some('\n'), "no line end after {text:?}");
    assert!(!text.contains(char::is_control), "control characters in {text:?}");
    assert_eq!(text, text.trim_end(), "a blank at the end");
    text
}
