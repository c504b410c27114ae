//! Ends of visits, engines and the server: no process is left.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::Serve;
use super::engines::shell;
use super::processes::is_alive;
use crate::support::{alone, has, wait_until, zugi};

/// The time in which a closed page must free its engine.
const SECOND: Duration = Duration::from_secs(1);

fn signal(id: u32, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(id).unwrap()), signal).unwrap();
}

/// The example engine in a shell that survives its end and ignores signals.
const STUBBORN: &str =
    "trap '' TERM INT HUP; python3 examples/tic-tac-toe.py; sleep 1000; sleep 1000";

#[track_caller]
fn wait_for_death(ids: &[u32]) {
    wait_until(&format!("the end of {ids:?}"), || !ids.iter().any(|&id| is_alive(id)));
}

/// Closes pages in every way; returns how long each engine survived.
fn close_pages() -> Vec<Duration> {
    let serve = Serve::start(&[]);
    let mut times = Vec::new();
    for politely in [true, false] {
        for busy in [true, false] {
            let mut visitor = serve.visitor();
            visitor.ask("isready", "readyok");
            if busy {
                visitor.say("go infinite");
                visitor.until("info");
            }
            serve.wait_for_engines(1);
            if politely {
                visitor.close()
            } else {
                drop(visitor)
            }
            times.push(serve.wait_for_engines(0));
        }
    }
    times
}

/// Closes the page of an engine that does not end at `quit`; returns how long it survived.
fn close_stubborn_page() -> Duration {
    let serve = Serve::start(&shell(STUBBORN));
    let mut visitor = serve.visitor();
    visitor.ask("isready", "readyok");
    let engines = serve.engines();
    let children: Vec<u32> =
        engines.iter().flat_map(|&engine| super::processes::children(engine)).collect();
    assert_eq!((engines.len(), children.len()), (1, 1));
    visitor.close();
    let took = serve.wait_for_engines(0);
    wait_for_death(&children);
    took
}

#[test]
fn a_closed_page_frees_its_engine() {
    close_pages();
}

#[test]
fn an_engine_that_does_not_quit_is_killed_with_its_children() {
    if has("python3") {
        close_stubborn_page();
    }
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn a_closed_page_frees_its_engine_within_a_second() {
    let _alone = alone();
    let mut times = close_pages();
    times.extend(has("python3").then(close_stubborn_page));
    assert!(times.iter().all(|&took| took < SECOND), "{times:?}");
}

#[test]
fn the_end_of_an_engine_is_reported() {
    let serve = Serve::start(&[]);
    let (mut visitor, mut other) = (serve.visitor(), serve.visitor());
    visitor.ask("isready", "readyok");
    signal(serve.engines()[0], Signal::SIGKILL);
    let end = visitor.until("serve ended");
    assert!(end.starts_with("serve ended the process has ended (signal: 9"), "{end}");
    assert_eq!(visitor.try_line(), None);
    serve.wait_for_engines(0);
    other.ask("isready", "readyok");
}

#[test]
fn messages_of_a_failing_engine_are_reported() {
    if !has("python3") {
        return;
    }
    // The second process of the engine fails.
    let folder = tempfile::tempdir().unwrap();
    let once = folder.path().join("once");
    let line = format!(
        "if mkdir {0}; then exec python3 examples/tic-tac-toe.py; fi; echo no more of me >&2; exit 3",
        once.display()
    );
    let serve = Serve::start(&shell(&line));
    let mut visitor = serve.visitor();
    visitor.say("isready");
    let end = visitor.until("serve ended");
    assert_eq!(end, "serve ended the process has ended (exit status: 3); it says: no more of me");
}

/// Ends servers with visitors by signals; returns the times.
fn end_by_signals() -> [Duration; 2] {
    [Signal::SIGINT, Signal::SIGTERM].map(|end| {
        let mut serve = Serve::start(&[]);
        let mut visitors = [serve.visitor(), serve.visitor(), serve.visitor()];
        for visitor in &mut visitors[..2] {
            visitor.say("go infinite");
            visitor.until("info");
        }
        let engines = serve.engines();
        assert_eq!(engines.len(), 2);
        let began = Instant::now();
        signal(serve.id(), end);
        for visitor in &mut visitors {
            assert_eq!(visitor.until("serve ended"), "serve ended the server has been ended");
            assert_eq!(visitor.try_line(), None);
        }
        assert_eq!(serve.wait(), Some(0));
        let took = began.elapsed();
        wait_for_death(&engines);
        took
    })
}

#[test]
fn ctrl_c_ends_everything() {
    end_by_signals();
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn ctrl_c_ends_everything_within_three_seconds() {
    let _alone = alone();
    let times = end_by_signals();
    assert!(times.iter().all(|&took| took < 3 * SECOND), "{times:?}");
}

#[test]
fn a_server_that_is_killed_leaves_no_engine() {
    let mut serve = Serve::start(&[]);
    let mut visitor = serve.visitor();
    visitor.say("go infinite");
    visitor.until("info");
    let engines = serve.engines();
    signal(serve.id(), Signal::SIGKILL);
    serve.wait();
    wait_for_death(&engines);
}

#[test]
fn a_browser_that_cannot_be_opened_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    let script = format!("#!/bin/sh\necho \"$@\" > {}\n", opened.display());
    fs::write(&opener, script).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let start = |path: &str| {
        Serve::spawn(zugi().args(["serve", "--port", "0", "--open"]).env("PATH", path))
    };
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let serve = start(&path);
    let url = format!("http://{}/\n", serve.address());
    wait_until("a browser is opened", || fs::read_to_string(&opened).unwrap_or_default() == url);
    let serve = start("/nowhere");
    let line = serve.error("cannot open a browser: ");
    assert!(line.ends_with(&format!("open http://{}/ yourself", serve.address())), "{line}");
    serve.visitor().ask("isready", "readyok");
}
