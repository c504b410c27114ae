//! Messages to the user on stderr.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line to stderr, formatted as by `format!`.
macro_rules! message {
    ($($arguments:tt)*) => { $crate::cli::stderr::write_line(format_args!($($arguments)*)) };
}
pub(super) use message;

/// Writes a line to stderr in one write. If stderr is closed or full, the line is lost and the work
/// continues, unlike with `eprintln!`, which panics.
pub fn write_line(line: impl Display) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
