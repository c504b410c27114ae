//! The grammar of `query`, from its table.

use std::sync::LazyLock;

use nom::Parser;
use nom::combinator::{cut, fail};
use nom::error::context;

use crate::keywords::one_of;
use crate::lexer::{Parsed, keyword, word};
use crate::query::{QUESTIONS, Query, Question};

/// The words, for errors.
static EXPECTED: LazyLock<String> =
    LazyLock::new(|| one_of(QUESTIONS.iter().map(|question| question.word)));

/// What follows the word `query`.
pub(super) fn query(input: &str) -> Parsed<'_, Query> {
    let after = |question: &'static Question| {
        let (rest, _) = keyword(question.word).parse(input).ok()?;
        Some((rest, question))
    };
    match QUESTIONS.iter().find_map(after) {
        Some((rest, question)) if question.takes_move => {
            cut(context("a move", word)).map(|mv| (question.ask)(mv.to_owned())).parse(rest)
        }
        Some((rest, question)) => Ok((rest, (question.ask)(String::new()))),
        None => context(EXPECTED.as_str(), fail()).parse(input),
    }
}
