//! The grammar of `query`, from its table.

use std::sync::LazyLock;

use nom::Parser;
use nom::combinator::{cut, fail, rest, verify};
use nom::error::context;
use nom::multi::many_m_n;

use crate::keywords::one_of;
use crate::lexer::{Mismatch, Parsed, keyword, word};
use crate::query::{QUESTIONS, Query, Question};

/// The words, for errors.
static EXPECTED: LazyLock<String> =
    LazyLock::new(|| one_of(QUESTIONS.iter().map(|question| question.word)));

/// What follows the word of a question.
fn argument<'a>(
    question: &Question,
) -> impl Parser<&'a str, Output = String, Error = Mismatch<'a>> {
    let most = question.argument.split(' ').count();
    move |input| match question.argument {
        "" => Ok((input, String::new())),
        "JSON" => context("JSON", verify(rest, |text: &str| !text.is_empty()))
            .map(str::to_owned)
            .parse(input),
        _ => context("a move", many_m_n(1, most, word)).map(|words| words.join(" ")).parse(input),
    }
}

/// What follows the word `query`.
pub(super) fn query(input: &str) -> Parsed<'_, Query> {
    let after = |question: &'static Question| {
        let (rest, _) = keyword(question.word).parse(input).ok()?;
        Some((rest, question))
    };
    match QUESTIONS.iter().find_map(after) {
        Some((rest, question)) => {
            cut(argument(question)).map(|text| (question.ask)(text)).parse(rest)
        }
        None => context(EXPECTED.as_str(), fail()).parse(input),
    }
}
