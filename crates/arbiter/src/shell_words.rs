//! Splits a command into words as the shell of a system does, without variables and wildcards. The
//! rules of all systems are compiled and tested everywhere.

/// The words of a command by the rules of this system, Windows or a POSIX shell; `None` if a
/// quotation mark is not closed.
#[must_use]
pub fn split(text: &str) -> Option<Vec<String>> {
    if cfg!(windows) { split_windows(text) } else { shell_words::split(text).ok() }
}

/// Splits words by the rules of Windows: only `"…"` quotes, and `\` is an ordinary character unless
/// a `"` follows. Before a `"`, two `\` stand for one, and a remaining one makes the `"` an
/// ordinary character. `""` inside of quotes is one `"`.
///
/// In the path of the program, the first word, `\` is always a character: no file has a `"` in
/// its name.
#[must_use]
pub fn split_windows(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches(is_blank);
    while !rest.is_empty() {
        let (word, after) = windows_word(rest, words.is_empty())?;
        words.push(word);
        rest = after.trim_start_matches(is_blank);
    }
    Some(words)
}

/// Whether a character separates words on Windows.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// The first word of a text that does not begin with a blank, and what comes after it.
fn windows_word(text: &str, is_program: bool) -> Option<(String, &str)> {
    let (mut word, mut quoted) = (String::new(), false);
    let mut characters = text.chars();
    loop {
        let rest = characters.as_str();
        match characters.next() {
            None => return (!quoted).then_some((word, "")),
            Some('\\') if !is_program => {
                let count = rest.len() - rest.trim_start_matches('\\').len();
                characters = rest.get(count..)?.chars();
                let before_mark = characters.as_str().starts_with('"');
                word.extend((0..if before_mark { count / 2 } else { count }).map(|_| '\\'));
                if before_mark && !count.is_multiple_of(2) {
                    word.extend(characters.next());
                }
            }
            Some('"') if quoted && !is_program && characters.as_str().starts_with('"') => {
                word.extend(characters.next());
            }
            Some('"') => quoted = !quoted,
            Some(blank) if is_blank(blank) && !quoted => return Some((word, rest)),
            Some(other) => word.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_keep_their_separators() {
        for (text, expected) in [
            (r"C:\x\zugi.exe", vec![r"C:\x\zugi.exe"]),
            (r"C:\x\zugi.exe --dir C:\tmp\ -x", vec![r"C:\x\zugi.exe", "--dir", r"C:\tmp\", "-x"]),
            (r#""C:\Program Files\e.exe" -a"#, vec![r"C:\Program Files\e.exe", "-a"]),
            (r#"C:\"Program Files"\e.exe"#, vec![r"C:\Program Files\e.exe"]),
            // In the path of the program `\` never quotes.
            (r#""C:\x\" -a"#, vec![r"C:\x\", "-a"]),
            (r"\\server\share\e.exe", vec![r"\\server\share\e.exe"]),
            ("don't 'a b'", vec!["don't", "'a", "b'"]),
            ("\t a \r\n b ", vec!["a", "b"]),
            ("", vec![]),
            (r#"e """#, vec!["e", ""]),
        ] {
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(split_windows(text), Some(expected), "{text}");
        }
    }

    /// The examples of Microsoft's documentation of the arguments of `main`.
    #[test]
    fn arguments_are_those_of_windows() {
        for (text, expected) in [
            (r#""abc" d e"#, vec!["abc", "d", "e"]),
            (r#"a\\b d"e f"g h"#, vec![r"a\\b", "de fg", "h"]),
            (r#"a\\\"b c d"#, vec![r#"a\"b"#, "c", "d"]),
            (r#"a\\\\"b c" d e"#, vec![r"a\\b c", "d", "e"]),
            (r#""a""b c" d"#, vec![r#"a"b c"#, "d"]),
        ] {
            let words = split_windows(&format!("e.exe {text}")).unwrap();
            assert_eq!(words[1..], expected, "{text}");
        }
    }

    #[test]
    fn a_shell_quotes_in_three_ways() {
        let words = shell_words::split(r#"./e\ 1 'a b' "c d" C:\x"#).unwrap();
        assert_eq!(words, ["./e 1", "a b", "c d", "C:x"]);
    }

    #[test]
    fn an_unclosed_quote_is_refused() {
        assert!(shell_words::split("e 'a").is_err());
        assert!(shell_words::split("e \"a").is_err());
        assert_eq!(split_windows("\"C:\\e"), None);
        assert_eq!(split_windows("e \"a"), None);
        assert_eq!(split_windows(r#"e "a\""#), None);
    }

    #[test]
    fn words_are_split_as_the_system_splits_them() {
        let is_windows = split(r"C:\x").unwrap() == [r"C:\x"];
        assert_eq!(is_windows, cfg!(windows));
    }
}
