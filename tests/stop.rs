//! Reaction times, and stops that come at bad moments.
//!
//! The machine may be busy, so each figure is the median of many tries, and the tests
//! wait for each other. The figures are printed: `cargo test --test stop -- --nocapture`.

mod support;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use support::{Client, median};

/// No single try may take longer, on however busy a machine.
const HARD_BOUND: Duration = Duration::from_secs(1);

/// Tests that measure time do not run side by side.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks the times of many tries, and prints them.
fn check(what: &str, times: Vec<Duration>, bound: Duration) {
    let slowest = times.iter().copied().max().expect("tries");
    let tries = times.len();
    let median = median(times);
    println!("{what}: median {median:?}, slowest {slowest:?} of {tries}");
    assert!(median < bound, "{what}: median {median:?} of {tries} tries");
    assert!(slowest < HARD_BOUND, "{what}: slowest {slowest:?} of {tries} tries");
}

/// The time from a command to the line that answers it.
fn time_to(client: &mut Client, command: &str, is_answer: impl Fn(&str) -> bool) -> Duration {
    let start = Instant::now();
    client.send(command);
    client.lines_until(is_answer);
    client.last_line_at - start
}

#[test]
fn a_stop_in_the_same_write_as_its_go_is_never_lost() {
    let _alone = alone();
    let mut client = Client::start();
    let mut times = Vec::new();
    for _ in 0..1000 {
        let taken = time_to(&mut client, "go infinite\nstop", |line| line.starts_with("bestmove "));
        times.push(taken);
    }
    // Exactly one answer each: none is left over.
    client.expect_silence();
    client.quit();
    check("go and stop in one write", times, Duration::from_millis(20));
}

#[test]
fn a_stop_on_either_side_of_a_go_leaves_one_answer_for_each_go() {
    let _alone = alone();
    let mut client = Client::start();
    for _ in 0..100 {
        // The first stop is for nobody, and must not end the search after it early.
        client.send("stop\nstop\ngo depth 3\nisready");
        let lines = client.lines_until(|line| line.starts_with("bestmove "));
        assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
        if !lines.iter().any(|line| line == "readyok") {
            client.expect("readyok");
        }
        client.send("go infinite\nstop\nstop\nstop");
        client.answer();
        client.expect_silence();
    }
    client.quit();
}

#[test]
fn two_searches_and_one_stop_give_two_answers() {
    let _alone = alone();
    let mut client = Client::start();
    for _ in 0..100 {
        client.send("go infinite\ngo infinite\nstop");
        client.answer();
        client.answer();
        client.expect_silence();
    }
    client.quit();
}

#[test]
fn isready_is_answered_during_any_search() {
    let _alone = alone();
    for (setup, search) in [
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
    ] {
        let mut client = Client::start();
        client.send(setup);
        client.send(search);
        let ask = |_| time_to(&mut client, "isready", |line| line == "readyok");
        let times = (0..50).map(ask).collect();
        check(&format!("isready during {search} after {setup}"), times, Duration::from_millis(50));
        client.send("stop\nquit");
        client.wait().assert_success();
    }
}

#[test]
fn stop_and_quit_end_any_search_at_once() {
    let _alone = alone();
    for search in
        ["go infinite", "go depth 200", "go ponder movetime 1", "solve", "perft 12", "bench 30"]
    {
        let mut times = Vec::new();
        for _ in 0..10 {
            let mut client = Client::start();
            client.send(search);
            // It runs: whatever comes first has come, or at least the command was read.
            client.send("isready");
            client.lines_until(|line| line == "readyok");
            let ended = |line: &str| {
                ["bestmove ", "result "].iter().any(|word| line.starts_with(word))
                    || line.contains(" stopped ")
            };
            times.push(time_to(&mut client, "stop", ended));
        }
        check(&format!("stop of {search}"), times, Duration::from_millis(50));
    }
}

#[test]
fn a_quit_ends_the_process_at_once_even_in_a_search() {
    let _alone = alone();
    for search in ["isready", "go infinite", "go depth 200", "go ponder movetime 1", "solve"] {
        let mut times = Vec::new();
        for _ in 0..10 {
            let mut client = Client::start();
            client.send(search);
            client.send("isready");
            client.lines_until(|line| line == "readyok");
            let start = Instant::now();
            client.send("quit");
            let exit = client.wait();
            times.push(start.elapsed());
            exit.assert_success();
            let answers = exit.rest.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(answers, usize::from(search.starts_with("go")), "{:?}", exit.rest);
        }
        check(&format!("quit in {search}"), times, Duration::from_millis(200));
    }
}

#[test]
fn the_handshake_is_over_in_no_time() {
    let _alone = alone();
    let start = |_| {
        let start = Instant::now();
        let mut client = Client::start();
        client.handshake();
        client.last_line_at - start
    };
    check("start to ugiok", (0..25).map(start).collect(), Duration::from_millis(20));
}

#[test]
fn the_end_of_the_input_ends_an_idle_process() {
    let _alone = alone();
    for greeting in ["", "ugi\nisready\nposition startpos moves a1b1\n"] {
        let end = |_| {
            let mut client = Client::start();
            client.send_bytes(greeting.as_bytes());
            if !greeting.is_empty() {
                client.lines_until(|line| line == "readyok");
            }
            let start = Instant::now();
            client.close_input();
            client.wait().assert_clean();
            start.elapsed()
        };
        check("end of input to exit", (0..25).map(end).collect(), Duration::from_millis(100));
    }
}

/// The start, and boards on which one square can be reached by many checkers of both
/// sides: a search that tries all orders of capturing there never ends in time.
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

/// An engine at a position.
fn engine_at(variant: &str, fen: &str) -> Client {
    let mut client = Client::with_args(&["--variant", variant]);
    client.send(&format!("position fen {fen}"));
    client.expect_silence();
    client
}

#[test]
fn movetime_is_kept_within_what_an_arbiter_allows() {
    let _alone = alone();
    for (variant, fen) in CROWDED {
        let mut client = engine_at(variant, fen);
        let is_answer = |line: &str| line.starts_with("bestmove ");
        let think = |_| time_to(&mut client, "go movetime 10", is_answer);
        let times = (0..30).map(think).collect();
        check(&format!("movetime 10 in {fen}"), times, Duration::from_millis(20));
    }
}

#[test]
fn even_the_first_iteration_can_be_stopped() {
    let _alone = alone();
    for (variant, fen) in CROWDED {
        let mut client = engine_at(variant, fen);
        let is_answer = |line: &str| line.starts_with("bestmove ");
        let think = |_| time_to(&mut client, "go infinite\nstop", is_answer);
        let times = (0..30).map(think).collect();
        check(&format!("stop in {fen}"), times, Duration::from_millis(20));
    }
}
