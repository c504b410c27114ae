//! The session of the engine, with its faults.

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Duration;

use zugi::game::{Outcome, Player};

use crate::Arguments;
use crate::position::Position;

pub struct Engine<P: Position> {
    arguments: Arguments,
    /// The last valid `position` line, and its position.
    line: String,
    position: P,
    moves: u64,
    /// Whether an infinite search runs.
    thinking: bool,
    random: fastrand::Rng,
}

impl<P: Position> Engine<P> {
    pub fn new(arguments: Arguments, position: P) -> Engine<P> {
        let random = fastrand::Rng::with_seed(arguments.seed);
        Engine { arguments, line: String::new(), position, moves: 0, thinking: false, random }
    }

    fn has(&self, fault: &str) -> bool {
        self.arguments.fault == fault
    }

    fn lacks(&self, word: &str) -> bool {
        self.arguments.without.split(',').any(|lacking| lacking == word)
    }

    fn refuse(&self, why: &str) {
        if !self.lacks("errors") {
            say(&format!("info string error: {why}"));
        }
    }

    pub fn run(&mut self) {
        if self.has("never-reads-stdin") {
            sleep_for_ever();
        }
        if self.has("banner") {
            say("Welcome to the bad engine!");
        }
        let mut input = io::stdin().lock();
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match input.read_until(b'\n', &mut bytes) {
                Ok(0) if self.has("ignores-quit") => sleep_for_ever(),
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = String::from_utf8_lossy(&bytes);
            if self.has("dies-of-crlf") && line.ends_with("\r\n") {
                process::exit(3);
            }
            if line.trim() == "quit" && !self.has("ignores-quit") {
                return;
            }
            self.obey(line.trim_end_matches(['\n', '\r']));
        }
    }

