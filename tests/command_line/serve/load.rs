//! Many visitors: reconnecting ones, and ones that stay and play.
#![cfg(target_os = "linux")]

use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::Message;

use super::processes::{figure, open_files};
use super::{Serve, Visitor};
use crate::support::{alone, wait_until};

#[derive(Debug)]
struct Held {
    engines: usize,
    files: usize,
    threads: u64,
    kib: u64,
}

fn held(serve: &Serve) -> Held {
    let id = serve.id();
    let [threads, kib] = ["Threads", "VmRSS"].map(|name| figure(id, name));
    Held { engines: serve.engines().len(), files: open_files(id), threads, kib }
}

/// Waits until a server has no more engines and files than before, and at most this many threads:
/// idle threads end after ten seconds.
#[track_caller]
fn assert_nothing_is_left(serve: &Serve, before: &Held, threads: Option<u64>) -> Held {
    wait_until(&format!("no more is left than before: {before:?}"), || {
        let now = held(serve);
        let rest = now.engines <= before.engines && now.files <= before.files;
        rest && threads.is_none_or(|most| now.threads <= most)
    });
    held(serve)
}

/// Freed memory is kept for reuse but must not keep growing. The peak depends on the speed of the
/// machine.
#[track_caller]
fn assert_no_memory_is_left(before: &Held, after: &Held) {
    assert!(after.kib < before.kib + (16 << 10), "before {before:?}, after {after:?}");
}

/// Visitors that connect and disconnect in every way. On a slow machine some may be refused because
/// the server is full.
fn reconnect(serve: &Serve, times: usize) {
    for number in 0..times {
        let connect = || Visitor::connect(serve.address());
        match number % 5 {
            // Without a request.
            0 => drop(TcpStream::connect(serve.address())),
            // Right after the connection is accepted.
            1 => drop(connect()),
            2 => connect().into_iter().for_each(Visitor::close),
            // With an engine that was just started.
            3 => connect().into_iter().for_each(|mut visitor| {
                drop(visitor.try_send(Message::text("ugi")));
            }),
            _ => connect().into_iter().for_each(|mut visitor| {
                visitor.try_line();
                drop(visitor.try_send(Message::text("go infinite")));
            }),
        }
    }
}

/// The resources of a server before and after this many reconnects; waits for threads to end if
/// asked.
fn reconnects_change_nothing(times: usize, with_threads: bool) -> [Held; 2] {
    let serve = Serve::start(&[]);
    let mut staying = serve.visitor();
    staying.say("position startpos moves b6c6");
    let board = staying.ask("query board", "response");
    reconnect(&serve, 50);
    serve.wait_for_engines(1);
    thread::sleep(Duration::from_secs(1));
    let before = held(&serve);
    let began = Instant::now();
    for done in (0..times).step_by(50) {
        reconnect(&serve, 50.min(times - done));
        // A visitor without any message is dropped after a minute.
        staying.ask("isready", "readyok");
    }
    let took = began.elapsed();
    let after = assert_nothing_is_left(&serve, &before, with_threads.then_some(before.threads));
    eprintln!("{times} reconnects in {took:.1?}; before {before:?}, after {after:?}");
    assert_eq!(staying.ask("query board", "response"), board);
    serve.visitor().ask("isready", "readyok");
    [before, after]
}

