//! The processes of matches in a directory, and what remains of them.

use std::fs::{self, File, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use zugi::arbiter::{End, GameRecord, Reason};
use zugi::game::{HasSeats, Outcome, Player, Setup};
use zugi::registry;

use super::hostile::bad_engine;
use crate::support::isolated;
pub use crate::support::place::Place;

/// The timeout of every wait: generous, since the machine may be busy.
pub const DEADLINE: Duration = Duration::from_secs(300);

/// A timeout in milliseconds that no test reaches: half a day.
pub const ENDLESS: u64 = 43_200_000;

/// The environment variable that all processes of a match inherit.
pub const MARK: &str = "ZUGI_TEST_MATCH";

#[derive(Debug)]
pub struct Exit {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

pub struct Running<'a> {
    place: &'a Place,
    child: Child,
}

/// The command of `bad_engine` with this fault.
pub fn bad(arguments: &str) -> String {
    format!("cmd={} {arguments}", shell_words::quote(&bad_engine()))
}

/// The same on 4x4, with short games.
pub fn bad4(arguments: &str) -> String {
    bad(&format!("--variant zola-4 {arguments}"))
}

/// A shell script that runs `bad4` as `"$0" "$@"`.
pub fn scripted(script: &str) -> String {
    let words = shell_words::split(bad4("").trim_start_matches("cmd=")).unwrap();
    format!("cmd=sh -c {} {}", shell_words::quote(script), shell_words::join(words))
}

/// The command, with all its input copied to this file.
pub fn overheard(file: &str, command: &str) -> String {
    let command = command.trim_start_matches("cmd=");
    format!("cmd=sh -c {}", shell_words::quote(&format!("tee -a {file} | {command}")))
}

pub fn zugi(arguments: &str) -> String {
    format!("cmd={} {arguments}", shell_words::quote(env!("CARGO_BIN_EXE_zugi")))
}

/// The `--engine` arguments of an engine.
pub fn engine(name: &str, command: &str, more: &str) -> Vec<String> {
    let words = ["--engine".to_owned(), format!("name={name}"), command.to_owned()];
    words.into_iter().chain(words_of(more)).collect()
}

pub fn words_of(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

/// The arguments of a match, with `before` and `after` around the engines.
pub fn match_of(before: &str, engines: &[Vec<String>], after: &str) -> Vec<String> {
    let mut arguments = words_of("match");
    arguments.extend(words_of(before));
    arguments.extend(engines.concat());
    arguments.extend(words_of(after));
    arguments
}

impl Place {
    /// Writes a program as a shell script.
    pub fn install(&self, name: &str, script: &str) {
        self.write(name, format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(self.path(name), Permissions::from_mode(0o755)).unwrap();
    }

    /// The finished games of a match, in the order in which they ended.
    pub fn games(&self, prefix: &str) -> Vec<GameRecord> {
        let text = self.read(&format!("{prefix}.jsonl"));
        let games = text.lines().skip(1).map(serde_json::from_str);
        games.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error} in\n{text}"))
    }

    pub fn header(&self, prefix: &str) -> serde_json::Value {
        let text = self.read(&format!("{prefix}.jsonl"));
        serde_json::from_str(text.lines().next().expect("a header")).expect("JSON")
    }

    /// Starts zugi in the directory.
    pub fn start(&self, arguments: &[String]) -> Running<'_> {
        self.start_by(":", arguments)
    }

    /// The same through a shell, which first runs the command `before` and then becomes zugi.
    pub fn start_by(&self, before: &str, arguments: &[String]) -> Running<'_> {
        let file = |name: &str| File::create(self.path(name)).unwrap();
        let child = isolated(Command::new("sh"))
            .args(["-c", &format!("{before}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_zugi")])
            .args(arguments)
            .current_dir(&self.directory)
            .env(MARK, self.directory.path())
            .stdin(Stdio::null())
            .stdout(file(".stdout"))
            .stderr(file(".stderr"))
            .spawn()
            .unwrap();
        Running { place: self, child }
    }

    /// Runs zugi in the directory and checks that no process is left.
    #[track_caller]
    pub fn run(&self, arguments: &[String]) -> Exit {
        self.start(arguments).end(DEADLINE)
    }

    /// The same, and checks for success.
    #[track_caller]
    pub fn succeed(&self, arguments: &[String]) -> Exit {
        self.end_with(0, arguments)
    }

    /// The same for a match with this record, repeated if a stall of the machine caused a game that
    /// does not count.
    #[track_caller]
    pub fn play(&self, prefix: &str, arguments: &[String]) -> Exit {
        loop {
            let exit = self.succeed(arguments);
            if self.games(prefix).iter().all(|game| game.reason != Reason::Suspended) {
                return exit;
            }
            for extension in ["jsonl", "pgn", "json", "html"] {
                fs::remove_file(self.path(&format!("{prefix}.{extension}"))).unwrap();
            }
        }
    }

    /// Runs zugi as [`Place::run`] does, and checks the exit code.
    #[track_caller]
    pub fn end_with(&self, code: i32, arguments: &[String]) -> Exit {
        let exit = self.run(arguments);
        assert_eq!(exit.code, Some(code), "{arguments:?}: {exit:?}");
        exit
    }

    /// All running processes started from this directory.
    pub fn processes(&self) -> Vec<(i32, String)> {
        let path = self.directory.path().as_os_str().as_bytes();
        let mark = [MARK.as_bytes(), b"=", path].concat();
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            let read = |name| fs::read(entry.path().join(name)).unwrap_or_default();
            if read("environ").split(|&byte| byte == 0).any(|text| text == mark) {
                let command = String::from_utf8_lossy(&read("cmdline")).replace('\0', " ");
                found.push((id, command));
            }
        }
        found
    }

    #[track_caller]
    pub fn assert_no_process_left(&self) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let left = self.processes();
            if left.is_empty() {
                return;
            }
            assert!(Instant::now() < deadline, "left: {left:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Ends all processes that were started in the directory.
impl Drop for Place {
    fn drop(&mut self) {
        for (id, _) in self.processes() {
            let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
        }
    }
}

impl Running<'_> {
    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id().try_into().unwrap()), signal).unwrap();
    }

    /// Waits until a condition holds while the program runs; false if the program ends first.
    #[track_caller]
    fn sees(&mut self, what: &str, is_so: impl Fn(&Place) -> bool) -> bool {
        let deadline = Instant::now() + DEADLINE;
        while !is_so(self.place) {
            assert!(Instant::now() < deadline, "waited in vain for {what}");
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Waits until a condition holds; panics if the program ends first.
    #[track_caller]
    pub fn wait_for(&mut self, what: &str, is_so: impl Fn(&Place) -> bool) {
        let seen = self.sees(what, is_so);
        assert!(seen, "ended before {what}: {}", self.place.read(".stderr"));
    }

    /// Waits for this many finished games; false if the match ends before.
    #[track_caller]
    pub fn sees_games(&mut self, prefix: &str, games: usize) -> bool {
        let record = format!("{prefix}.jsonl");
        self.sees(&format!("{games} games"), |place| {
            let text = fs::read_to_string(place.path(&record)).unwrap_or_default();
            text.lines().count() > games
        })
    }

    /// The same for a match that must not end before.
    #[track_caller]
    pub fn wait_for_games(&mut self, prefix: &str, games: usize) {
        assert!(self.sees_games(prefix, games), "{}", self.place.read(".stderr"));
    }

    #[track_caller]
    pub fn wait_for_error(&mut self, text: &str) {
        self.wait_for(text, |place| place.read(".stderr").contains(text));
    }

    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for the end and checks that no process is left.
    #[track_caller]
    pub fn end(mut self, limit: Duration) -> Exit {
        let status = self.wait(limit);
        self.place.assert_no_process_left();
        Exit {
            code: status.code(),
            stdout: self.place.read(".stdout"),
            stderr: self.place.read(".stderr"),
        }
    }

    #[track_caller]
    fn wait(&mut self, limit: Duration) -> ExitStatus {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if Instant::now() >= deadline {
                let _ = self.child.kill();
                let _ = self.child.wait();
                panic!("no end within {limit:?}:\n{}", self.place.read(".stderr"));
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The name of the winning engine; `None` for a draw.
pub fn winner(game: &GameRecord) -> Option<&str> {
    let [one, two] = &game.players;
    match game.end {
        End::P1win => Some(one),
        End::P2win => Some(two),
        End::Draw | End::None => None,
    }
}

pub fn end_of(outcome: Option<Outcome>) -> End {
    match outcome {
        Some(Outcome::Win(Player::One)) => End::P1win,
        Some(Outcome::Win(Player::Two)) => End::P2win,
        Some(Outcome::Draw) => End::Draw,
        None => End::None,
    }
}

/// Plays a game by the rules: its moves are legal, their players right, and it is over at its last
/// move and not before, if the record says so.
#[track_caller]
pub fn check_by_the_rules(game: &GameRecord) {
    let registry = registry();
    let variant = registry.find(&game.variant).unwrap();
    let (mut rules, seats) = (variant.game(), variant.capability::<dyn HasSeats>().ok());
    let start = game.fen.as_deref().map_or(Setup::Start, Setup::Text);
    rules.set_up(start, &game.opening).unwrap();
    for mv in &game.moves {
        assert_eq!((rules.outcome(), mv.player), (None, Some(rules.to_move())), "{game}");
        let seats = seats.filter(|seats| seats.count() > 2);
        let seat = seats.and_then(|seats| seats.to_move(rules.as_ref()));
        assert_eq!(mv.seat, seat.map(|seat| seat as u32 + 1), "{game}");
        assert_eq!(rules.play_text(&mv.text).as_ref(), Ok(&mv.text), "canonical: {game}");
    }
    let end = if game.reason == Reason::Rules { game.end } else { End::None };
    assert_eq!(end_of(rules.outcome()), end, "{game}");
}

/// The numbers of the games, sorted.
pub fn numbers(games: &[GameRecord]) -> Vec<usize> {
    let mut numbers: Vec<usize> = games.iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    numbers
}
