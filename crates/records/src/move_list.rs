//! Move lists as people paste them: with numbers, commas, slashes, line breaks, and perhaps a last
//! word such as `resign`.

use zugi_protocol::quote;

use super::rules::{Unreadable, is_square};
use super::{End, GameRecord, MoveRecord, Reason};

/// The reason of a game's end for a word such as `resign`.
pub(crate) fn end_word(word: &str) -> Option<Reason> {
    let lower = word.trim_end_matches(['.', '!']).to_ascii_lowercase();
    Some(match lower.as_str() {
        "resign" | "resigns" | "resigned" => Reason::Resign,
        "timeout" | "time" | "flag" => Reason::TimeLoss,
        "draw" | "agreed" => Reason::Agreement,
        "abandoned" => Reason::Abandoned,
        _ => return None,
    })
}

/// Characters that people type, or word processors make, for `-`.
const DASHES: [char; 4] = ['–', '—', '−', '‑'];

/// The result of a word such as `1-0`.
pub(crate) fn result_word(word: &str) -> Option<End> {
    Some(match word.replace(DASHES, "-").as_str() {
        "1-0" | "p1win" => End::P1win,
        "0-1" | "p2win" => End::P2win,
        "1/2-1/2" | "1/2" | "½-½" | "½" => End::Draw,
        "*" => End::None,
        _ => return None,
    })
}

/// Reads a move list; an error has the number of its line. If a side resigns or runs out of time,
/// its opponent wins. The number of moves gives the side, because players alternate.
pub(crate) fn read(text: &str) -> Result<GameRecord, (usize, Unreadable)> {
    let mut record = GameRecord { players: ["p1", "p2"].map(str::to_owned), ..Default::default() };
    let mut rest = text;
    // The list may start as in the command `position`.
    for word in ["position", "startpos"] {
        rest = rest.trim_start().strip_prefix(word).unwrap_or(rest);
    }
    if let Some(after) = rest.trim_start().strip_prefix("fen ") {
        let (fen, moves) = after.split_once("moves").unwrap_or((after, ""));
        record.fen = Some(fen.trim().to_owned());
        rest = moves;
    }
    let before = text.get(..text.len() - rest.len()).unwrap_or_default();
    let first_line = 1 + before.matches('\n').count();
    // The word that ended the game.
    let mut last: Option<&str> = None;
    let plain = rest.replace(DASHES, "-").replace('→', "-").replace('×', "x");
    let plain = plain.replace(" - ", "-").replace(" x ", "x");
    let lines = (first_line..).zip(plain.split('\n'));
    for (line, word) in
        lines.flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)))
    {
        let again = |last: Option<&str>| match last {
            Some(last) => {
                let (word, last) = (quote(word), quote(last));
                let why = format!("{word} after the end {last}: expected the moves of one game");
                Err((line, Unreadable::Wrong(why)))
            }
            None => Ok(()),
        };
        if let Some(end) = result_word(word) {
            // A result may follow a word such as `resign`, if both agree.
            again(last.filter(|last| result_word(last).is_some() || record.end != end))?;
            (record.end, last) = (end, Some(word));
            continue;
        }
        for part in word.split([',', ';', '/']) {
            let part = without_number(part).trim_end_matches(['.', '!', '?']);
            if part.is_empty() || part == "moves" || is_removal(part) {
                continue;
            }
            again(last)?;
            if let Some(reason) = end_word(part) {
                finish(&mut record, reason);
                last = Some(word);
                continue;
            }
            record.moves.push(MoveRecord { text: part.to_owned(), ..MoveRecord::default() });
        }
    }
    Ok(record)
}

fn finish(record: &mut GameRecord, reason: Reason) {
    let next_is_first = record.moves.len().is_multiple_of(2);
    record.reason = reason;
    record.end = match reason {
        Reason::Agreement => End::Draw,
        Reason::Abandoned => End::None,
        _ if next_is_first => End::P2win,
        _ => End::P1win,
    };
}

/// A word without its move number: `12.`, `12...`, `12)`, even without a blank after it.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = digits.trim_start_matches(['.', ')', ':']);
    let is_number = rest.len() < digits.len();
    if is_number && digits.len() < word.len() { rest } else { word }
}

/// Whether a word is the prefix that Ludii shows before a capture: the captured square, `C4-`.
fn is_removal(word: &str) -> bool {
    word.strip_suffix('-').is_some_and(|square| is_square(&square.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        let moves = read(text).unwrap().moves;
        moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lists_with_numbers_commas_and_slashes_are_read() {
        for text in [
            "a1-b2 c3xd4 pass",
            "1. a1-b2 c3xd4 2. pass",
            "1.a1-b2\n1...c3xd4\n2) pass 1-0",
            "a1-b2, c3xd4, pass",
            "a1-b2/c3xd4;pass",
            "a1 – b2 c3 × d4 pass resign",
            "startpos moves a1-b2 c3xd4 pass",
        ] {
            assert_eq!(moves(text), "a1-b2 c3xd4 pass", "{text}");
        }
        assert_eq!(moves("C4-, D4-C4, 0000"), "D4-C4 0000");
        let set_up = read("fen 4/4 r - moves a1").unwrap();
        assert_eq!((set_up.fen.as_deref(), set_up.moves.len()), (Some("4/4 r -"), 1));
    }

    #[test]
    fn a_word_or_a_result_ends_a_game() {
        for (text, end, reason) in [
            ("a b resign", End::P2win, Reason::Resign),
            ("a Timeout", End::P1win, Reason::TimeLoss),
            ("a draw 1/2", End::Draw, Reason::Agreement),
            ("a b resign\n0–1", End::P2win, Reason::Resign),
            ("a b abandoned", End::None, Reason::Abandoned),
            ("a 0-1", End::P2win, Reason::Rules),
            ("a 1/2-1/2", End::Draw, Reason::Rules),
        ] {
            let record = read(text).unwrap();
            assert_eq!((record.end, record.reason), (end, reason), "{text}");
        }
    }

    #[test]
    fn nothing_may_follow_the_end() {
        for (text, line, word) in [
            ("1-0\na b", 2, "\"a\" after the end \"1-0\""),
            ("startpos\nmoves a draw\nb", 3, "\"b\" after the end \"draw\""),
            ("a b resign 1-0", 1, "\"1-0\" after the end \"resign\""),
            ("a b 1-0 0-1", 1, "\"0-1\" after the end \"1-0\""),
        ] {
            let error = read(text).unwrap_err();
            assert!(
                matches!(&error, (at, Unreadable::Wrong(why)) if *at == line && why.starts_with(word)),
                "{text}: {error:?}"
            );
        }
    }
}