    fn obey(&mut self, line: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["isready"] if self.has("never-ready") => {}
            ["isready"] => {
                if self.has("resets-at-isready") {
                    self.set_from_start("position startpos");
                    self.line.clear();
                }
                self.say("readyok");
            }
            ["position", ..] => self.set_position(line),
            ["go", limits @ ..] => self.go(limits),
            ["query", "islegal", mv] if !self.lacks("islegal") => self.say_legal(mv),
            ["query", "why", _] if self.has("objects") => self.say("response it looks bad"),
            ["query", question] => self.query(question),
            ["ugi"] => self.introduce(),
            ["stop"] if self.thinking => self.answer(),
            ["stop"] if self.has("idle-bestmove") => say("bestmove 0000"),
            ["moves", moves @ ..] => self.play(moves),
            ["setoption", "name", "Hash", "value", _]
            | ["uginewgame" | "stop" | "quit" | "debug", ..]
            | [] => {}
            _ if self.has("dies-of-unknown") => process::exit(3),
            _ => self.refuse(line),
        }
    }

    fn say(&self, line: &str) {
        let end = if self.has("crlf") { "\r" } else { "" };
        say(&format!("{line}{end}"));
    }

    fn introduce(&self) {
        match self.arguments.fault.as_str() {
            "never-answers-ugi" => return,
            "exits-before-ugiok" => process::exit(3),
            "throws-at-start" => throw(),
            "slow-start" => thread::sleep(Duration::from_millis(self.arguments.value)),
            "bad-option" => say("option name Bad"),
            "spawns-child" | "orphans-child" => {
                let child = Command::new("sleep").arg("600").stdin(Stdio::null()).spawn();
                say(&format!("info string child {}", child.map_or(0, |child| child.id())));
            }
            "detaches-child" | "orphans-detached" | "forgets-child" => {
                detach(self.has("forgets-child"))
            }
            _ => {}
        }
        self.say("id name bad_engine");
        self.say("id author the zugi authors");
        self.say("option name Hash type spin default 16 min 1 max 1024");
        self.say("ugiok");
        if self.has("chatter") {
            say("Good luck!");
        }
    }

    /// Continues from the last position if the line extends it.
    fn set_position(&mut self, line: &str) {
        if self.has("no-blank-after-moves") && line.ends_with(' ') {
            return;
        }
        let before = (self.position.clone(), std::mem::take(&mut self.line));
        let more = line
            .strip_prefix(before.1.as_str())
            .filter(|more| !before.1.is_empty() && (more.is_empty() || more.starts_with(" ")));
        let done = match more {
            Some(more) => self.try_play(&more.split_ascii_whitespace().collect::<Vec<_>>()),
            None => self.set_from_start(line),
        };
        match done {
            Some(()) => self.line.push_str(line),
            None => {
                (self.position, self.line) = before;
                self.refuse("no such position");
            }
        }
    }

    fn set_from_start(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(split);
        self.position = match start {
            ["position", "startpos"] => self.position.set_up(None)?,
            ["position", "fen", fen @ ..] => self.position.set_up(Some(&fen.join(" ")))?,
            _ => return None,
        };
        self.try_play(moves)
    }

    fn try_play(&mut self, moves: &[&str]) -> Option<()> {
        for text in moves.iter().filter(|&&text| text != "moves") {
            let played = self.position.play(text);
            match played {
                None if self.has("accepts-illegal") => self.position.play_any()?,
                played => played?,
            }
        }
        Some(())
    }

    fn play(&mut self, moves: &[&str]) {
        let before = self.position.clone();
        self.line.clear();
        if self.try_play(moves).is_none() {
            self.position = before;
            self.refuse("an illegal move");
        }
    }

    fn query(&self, question: &str) {
        let over = self.position.outcome();
        let answer = match question {
            "gameover" => (over.is_some() != self.has("lies-about-gameover")).to_string(),
            "p1turn" => self.is_turn_of(Player::One).to_string(),
            "p2turn" => self.is_turn_of(Player::Two).to_string(),
            "result" => self.result(over).to_owned(),
            "fen" if !self.lacks("fen") => self.position.text(),
            "shown" if !self.has("shows-orders") => self.position.shown(),
            "shown" => self.position.text(),
            "extensions" if self.has("overstates") => "shown legalmoves".to_owned(),
            "extensions" if self.has("objects") => "why ended".to_owned(),
            "extensions" if self.has("denies-refusals") => "refusal".to_owned(),
            "extensions" if self.has("untitled") || self.has("misplaces-card") => {
                "sheet".to_owned()
            }
            "sheet" if self.has("untitled") => r#"{"aim":"to win"}"#.to_owned(),
            "sheet" if self.has("misplaces-card") => {
                let position = self.position.text();
                let card = format!(r#"{{"position":"{position}","arrows":["a1a1"]}}"#);
                format!(r#"{{"title":"A game","cards":[{card}]}}"#)
            }
            "ended" if self.has("objects") => "none".to_owned(),
            "refusal" if self.has("denies-refusals") => "none".to_owned(),
            _ => return self.refuse("an unknown question"),
        };
        if self.has("three-word-response") {
            return say(&format!("response is {answer}"));
        }
        if self.has("bare-answers") {
            return say(&answer);
        }
        self.say(&format!("response {answer}"));
    }

    fn is_turn_of(&self, player: Player) -> bool {
        (self.position.to_move() == player) != self.has("inverts-turn")
    }

    fn say_legal(&self, text: &str) {
        let legal = self.position.allows(text);
        self.say(&format!("response {}", legal || self.has("accepts-illegal")));
    }

    fn result(&self, outcome: Option<Outcome>) -> &'static str {
        let swap = self.has("lies-about-result");
        match outcome {
            None => "none",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win(player)) if (player == Player::One) != swap => "p1win",
            Some(Outcome::Win(_)) => "p2win",
        }
    }

    fn go(&mut self, limits: &[&str]) {
        self.moves += 1;
        let endless = limits.contains(&"infinite") || limits.contains(&"ponder");
        if endless && !self.has("answers-infinite") {
            self.thinking = true;
        } else {
            self.answer();
        }
    }

    fn answer(&mut self) {
        self.thinking = false;
        let tells = self.has("tells-outcome") && self.moves > self.arguments.after;
        let best = self.position.answer(tells, &mut self.random);
        let best = best.unwrap_or_else(|| "0000".to_owned());
        if self.moves <= self.arguments.after || !self.fail(&best) {
            self.say(&format!("bestmove {best}"));
        }
    }

    /// Commits the fault of the search. Returns `false` if the engine must still print its move.
    fn fail(&self, best: &str) -> bool {
        let value = self.arguments.value;
        match self.arguments.fault.as_str() {
            "never-answers" => {}
            "exits-on-go" | "orphans-child" | "orphans-detached" => process::exit(3),
            "throws" => throw(),
            "exits-after-bestmove" => {
                say(&format!("bestmove {best}"));
                process::exit(0);
            }
            "illegal-move" if best != "0000" => say("bestmove a1a1"),
            "garbage" => say(&format!("bset move is {best}!")),
            "endless-garbage" => loop {
                say("thinking ...");
                thread::sleep(Duration::from_millis(1));
            },
            "two-bestmoves" if value == 0 => say(&format!("bestmove {best}\nbestmove {best}")),
            "two-bestmoves" => {
                say(&format!("bestmove {best}"));
                thread::sleep(Duration::from_millis(value));
                say(&format!("bestmove {best}"));
            }
            "no-word" => say("bestmove"),
            "two-words" => say(&format!("bestmove {best} {best}")),
            "third-word" => say(&format!("bestmove {best} ponder {best}")),
            "closes-stdout" => {
                close_output();
                sleep_for_ever();
            }
            "floods" => flood(b"all work and no play makes Jack a dull boy\n", value),
            "floods-line" => flood(b"all work and no play makes Jack a dull boy ", value),
            "stops-reading" => sleep_for_ever(),
            _ => {
                match self.arguments.fault.as_str() {
                    "answers-late" => thread::sleep(Duration::from_millis(value)),
                    "garbage-lines" => (0..20).for_each(|_| say("all work and no play")),
                    "floods-infos" => flood(b"info depth 1 score cp 0 nodes 1 time 1\n", value),
                    "short-line" => say("ok"),
                    _ => {}
                }
                return false;
            }
        }
        true
    }
}

