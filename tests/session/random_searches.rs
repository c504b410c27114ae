//! Random searches of random positions, with option changes before and during them and stops at
//! random moments: each `go` has exactly one `bestmove`, and it and all PVs are legal.
//!
//! Ten thousand of them need a release build: `cargo test --release --test session random_searches
//! -- --ignored --nocapture`; `ZUGI_SEARCHES=1000` runs fewer.

use std::thread;
use std::time::{Duration, Instant};

use super::support::referee::Referee;
use super::support::{Answer, Client, median};
use fastrand::Rng;
use zugi::game::board::rows_text;

const VARIANTS: [(&str, usize); 4] = [("zola-4", 4), ("zola-6", 6), ("zola-8", 8), ("zola-10", 10)];

/// Searches per process.
const IN_A_ROW: usize = 250;

/// Commands during a search other than `setoption`.
const DISTURBANCES: [&str; 4] = ["uginewgame", "position startpos", "debug off", ""];

/// A search and its position.
struct Search {
    game: Referee,
    /// The commands that set it up and start it.
    commands: String,
    /// Its `searchmoves`; empty for all.
    only: Vec<String>,
    ponder: bool,
    infinite: bool,
    /// Whether it has a limit that ends it without `stop` after pondering.
    limited: bool,
}

impl Search {
    fn random(rng: &mut Rng) -> Search {
        let (variant, size) = VARIANTS[rng.usize(..VARIANTS.len())];
        let (game, position) = random_position(variant, size, rng);
        let mut only = Vec::new();
        if rng.usize(..5) == 0 {
            only = rng.choose_multiple(game.legal_moves(), 3);
        }
        let limits = random_limits(rng);
        let (infinite, ponder) = (rng.usize(..6) == 0, rng.usize(..5) == 0);
        let mut go = format!("go {limits}");
        go += if infinite { "infinite " } else { "" };
        go += if ponder { "ponder " } else { "" };
        if !only.is_empty() {
            go += &format!("searchmoves {}", only.join(" "));
        }
        let commands = format!("setoption name UGI_Variant value {variant}\n{position}\n{go}");
        Search { game, commands, only, ponder, infinite, limited: !limits.is_empty() }
    }

    /// Whether it must wait for a command before it answers; a finished game is answered at once.
    fn waits(&self) -> bool {
        !self.game.is_over() && (self.infinite || self.ponder || !self.limited)
    }

    /// The commands that let it end, if any are needed: one or two.
    fn release(&self, rng: &mut Rng) -> &'static str {
        let ends_after_hit = self.ponder && !self.infinite && self.limited;
        match rng.u8(..3) {
            0 if !self.waits() => "",
            0 | 1 if ends_after_hit => "ponderhit",
            1 if self.ponder => "ponderhit\nstop",
            _ => "stop",
        }
    }

    /// Checks its output up to `bestmove`.
    fn judge(&self, lines: &[String]) {
        let answer = Answer::read(lines);
        assert_eq!(answer.strings, [""; 0], "no errors");
        if self.game.is_over() {
            return assert_eq!((answer.best.as_str(), &answer.ponder), ("0000", &None));
        }
        answer.assert_complete();
        self.game.assert_legal(&answer);
        assert!(self.only.is_empty() || self.only.contains(&answer.best), "{answer:?}");
    }
}

/// Some limits that end a search soon, or none.
fn random_limits(rng: &mut Rng) -> String {
    let limits = [
        format!("depth {} ", rng.u32(1..5)),
        format!("nodes {} ", rng.u32(1..3_000)),
        format!("movetime {} ", rng.u32(..8)),
        format!("mate {} ", rng.u32(1..4)),
        format!("p1time {} p2time {} ", rng.u32(..60), rng.u32(..60)),
        format!("wtime {} btime {} winc {} ", rng.u32(..60), rng.u32(..60), rng.u32(..5)),
        format!("btime {} movestogo {} ", rng.u32(..60), rng.u32(1..30)),
    ];
    let count = rng.usize(..4);
    // At most one set of clocks: if a clock is given under both of its names, only the last value
    // counts.
    let (fixed, clocks) = limits.split_at(4);
    let mut chosen = rng.choose_multiple(fixed, count);
    if rng.usize(..3) == 0 {
        chosen.extend(rng.choice(clocks));
    }
    chosen.into_iter().map(String::as_str).collect()
}

/// A position from a random game or a random board, and the command that sets it up.
fn random_position(variant: &str, size: usize, rng: &mut Rng) -> (Referee, String) {
    if rng.bool() {
        let mut game = Referee::new(variant);
        game.play_at_random(rng.usize(..size * size), rng);
        let position = game.position_command();
        return (game, position);
    }
    let fen = random_board(size, rng);
    (Referee::at(variant, &fen), format!("position fen {fen}"))
}

