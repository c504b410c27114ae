//! Guesses the format of a text, for errors about the wrong kind of file.

/// The likely format of a text, judged by its first line that is not a comment, as words for an
/// error, such as `a game in PGN`; `None` if unknown.
#[must_use]
pub fn format_hint(text: &str) -> Option<&'static str> {
    let (_, line) = first_line(text)?;
    let tag = line.strip_prefix('[').and_then(|tag| tag.split_once(' '));
    match tag {
        Some((_, value)) if value.starts_with('"') => Some("a game in PGN"),
        Some(("number" | "variant", _)) => Some("a record of games as text, PREFIX.txt"),
        _ if line.starts_with("{\"") => Some("lines of JSON, as a record of games, PREFIX.jsonl"),
        _ if line.split_whitespace().next() == Some("startpos") => Some("a file of openings"),
        _ => None,
    }
}

/// The first line that is neither blank nor a comment, with its number, from 1.
#[must_use]
pub fn first_line(text: &str) -> Option<(usize, &str)> {
    let mut lines = (1..).zip(text.lines().map(str::trim));
    lines.find(|(_, line)| !line.is_empty() && !line.starts_with(['#', ';', '%']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_the_format() {
        for (text, part) in [
            ("\n% made by\n[Event \"x\"]\n\n1. a1b1 *\n", "PGN"),
            ("[number 1]\n[variant zola-6]\n", "PREFIX.txt"),
            ("{\"match\":{}}\n", "PREFIX.jsonl"),
            ("# zugi openings 2\nstartpos moves a1b1\n", "openings"),
        ] {
            assert!(format_hint(text).is_some_and(|hint| hint.contains(part)), "{text}");
        }
        for text in ["", "\n", "; note", "4/1b2/4/w3 w", "[", "[x]", "{}", "startposition"] {
            assert_eq!(format_hint(text), None, "{text}");
        }
    }
}
