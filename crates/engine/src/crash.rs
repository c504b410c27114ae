//! Writes a file with the latest commands after a panic.
//!
//! A panic in a search or another job ends only that job: a search still answers, any other job
//! ends without a result. A panic elsewhere unwinds to the end of the process, so that destructors
//! kill the child processes. A panic does not abort the process.

use std::backtrace::Backtrace;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, panic, process};

/// The number of commands in a report, and the characters kept of each.
const KEPT: usize = 200;
const KEPT_CHARS: usize = 2_000;

const MOST_REPORTS: u32 = 100;

/// The latest lines of input, oldest first. Clones share the list.
#[derive(Clone, Default, Debug)]
pub struct CommandLog(Arc<Mutex<VecDeque<String>>>);

impl CommandLog {
    pub(super) fn record(&self, line: &str) {
        let mut commands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if commands.len() == KEPT {
            commands.pop_front();
        }
        commands.push_back(line.trim_end().chars().take(KEPT_CHARS).collect());
    }
}

/// Installs a panic hook that writes a report with the commands of the returned log to the
/// temporary directory, and prints the report's path on stderr.
#[must_use]
pub fn install() -> CommandLog {
    let log = CommandLog::default();
    let CommandLog(commands) = log.clone();
    panic::set_hook(Box::new(move |info| {
        let mut report = format!("zugi {} has a bug: {info}\n", env!("CARGO_PKG_VERSION"));
        let _ = writeln!(report, "\nThe latest commands:");
        // The panicking thread may hold the lock.
        if let Ok(commands) = commands.try_lock() {
            for command in commands.iter() {
                let _ = writeln!(report, "{command}");
            }
        }
        let _ = writeln!(report, "\n{}", Backtrace::force_capture());
        let place = match write(&report) {
            Ok(path) => format!("report: {}", path.display()),
            Err(error) => format!("no report: {error}"),
        };
        // A panic in this hook would abort the process.
        let _ = io::stderr().write_all(format!("zugi has a bug: {info}\n{place}\n").as_bytes());
    }));
    log
}

/// Writes a new file, and returns its path. Its name has the process id, because processes may run
/// in parallel, and a number from the second report of a process on.
fn write(report: &str) -> io::Result<PathBuf> {
    let names = (1..=MOST_REPORTS).map(|number| match number {
        1 => format!("zugi-crash-{}.txt", process::id()),
        _ => format!("zugi-crash-{}-{number}.txt", process::id()),
    });
    let mut last = Ok(PathBuf::new());
    for path in names.map(|name| env::temp_dir().join(name)) {
        match File::create_new(&path) {
            Ok(mut file) => return file.write_all(report.as_bytes()).map(|()| path),
            Err(error) => last = Err(error),
        }
    }
    last
}
