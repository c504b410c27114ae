//! The server with other engines.

use super::{Serve, refusal};

/// The example of another engine.
pub const TIC_TAC_TOE: [&str; 2] = ["python3", "examples/tic-tac-toe.py"];

/// Arguments for an engine written as a shell command.
pub fn shell(line: &str) -> [&str; 4] {
    ["--", "sh", "-c", line]
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
        let error = refusal(&[&["--"], engine].concat());
        assert!(error.starts_with(expected), "{error}");
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
    assert_eq!(super::processes::niceness(engine), usual.max(5));
}

#[test]
fn the_variant_is_the_one_that_was_asked_for() {
    let serve = Serve::start(&["--variant", "zola-8"]);
    let mut visitor = serve.visitor();
    assert_eq!(visitor.ask("query variant", "response"), "response zola-8");
    let error = refusal(&[&["--variant", "zola-8", "--"], &TIC_TAC_TOE[..]].concat());
    assert!(error.contains("cannot play the variant: there is no option"), "{error}");
}
