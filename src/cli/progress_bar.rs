//! How far long work is: a bar on a terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// So many of something to do: a bar on a terminal, nothing elsewhere.
pub(super) fn bar(len: u64, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{pos}}/{{len}} {what} {{wide_bar}} {{elapsed}} +{{eta}}");
    let bar = ProgressBar::new(len);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
