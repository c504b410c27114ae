//! An engine for the tests of the arbiter: it follows the rules, plays a random legal
//! move at once, and fails in exactly one way.
//!
//! ```text
//! bad_engine [--variant NAME] [--after N] [--seed N] [--without WORDS] [FAULT [VALUE]]
//! ```
//!
//! Without a fault it is a correct trivial engine, for benchmarks. `--after N` delays
//! faults of the search until N moves were played well; `--without` makes it as plain as
//! the words say: it answers no query `islegal` or `fen`, and reports no `errors`.
//! [`FAULTS`] lists the faults; wrong arguments print the list.

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Duration;

use zugi::game::{AnyGame, Chances, Game, Outcome, Player, Setup, shown_text};
use zugi::games::zola::{Zola4, Zola6, Zola8, Zola10};

/// All faults and what they do.
const FAULTS: &[(&str, &str)] = &[
    // Before the game.
    ("never-answers-ugi", "does not say ugiok"),
    ("exits-before-ugiok", "exits with code 3 instead of ugiok"),
    ("throws-at-start", "writes to its standard error, and exits with code 1 instead of ugiok"),
    ("slow-start", "sleeps VALUE ms before ugiok"),
    ("banner", "talks before it is asked"),
    ("chatter", "talks after ugiok"),
    ("never-reads-stdin", "sleeps from the start on"),
    ("never-ready", "does not say readyok"),
    ("bad-option", "declares an option without a type"),
    // Answering go.
    ("never-answers", "does not answer go"),
    ("answers-late", "answers VALUE ms late"),
    ("exits-on-go", "exits with code 3"),
    ("throws", "writes to its standard error, and exits with code 1"),
    ("exits-after-bestmove", "exits with code 0 after its move"),
    ("illegal-move", "plays a1a1"),
    ("tells-outcome", "says what comes of its move, where only chance can know"),
    ("garbage", "prints junk instead of bestmove"),
    ("garbage-lines", "prints 20 lines of junk, and then its move"),
    ("endless-garbage", "prints junk every millisecond"),
    ("two-bestmoves", "prints bestmove twice, the second time VALUE ms later"),
    ("no-word", "prints bestmove alone"),
    ("two-words", "prints bestmove and two words"),
    ("third-word", "prints bestmove X ponder Y, which is fine"),
    ("crlf", "ends its lines with CR LF"),
    ("closes-stdout", "closes its output and goes on"),
    ("floods", "prints VALUE MB of lines"),
    ("floods-line", "prints VALUE MB without a line end"),
    ("floods-infos", "prints VALUE MB of info lines, and then its move"),
    ("stops-reading", "sleeps from the first go on"),
    ("orphans-child", "exits and leaves a child with its output behind"),
    ("short-line", "prints ok before its move"),
    ("answers-infinite", "does not wait for stop"),
    // Answering other commands.
    ("lies-about-result", "swaps the players"),
    ("lies-about-gameover", "says the opposite"),
    ("three-word-response", "answers queries with three words"),
    ("accepts-illegal", "takes any move in position for some legal one"),
    ("idle-bestmove", "prints bestmove when stopped without a search"),
    ("bare-answers", "answers queries without the word response"),
    ("shows-orders", "tells the order of what lies face down when asked what to show"),
    ("inverts-turn", "says the opposite of whose turn it is"),
    ("resets-at-isready", "sets up the start position"),
    ("dies-of-unknown", "exits when it does not understand"),
    ("dies-of-crlf", "exits when a line ends with CR LF"),
    ("no-blank-after-moves", "does not understand a blank at the end of position"),
    // Processes.
    ("ignores-quit", "ignores quit, the end of its input, and signals"),
    ("spawns-child", "starts a child that sleeps for long"),
    ("detaches-child", "starts one in a session of its own, which no signal to a group reaches"),
    ("orphans-detached", "the same, and exits on go"),
    ("forgets-child", "starts one in a session of its own and without its environment"),
];

/// What was asked for.
struct Arguments {
    variant: &'static str,
    after: u64,
    seed: u64,
    without: String,
    fault: String,
    value: u64,
}

fn main() {
    let Some(arguments) = arguments() else {
        let faults: Vec<String> =
            FAULTS.iter().map(|(name, what)| format!("  {name}: {what}\n")).collect();
        eprint!(
            "bad_engine [--variant NAME] [--after N] [--seed N] [--without WORDS] [FAULT [VALUE]]\n{}",
            faults.concat()
        );
        process::exit(2);
    };
    if arguments.fault == "ignores-quit" {
        drop(ctrlc::set_handler(|| {}));
    }
    match arguments.variant {
        "zola-4" => Engine::new(arguments, Zola4::start()).run(),
        "zola-6" => Engine::new(arguments, Zola6::start()).run(),
        "zola-8" => Engine::new(arguments, Zola8::start()).run(),
        "zola-10" => Engine::new(arguments, Zola10::start()).run(),
        variant => {
            let registry = zugi::registry();
            let game = registry.find(variant).map(|variant| Erased(variant.game()));
            Engine::new(arguments, game.unwrap_or_else(|error| panic!("{error}"))).run();
        }
    }
}

