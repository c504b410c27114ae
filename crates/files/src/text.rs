use std::io;
use std::path::Path;

use thiserror::Error;

use super::input::read;

/// Why a file cannot be read as text.
#[derive(Debug, Error)]
pub enum NotText {
    #[error("{0}")]
    Read(#[from] io::Error),
    /// A line is not UTF-8, or has a zero byte. For damaged UTF-16, `line` is 1 and `text` is
    /// empty.
    #[error("line {line} is not UTF-8: {text:?}: expected text in UTF-8; this seems to be {hint}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The line, with replacement characters for bytes that are not UTF-8.
        text: String,
        /// A guess at the content of the file, such as `damaged UTF-16`.
        hint: &'static str,
    },
}

/// The greatest length of a quoted line, in characters.
const MAX_QUOTED: usize = 80;

/// Reads a text file, or stdin for the path `-`; see [`text_of`].
///
/// # Errors
/// The file cannot be read, or is not text.
pub fn read_text(path: &Path) -> Result<String, NotText> {
    text_of(read(path)?)
}

/// The text of a file's content: UTF-8, or UTF-16 with a byte order mark, as editors and shells of
/// Windows write it. The mark is removed. CR is replaced by LF if the text has no LF.
///
/// # Errors
/// [`NotText::Line`] for the first line that is not text.
pub fn text_of(content: Vec<u8>) -> Result<String, NotText> {
    let text = match content.as_slice() {
        [0xFF, 0xFE, rest @ ..] => of_utf16(rest, u16::from_le_bytes)?,
        [0xFE, 0xFF, rest @ ..] => of_utf16(rest, u16::from_be_bytes)?,
        _ => of_utf8(content)?,
    };
    let has_cr_alone = text.contains('\r') && !text.contains('\n');
    Ok(if has_cr_alone { text.replace('\r', "\n") } else { text })
}

fn of_utf16(content: &[u8], number: fn([u8; 2]) -> u16) -> Result<String, NotText> {
    let (pairs, rest) = content.as_chunks::<2>();
    let units = pairs.iter().map(|&pair| number(pair));
    let text: Option<String> = char::decode_utf16(units).collect::<Result<_, _>>().ok();
    let text = text.filter(|text| rest.is_empty() && !text.contains('\0'));
    text.ok_or_else(|| NotText::Line { line: 1, text: String::new(), hint: "damaged UTF-16" })
}

fn of_utf8(content: Vec<u8>) -> Result<String, NotText> {
    let content = match content.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) => rest.to_vec(),
        None => content,
    };
    if let Some(at) = content.iter().position(|&byte| byte == 0) {
        return Err(wrong_line(&content, at, "no text file"));
    }
    String::from_utf8(content).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        wrong_line(error.as_bytes(), at, "text in another encoding, such as Latin-1")
    })
}

/// The error for the line with the byte at `at`.
fn wrong_line(content: &[u8], at: usize, hint: &'static str) -> NotText {
    let (before, after) = content.split_at(at);
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let begin = before.iter().rposition(is_end).map_or(0, |end| end + 1);
    let end = after.iter().position(is_end).unwrap_or(after.len());
    let line = content.get(begin..at + end).unwrap_or_default();
    let text: String = String::from_utf8_lossy(line).chars().take(MAX_QUOTED).collect();
    let has_lf = before.contains(&b'\n');
    let ends = before.iter().filter(|&&byte| byte == if has_lf { b'\n' } else { b'\r' });
    NotText::Line { line: 1 + ends.count(), text, hint }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(content: &[u8]) -> Result<String, String> {
        text_of(content.to_vec()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(read(b"\xEF\xBB\xBFa\r\nb\n").unwrap(), "a\r\nb\n");
        assert_eq!(read(b"\xFF\xFEa\0\r\0\n\0").unwrap(), "a\r\n");
        assert_eq!(read(b"\xFE\xFF\0a\0\n\x20\xAC").unwrap(), "a\n\u{20AC}");
        assert_eq!(read(b"\xEF\xBB\xBF").unwrap(), "");
        assert_eq!(read(b"").unwrap(), "");
    }

    #[test]
    fn lines_may_end_in_cr_alone() {
        assert_eq!(read(b"a\rb\r").unwrap(), "a\nb\n");
        assert_eq!(read(b"a\rb\n").unwrap(), "a\rb\n", "a CR within a line stays");
    }

    #[test]
    fn content_that_is_not_text_is_refused_with_its_line() {
        for (content, parts) in [
            (&b"a\nb\n; caf\xE9\nc"[..], ["line 3 ", "\"; caf\u{fffd}\"", "Latin-1"]),
            (b"a\rcaf\xE9", ["line 2 ", "\"caf\u{fffd}\"", "Latin-1"]),
            (b"\x28\xB5\x2F\xFD\0", ["line 1 ", "UTF-8", "no text file"]),
            (b"a\nzugi\0", ["line 2 ", "zugi", "no text file"]),
            (b"\xFF\xFEa", ["line 1 ", "UTF-8", "UTF-16"]),
            (b"\xFF\xFE\0\xD8", ["line 1 ", "UTF-8", "UTF-16"]),
        ] {
            let error = read(content).unwrap_err();
            assert!(parts.iter().all(|part| error.contains(part)), "{content:?}: {error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_reads_back_and_no_content_panics(
            text in "[^\r\0\u{feff}]{0,40}",
            content: Vec<u8>,
        ) {
            prop_assert_eq!(read(text.as_bytes()).unwrap(), text.clone());
            let marked = format!("\u{feff}{text}");
            prop_assert_eq!(read(marked.as_bytes()).unwrap(), text.clone());
            let wide: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
            prop_assert_eq!(read(&wide).unwrap(), text);
            let _ = text_of(content);
        }
    }
}
