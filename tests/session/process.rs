//! The end of a session.

use std::io::Write;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Client, DEADLINE, session, zugi};

#[test]
fn quit_and_the_end_of_the_input_have_exit_code_zero() {
    for input in ["", "quit\n", "quit", "isready\nquit\nisready\n", "nonsense\n"] {
        let exit = session(input);
        assert_eq!((exit.code, exit.stderr.as_str()), (Some(0), ""), "{input:?}");
        let ready = exit.rest.iter().filter(|line| *line == "readyok").count();
        assert_eq!(ready, usize::from(input.starts_with("isready")), "after quit: {input:?}");
    }
}

#[test]
fn the_end_of_the_input_lets_bounded_searches_finish() {
    for (limits, reached) in [("depth 4", "info depth 4 "), ("nodes 3000", " nodes 3000 ")] {
        let exit = session(format!("go {limits}\n"));
        assert!(exit.rest.iter().any(|line| line.contains(reached)), "{limits}: {:?}", exit.rest);
        assert!(exit.rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{limits}");
        exit.assert_success();
    }
    // Several searches in a row.
    let exit = session("go depth 3\ngo depth 3\ngo depth 3\n");
    assert_eq!(exit.rest.iter().filter(|line| line.starts_with("bestmove ")).count(), 3);
    let start = Instant::now();
    session("go movetime 120\n").assert_success();
    let taken = start.elapsed().as_millis();
    assert!(taken >= 90, "ended after {taken} ms of 120");
}

#[test]
fn the_end_of_the_input_aborts_unbounded_searches_which_still_answer() {
    for limits in ["", "infinite", "ponder", "infinite depth 3", "ponder movetime 10"] {
        let exit = session(format!("go {limits}\n"));
        assert!(exit.rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{limits}");
        exit.assert_success();
    }
}

#[test]
fn after_a_ponderhit_the_limits_decide_what_the_end_of_the_input_does() {
    let exit = session("go ponder nodes 3000\nponderhit\n");
    assert!(exit.rest.iter().any(|line| line.contains(" nodes 3000 ")), "{:?}", exit.rest);
    exit.assert_success();
    let exit = session("go ponder\nponderhit\n");
    assert!(exit.rest.last().is_some_and(|line| line.starts_with("bestmove ")));
    exit.assert_success();
}

#[test]
fn the_end_of_the_input_and_quit_let_a_count_finish() {
    for input in ["perft 3\n", "perft 3\nquit\n"] {
        let exit = session(input);
        assert_eq!(exit.rest.last().map(String::as_str), Some("nodes 46472"), "{input:?}");
        exit.assert_success();
    }
}

#[test]
fn quit_during_a_search_still_prints_its_bestmove() {
    for limits in ["infinite", "depth 200", "movetime 100000", "ponder", "wtime 900000"] {
        let mut client = Client::start();
        client.send(&format!("go {limits}\nquit"));
        let exit = client.wait();
        let answers = exit.rest.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, 1, "{limits}: {:?}", exit.rest);
        assert!(exit.rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{limits}");
        exit.assert_success();
    }
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

/// Whether this process ignores SIGINT and so passes that on: shells do this for background
/// commands of scripts.
#[cfg(unix)]
fn ignores_interrupts() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (nix::sys::signal::Signal::SIGINT as i32 - 1) & 1 == 1)
}

#[cfg(unix)]
#[test]
fn signals_end_it_without_a_word() {
    let signals: &[&str] = if ignores_interrupts() { &["-TERM"] } else { &["-TERM", "-INT"] };
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

/// A search in a process with this limit of address space, in MiB.
#[cfg(target_os = "linux")]
fn confined(mib: u32) -> std::process::Output {
    let script = r#"ulimit -v "$1"; printf 'go depth 3\n' | "$0""#;
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_zugi"), &(mib << 10).to_string()]);
    command.output().expect("a shell")
}

/// With too little memory for the search thread the session must not start, rather than leave a
/// client waiting for `bestmove`.
#[cfg(target_os = "linux")]
#[test]
fn without_a_thread_to_search_in_it_does_not_start() {
    let (mut refused, mut answered) = (0, 0);
    for mib in (16..160).step_by(4) {
        let output = confined(mib);
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        let best = stdout.lines().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(best, usize::from(output.status.success()), "{mib} MiB: {stdout}{stderr}");
        answered += best;
        if stderr.starts_with("error: cannot start a thread: ") {
            assert_eq!((output.status.code(), stdout.as_str()), (Some(1), ""), "{mib} MiB");
            refused += 1;
        }
    }
    assert!(refused > 0 && answered > 0, "{refused} refused, {answered} answered");
}
