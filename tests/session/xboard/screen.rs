//! A virtual screen with XBoard.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::{DEADLINE, find};

/// A pass, as XBoard and engines send it.
pub const PASS: &str = "@@@@";

const MATCH: Duration = Duration::from_secs(300);

pub struct Tools {
    xboard: PathBuf,
    xvfb: PathBuf,
    xdotool: PathBuf,
}

/// Finds the programs; prints a message if one is missing.
pub fn tools() -> Option<Tools> {
    let [Some(xboard), Some(xvfb), Some(xdotool)] = ["xboard", "Xvfb", "xdotool"].map(find) else {
        eprintln!("skipped: apt-get install xboard xvfb xdotool");
        return None;
    };
    Some(Tools { xboard, xvfb, xdotool })
}

/// Polls every few milliseconds until there is a value.
#[track_caller]
pub fn wait_for<T>(what: &str, time: Duration, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + time;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// An engine's move in a line of XBoard's log: `788 <first : move e5e4`.
pub fn engine_move(line: &str) -> Option<&str> {
    let (_, said) = line.split_once('<')?;
    let said = said.strip_prefix("first : ").or_else(|| said.strip_prefix("second: "))?;
    said.strip_prefix("move ")
}

/// An X server without a monitor.
pub struct Screen {
    server: Child,
    display: String,
    tools: Tools,
}

impl Screen {
    /// Starts the server, which chooses its display number.
    pub fn start(tools: Tools) -> Screen {
        let mut server = Command::new(&tools.xvfb)
            .args(["-displayfd", "1", "-screen", "0", "800x700x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let output = server.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut number).expect("the display's number");
        Screen { server, display: format!(":{}", number.trim()), tools }
    }

    /// Runs xdotool with these arguments, to use the mouse or query windows.
    pub fn xdotool(&self, words: &[&str]) -> String {
        let output = Command::new(&self.tools.xdotool)
            .env("DISPLAY", &self.display)
            .args(words)
            .output()
            .expect("xdotool starts");
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

/// XBoard with an engine, in its own folder; killed on drop.
pub struct XBoard<'a> {
    program: Child,
    folder: TempDir,
    pub screen: &'a Screen,
}

impl<'a> XBoard<'a> {
    /// Starts XBoard with this engine as the first one, and with the arguments from the closure,
    /// which gets the engine's path.
    pub fn start(
        screen: &'a Screen,
        variant: &str,
        add: impl FnOnce(&mut Command, &str),
    ) -> XBoard<'a> {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = env!("CARGO_BIN_EXE_zugi");
        let mut command = Command::new(&screen.tools.xboard);
        // Ignore the settings of the user who runs the tests.
        command.env("HOME", folder.path()).env("DISPLAY", &screen.display).env("ZUGI_CACHE", "");
        command.current_dir(&folder).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.args(["-fcp", engine, "-variant", variant, "-timeControl", "5"]);
        command.args(["-debug", "-nameOfDebugFile", "log", "-saveGameFile", "games.pgn"]);
        command.args(["-saveSettingsOnExit", "false", "-soundProgram", "", "-size", "49"]);
        command.args(["-xanimate", "-sweepPromotions", "false"]);
        command.args(["-popupExitMessage", "false", "-popupMoveErrors", "false"]);
        command.args(["-testLegality", "false", "-ruleMoves", "0", "-showTargetSquares", "true"]);
        add(&mut command, engine);
        XBoard { program: command.spawn().expect("XBoard starts"), folder, screen }
    }

    /// Waits until XBoard ends by itself.
    pub fn wait(&mut self) {
        let program = &mut self.program;
        wait_for("the end of XBoard", MATCH, || program.try_wait().expect("our process"));
    }

    /// XBoard's log so far, including the communication with the engines.
    pub fn log(&self) -> String {
        read(&self.folder.path().join("log"))
    }

    /// The results of the games that were saved.
    pub fn results(&self) -> Vec<String> {
        let games = read(&self.folder.path().join("games.pgn"));
        let result = |line: &str| Some(line.strip_prefix("[Result \"")?.split_once('"')?.0.into());
        games.lines().filter_map(result).collect()
    }

    #[track_caller]
    pub fn wait_for_log<T>(&self, what: &str, look: impl Fn(&str) -> Option<T>) -> T {
        wait_for(what, DEADLINE, || look(&self.log()))
    }
}

impl Drop for XBoard<'_> {
    fn drop(&mut self) {
        // The engines end when their pipes close.
        drop(self.program.kill());
        drop(self.program.wait());
        if thread::panicking() {
            let log = self.log();
            let lines: Vec<&str> = log.lines().collect();
            eprintln!(
                "the end of the log:\n{}",
                lines[lines.len().saturating_sub(40)..].join("\n")
            );
        }
    }
}

/// The text of a file that may be missing or incomplete.
fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}
