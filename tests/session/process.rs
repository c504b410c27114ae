//! The end of a session.

use std::io::Write;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Client, DEADLINE, ignores, session, zugi};

/// `stop.rs` has the tests of searches that `quit` ends.
#[test]
fn at_the_end_of_the_input_limited_work_finishes_and_other_work_stops() {
    let is_move = |line: &str| line.starts_with("bestmove ");
    for (input, part) in [
        ("go depth 4", "info depth 4 "),
        ("go nodes 3000", " nodes 3000 "),
        ("go ponder nodes 3000\nponderhit", " nodes 3000 "),
        ("go ponder\nponderhit", "bestmove "),
        ("go", "bestmove "),
        ("go infinite depth 3", "bestmove "),
        ("go ponder movetime 10", "bestmove "),
        ("perft 3\nquit\ngo depth 1", "nodes 46472"),
        ("nonsense\nquit\nisready", "unknown command"),
        ("", ""),
    ] {
        let exit = session(input);
        exit.assert_success();
        let has = |part: &str| part.is_empty() || exit.rest.iter().any(|line| line.contains(part));
        assert!(has(part), "{input}: {:?}", exit.rest);
        let searches = input.starts_with("go");
        assert_eq!(exit.rest.last().is_some_and(|line| is_move(line)), searches, "{input}");
        assert!(!exit.rest.iter().any(|line| line == "readyok"), "after quit: {:?}", exit.rest);
    }
    let start = Instant::now();
    session("go movetime 120").assert_success();
    let taken = start.elapsed().as_millis();
    assert!(taken >= 90, "ended after {taken} ms of 120");
}

/// An engine whose output pipe is closed.
fn unread_engine() -> Child {
    let mut command = zugi();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    child
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    for input in
        ["ugi\n", "isready\n", "go infinite\n", "go depth 200\n", "nonsense\n", "perft 3\n"]
    {
        let mut child = unread_engine();
        // The input stays open: the closed output must end the session.
        let mut pipe = child.stdin.take().expect("a pipe");
        pipe.write_all(input.as_bytes()).expect("it reads");
        let start = Instant::now();
        while child.try_wait().expect("our process").is_none() {
            if start.elapsed() > DEADLINE {
                drop(child.kill());
                panic!("goes on after {input:?}");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        drop(pipe);
        let output = child.wait_with_output().expect("our process");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{input:?}");
        assert_eq!(output.status.code(), Some(0), "{input:?}");
    }
}

#[cfg(unix)]
#[test]
fn signals_end_the_program_without_output() {
    let no_interrupt = ignores(nix::sys::signal::Signal::SIGINT as u32);
    let signals: &[&str] = if no_interrupt { &["-TERM"] } else { &["-TERM", "-INT"] };
    for signal in signals {
        for command in ["isready", "go infinite\nisready"] {
            let mut client = Client::start();
            client.send(command);
            client.lines_until(|line| line == "readyok");
            let id = client.id().to_string();
            let sent = std::process::Command::new("kill").args([*signal, &id]).status();
            assert!(sent.is_ok_and(|status| status.success()));
            let exit = client.wait();
            assert_eq!(exit.stderr, "", "{signal} {command:?}");
            assert_eq!(exit.code, None, "ended by the signal");
        }
    }
}
