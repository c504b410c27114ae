use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar of length `len`, hidden unless stderr is a terminal. Its message is before the
/// times.
pub(super) fn bar(len: u64, what: &str) -> ProgressBar {
    let template = format!("{{pos}}/{{len}} {what} {{wide_bar}} {{msg}}{{elapsed}} +{{eta}}");
    let bar = ProgressBar::new(len);
    match ProgressStyle::with_template(&template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
