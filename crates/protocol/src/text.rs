//! Text for a line of output.

use std::borrow::Cow;
use std::fmt;

use super::lexer::is_blank;

/// Replaces control characters by blanks, and removes blanks at the end.
pub(super) fn one_line(text: impl fmt::Display) -> String {
    let mut line = text.to_string().replace(char::is_control, " ");
    line.truncate(line.trim_end_matches(is_blank).len());
    line
}

/// Foreign text made safe for a line of output: U+FFFD replaces each control character.
#[must_use]
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// The text, cut to at most `most` characters, of which the last is then `…`.
#[must_use]
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(most.saturating_sub(1)).chain(['…']).collect())
}

/// Breaks a paragraph into lines of at most `width` characters, at blanks alone: other white space
/// keeps words together. A word longer than `width` gets its own line.
#[must_use]
pub fn wrap(paragraph: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_between_characters_with_a_mark() {
        assert_eq!(cut("ääää", 4), "ääää");
        assert_eq!(cut("ääääb", 4), "äää…");
    }

    #[test]
    fn paragraphs_are_broken_at_blanks() {
        assert_eq!(wrap("one two\u{a0}2 three", 8), ["one", "two\u{a0}2", "three"]);
        assert_eq!(wrap("aa  bb cccccc", 5), ["aa bb", "cccccc"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