fn arguments() -> Option<Arguments> {
    let mut words = env::args().skip(1);
    let registry = zugi::registry();
    let (mut variant, mut fault) = (registry.usual().name(), String::new());
    let mut without = String::new();
    let (mut after, mut seed, mut value) = (0, u64::from(process::id()), None);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--variant" | "--game" => variant = registry.find(&words.next()?).ok()?.name(),
            "--after" => after = words.next()?.parse().ok()?,
            "--without" => without = words.next()?,
            "--seed" => seed = words.next()?.parse().ok()?,
            name if fault.is_empty() && FAULTS.iter().any(|(known, _)| *known == name) => {
                fault = word
            }
            number => value = Some(number.parse().ok()?),
        }
    }
    Some(Arguments { variant, after, seed, without, fault, value: value.unwrap_or(0) })
}

/// A position as this engine needs it.
trait Position: Clone {
    /// That of a text, or the start position, of the same game.
    fn set_up(&self, text: Option<&str>) -> Option<Self>;
    /// Plays a move, if it is legal.
    fn play(&mut self, text: &str) -> Option<()>;
    /// Plays some legal move, if there is one.
    fn play_any(&mut self) -> Option<()>;
    /// Whether a move is legal, or can be decided.
    fn allows(&self, text: &str) -> bool;
    /// A random answer; if it is to tell what comes of a decision it does, where that can be.
    fn answer(&self, tells_outcome: bool, random: &mut fastrand::Rng) -> Option<String>;
    fn outcome(&self) -> Option<Outcome>;
    fn to_move(&self) -> Player;
    fn text(&self) -> String;
    /// The text without what is hidden from the one to move.
    fn shown(&self) -> String {
        self.text()
    }
}

impl<G: Game> Position for G {
    fn set_up(&self, text: Option<&str>) -> Option<G> {
        text.map_or_else(|| Some(G::start()), |text| G::from_text(text).ok())
    }

    fn play(&mut self, text: &str) -> Option<()> {
        let mv = self.parse_move(text).ok().filter(|&mv| self.is_legal(mv))?;
        self.play_unchecked(mv);
        Some(())
    }

    fn play_any(&mut self) -> Option<()> {
        let mv = self.moves().first().copied()?;
        self.play_unchecked(mv);
        Some(())
    }

    fn allows(&self, text: &str) -> bool {
        self.parse_move(text).is_ok_and(|mv| self.is_legal(mv))
    }

    fn answer(&self, _: bool, random: &mut fastrand::Rng) -> Option<String> {
        random.choice(self.moves()).map(|mv| self.move_text(mv))
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn to_move(&self) -> Player {
        Game::to_move(self)
    }

    fn text(&self) -> String {
        Game::text(self)
    }
}

/// A position of any game, with chance or without.
struct Erased(Box<dyn AnyGame>);

impl Clone for Erased {
    fn clone(&self) -> Erased {
        Erased(self.0.boxed_clone())
    }
}

impl Position for Erased {
    fn set_up(&self, text: Option<&str>) -> Option<Erased> {
        let mut game = self.0.boxed_clone();
        game.set_up(text.map_or(Setup::Start, Setup::Text), &[]).ok()?;
        Some(Erased(game))
    }

    fn play(&mut self, text: &str) -> Option<()> {
        self.0.play_text(text).ok().map(drop)
    }

    fn play_any(&mut self) -> Option<()> {
        let mv = self.0.move_texts().into_iter().next()?;
        self.play(&mv)
    }

    fn allows(&self, text: &str) -> bool {
        let chances = self.0.power::<Chances>().ok();
        let decides = chances.and_then(|chances| chances.find_decision(self.0.as_ref(), text));
        self.0.legal_move(text).is_ok() || decides.is_some()
    }

    fn answer(&self, tells_outcome: bool, random: &mut fastrand::Rng) -> Option<String> {
        let game = self.0.as_ref();
        let chances = game.power::<Chances>().ok();
        let moves = game.moves().into_iter().map(|(text, mv)| {
            let decision = chances.and_then(|chances| chances.decision(game, mv));
            (decision.map_or_else(|| text.clone(), |(decision, _)| decision), text)
        });
        let moves: Vec<(String, String)> = moves.collect();
        let mut outcomes: Vec<&String> = moves
            .iter()
            .filter(|(decision, text)| decision != text)
            .map(|(_, text)| text)
            .collect();
        let mut decisions: Vec<&String> = moves.iter().map(|(decision, _)| decision).collect();
        decisions.sort();
        decisions.dedup();
        outcomes.retain(|_| tells_outcome);
        random.choice(if outcomes.is_empty() { decisions } else { outcomes }).cloned()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn shown(&self) -> String {
        shown_text(self.0.as_ref())
    }
}

struct Engine<P: Position> {
    arguments: Arguments,
    /// The last `position` line that was understood, and where it leads.
    line: String,
    position: P,
    moves: u64,
    /// Whether an infinite search runs.
    thinking: bool,
    random: fastrand::Rng,
}

impl<P: Position> Engine<P> {
    fn new(arguments: Arguments, position: P) -> Engine<P> {
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

    fn run(&mut self) {
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

    /// Goes on from the last position where the line does.
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

    /// Does what the fault does instead of the move; false if the move is to follow.
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

/// Ends as the interpreters of Java and Python do when nobody catches an exception.
fn throw() -> ! {
    eprintln!("Traceback (most recent call last):\nValueError: a bug \u{1b}[31min red");
    process::exit(1);
}

/// Starts a child in a session of its own: one whose parent ends at once, or one that clears
/// its environment.
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

/// Prints a line. Nobody to read it is not this engine's problem.
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