/// Ends as the interpreters of Java and Python do after an uncaught exception.
fn throw() -> ! {
    eprintln!("Traceback (most recent call last):\nValueError: a bug \u{1b}[31min red");
    process::exit(1);
}

/// Starts a child in a session of its own: without its environment variables if `clears`; otherwise
/// through a parent that ends at once.
fn detach(clears: bool) {
    let script = "echo $$; exec sleep 600 >/dev/null 2>&1";
    let mut command = Command::new("setsid");
    if clears {
        command.env_clear().env("PATH", env::var_os("PATH").unwrap_or_default());
    } else {
        command.arg("--fork");
    }
    command.args(["sh", "-c", script]).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut id = String::new();
    if let Ok(mut child) = command.spawn()
        && let Some(out) = child.stdout.take()
    {
        drop(io::BufReader::new(out).read_line(&mut id));
    }
    say(&format!("info string child {id}"));
}

/// Prints a line, and ignores a closed output.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    drop(out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()));
}

fn flood(line: &[u8], megabytes: u64) {
    let block = line.repeat((1 << 16) / line.len());
    let mut out = io::stdout().lock();
    for _ in 0..(megabytes << 20) / block.len() as u64 {
        drop(out.write_all(&block));
    }
}

#[cfg(unix)]
fn close_output() {
    let _ = nix::unistd::close(1);
}

#[cfg(not(unix))]
fn close_output() {
    process::exit(3);
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(600));
    }
}