/// A board with any number of checkers from one to full, either side to move, with and without the
/// right to swap.
fn random_board(size: usize, rng: &mut Rng) -> String {
    let fill = rng.usize(1..=100);
    let mut pieces: Vec<Option<char>> = (0..size * size)
        .map(|_| (rng.usize(..100) < fill).then(|| ['r', 'b'][rng.usize(..2)]))
        .collect();
    pieces[rng.usize(..size * size)] = Some('r');
    let rows = rows_text(size as u8, size as u8, |square| pieces[usize::from(square)]);
    format!("{rows} {}", ["r", "b", "b s"][rng.usize(..3)])
}

/// An option change that is allowed during a search.
fn random_option(rng: &mut Rng) -> String {
    let (name, value) = match rng.u8(..10) {
        0 => ("Hash", rng.u32(1..=32).to_string()),
        1 | 2 => ("Threads", rng.u32(1..=4).to_string()),
        3 => ("MultiPV", rng.u32(1..=5).to_string()),
        4 => ("MoveOverhead", rng.u32(..30).to_string()),
        5 => ("Contempt", rng.u32(..200).to_string()),
        6 => ("Ponder", rng.bool().to_string()),
        7 => ("UGI_LimitStrength", rng.bool().to_string()),
        8 => ("UGI_Elo", rng.u32(600..=2600).to_string()),
        _ => return "setoption name Clear".to_owned(),
    };
    format!("setoption name {name} value {value}")
}

/// The history of a failure.
struct Story {
    seed: u64,
    commands: String,
}

impl Drop for Story {
    fn drop(&mut self) {
        if thread::panicking() {
            println!("seed {}, in the search after:\n{}", self.seed, self.commands);
        }
    }
}

/// A process under test.
struct Run {
    client: Client,
    rng: Rng,
    story: Story,
    /// The response times of `isready` during searches.
    ready: Vec<Duration>,
}

impl Run {
    /// Runs searches one after the other in one process.
    fn searches(seed: u64, count: usize) -> Vec<Duration> {
        let story = Story { seed, commands: String::new() };
        let (client, rng) = (Client::start(), Rng::with_seed(seed));
        let mut run = Run { client, rng, story, ready: Vec::new() };
        (0..count).for_each(|_| run.search());
        run.client.quit();
        run.ready
    }

    fn search(&mut self) {
        let search = Search::random(&mut self.rng);
        let release = search.release(&mut self.rng);
        let at_once = self.rng.usize(..4) == 0;
        let options = (0..self.rng.usize(..3)).map(|_| random_option(&mut self.rng));
        let mut commands: Vec<String> = options.collect();
        commands.push(search.commands.clone());
        commands.extend(at_once.then(|| release.to_owned()));
        self.story.commands = commands.join("\n");
        self.client.send(&self.story.commands);
        let mut lines = Vec::new();
        if !at_once {
            lines = self.disturb();
            assert!(!(search.waits() && has_answer(&lines)), "too early: {lines:?}");
            self.client.send(release);
        }
        while !has_answer(&lines) {
            lines.push(self.client.line());
        }
        search.judge(&lines);
        self.client.expect_silence();
    }

    /// Waits up to five milliseconds, sends a command that does not affect the search, and returns
    /// the output so far.
    fn disturb(&mut self) -> Vec<String> {
        thread::sleep(Duration::from_micros(self.rng.u64(..5_000)));
        let words = if self.rng.bool() {
            random_option(&mut self.rng)
        } else {
            DISTURBANCES[self.rng.usize(..DISTURBANCES.len())].to_owned()
        };
        let asked = Instant::now();
        self.client.send(&format!("{words}\nisready"));
        let mut lines = self.client.lines_until(|line| line == "readyok");
        self.ready.push(self.client.last_line_at.saturating_duration_since(asked));
        lines.pop();
        lines
    }
}

fn has_answer(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("bestmove "))
}

/// Runs this many searches; returns the median response time of `isready` during them.
fn searches(count: usize) -> Duration {
    let runs = (0..count).step_by(IN_A_ROW).map(|done| IN_A_ROW.min(count - done));
    let ready: Vec<_> = (0..).zip(runs).flat_map(|(seed, run)| Run::searches(seed, run)).collect();
    let (asked, slowest) = (ready.len(), ready.iter().max().copied());
    let median = median(ready);
    println!("{count} searches, isready {asked} times: median {median:?}, slowest {slowest:?}");
    median
}

#[test]
fn a_hundred_random_searches() {
    searches(100);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn ten_thousand_random_searches() {
    let asked = std::env::var("ZUGI_SEARCHES").ok();
    let count = asked.map_or(10_000, |count| count.parse().expect("ZUGI_SEARCHES is a number"));
    let median = searches(count);
    assert!(median < Duration::from_millis(50), "isready took {median:?}");
}
