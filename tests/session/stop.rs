//! Stops at bad moments, and response times.
//!
//! Timing tests need an idle machine. Each value is the median of many tries and is printed: `cargo
//! test --release --test session stop:: -- --ignored --nocapture`. The ordinary tests run the same
//! once or twice without checking the time.

use std::time::{Duration, Instant};

use crate::support::{Client, alone, median};

/// The upper bound of every try.
const HARD_BOUND: Duration = Duration::from_secs(1);

/// Unbounded work, and the commands that prepare it.
const ENDLESS: [(&str, &str); 11] = [
    ("setoption name UGI_Variant value zola-6", "go infinite"),
    ("setoption name UGI_Variant value zola-10", "go infinite"),
    ("setoption name Threads value 4", "go infinite"),
    ("setoption name UGI_Variant value zoka", "go infinite"),
    ("setoption name UGI_Variant value zoka-4\nsetoption name Threads value 4", "go infinite"),
    ("position fen 6/6/1br3/6/6/6 b", "go infinite"),
    ("position startpos", "perft 12"),
    ("position startpos", "divide 12"),
    ("position startpos", "bench 30"),
    ("position startpos", "solve"),
    ("setoption name Threads value 4", "solve"),
];

const STOPPED: [&str; 6] =
    ["go infinite", "go depth 200", "go ponder movetime 1", "solve", "perft 12", "bench 30"];

/// Work that `quit` ends: none (idle), searches and a proof.
const QUIT: [&str; 5] = ["isready", "go infinite", "go depth 200", "go ponder movetime 1", "solve"];

/// Checks and prints the times of many tries: their median is below a bound in milliseconds.
/// Returns the 99th percentile.
#[track_caller]
fn check(what: &str, mut times: Vec<Duration>, bound: u64) -> Duration {
    times.sort();
    let (tries, slowest) = (times.len(), times[times.len() - 1]);
    let nearly_all = times[tries * 99 / 100];
    let median = median(times);
    println!("{what}: median {median:?}, 99 % {nearly_all:?}, slowest {slowest:?} of {tries}");
    assert!(median < Duration::from_millis(bound), "{what}: median {median:?} of {tries} tries");
    assert!(slowest < HARD_BOUND, "{what}: slowest {slowest:?} of {tries} tries");
    nearly_all
}

fn time_to(client: &mut Client, command: &str, is_answer: impl Fn(&str) -> bool) -> Duration {
    let start = Instant::now();
    client.send(command);
    client.lines_until(is_answer);
    client.last_line_at - start
}

fn is_move(line: &str) -> bool {
    line.starts_with("bestmove ")
}

/// `go` and `stop` in one write, this many times.
fn stops_at_once(tries: usize) -> Vec<Duration> {
    let mut client = Client::start();
    let times = (0..tries).map(|_| time_to(&mut client, "go infinite\nstop", is_move)).collect();
    // Exactly one answer each, and nothing more.
    client.expect_silence();
    client.quit();
    times
}

fn ready_during(setup: &str, work: &str, tries: usize) -> Vec<Duration> {
    let mut client = Client::start();
    client.send(setup);
    client.send(work);
    let ask = |_| time_to(&mut client, "isready", |line| line == "readyok");
    let times = (0..tries).map(ask).collect();
    client.send("stop\nquit");
    client.wait().assert_success();
    times
}

/// A new process that has read this command.
fn at_work(work: &str) -> Client {
    let mut client = Client::start();
    client.send(work);
    client.send("isready");
    client.lines_until(|line| line == "readyok");
    client
}

fn stops_of(work: &str, tries: usize) -> Vec<Duration> {
    let ended = |line: &str| {
        ["bestmove ", "result "].iter().any(|word| line.starts_with(word))
            || line.contains(" stopped ")
    };
    (0..tries).map(|_| time_to(&mut at_work(work), "stop", ended)).collect()
}

/// The times from `quit` during this work to the end of the process.
fn quits_in(work: &str, tries: usize) -> Vec<Duration> {
    let quit = |_| {
        let mut client = at_work(work);
        let start = Instant::now();
        client.send("quit");
        let exit = client.wait();
        let taken = start.elapsed();
        exit.assert_success();
        let answers = exit.rest.iter().filter(|line| is_move(line)).count();
        assert_eq!(answers, usize::from(work.starts_with("go")), "{:?}", exit.rest);
        taken
    };
    (0..tries).map(quit).collect()
}

