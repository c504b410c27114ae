use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::error::GameFileError;
use super::ludii;
use super::pgn_tokens::{has_tags, tag};
use super::read_record::parse_line;

/// The supported formats, for messages.
pub(crate) const EXPECTED: &str = "a record of zugi as text or lines of JSON, a game in PGN, a record or a \
    state of Abstract Play, a trial of Ludii, or a list of moves";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFileKind {
    /// zugi's lines of JSON.
    Jsonl,
    /// zugi's text form of version 0.2.
    Text,
    Pgn,
    /// Records, states and messages of Abstract Play.
    AbstractPlay,
    Ludii,
    Moves,
}

impl fmt::Display for GameFileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameFileKind::Jsonl => "a record of games as lines of JSON",
            GameFileKind::Text => "a record of games as text",
            GameFileKind::Pgn => "a game in PGN",
            GameFileKind::AbstractPlay => "an Abstract Play record",
            GameFileKind::Ludii => "a Ludii trial",
            GameFileKind::Moves => "a list of moves",
        })
    }
}

/// The first line that is neither blank nor a comment (`#`, `;` or `%`), with its number, from 1.
#[must_use]
pub fn first_line(text: &str) -> Option<(usize, &str)> {
    lines(text).next()
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', ';', '%']))
}

/// Whether each line of a list of moves is a game of its own. After a line with a position (`fen`),
/// this holds only if there is no next line or it begins another game: otherwise the moves go on
/// there.
pub(crate) fn has_openings(text: &str) -> bool {
    let mut words = lines(text).filter_map(|(_, line)| line.split_whitespace().next());
    match words.next() {
        Some("startpos") => true,
        Some("fen") => words.next().is_none_or(|word| matches!(word, "startpos" | "fen")),
        _ => false,
    }
}

/// The format of a text in words, such as `a game in PGN`, for an error about the wrong kind of
/// file; `None` if it is unknown or a plain list of moves.
#[must_use]
pub fn format_hint(text: &str) -> Option<String> {
    first_line(text)?;
    match detect_format(text).ok()? {
        GameFileKind::Moves if has_openings(text) => Some("a file of openings".to_owned()),
        GameFileKind::Moves => None,
        kind => Some(kind.to_string()),
    }
}

pub(crate) fn detect_format(text: &str) -> Result<GameFileKind, GameFileError> {
    let Some((line, first)) = first_line(text) else { return Ok(GameFileKind::Text) };
    let trimmed = text.trim_start();
    if text.starts_with('{') && text.lines().next().is_some_and(|line| parse_line(line).is_ok()) {
        return Ok(GameFileKind::Jsonl);
    }
    if ludii::is_trial(trimmed) {
        return Ok(GameFileKind::Ludii);
    }
    // PGN has tags, perhaps after a comment or a result. Tags of zugi's text form have no quotes.
    let is_own = first.starts_with('[') && first.contains(' ') && tag(first).is_none();
    if !is_own && has_tags(text) {
        return Ok(GameFileKind::Pgn);
    }
    let is_list =
        trimmed.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']']));
    if trimmed.starts_with('{') || is_list {
        return json_kind(trimmed, is_list).map_err(|what| GameFileError::Other { line, what });
    }
    match first.strip_prefix('[').and_then(|tag| tag.split_once(' ')) {
        Some((_, value)) if value.trim_start().starts_with('"') => Ok(GameFileKind::Pgn),
        Some(_) => Ok(GameFileKind::Text),
        None if trimmed.starts_with('<') => {
            let what = format!("a page of the web: expected {EXPECTED}");
            Err(GameFileError::Other { line, what })
        }
        None => Ok(GameFileKind::Moves),
    }
}

/// The format of JSON whose first line is no valid line of zugi, by the keys of its first object.
fn json_kind(text: &str, is_list: bool) -> Result<GameFileKind, String> {
    let text = if is_list { text.get(1..).unwrap_or_default() } else { text };
    if is_list && text.trim_start().starts_with(']') {
        return Ok(GameFileKind::AbstractPlay);
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let keys: BTreeMap<String, Option<IgnoredAny>> = BTreeMap::deserialize(&mut json)
        .map_err(|error: serde_json::Error| super::expected_json("game", &error))?;
    let has = |key: &&str| keys.get(*key).is_some_and(Option::is_some);
    if ["header", "stack", "metaGame"].iter().any(has) {
        Ok(GameFileKind::AbstractPlay)
    } else if ["data", "status"].iter().all(has) {
        Err("a log of Board Game Arena, whose form is not public: send us the file, and we \
             add a reader"
            .to_owned())
    } else if ["match", "moves", "number", "variant"].iter().any(has) {
        // A damaged line of zugi, whose reader reports the error.
        Ok(GameFileKind::Jsonl)
    } else {
        Err(format!("JSON without a game: expected {EXPECTED}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells_the_format() {
        for (text, part) in [
            ("\n% made by\n[Event \"x\"]\n\n1. a1b1 *\n", "PGN"),
            ("[number 1]\n[variant zola-6]\n", "a record of games as text"),
            ("{\"match\":{}}\n", "lines of JSON"),
            ("# zugi openings 2\nstartpos moves a1b1\n", "openings"),
        ] {
            assert!(format_hint(text).is_some_and(|hint| hint.contains(part)), "{text}");
        }
        for text in ["", "\n", "; note", "4/1b2/4/w3 w", "[", "[x]", "{}", "startposition"] {
            assert_eq!(format_hint(text), None, "{text}");
        }
    }
}
