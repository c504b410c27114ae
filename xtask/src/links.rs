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
            0 => kept.push_str(&prose(part, folder)),
            _ => kept.push_str(part),
        }
    }
    kept
}

fn prose(text: &str, folder: &Path) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((head, tail)) = rest.split_once("](") {
        kept.push_str(head);
        match (opening(&kept), tail.split_once(')')) {
            (Some(place), Some((target, after))) if is_missing(target, folder) => {
                kept.remove(place);
                if kept[..place].ends_with('!') {
                    kept.remove(place - 1);
                }
                rest = after;
            }
            _ => {
                kept.push_str("](");
                rest = tail;
            }
        }
    }
    kept + rest
}

fn is_missing(target: &str, folder: &Path) -> bool {
    let file = target.split('#').next().unwrap_or_default();
    !file.is_empty() && !file.contains(':') && !folder.join(file).exists()
}

/// The place of the `[` that matches a `]` right after this text. A link may have a picture in it.
fn opening(text: &str) -> Option<usize> {
    let mut closed = 0;
    for (place, bracket) in text.rmatch_indices(['[', ']']) {
        match bracket {
            "]" => closed += 1,
            _ if closed == 0 => return Some(place),
            _ => closed -= 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_missing_file_keeps_its_words() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("there.md"), "").unwrap();
        let text = "See [one](there.md#part), [two](missing.md), ![a picture](missing.png), \
                    [`three`](https://example.org/x), [four](#here).\n```text\n[five](missing.md)\n```\n[six](missing.md) \
                    a](b [![x](missing.png)](there.md) [![y](there.md)](missing.md) c](d.md) [7](missing.md)";
        let wanted = "See [one](there.md#part), two, a picture, \
                      [`three`](https://example.org/x), [four](#here).\n```text\n[five](missing.md)\n```\nsix \
                      a](b [x](there.md) ![y](there.md) c](d.md) 7";
        assert_eq!(keep_valid_links(text, folder.path()), wanted);
    }
}
