//! The names of engines for people: short enough for a screen, and distinct.
//!
//! Records keep names whole.

use std::borrow::Cow;

use zugi_protocol::{cut, printable};
use zugi_records::GameRecord;

const LONGEST_SHOWN: usize = 80;

/// A name as screens and reports show it: cut where it is longer than 80 characters.
#[must_use]
pub fn shown_name(name: &str) -> Cow<'_, str> {
    cut(name, LONGEST_SHOWN)
}

/// A game as screens and reports show it: with short names of the engines, also in its detail and
/// its transcript. Its names, site, event, detail, moves and comments have no control characters,
/// which a terminal would obey; its transcript, position, opening and best lines may have some.
#[must_use]
pub fn shown_game(game: &GameRecord) -> GameRecord {
    let mut shown = game.clone();
    for name in &game.players {
        let Cow::Owned(short) = shown_name(name) else { continue };
        let texts = shown.players.iter_mut().chain([&mut shown.detail]);
        for text in texts.chain(&mut shown.transcript) {
            *text = text.replace(name, &short);
        }
    }
    let GameRecord { variant, players, site, event, detail, moves, .. } = &mut shown;
    let of_moves = moves.iter_mut().flat_map(|mv| [&mut mv.text, &mut mv.comment]);
    for text in players.iter_mut().chain([variant, site, event, detail]).chain(of_moves) {
        *text = printable(text);
    }
    shown
}

/// Whether two names look the same: they differ only in case, in the amount of white space, or
/// beyond the shown characters.
#[must_use]
pub fn are_alike(one: &str, two: &str) -> bool {
    let key = |name: &str| {
        let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
        shown_name(&words.join(" ")).into_owned()
    };
    key(one) == key(two)
}

#[cfg(test)]
mod tests {
    use zugi_records::MoveRecord;

    use super::*;

    #[test]
    fn games_are_shown_with_short_names() {
        let long = "x".repeat(100_000);
        let game = GameRecord {
            players: [long.clone(), "b".to_owned()],
            detail: format!("{long}: 12 ms for a move with 2 ms left"),
            transcript: vec![format!("{long}     0.131 > go")],
            ..GameRecord::default()
        };
        let shown = shown_game(&game);
        let short = shown_name(&long);
        assert_eq!(shown.players, [short.as_ref(), "b"]);
        assert_eq!(shown.detail, format!("{short}: 12 ms for a move with 2 ms left"));
        assert_eq!(shown.transcript, [format!("{short}     0.131 > go")]);
        let mv = |text: &str| MoveRecord { text: text.to_owned(), ..MoveRecord::default() };
        let [raw, clean] = ["\u{1b}]0;x\u{7}", "\u{fffd}]0;x\u{fffd}"].map(|text| GameRecord {
            players: [text.to_owned(), String::new()],
            detail: text.to_owned(),
            moves: vec![mv(text)],
            ..GameRecord::default()
        });
        assert_eq!(shown_game(&raw), clean);
    }

    #[test]
    fn names_that_look_the_same_are_alike() {
        for (one, two) in [("a", "A"), ("a", "a "), ("Ä  b", " ä b"), ("a", "a")] {
            assert!(are_alike(one, two), "{one:?} {two:?}");
        }
        let long = "x".repeat(90);
        assert!(are_alike(&format!("{long}1"), &format!("{long}2")));
        for (one, two) in [("a", "b"), ("a b", "ab"), ("zugi", "zugi-2")] {
            assert!(!are_alike(one, two), "{one:?} {two:?}");
        }
    }
}