/// The times from the end of input after this greeting to the end of the process.
fn ends_after(greeting: &str, tries: usize) -> Vec<Duration> {
    let end = |_| {
        let mut client = Client::start();
        if !greeting.is_empty() {
            client.send(greeting);
            client.lines_until(|line| line == "readyok");
        }
        let start = Instant::now();
        client.close_input();
        client.wait().assert_clean();
        start.elapsed()
    };
    (0..tries).map(end).collect()
}

const GREETINGS: [&str; 2] = ["", "ugi\nisready\nposition startpos moves a1b1"];

#[test]
fn a_stop_in_the_same_write_as_its_go_is_never_lost() {
    stops_at_once(1000);
}

#[test]
fn a_stop_on_either_side_of_a_go_leaves_one_answer_for_each_go() {
    let mut client = Client::start();
    for _ in 0..100 {
        // The first stop has no search to end, and must not end the next one early.
        client.send("stop\nstop\ngo depth 3\nisready");
        let lines = client.lines_until(is_move);
        assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
        if !lines.iter().any(|line| line == "readyok") {
            client.expect("readyok");
        }
        client.send("go infinite\nstop\nstop\nstop");
        client.answer();
        client.expect_silence();
        client.send("go infinite\ngo infinite\nstop");
        client.answer();
        client.answer();
        client.expect_silence();
    }
    client.quit();
}

#[test]
fn isready_stop_quit_and_the_end_of_the_input_are_obeyed_during_any_work() {
    ENDLESS.iter().for_each(|(setup, work)| drop(ready_during(setup, work, 2)));
    STOPPED.iter().for_each(|work| drop(stops_of(work, 2)));
    QUIT.iter().for_each(|work| drop(quits_in(work, 2)));
    GREETINGS.iter().for_each(|greeting| drop(ends_after(greeting, 2)));
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn isready_stop_quit_and_the_end_of_the_input_are_obeyed_at_once() {
    let _alone = alone();
    let nearly_all = check("go and stop in one write", stops_at_once(1000), 20);
    assert!(nearly_all < Duration::from_millis(20), "99 % of the tries took {nearly_all:?}");
    for (setup, work) in ENDLESS {
        let times = ready_during(setup, work, 50);
        check(&format!("isready during {work} after {setup}"), times, 50);
    }
    for work in STOPPED {
        check(&format!("stop of {work}"), stops_of(work, 10), 50);
    }
    for work in QUIT {
        check(&format!("quit in {work}"), quits_in(work, 10), 200);
    }
    for greeting in GREETINGS {
        check("end of input to exit", ends_after(greeting, 25), 100);
    }
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn the_handshake_is_quick() {
    let _alone = alone();
    let start = |_| {
        let start = Instant::now();
        let mut client = Client::start();
        client.handshake();
        client.last_line_at - start
    };
    check("start to ugiok", (0..25).map(start).collect(), 20);
}

/// The start position, and boards where many checkers can capture on one square: a search of all
/// capture orders would take too long.
const CROWDED: [(&str, &str); 4] = [
    ("zola-6", "brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r -"),
    ("zola-8", "3bbrbr/1brbrbrb/1rbrbrbr/2rbrbb1/1rrrbrbr/3brbrb/1brrr1b1/4rbb1 r -"),
    (
        "zola-10",
        "br7r/1r2rrb3/1rbr1bbbb1/bbrbb1rb2/brbrbrbbbb/1rrrrbr1b1/2r1brbrb1/2rrrrrb2/1r4r2b/10 b -",
    ),
    (
        "zola-10",
        "brbrbrbrbr/rbrbrbrbrb/brbrbrbrbr/rbrbrbrbrb/brbrbrbrbr/rbrbrbrbrb/brbrbrbrbr/rbrbrbrbrb/brbrbrbrbr/rbrbrbrbrb r -",
    ),
];

fn searches_in_crowds(command: &str, tries: usize) -> Vec<(&str, Vec<Duration>)> {
    let search = |(variant, fen): (&'static str, &'static str)| {
        let mut client = Client::with_args(&["--variant", variant]);
        client.send(&format!("position fen {fen}"));
        client.expect_silence();
        (fen, (0..tries).map(|_| time_to(&mut client, command, is_move)).collect())
    };
    CROWDED.into_iter().map(search).collect()
}

/// An arbiter allows 10 ms more than the time of a move.
#[test]
#[ignore = "measures time: scripts/long.sh"]
fn even_the_first_iteration_on_a_crowded_board_ends_in_time() {
    let _alone = alone();
    for command in ["go movetime 10", "go infinite\nstop"] {
        for (fen, times) in searches_in_crowds(command, 30) {
            check(&format!("{command} in {fen}"), times, 20);
        }
    }
}
