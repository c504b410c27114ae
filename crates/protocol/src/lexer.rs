//! The common parts of all grammars of lines: the whole line, words, keywords and numbers, and the
//! errors about them.
//!
//! Every parser here also takes the blanks that follow, so that the rest of the
//! line always begins with a word. No grammar: those are in the parsers.

use std::num::ParseIntError;

use nom::bytes::complete::{take_till1, take_while};
use nom::combinator::{all_consuming, cut, map_opt, map_res, not, verify};
use nom::error::{ContextError, ErrorKind, FromExternalError, context};
use nom::multi::{many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::ParseError;

/// What a parser of this module tree returns.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, Mismatch<'a>>;

/// Where the text departs from the grammar, and what the grammar wanted there.
/// Small and borrowed, because alternatives make and drop many of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch<'a> {
    at: &'a str,
    kind: ErrorKind,
    expected: Option<&'static str>,
}

impl<'a> Mismatch<'a> {
    /// A text that is not the expected one.
    pub(super) fn new(at: &'a str, expected: &'static str) -> Mismatch<'a> {
        Mismatch { at, kind: ErrorKind::Fail, expected: Some(expected) }
    }

    /// The error for the user. `line` is the whole line that was parsed; what
    /// precedes the mismatch is found by its position.
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
    /// The innermost context is the most precise one, so it stays.
    fn add_context(_: &'a str, expected: &'static str, other: Self) -> Self {
        Mismatch { expected: other.expected.or(Some(expected)), ..other }
    }
}

impl<'a> FromExternalError<&'a str, ParseIntError> for Mismatch<'a> {
    fn from_external_error(at: &'a str, kind: ErrorKind, _: ParseIntError) -> Self {
        nom::error::ParseError::from_error_kind(at, kind)
    }
}

/// Reads a line as `command`, whole; `Ok(None)` if it is blank. A byte order mark at its
/// beginning is ignored.
///
/// # Errors
/// The line does not follow the grammar, or goes on after a complete command.
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
        // Parsers of complete input never ask for more of it.
        Err(nom::Err::Incomplete(_)) => {
            Err(ParseError::Missing { after: line.into(), expected: "a complete line" })
        }
    }
}

/// The command `name` and its arguments. After the name there is no way back:
/// an error in the arguments is the error of the line.
pub(super) fn with<'a, T>(
    name: &'static str,
    arguments: impl Parser<&'a str, Output = T, Error = Mismatch<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Mismatch<'a>> {
    preceded(keyword(name), cut(arguments))
}

/// What separates words, and is ignored at both ends of a line. Everything
/// else, NUL included, belongs to a word.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// One word.
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

/// Exactly the word `name`.
pub(super) fn keyword<'a>(
    name: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Mismatch<'a>> {
    verify(word, move |found: &str| found == name)
}

/// A number that fits 32 bits; `expected` says what it stands for.
pub(super) fn number<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = u32, Error = Mismatch<'a>> {
    context(expected, map_res(word, str::parse))
}

/// The number that `word` spells, moved into the range of 64 bits without a
/// sign; `None` if it is anything but digits after an optional sign.
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

/// A whole number as [`saturating`] reads it; `expected` says what it stands for.
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
