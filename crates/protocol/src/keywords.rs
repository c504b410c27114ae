//! The keywords of the protocol, from the tables [`QUESTIONS`](super::QUESTIONS),
//! [`LIMITS`](super::LIMITS) and the commands of [`help`](super::help). Completion, the fuzz
//! targets and tests use these lists.

use std::collections::BTreeSet;

use super::command::{commands, find_command};
use super::limits::LIMITS;
use super::query::QUESTIONS;

/// All keywords of the protocol, sorted and without duplicates: commands, questions, limits, and
/// the words between their arguments.
///
/// ```
/// let words = zugi_protocol::keywords();
/// assert!(["go", "searchmoves", "wtime", "shown", "startpos"].iter().all(|it| words.contains(it)));
/// ```
pub fn keywords() -> Vec<&'static str> {
    let words = commands().flat_map(|command| command.names().chain(command.keywords()));
    let questions = QUESTIONS.iter().map(|question| question.word);
    let limits = LIMITS.iter().flat_map(|limit| [limit.word, limit.uci]);
    let words: BTreeSet<&str> = words.chain(questions).chain(limits).collect();
    words.into_iter().collect()
}

/// The keywords that may follow this command; after `go` only the limits that people type.
pub fn keywords_after(command: &str) -> Vec<&'static str> {
    match command {
        "query" => QUESTIONS.iter().map(|question| question.word).collect(),
        "go" => {
            LIMITS.iter().filter(|limit| limit.details.is_typed).map(|limit| limit.word).collect()
        }
        _ => find_command(command).map_or_else(Vec::new, |it| it.first_keywords().collect()),
    }
}

/// Joins words for an error: `a, b, c or d`; empty without words.
pub fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
