//! Floods: endless output, and input that is never read.

use std::process::Command;
use std::time::{Duration, Instant};

use zugi::client::FaultKind;
use zugi::client::process::{Launch, Process, ReadError};

use super::{DEADLINE, LONG, assert_ends, command, play, play_within, start};

/// Set in the child process that runs this test alone.
const ALONE: &str = "ZUGI_TEST_FLOODS";

#[test]
fn floods_cost_neither_time_nor_memory() {
    if std::env::var_os(ALONE).is_none() {
        // Other tests in this process would disturb the memory measurement.
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([
            "--exact",
            "arbiter::process::floods::floods_cost_neither_time_nor_memory",
            "--nocapture",
        ]);
        let output = command.env(ALONE, "1").output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("1 passed"), "{output:?}");
        return println!("{said}");
    }
    for arguments in ["floods 100", "floods-line 100", "floods-infos 100"] {
        let before = resident_kib();
        let mut client = start(arguments).unwrap();
        let began = Instant::now();
        // The flood is detected by its size, long before the timeout.
        let fault = play_within(&mut client, LONG).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Malformed, "{arguments}: {fault}");
        assert!(began.elapsed() < DEADLINE, "{arguments}: {:?}", began.elapsed());
        let grown = resident_kib().saturating_sub(before);
        assert!(grown < 80 << 10, "{arguments}: {grown} KiB");
        println!("{arguments}: {fault}: {:?}, {grown} KiB", began.elapsed());
        assert!(client.transcript().len() <= 200);
        assert!(client.transcript().iter().all(|line| line.chars().count() < 2100));
    }
    // The output of a normal search is not a flood.
    assert!(start("floods-infos 2").is_ok_and(|mut client| play(&mut client).is_ok()));
}

/// The resident memory of this process; 0 if unknown.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_ascii_whitespace().nth(1)?.parse().ok());
    number.unwrap_or(0)
}

#[test]
fn an_engine_that_does_not_read_does_not_block() {
    let mut process = Process::spawn("bad", &Launch::new(&command("never-reads-stdin"))).unwrap();
    let began = Instant::now();
    let line = "x".repeat(1 << 20);
    (0..100).for_each(|_| process.send(&line));
    assert!(began.elapsed() < DEADLINE, "sent in {:?}", began.elapsed());
    let deadline = Instant::now() + Duration::from_millis(100);
    assert_eq!(process.read_line(deadline), Err(ReadError::Timeout));
    assert!(process.is_alive());
    let id = process.id();
    assert_eq!(process.quit(Duration::from_millis(100)), None, "it has to be killed");
    assert_ends(id);
}