#[test]
fn quick_reconnects_change_nothing() {
    reconnects_change_nothing(100, false);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn ten_thousand_quick_reconnects_change_nothing() {
    let _alone = alone();
    let [before, after] = reconnects_change_nothing(10_000, true);
    assert_no_memory_is_left(&before, &after);
}

/// Requests the page beside this many silent connections.
fn get_beside_silent_connections(count: usize) {
    let serve = Serve::start(&[]);
    let silent: Vec<_> =
        (0..count).map(|_| TcpStream::connect(serve.address()).expect("a connection")).collect();
    // Beyond its limit the server closes connections; the others time out.
    wait_until("the page is there", || serve.get("/").starts_with("HTTP/1.1 200"));
    drop(silent);
}

#[test]
fn connections_without_a_request_do_not_keep_others_out() {
    get_beside_silent_connections(100);
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn connections_beyond_the_limit_do_not_keep_others_out_for_long() {
    get_beside_silent_connections(400);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn silent_visitors_are_dropped() {
    let serve = Serve::start(&["--idle", "1"]);
    let mut idle = serve.visitor();
    // The server's minute begins between the command and its answer.
    let began = Instant::now();
    idle.ask("isready", "readyok");
    // Reading also answers the server's pings.
    assert_eq!(idle.until("serve ended"), "serve ended nothing was asked for 1 min");
    assert!(began.elapsed() >= Duration::from_secs(60));
    serve.wait_for_engines(0);
}

/// Statistics of many measurements, in milliseconds.
struct Times(Vec<Duration>);

impl Times {
    fn at(&self, percent: usize) -> f64 {
        let mut times = self.0.clone();
        times.sort();
        let index = (times.len() * percent / 100).min(times.len() - 1);
        times[index].as_secs_f64() * 1000.0
    }

    fn show(&self, name: &str) {
        let [half, most, nearly, all] = [50, 90, 99, 100].map(|percent| self.at(percent));
        let count = self.0.len();
        eprintln!(
            "{name}: {count}, median {half:.1} ms, 90 % {most:.1} ms, 99 % {nearly:.1} ms, longest {all:.1} ms"
        );
    }
}

/// Plays games at 100 ms per move until the time is over; returns the time of each answer.
fn play(visitor: &mut Visitor, until: Instant) -> [Vec<Duration>; 2] {
    let [mut thoughts, mut answers] = [Vec::new(), Vec::new()];
    let mut moves = String::new();
    while Instant::now() < until {
        visitor.say(&format!("position startpos{moves}"));
        answers.push(visitor.time("query gameover", "response"));
        let began = Instant::now();
        let best = visitor.ask("go movetime 100", "bestmove");
        thoughts.push(began.elapsed());
        let best = best.trim_start_matches("bestmove ");
        // `0000` is a pass or the answer in a finished game; the next game begins after either.
        match best {
            "0000" => moves.clear(),
            _ if moves.is_empty() => moves = format!(" moves {best}"),
            _ => moves = format!("{moves} {best}"),
        }
    }
    [thoughts, answers]
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn fifty_visitors_at_once() {
    let _alone = alone();
    let count = std::env::var("ZUGI_VISITORS").map_or(50, |it| it.parse().unwrap());
    let seconds = std::env::var("ZUGI_SECONDS").map_or(60, |it| it.parse().unwrap());
    let serve = Serve::start(&[]);
    reconnect(&serve, 50);
    thread::sleep(Duration::from_secs(1));
    let before = held(&serve);
    let until = Instant::now() + Duration::from_secs(seconds);
    let (mut pages, mut readies) = (Vec::new(), Vec::new());
    let [thoughts, answers] = thread::scope(|scope| {
        let player = || {
            let mut visitor = serve.visitor();
            let times = play(&mut visitor, until);
            visitor.close();
            times
        };
        let players: Vec<_> = (0..count).map(|_| scope.spawn(player)).collect();
        let mut witness = serve.visitor();
        while Instant::now() < until {
            let began = Instant::now();
            assert!(serve.get("/").starts_with("HTTP/1.1 200"));
            pages.push(began.elapsed());
            readies.push(witness.time("isready", "readyok"));
            thread::sleep(Duration::from_millis(50));
        }
        let during = held(&serve);
        eprintln!("during: {during:?}");
        let mut all = [Vec::new(), Vec::new()];
        for player in players {
            let times = player.join().expect("a game without an error");
            all.iter_mut().zip(times).for_each(|(all, times)| all.extend(times));
        }
        all
    });
    Times(thoughts).show("go movetime 100");
    Times(answers).show("query gameover");
    let pages = Times(pages);
    pages.show("the page");
    Times(readies).show("isready of one that does not play");
    let after = assert_nothing_is_left(&serve, &before, Some(before.threads));
    eprintln!("before {before:?}, after {after:?}");
    assert_no_memory_is_left(&before, &after);
    assert!(pages.at(99) < 100.0, "the page takes too long");
}
