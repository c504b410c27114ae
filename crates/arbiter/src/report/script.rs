//! Data in scripts: no foreign text may become code.

use std::fmt::Write;

use serde::Serialize;

/// A value as JSON that is valid in a script element: plain ASCII without `<`, so that nothing in
/// it ends the script or begins a tag, in any encoding of the page.
pub fn literal(value: &impl Serialize) -> String {
    // Cannot fail: all keys are texts.
    let json = serde_json::to_string(value).unwrap_or_default();
    let mut script = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() && !matches!(c, '<' | '\x7f') {
            script.push(c);
        } else {
            // Such characters are in strings only, where an escape means the same.
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(script, "\\u{unit:04x}");
            }
        }
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_script_and_all_are_the_same_in_it() {
        let text = "</script><!-- \u{2028}\u{2029} \"'\\ \0\x7f\u{1b} é 𝄞 ";
        let script = literal(&[text, ""]);
        assert!(script.bytes().all(|byte| matches!(byte, b' '..=b'~')), "{script}");
        assert!(!script.contains('<'), "{script}");
        let read: Vec<String> = serde_json::from_str(&script).unwrap();
        assert_eq!(read, [text, ""]);
    }
}
