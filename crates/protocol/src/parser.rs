//! Parses a line of text as a [`Command`], whole or not at all. Only `go` skips wrong parts, see
//! [`Line`].
//!
//! Blanks and tabs separate words. Blanks, line ends and a byte order mark around the line are
//! ignored. Command words are case sensitive. UCI lets an engine skip unknown leading words; this
//! parser refuses such a line, because the rest may be another command.
//!
//! The engine checks moves, positions, options and values. Time and memory are linear in the length
//! of the line.

mod go;
#[cfg(test)]
pub(super) mod tests;

use std::fmt::Display;
use std::sync::LazyLock;
use std::time::Duration;

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut, eof, fail, opt, rest, value, verify};
use nom::error::context;
use nom::multi::{many_m_n, many_till};
use nom::sequence::preceded;

use super::command::{Command, Start, commands};
use super::error::ParseError;
use super::keywords::one_of;
use super::lexer::{
    Mismatch, Parsed, keyword, number, option_name, read_line, saturated, text_until, with, word,
    words,
};
use super::query::{QUESTIONS, Query};

pub(super) use go::go;

/// Parses one line; `Ok(None)` if it is blank.
///
/// # Errors
/// The line does not follow the grammar, or text follows a complete command. The error quotes the
/// text and says what was expected.
pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    Ok(parse_line(line)?.map(|line| line.command))
}

/// A command, and the skipped words of its line: unknown words of `go` are skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The command.
    pub command: Command,
    /// The errors of the skipped words, in the order of the line; empty if nothing was skipped.
    pub skipped: Vec<ParseError>,
}

/// The problems of a line as the text of one error; `None` without problems.
///
/// Only the first two are spelt out, which bounds the length of the error.
pub fn complaint(problems: &[impl Display]) -> Option<String> {
    match problems {
        [] => None,
        [one] => Some(one.to_string()),
        [one, two] => Some(format!("{one}; {two}")),
        [one, two, more @ ..] => Some(format!("{one}; {two}; and {} more", more.len())),
    }
}

impl From<Command> for Line {
    fn from(command: Command) -> Line {
        Line { command, skipped: Vec::new() }
    }
}

/// Parses one line like [`parse`], and reports which words were skipped.
pub fn parse_line(line: &str) -> Result<Option<Line>, ParseError> {
    let arguments = |name: &str| {
        let mut words = commands().flat_map(|command| command.words);
        words.find(|(word, _)| *word == name).map(|(_, arguments)| *arguments)
    };
    // An error in the arguments is the error of the line.
    read_line(line, word.map_opt(arguments).flat_map(cut))
}

/// Parses nothing at the end of the line, or else `argument`.
pub(super) fn optional<'a, T: Clone>(
    argument: impl Parser<&'a str, Output = T, Error = Mismatch<'a>>,
) -> impl Parser<&'a str, Output = Option<T>, Error = Mismatch<'a>> {
    alt((value(None, eof), argument.map(Some)))
}

/// `[nodes N] [movetime MS]`, in any order.
pub(super) fn solve(input: &str) -> Parsed<'_, Command> {
    let millis = saturated("a number of milliseconds").map(Duration::from_millis);
    let limit = alt((
        with("nodes", saturated("a number of nodes")).map(|nodes| (Some(nodes), None)),
        with("movetime", millis).map(|time| (None, Some(time))),
    ));
    let limit = context("nodes, movetime or the end of the line", limit);
    many_till(limit, eof)
        .map(|(limits, _)| {
            let last = |(nodes, time), (n, t)| (Option::or(n, nodes), Option::or(t, time));
            let (nodes, move_time) = limits.into_iter().fold((None, None), last);
            Command::Solve { nodes, move_time }
        })
        .parse(input)
}

pub(super) fn undo(input: &str) -> Parsed<'_, Command> {
    let count = optional(number("a number of moves to take back"));
    count.map(|count| Command::Undo(count.unwrap_or(1))).parse(input)
}

pub(super) fn depth(input: &str) -> Parsed<'_, u32> {
    number("a depth from 0 to 4294967295").parse(input)
}

pub(super) fn on_or_off(input: &str) -> Parsed<'_, bool> {
    let choice = alt((value(true, keyword("on")), value(false, keyword("off"))));
    context("\"on\" or \"off\"", choice).parse(input)
}

/// `name N [value V]`. The name ends at the first word `value`; the value is the unchanged rest of
/// the line.
pub(super) fn set_option(input: &str) -> Parsed<'_, Command> {
    let text = preceded(keyword("value"), rest.map(String::from));
    (option_name("value"), opt(text))
        .map(|(name, value)| Command::SetOption { name, value })
        .parse(input)
}

pub(super) fn position(input: &str) -> Parsed<'_, Command> {
    let fen = preceded(keyword("fen"), cut(context("the text of a position", text_until("moves"))));
    let start = context(
        "\"startpos\" or \"fen\"",
        alt((value(Start::StartPos, keyword("startpos")), fen.map(Start::Fen))),
    );
    let moves = context(
        "\"moves\" or the end of the line",
        alt((value(Vec::new(), eof), preceded(keyword("moves"), words))),
    );
    (start, moves).map(|(start, moves)| Command::Position { start, moves }).parse(input)
}

static EXPECTED_QUESTION: LazyLock<String> =
    LazyLock::new(|| one_of(QUESTIONS.iter().map(|question| question.word)));

pub(super) fn query(input: &str) -> Parsed<'_, Query> {
    let find = |word: &str| QUESTIONS.iter().find(|question| question.word == word);
    let (rest, question) = match word.map_opt(find).parse(input) {
        Ok(found) => found,
        Err(_) => return context(EXPECTED_QUESTION.as_str(), fail()).parse(input),
    };
    let most = question.argument.split(' ').count();
    let (rest, text) = match question.argument {
        "" => (rest, String::new()),
        "JSON" => cut(context("JSON", some_text)).map(String::from).parse(rest)?,
        _ => {
            let moves = many_m_n(1, most, word).map(|words| words.join(" "));
            cut(context("a move", moves)).parse(rest)?
        }
    };
    Ok((rest, (question.ask)(text)))
}

fn some_text(input: &str) -> Parsed<'_, &str> {
    verify(rest, |text: &str| !text.is_empty()).parse(input)
}
