//! Weights of an evaluation, and their text files.
//!
//! A line of a file has the name of a term and its weights; a comment begins with `#`. [`parse`]
//! reads the weights of the program at compile time, [`read_into`] others at run time.

use std::fmt::Write;

use thiserror::Error;

use crate::Value;

/// A line in a file of weights: one or several related features, with a weight for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// One word.
    pub name: &'static str,
    /// The number of features, at least 1.
    pub len: usize,
}

/// The greatest size of a weight, so that no sum of an evaluation overflows.
pub const MAX_WEIGHT: Value = i16::MAX as Value;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("bad weights in line {line}: expected {expected}")]
pub struct WeightsError {
    /// The line of the first wrong word, from 1.
    pub line: usize,
    pub expected: Expected,
}

/// What a text of weights should have in the place of a wrong word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Expected {
    #[error("the term {0:?}")]
    Term(&'static str),
    #[error("a weight of {0:?}, a whole number of at most {MAX_WEIGHT} in size")]
    Weight(&'static str),
    #[error("no more words")]
    End,
}

/// [`read_into`] for constants, so that the program contains numbers, not text.
///
/// # Panics
/// If [`read_into`] has an error: in a constant this is a compile error.
#[must_use]
pub const fn parse<const N: usize>(text: &str, terms: &[Term]) -> [Value; N] {
    let mut weights = [0; N];
    match read_into(&mut weights, text, terms) {
        Ok(()) => weights,
        Err(_) => panic!("not the weights of these terms"),
    }
}

/// Reads the weights of all terms, in their order, from the content of a file into `weights`.
///
/// # Errors
/// The text has other terms, or a wrong number of weights.
///
/// # Panics
/// If the length of `weights` is not the number of features.
pub const fn read_into(
    weights: &mut [Value],
    text: &str,
    terms: &[Term],
) -> Result<(), WeightsError> {
    let mut words = Words { text: text.as_bytes(), at: 0, line: 1 };
    let (mut term, mut count) = (0, 0);
    while term < terms.len() {
        let Term { name, len } = terms[term];
        if !equal(words.next(), name.as_bytes()) {
            return words.error(Expected::Term(name));
        }
        let end = count + len;
        while count < end {
            match number(words.next()) {
                Some(weight) if weight.abs() <= MAX_WEIGHT => weights[count] = weight,
                _ => return words.error(Expected::Weight(name)),
            }
            count += 1;
        }
        term += 1;
    }
    assert!(count == weights.len(), "expected room for a weight of each feature");
    if words.next().is_empty() { Ok(()) } else { words.error(Expected::End) }
}

/// The text that [`read_into`] reads, without a comment.
#[must_use]
pub fn text(terms: &[Term], weights: &[Value]) -> String {
    let width = terms.iter().map(|term| term.name.len()).max().unwrap_or(0);
    let (mut text, mut rest) = (String::new(), weights);
    for term in terms {
        let (own, others) = rest.split_at(term.len);
        // Writing to a string cannot fail.
        let _ = write!(text, "{:width$}", term.name);
        for weight in own {
            let _ = write!(text, " {weight:>4}");
        }
        text.push('\n');
        rest = others;
    }
    text
}

/// The words of a text, without comments.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
    /// The line of the word read last, from 1.
    line: usize,
}

impl<'a> Words<'a> {
    /// The next word; at the end an empty one.
    const fn next(&mut self) -> &'a [u8] {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
            if self.text[self.at] == b'\n' {
                self.line += 1;
            }
            self.at += 1;
        }
        if self.at < self.text.len() && self.text[self.at] == b'#' {
            while self.at < self.text.len() && self.text[self.at] != b'\n' {
                self.at += 1;
            }
            return self.next();
        }
        let (_, rest) = self.text.split_at(self.at);
        let mut len = 0;
        while len < rest.len() && !rest[len].is_ascii_whitespace() && rest[len] != b'#' {
            len += 1;
        }
        self.at += len;
        rest.split_at(len).0
    }

    /// The error that the word read last is not the expected one.
    const fn error(&self, expected: Expected) -> Result<(), WeightsError> {
        Err(WeightsError { line: self.line, expected })
    }
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

const fn number(word: &[u8]) -> Option<Value> {
    let Ok(text) = str::from_utf8(word) else { return None };
    match Value::from_str_radix(text, 10) {
        Ok(number) if number != Value::MIN => Some(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: [Term; 2] = [Term { name: "men", len: 1 }, Term { name: "ranks", len: 3 }];

    fn read(text: &str) -> Result<[Value; 4], WeightsError> {
        let mut weights = [0; 4];
        read_into(&mut weights, text, &TERMS).map(|()| weights)
    }

    #[test]
    fn written_weights_read_back() {
        let weights = [100, -7, 0, 12345];
        assert_eq!(read(&text(&TERMS, &weights)), Ok(weights));
        let free = "# men 1\n\n  men +1 # one\nranks\t2\n3 4#\n# end";
        assert_eq!(parse::<4>(free, &TERMS), [1, 2, 3, 4]);
    }

    #[test]
    fn wrong_text_is_refused() {
        for (line, expected, wrong) in [
            (1, Expected::Term("men"), ""),
            (1, Expected::Term("ranks"), "men 1"),
            (1, Expected::Weight("ranks"), "men 1 ranks 2 3"),
            (1, Expected::End, "men 1 ranks 2 3 4 5"),
            (3, Expected::Term("ranks"), "men 1\n\nrank 2 3 4"),
            (2, Expected::Term("ranks"), "men 1\nranksx 2 3 4"),
            (1, Expected::Term("men"), "ranks 2 3 4 men 1"),
            (1, Expected::Weight("men"), "men 1.5 ranks 2 3 4"),
            (1, Expected::Weight("men"), "men 99999999999 ranks 2 3 4"),
            (1, Expected::Weight("men"), "men -2147483648 ranks 2 3 4"),
            (2, Expected::Weight("men"), "men # one\n 32768 ranks 2 3 4"),
            (2, Expected::End, "men 1 ranks 2 3 4\nking"),
        ] {
            assert_eq!(read(wrong), Err(WeightsError { line, expected }), "{wrong:?}");
        }
    }
}
