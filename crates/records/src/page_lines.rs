//! The games of a text as lines of JSON, for the page: a head line, and a line for each game.

use serde::Serialize;
use serde_json::json;
use zugi_game::Registry;

use super::{GameFile, text_of_games};

#[derive(Serialize)]
struct Head {
    kind: String,
    /// The number of lines that follow.
    games: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
}

/// Reads a text, and passes each line to `take` until that returns false; returns whether it took
/// all. A text that cannot be read is one line, `{"error":…}`. Lists of moves are of the default
/// variant of the registry if they fit it.
///
/// ```
/// use zugi_game::{Registry, Variant, toy::Hexapawn};
///
/// let registry = Registry::new(vec![Variant::new::<Hexapawn>()], "hexapawn");
/// let mut lines = Vec::new();
/// zugi_records::json_lines(b"hello there".to_vec(), &registry, |line| {
///     lines.push(line);
///     true
/// });
/// assert!(lines[0].starts_with(r#"{"error":"#) && lines.len() == 1, "{lines:?}");
/// ```
pub fn json_lines(
    text: Vec<u8>,
    registry: &Registry,
    mut take: impl FnMut(String) -> bool,
) -> bool {
    let file = match read(text, registry) {
        Ok(file) => file,
        Err(error) => return take(json!({ "error": error }).to_string()),
    };
    let kind = file.kind().to_string();
    let head = Head { kind, games: file.len(), summary: file.summary() };
    // Cannot fail: all keys are strings.
    let head = serde_json::to_string(&head).unwrap_or_default();
    take(head) && file.games().all(|game| take(game.to_string()))
}

fn read(text: Vec<u8>, registry: &Registry) -> Result<GameFile, String> {
    let text = text_of_games(text).map_err(|error| error.to_string())?;
    let file = GameFile::read(text, registry).map_err(|error| error.to_string())?;
    if file.is_empty() {
        return Err("there is no game in it: expected at least one".to_owned());
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use zugi_game::Variant;
    use zugi_game::toy::{Corridor, Hexapawn};

    use super::*;

    fn registry() -> Registry {
        Registry::new(vec![Variant::new::<Corridor>(), Variant::new::<Hexapawn>()], "corridor")
    }

    fn lines(text: &[u8]) -> Vec<Value> {
        let mut lines = Vec::new();
        json_lines(text.to_vec(), &registry(), |line| {
            lines.push(serde_json::from_str(&line).unwrap());
            true
        });
        lines
    }

    #[test]
    fn a_line_for_the_text_and_one_for_each_game() {
        let game = "[Event \"x\"]\n[White \"A\"]\n[Variant \"hexapawn\"]\n\n1. a1a2 b4b3 0-1\n\n";
        let other = "[Event \"x\"]\n[Variant \"chess\"]\n\n1. e4 *\n\n";
        let lines = lines([game, other, game].concat().as_bytes());
        let [head, one, two] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((&head["kind"], &head["games"]), (&"a game in PGN".into(), &2.into()));
        assert_eq!(head["summary"], "3 games, 2 shown; left out: 1 of chess");
        assert_eq!((&one["p1"], &one["moves"][0]["move"]), (&"A".into(), &"a1a2".into()));
        assert_eq!((&one["number"], &two["number"]), (&1.into(), &3.into()));
        assert_eq!(one["result"], "p2win");
    }

    #[test]
    fn what_cannot_be_read_is_one_line() {
        for (text, expected) in [
            (&b"hello there"[..], "; or a record of zugi as text"),
            (b"a\xff", "line 1 is not UTF-8"),
            (b"", "there is no game in it"),
        ] {
            let lines = lines(text);
            let error = lines[0]["error"].as_str().unwrap();
            assert!(error.contains(expected) && lines.len() == 1, "{lines:?}");
        }
    }

    #[test]
    fn reading_stops_when_nobody_takes_the_lines() {
        let text = "[Variant \"hexapawn\"]\n\n1. a1a2 *\n\n".repeat(5);
        let mut taken = 0;
        let all = json_lines(text.into(), &registry(), |_| {
            taken += 1;
            taken < 3
        });
        assert_eq!((all, taken), (false, 3));
    }
}
