use std::fmt;

use super::lexer::is_blank;

/// Replaces control characters by blanks, and removes blanks at the end.
pub(super) fn one_line(text: impl fmt::Display) -> String {
    let mut line = text.to_string().replace(char::is_control, " ");
    line.truncate(line.trim_end_matches(is_blank).len());
    line
}
