//! The links of the pages in an archive.

use std::path::Path;

/// The text of a page in this folder, in which a link to a missing file becomes plain text.
pub fn keep_valid_links(text: &str, folder: &Path) -> String {
    let mut kept = String::with_capacity(text.len());
    // Blocks of code have no links.
    for (number, part) in text.split("```").enumerate() {
        if number > 0 {
            kept.push_str("```");
        }
        match number % 2 {
            0 => prose(part, folder, &mut kept),
            _ => kept.push_str(part),
        }
    }
    kept
}

fn prose(text: &str, folder: &Path, kept: &mut String) {
    let mut rest = text;
    while let Some((before, words, target, after)) = next_link(rest) {
        let file = target.split('#').next().unwrap_or_default();
        if file.is_empty() || file.contains(':') || folder.join(file).exists() {
            kept.push_str(&rest[..rest.len() - after.len()]);
        } else {
            kept.push_str(before.strip_suffix('!').unwrap_or(before));
            kept.push_str(words);
        }
        rest = after;
    }
    kept.push_str(rest);
}

/// The first link: the text before it, its words, its target, and the text after it.
fn next_link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (head, tail) = text.split_once("](")?;
    let (target, after) = tail.split_once(')')?;
    let (before, words) = head.rsplit_once('[')?;
    Some((before, words, target, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_missing_file_keeps_its_words() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("there.md"), "").unwrap();
        let text = "See [one](there.md#part), [two](missing.md), ![a picture](missing.png), \
                    [`three`](https://example.org/x), [four](#here).\n```text\n[five](missing.md)\n```\n[six](missing.md)";
        let wanted = "See [one](there.md#part), two, a picture, \
                      [`three`](https://example.org/x), [four](#here).\n```text\n[five](missing.md)\n```\nsix";
        assert_eq!(keep_valid_links(text, folder.path()), wanted);
    }
}
