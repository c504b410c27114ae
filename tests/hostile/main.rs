//! Bad input of all kinds against the real program, thousands of times: sessions, CECP, engines and
//! files. No process may abort, hang, or end by a signal.
//!
//! All tests take long: `scripts/long.sh hostile` runs them. Each prints its seed; `ZUGI_SEED`
//! repeats one run, and each test names the variable for its number of runs.

#![cfg(unix)]

#[path = "../support/words.rs"]
mod words;

mod cecp;
mod engines;
mod files;
mod sessions;

use std::env;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use fastrand::Rng;

/// A process that takes longer hangs, even on a busy machine.
const DEADLINE: Duration = Duration::from_secs(300);

/// How a process ended.
struct End {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

impl End {
    /// Checks that it ended by itself, with one of these codes, without a panic.
    #[track_caller]
    fn assert_orderly(&self, codes: &[i32], what: &str) {
        let code = self.status.code();
        let panicked = self.stderr.contains("panicked") || self.stderr.contains("overflowed");
        assert!(
            code.is_some_and(|code| codes.contains(&code)) && !panicked,
            "{what}: {}\n{}",
            self.status,
            self.stderr
        );
    }
}

/// The number of runs: from the variable, or the default.
fn runs(variable: &str, usual: u64) -> u64 {
    env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The seeds of this many runs, the first one printed; or only that of `ZUGI_SEED`.
fn seeds(what: &str, count: u64) -> impl Iterator<Item = u64> {
    let only = env::var("ZUGI_SEED").ok().and_then(|text| text.parse::<u64>().ok());
    let first = only.unwrap_or_else(|| fastrand::u64(..1 << 40));
    let count = if only.is_some() { 1 } else { count };
    println!("{what}: {count} with the seeds from {first} on");
    first..first + count
}

/// The program with an empty cache of its own.
fn zugi(cache: &Path) -> Command {
    limited(cache, env!("CARGO_BIN_EXE_zugi").as_ref(), None)
}

/// A program with a limit of address space in MiB.
fn limited(cache: &Path, program: &OsStr, mib: Option<u64>) -> Command {
    let mut command = Command::new("sh");
    let limit = mib.map(|mib| format!("ulimit -v {} && ", mib << 10)).unwrap_or_default();
    command.arg("-c").arg(format!("{limit}exec \"$0\" \"$@\"")).arg(program);
    command.env("ZUGI_CACHE", cache).env_remove("RUST_LOG");
    command
}

/// Runs a command with this input to its end.
#[track_caller]
fn run(command: &mut Command, input: &[u8], what: &str) -> End {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // A program that ends early does not read everything.
    thread::spawn(move || drop(stdin.write_all(&input)));
    let collect = |mut pipe: Box<dyn Read + Send>| {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            drop(pipe.read_to_end(&mut bytes));
            drop(sender.send(String::from_utf8_lossy(&bytes).into_owned()));
        });
        receiver
    };
    let stdout = collect(Box::new(child.stdout.take().expect("a pipe")));
    let stderr = collect(Box::new(child.stderr.take().expect("a pipe")));
    let Ok(stdout) = stdout.recv_timeout(DEADLINE) else {
        drop(child.kill());
        panic!("{what} hangs");
    };
    let stderr = stderr.recv_timeout(DEADLINE).expect("the end of its errors");
    End { status: child.wait().expect("an end"), stdout, stderr }
}

/// A limit of address space in MiB, for one run in three.
fn some_limit(rng: &mut Rng, least: u64) -> Option<u64> {
    (rng.u8(..3) == 0).then(|| rng.u64(least..1_000))
}

/// Up to `most` lines of up to eight words, one in ten of them replaced by something else.
fn lines(rng: &mut Rng, words: &[&str], most: usize) -> Vec<String> {
    let word = |rng: &mut Rng| {
        let all = if rng.u8(..10) == 0 { &words::DIRT[..] } else { words };
        *rng.choice(all).expect("words")
    };
    let line = |rng: &mut Rng| {
        let count = rng.usize(1..=8);
        (0..count).map(|_| word(rng)).collect::<Vec<_>>().join(" ")
    };
    let count = rng.usize(1..=most);
    (0..count).map(|_| line(rng)).collect()
}
