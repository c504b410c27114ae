//! What a bug leaves behind: a report with the latest commands, and an end that a client
//! notices.
//!
//! The program has no known way to panic, so this test runs itself again as a child
//! that holds a session whose output panics.

use std::io::{self, Write};
use std::process::{self, Command, Output};
use std::{env, fs, panic};

use zugi::engine::{Session, SessionConfig, crash};

/// Set in the child only.
const IN_CHILD: &str = "ZUGI_TEST_CRASH";

/// The child's exit code when the panic has come to it.
const UNWOUND: i32 = 3;

/// Stands for a bug: panics when `readyok` is printed.
struct Panics;

impl Write for Panics {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert!(!String::from_utf8_lossy(bytes).contains("readyok"), "a bug for the test");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The child of the other tests; by itself it is nothing.
#[test]
fn child() {
    if env::var_os(IN_CHILD).is_none() {
        return;
    }
    crash::install();
    let commands = "position startpos moves a1b1\nquery fen\nisready\n";
    let registry = zugi::registry();
    let config =
        SessionConfig { registry, variant: "zola-6".to_owned(), colour: false, names: false };
    let run = || Session::run(commands.as_bytes(), Panics, &config);
    let panicked = panic::catch_unwind(panic::AssertUnwindSafe(run)).is_err();
    process::exit(if panicked { UNWOUND } else { 0 });
}

/// Runs the child with its own directory for temporary files.
fn crash(directory: &std::path::Path) -> Output {
    let program = env::current_exe().expect("this program");
    Command::new(program)
        .args(["--exact", "child", "--nocapture"])
        .env(IN_CHILD, "1")
        .envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, directory)))
        .output()
        .expect("it starts")
}

#[test]
fn a_panic_leaves_a_report_with_the_latest_commands() {
    let directory = tempfile::tempdir().expect("a directory");
    let output = crash(directory.path());
    let reports: Vec<_> = fs::read_dir(&directory).expect("the directory").collect();
    let [Ok(report)] = reports.as_slice() else { panic!("{reports:?} after {output:?}") };
    let name = report.file_name().into_string().expect("UTF-8");
    assert!(name.starts_with("zugi-crash-") && name.ends_with(".txt"), "{name}");
    let text = fs::read_to_string(report.path()).expect("a report");
    assert!(text.starts_with(concat!("zugi ", env!("CARGO_PKG_VERSION"), " has a bug: ")));
    assert!(text.contains("a bug for the test"), "{text}");
    let commands = "\nposition startpos moves a1b1\nquery fen\nisready\n";
    assert!(text.contains(commands), "{text}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(&name), "stderr names the report: {stderr}");
}

#[test]
fn a_panic_of_the_session_unwinds_to_its_caller() {
    let directory = tempfile::tempdir().expect("a directory");
    let output = crash(directory.path());
    assert_eq!(output.status.code(), Some(UNWOUND), "{output:?}");
}
