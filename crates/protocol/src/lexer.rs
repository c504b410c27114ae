//! Parsers shared by all grammars: whole lines, words, keywords and numbers, with their errors.
//!
//! Each parser also takes the blanks that follow, so the rest of the line always begins with a
//! word.

use std::num::ParseIntError;

use nom::bytes::complete::{take_till1, take_while};
use nom::combinator::{all_consuming, cut, map_opt, map_res, not, verify};
use nom::error::{ContextError, ErrorKind, FromExternalError, context};
use nom::multi::{many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::ParseError;

pub(super) type Parsed<'a, T> = IResult<&'a str, T, Mismatch<'a>>;

/// The place where the text departs from the grammar, and what the grammar expected there. Small
/// and borrowed, because alternatives create and drop many mismatches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch<'a> {
    at: &'a str,
    kind: ErrorKind,
    expected: Option<&'static str>,
}

impl<'a> Mismatch<'a> {
    pub(super) fn new(at: &'a str, expected: &'static str) -> Mismatch<'a> {
        Mismatch { at, kind: ErrorKind::Fail, expected: Some(expected) }
    }

    /// The error for the user. `line` is the whole line; the mismatch's position in it gives the
    /// text before the mismatch.
    pub(super) fn explain(self, line: &str) -> ParseError {
        let before = line.strip_suffix(self.at).unwrap_or_default();
        let Some(after) = last_word(before) else {
            return ParseError::UnknownCommand(first_word(self.at).into());
        };
        let after = after.to_owned();
        let found = first_word(self.at).to_owned();
        let expected = self.expected.unwrap_or("something else");
        match self.kind {
            _ if self.at.is_empty() => ParseError::Missing { after, expected },
            ErrorKind::Eof => ParseError::TrailingText { found: self.at.into(), after },
            ErrorKind::MapRes | ErrorKind::MapOpt => {
                ParseError::BadNumber { found, after, expected }
            }
            _ => ParseError::UnexpectedWord { found, after, expected },
        }
    }
}

impl<'a> nom::error::ParseError<&'a str> for Mismatch<'a> {
    fn from_error_kind(at: &'a str, kind: ErrorKind) -> Self {
        Mismatch { at, kind, expected: None }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a> ContextError<&'a str> for Mismatch<'a> {
    /// The innermost context is the most precise, so it stays.
    fn add_context(_: &'a str, expected: &'static str, other: Self) -> Self {
        Mismatch { expected: other.expected.or(Some(expected)), ..other }
    }
}

impl<'a> FromExternalError<&'a str, ParseIntError> for Mismatch<'a> {
    fn from_external_error(at: &'a str, kind: ErrorKind, _: ParseIntError) -> Self {
        nom::error::ParseError::from_error_kind(at, kind)
    }
}

/// Parses a whole line as `command`; `Ok(None)` if the line is blank. A byte order mark at its
/// beginning is ignored.
///
/// # Errors
/// The line does not follow the grammar, or more text follows a complete command.
pub(super) fn read_line<'a, T>(
    line: &'a str,
    command: impl Parser<&'a str, Output = T, Error = Mismatch<'a>>,
) -> Result<Option<T>, ParseError> {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    let line = line.trim_matches(is_blank);
    if line.is_empty() {
        return Ok(None);
    }
    match all_consuming(command).parse(line) {
        Ok((_, command)) => Ok(Some(command)),
        Err(nom::Err::Error(mismatch) | nom::Err::Failure(mismatch)) => Err(mismatch.explain(line)),
        // Parsers of complete input never ask for more.
        Err(nom::Err::Incomplete(_)) => {
            Err(ParseError::Missing { after: line.into(), expected: "a complete line" })
        }
    }
}

/// The command `name` with its arguments; if they are wrong, no alternative is tried, and their
/// error is that of the line.
pub(super) fn with<'a, T>(
    name: &'static str,
    arguments: impl Parser<&'a str, Output = T, Error = Mismatch<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Mismatch<'a>> {
    preceded(keyword(name), cut(arguments))
}

/// Whether a character separates words. All others, NUL included, belong to words.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

pub(super) fn word(input: &str) -> Parsed<'_, &str> {
    terminated(take_till1(is_blank), take_while(is_blank)).parse(input)
}

/// All words up to the end of the line, possibly none.
pub(super) fn words(input: &str) -> Parsed<'_, Vec<String>> {
    many0(word.map(String::from)).parse(input)
}

/// At least one word before the word `end` or the end of the line, joined by one blank.
pub(super) fn text_until<'a>(
    end: &'static str,
) -> impl Parser<&'a str, Output = String, Error = Mismatch<'a>> {
    many1(preceded(not(keyword(end)), word)).map(|words| words.join(" "))
}

/// `name N` before the word `end`.
pub(super) fn option_name<'a>(
    end: &'static str,
) -> impl Parser<&'a str, Output = String, Error = Mismatch<'a>> {
    let name = context("the name of an option", text_until(end));
    preceded(context("\"name\"", keyword("name")), cut(name))
}

pub(super) fn keyword<'a>(
    name: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Mismatch<'a>> {
    verify(word, move |found: &str| found == name)
}

/// A number of 32 bits; `expected` describes it in errors.
pub(super) fn number<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = u32, Error = Mismatch<'a>> {
    context(expected, map_res(word, str::parse))
}

/// The value of a whole number, clamped to the range from 0 to `u64::MAX`; `None` unless `word` is
/// digits after an optional sign.
pub(super) fn saturating(word: &str) -> Option<u64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if word.starts_with('-') {
        return Some(0);
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// A whole number, clamped by [`saturating`]; `expected` describes it in errors.
pub(super) fn saturated<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = u64, Error = Mismatch<'a>> {
    context(expected, map_opt(word, saturating))
}

fn first_word(text: &str) -> &str {
    text.split(is_blank).next().unwrap_or_default()
}

fn last_word(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(is_blank);
    text.rsplit(is_blank).next().filter(|word| !word.is_empty())
}
