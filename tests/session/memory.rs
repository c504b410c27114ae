//! Sessions with little address space, as under `ulimit -v`.
#![cfg(target_os = "linux")]

use std::process::Command;

use crate::support::{Client, isolated};

/// A session with this limit of address space in MiB.
fn confined(mib: u64) -> Client {
    let limited = format!("ulimit -v {} && exec \"$0\"", mib << 10);
    let mut shell = isolated(Command::new("sh"));
    Client::spawn(shell.args(["-c", &limited, env!("CARGO_BIN_EXE_zugi")]))
}

/// The messages of a search about threads that could not be started.
fn missing_threads(client: &mut Client, limits: &str) -> Vec<String> {
    let answer = client.go(limits);
    answer.assert_complete();
    answer.strings.into_iter().filter(|text| text.contains("no room for")).collect()
}

#[test]
fn missing_threads_are_reported_and_the_others_search() {
    for (variant, threads) in [("zola-10", 256), ("zoka", 256), ("zvp", 8)] {
        let mut client = confined(600);
        client.send(&format!("setoption name Threads value {threads}\nisready"));
        client.expect("readyok");
        assert_eq!(missing_threads(&mut client, "nodes 20000").len(), 1);
        client.send(&format!("setoption name UGI_Variant value {variant}"));
        assert_eq!(missing_threads(&mut client, "nodes 2000").len(), 1, "{variant}");
        client.quit();
    }
}

#[test]
fn a_proof_also_reports_missing_threads() {
    let mut client = confined(600);
    client.send("setoption name Threads value 64\nsolve nodes 2000");
    let lines = client.lines_until(|line| line.starts_with("result "));
    let warnings = lines.iter().filter(|line| line.contains("no room for 64 threads")).count();
    assert_eq!(warnings, 1, "{lines:?}");
    client.quit();
}

#[test]
fn a_variant_without_memory_is_an_error_about_the_variant() {
    let mut client = confined(600);
    client.send("setoption name Hash value 300");
    // A running search keeps its table.
    client.send("go infinite");
    client.lines_until(|line| line.starts_with("info depth 1 "));
    client.send("setoption name UGI_Variant value zola-8");
    let lines = client.lines_until(|line| line.starts_with("info string error:"));
    let error = lines.last().expect("an error");
    assert!(error.contains("UGI_Variant") && error.contains("zola-8"), "{error}");
    assert!(error.contains("memory"), "{error}");
    client.send("stop");
    client.lines_until(|line| line.starts_with("bestmove "));
    assert_eq!(client.query("variant"), "zola-6");
    client.go("nodes 100").assert_complete();
    // Now the old table is freed for the new one.
    client.send("setoption name UGI_Variant value zola-8");
    assert_eq!(client.query("variant"), "zola-8");
    client.go("nodes 100").assert_complete();
    client.quit();
}

/// A client that starts a new game right after `bestmove`, when the search may still be ending.
#[test]
fn a_new_game_needs_no_second_table() {
    const HASH: u64 = 500;
    /// Address space for everything else in MiB, even if each thread reserves some.
    const REST: u64 = 400;
    let mut client = confined(HASH + REST);
    client.send(&format!("setoption name Hash value {HASH}"));
    for number in 0..8 {
        client.go("nodes 1000").assert_complete();
        client.send("uginewgame\nisready");
        assert_eq!(client.line(), "readyok", "new game number {number}");
    }
    let error = client.refused(&format!("setoption name Hash value {}", HASH + REST));
    assert!(error.contains("memory"), "{error}");
    client.quit();
}

/// Without memory for the search thread the session must not start: a client would wait for
/// `bestmove` for ever.
#[test]
fn without_a_thread_to_search_in_a_session_does_not_start() {
    let (mut refused, mut answered) = (0, 0);
    for mib in (16..160).step_by(4) {
        let mut client = confined(mib);
        client.send("go depth 3");
        client.close_input();
        let exit = client.wait();
        let best = exit.rest.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(best, usize::from(exit.code == Some(0)), "{mib} MiB: {exit:?}");
        answered += best;
        if exit.stderr.starts_with("error: cannot start a thread: ") {
            assert_eq!((exit.code, exit.rest.len()), (Some(1), 0), "{mib} MiB");
            refused += 1;
        }
    }
    assert!(refused > 0 && answered > 0, "{refused} refused, {answered} answered");
}
