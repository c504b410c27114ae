//! A test client: drives the real program through pipes as GUIs and match runners do, with a
//! deadline on every read.
//!
//! [`Client`] owns a process. Every line that it reads must satisfy the rules of all output (see
//! [`Client::line_within`]); [`Client::answer`] reads a whole search as an [`Answer`]. [`referee`]
//! judges moves by the library's rules.
#![allow(dead_code, reason = "each of the three programs uses a part of it")]

mod info;
pub mod place;
pub mod referee;
pub mod steal_time;
#[cfg(unix)]
pub mod terminal;

use std::env::consts::EXE_EXTENSION;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use zugi::client::process::{Launch, Process, ReadError, error_text};

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

/// Runs a command with this input; returns its output.
pub fn output_of(command: &mut Command, input: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // The program may end before it has read everything.
    drop(child.stdin.take().expect("a pipe").write_all(input.as_bytes()));
    child.wait_with_output().expect("our process")
}

/// Whether there is a program; prints a message if not.
pub fn has(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        eprintln!("skipped: there is no {program}");
    }
    is_there
}

/// The path of a program, if it is installed.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian installs games where root's PATH does not look.
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// The program of an example, which `cargo test` builds.
pub fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_zugi")).parent().expect("a folder");
    let program = folder.join("examples").join(name).with_extension(EXE_EXTENSION);
    assert!(program.exists(), "no {name}: cargo build --examples, or cargo test for all");
    program.to_str().expect("UTF-8").to_owned()
}

pub fn in_utf8(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Waits until this holds; panics with `what` if it never does.
#[track_caller]
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
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
    isolated(Command::new(env!("CARGO_BIN_EXE_zugi")))
}

/// Makes a command independent of its user's settings and cache; it does not write to the cache,
/// either.
pub fn isolated(mut command: Command) -> Command {
    command.env_remove("RUST_LOG").env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.env("ZUGI_CACHE", "");
    command
}

/// A running engine; killed when dropped.
pub struct Client {
    process: Process,
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
    /// The last lines of stderr.
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
    pub best: String,
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
        if self.ponder.is_some() {
            assert_eq!(last.pv.get(1), self.ponder.as_ref(), "{self:?}");
        }
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

    pub fn with_args(args: &[&str]) -> Client {
        Client::spawn(zugi().args(args))
    }

    /// Runs a command with pipes on all its streams.
    pub fn spawn(command: &mut Command) -> Client {
        let launch = Launch {
            command: words(command),
            directory: command.get_current_dir().map(ToOwned::to_owned),
            stderr: None,
        };
        let process = Process::spawn("zugi", &launch).expect("the program starts");
        Client { process, last_line_at: Instant::now() }
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends text and a line end, in one write.
    pub fn send(&mut self, text: &str) {
        self.process.send_lines(&text.split('\n').collect::<Vec<_>>());
    }

    pub fn close_input(&mut self) {
        self.process.close_input();
    }

    /// The next line without its end; `None` if none arrives in time. Checks the rules of all
    /// output: UTF-8, no control characters, no blank at the end.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        match self.read(Instant::now() + time) {
            Ok(line) => Some(line),
            Err(ReadError::Timeout) => None,
            Err(error) => panic!("{error}\n{}", self.story()),
        }
    }

    fn read(&mut self, deadline: Instant) -> Result<String, ReadError> {
        let line = self.process.read_line(deadline)?;
        self.last_line_at = line.at;
        Ok(checked(line.text))
    }

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

    pub fn wait(mut self) -> Exit {
        let deadline = Instant::now() + DEADLINE;
        let mut rest = Vec::new();
        loop {
            match self.read(deadline) {
                Ok(line) => rest.push(line),
                Err(ReadError::Closed(_)) => break,
                Err(error) => panic!("{error}\n{}", self.story()),
            }
        }
        let status = self.process.wait(deadline);
        let status = status.unwrap_or_else(|| panic!("it goes on\n{}", self.story()));
        let transcript = self.process.transcript();
        let stderr: Vec<&str> = transcript.iter().filter_map(|line| error_text(line)).collect();
        Exit { code: status.code(), rest, stderr: stderr.join("\n") }
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
    pub fn story(&self) -> String {
        let transcript = self.process.transcript();
        let start = transcript.len().saturating_sub(40);
        format!("the latest lines:\n{}", transcript[start..].join("\n"))
    }
}

impl Exit {
    /// Checks for success without further output.
    #[track_caller]
    pub fn assert_clean(&self) {
        assert_eq!(self.rest, Vec::<String>::new());
        self.assert_success();
    }

    #[track_caller]
    pub fn assert_success(&self) {
        assert_eq!(self.stderr, "");
        assert_eq!(self.code, Some(0));
    }
}

/// The words of a command for a [`Launch`]. A `Launch` has no variables of its own and passes on
/// the environment of this program without `RUST_LOG`, so the program `env` sets the variables of
/// the command.
fn words(command: &Command) -> Vec<String> {
    let text = |word: &OsStr| word.to_str().expect("UTF-8").to_owned();
    let set =
        |(name, value): (&OsStr, Option<&OsStr>)| Some(format!("{}={}", text(name), text(value?)));
    let mut variables: Vec<String> = command.get_envs().filter_map(set).collect();
    if !variables.is_empty() {
        variables.insert(0, "env".to_owned());
    }
    let program = [command.get_program()].into_iter().chain(command.get_args());
    variables.into_iter().chain(program.map(text)).collect()
}

/// Runs a whole session: sends these lines, ends the input, and waits.
pub fn session(lines: &str) -> Exit {
    let mut client = Client::start();
    if !lines.is_empty() {
        client.send(lines);
    }
    client.close_input();
    client.wait()
}

/// Whether this process ignores a signal and passes that on to its children: under `nohup`, or in a
/// background command of a script.
pub fn ignores(signal: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
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

/// Checks the rules of all output.
fn checked(line: String) -> String {
    assert!(!line.contains('\u{fffd}'), "no UTF-8: {line:?}");
    assert!(!line.contains(char::is_control), "control characters in {line:?}");
    assert_eq!(line, line.trim_end(), "a blank at the end");
    line
}
