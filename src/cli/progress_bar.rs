//! Progress bars.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar of length `len` on a terminal; hidden elsewhere. Times follow its message.
pub(super) fn bar(len: u64, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{pos}}/{{len}} {what} {{wide_bar}} {{msg}}{{elapsed}} +{{eta}}");
    let bar = ProgressBar::new(len);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
