//! The words of all tables of the grammar.
//!
//! The tables are [`QUESTIONS`](super::QUESTIONS), [`LIMITS`](super::LIMITS) and the commands
//! of [`help`]. Whoever lists words takes them from here: completion, the dictionary of the
//! fuzz targets, random lines of tests, and the test of `protocol.md`.

use super::help;
use super::limits::LIMITS;
use super::query::QUESTIONS;

/// All words that the protocol itself gives a meaning to, each once: commands, questions,
/// limits and what stands between their arguments.
///
/// ```
/// let words = zugi_protocol::words();
/// assert!(["go", "searchmoves", "wtime", "shown", "startpos"].iter().all(|it| words.contains(it)));
/// ```
pub fn words() -> Vec<&'static str> {
    let mut words: Vec<&str> = help::names().collect();
    words.extend(help::names().flat_map(help::keywords));
    words.extend(QUESTIONS.iter().map(|question| question.word));
    words.extend(LIMITS.iter().flat_map(|limit| [limit.word, limit.uci]));
    let mut seen = Vec::new();
    words.retain(|word| {
        !seen.contains(word) && {
            seen.push(*word);
            true
        }
    });
    words
}

/// What may stand after the command, of the words that the protocol gives a meaning to.
pub fn after(command: &str) -> Vec<&'static str> {
    match command {
        "query" => QUESTIONS.iter().map(|question| question.word).collect(),
        "go" => LIMITS.iter().filter(|limit| limit.is_typed).map(|limit| limit.word).collect(),
        _ => help::first_keywords(command),
    }
}

/// `a, b, c or d`.
pub fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
