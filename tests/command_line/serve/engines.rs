//! The server with other engines.

use super::Serve;
use crate::support::zugi;

/// The example of another engine.
pub const TIC_TAC_TOE: [&str; 2] = ["python3", "examples/tic-tac-toe.py"];

/// Whether Python is available; prints a message if not.
pub fn has_python() -> bool {
    let there = std::process::Command::new("python3").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: expected python3");
    }
    there
}

/// Arguments for an engine written as a shell command.
pub fn shell(line: &str) -> [&str; 4] {
    ["--", "sh", "-c", line]
}

/// The server's message about an unusable engine, and its exit code.
fn refusal(engine: &[&str]) -> (Option<i32>, String) {
    let output = zugi().args(["serve", "--port", "0", "--"]).args(engine).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "no address");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_program_that_is_no_engine_is_refused_at_the_start() {
    for (engine, expected) in [
        (&["/no/such/engine"][..], "error: cannot start \"/no/such/engine\": "),
        (&["true"], "error: the engine \"true\": the process has ended"),
        (
            &[
                "sh",
                "-c",
                "while read l; do case $l in ugi) echo ugiok;; isready) echo readyok;; esac; done",
            ],
            "error: the engine \"sh\" answers `query board` with nothing: expected the board as JSON",
        ),
    ] {
        let (code, error) = refusal(engine);
        assert!(error.starts_with(expected), "{error}");
        assert_eq!((code, error.lines().count()), (Some(2), 1), "{error}");
    }
}

/// An engine that floods its output when asked for a drawing.
const FLOOD: &str = "while read line; do case $line in
    ugi) echo ugiok;; isready) echo readyok;; 'query board') echo 'response {\"board\":{},\"moves\":[]}';;
    d) exec yes info string more;; esac; done";

#[test]
fn an_engine_that_floods_is_ended() {
    let serve = Serve::start(&shell(FLOOD));
    let mut visitor = serve.visitor();
    visitor.say("d");
    let mut rest = visitor.rest();
    assert_eq!(rest.pop().as_deref(), Some("serve ended it sends too much output"));
    assert_eq!(visitor.close_code, Some(1011));
    assert!(rest.len() > 1000 && rest.iter().all(|line| line == "info string more"));
    serve.wait_for_engines(0);
}

#[test]
fn a_page_that_does_not_read_is_dropped() {
    let serve = Serve::start(&shell(FLOOD));
    let mut deaf = serve.visitor();
    deaf.ask("isready", "readyok");
    assert_eq!(serve.engines().len(), 1);
    deaf.say("d");
    serve.wait_for_engines(0);
    serve.visitor().ask("isready", "readyok");
}

#[test]
#[cfg(target_os = "linux")]
fn engines_run_with_low_priority() {
    let serve = Serve::start(&[]);
    let mut visitor = serve.visitor();
    visitor.say("setoption name Threads value 2");
    visitor.say("go infinite");
    visitor.until("info");
    let usual = super::processes::niceness(serve.id());
    let engine = serve.engines()[0];
    assert_eq!(super::processes::niceness(engine), usual.max(10));
}

#[test]
fn the_variant_is_the_one_that_was_asked_for() {
    let serve = Serve::start(&["--variant", "zola-8"]);
    let mut visitor = serve.visitor();
    assert_eq!(visitor.ask("query variant", "response"), "response zola-8");
    let mut command = zugi();
    command.args(["serve", "--port", "0", "--variant", "zola-8", "--"]).args(TIC_TAC_TOE);
    let output = command.output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("cannot play the variant: there is no option"), "{error}");
}
