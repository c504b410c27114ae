//! The text of a file of games, in the encodings that programs write.

use std::str::from_utf8;

use zugi_files::{NotText, text_of};

use super::pgn_tokens::has_tags;

/// The text as [`zugi_files::text_of`] reads it. In PGN, lines that are not UTF-8 are read as
/// Latin-1, the encoding of the standard.
///
/// # Errors
/// The first line that is not text.
pub fn text_of_games(mut content: Vec<u8>) -> Result<String, NotText> {
    let is_utf16 = content.starts_with(b"\xFF\xFE") || content.starts_with(b"\xFE\xFF");
    if !is_utf16 && !content.contains(&0) && from_utf8(&content).is_err() {
        let mut text = String::new();
        for line in content.split_inclusive(|&byte| byte == b'\n') {
            match from_utf8(line) {
                Ok(line) => text.push_str(line),
                Err(_) => text.extend(line.iter().copied().map(char::from)),
            }
        }
        if has_tags(text.trim_start_matches('\u{feff}')) {
            content = text.into_bytes();
        }
    }
    text_of(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pgn_may_be_in_latin_1() {
        let read = |content: &[u8]| text_of_games(content.to_vec()).map_err(|it| it.to_string());
        for (content, text) in [
            (
                &b"[A \"caf\xE9\"]\n[B \"caf\xC3\xA9\"]\na\n"[..],
                "[A \"caf\u{e9}\"]\n[B \"caf\u{e9}\"]\na\n",
            ),
            (b"\xEF\xBB\xBF[A \"x\"]\n{\xE9}\n", "[A \"x\"]\n{\u{e9}}\n"),
            (b"\xFF\xFE[\0A\0", "[A"),
        ] {
            assert_eq!(read(content).as_deref(), Ok(text));
        }
        for content in [&b"a1b2\ncaf\xE9\n"[..], b"[A \"x\"]\n\xE9\0\n"] {
            assert!(read(content).unwrap_err().contains("line 2 "), "{content:?}");
        }
    }
}
