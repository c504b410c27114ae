//! Why a line was refused, as one line of text, and how to quote foreign text.
//!
//! These errors concern grammar only; the engine reports illegal moves and impossible positions.

use super::help;

/// The longest text that [`quote`] shows, in characters.
const LONGEST_QUOTE: usize = 60;

/// Why a line is not a command. `Display` writes one line of at most 400 characters that quotes the
/// wrong text and says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first word is no command.
    #[error("unknown command {}: {}", quote(.0), instead(.0))]
    UnknownCommand(String),

    /// A line exceeds the maximum length.
    #[error("too long: {}: expected a line of at most {most} bytes", quote(beginning))]
    TooLong {
        /// The beginning of the line.
        beginning: String,
        /// The maximum length, in bytes.
        most: usize,
    },

    /// Words of `go` or `info` that are neither a key nor its arguments.
    #[error("unknown text {} in \"{start}\": expected {expected}", quote(found))]
    UnknownText {
        /// The words.
        found: String,
        /// The first word of the line.
        start: &'static str,
        /// The expected keys.
        expected: &'static str,
    },

    /// The line ends too early.
    #[error("nothing after {}: expected {expected}", quote(after))]
    Missing {
        /// The last word of the line.
        after: String,
        /// The expected text.
        expected: &'static str,
    },

    /// A word cannot be read, mostly because it is no number or out of range.
    #[error("bad number {} after {}: expected {expected}", quote(found), quote(after))]
    BadNumber {
        /// The word.
        found: String,
        /// The word before it.
        after: String,
        /// The expected form.
        expected: &'static str,
    },

    /// A word in the wrong place.
    #[error("unexpected word {} after {}: expected {expected}", quote(found), quote(after))]
    UnexpectedWord {
        /// The word.
        found: String,
        /// The word before it.
        after: String,
        /// The expected words.
        expected: &'static str,
    },

    /// More text after a complete command.
    #[error(
        "unexpected text {} after {}: expected the end of the line",
        quote(found),
        quote(after)
    )]
    TrailingText {
        /// The text, up to the end of the line.
        found: String,
        /// The last word of the complete command.
        after: String,
    },
}

/// Suggests a command in place of an unknown one.
fn instead(word: &str) -> String {
    match nearest(word, help::names()) {
        Some(name) => format!("did you mean {name}?"),
        None => "expected a command, see help".to_owned(),
    }
}

/// The smallest Jaro-Winkler similarity, from 0 to 1, of a suggestion.
const MIN_SIMILARITY: f64 = 0.8;

/// The known word most similar to `word`, if similar enough. The case of `word` does not matter;
/// the known words must be in lower case.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let likeness = |known: &str| strsim::jaro_winkler(&word, known);
    let best = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(best) >= MIN_SIMILARITY).then_some(best)
}

/// Quotes text for messages: at most 60 characters, then `…`, without characters that break a line
/// or confuse a terminal.
///
/// Control and other unprintable characters and U+FFFD (invalid input) are escaped as in Rust
/// (`\n`, `\u{1b}`), and so are `"` and `\`. Use this function for all echoed input.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut length = 0;
    for piece in text.chars().map(escape) {
        length += piece.chars().count();
        if length > LONGEST_QUOTE {
            quoted.push('…');
            break;
        }
        quoted.push_str(&piece);
    }
    quoted.push('"');
    quoted
}

fn escape(c: char) -> String {
    match c {
        '\'' => c.to_string(),
        char::REPLACEMENT_CHARACTER => c.escape_unicode().to_string(),
        _ => c.escape_debug().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_hand_is_understood_and_nonsense_is_not() {
        let meant = |word| nearest(word, ["position", "moves", "undo", "quit"].into_iter());
        assert_eq!(meant("postion"), Some("position"));
        assert_eq!(meant("MVOES"), Some("moves"));
        assert_eq!(meant("qiut"), Some("quit"));
        for word in ["", "xyzzy", "a1b1", &"x".repeat(1000)] {
            assert_eq!(meant(word), None, "{word}");
        }
        assert_eq!(nearest("undo", [].into_iter()), None);
    }

    #[test]
    fn quote_keeps_printable_text() {
        assert_eq!(quote(""), r#""""#);
        assert_eq!(quote("it's naïve 東京 ♞"), "\"it's naïve 東京 ♞\"");
    }

    #[test]
    fn quote_escapes_the_rest() {
        assert_eq!(quote("a\"b\\c"), r#""a\"b\\c""#);
        assert_eq!(quote("\r\n\t\0"), r#""\r\n\t\0""#);
        assert_eq!(quote("\u{1b}[2J\u{2028}\u{202e}"), r#""\u{1b}[2J\u{2028}\u{202e}""#);
        assert_eq!(quote("\u{fffd}\u{feff}"), r#""\u{fffd}\u{feff}""#);
    }

    #[test]
    fn quote_cuts_long_text_between_characters() {
        let full = "x".repeat(60);
        assert_eq!(quote(&full), format!("\"{full}\""));
        assert_eq!(quote(&"x".repeat(61)), format!("\"{full}…\""));
        assert_eq!(quote(&"é".repeat(1000)), format!("\"{}…\"", "é".repeat(60)));
        assert_eq!(quote(&"\0".repeat(31)), format!("\"{}…\"", r"\0".repeat(30)));
    }
}
