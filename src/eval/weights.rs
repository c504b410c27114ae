//! Weights of an evaluation: the trait by which they are fitted, and the text files
//! that they are kept in.
//!
//! A line of a file is the name of a term and its weights; what follows a `#` is a
//! comment. A game reads its file when it is compiled, see [`parse`].

use std::fmt::Write;

use crate::search::{Evaluate, Value};

/// One or several features that belong together, a weight for each: a line in the file
/// of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name: one word.
    pub name: &'static str,
    /// The number of its features, at least 1.
    pub len: usize,
}

/// A game whose evaluation is linear, so that its weights can be fitted to the results
/// of games: the sum of weights times features, divided by [`Tunable::UNIT`].
///
/// Nothing is said about the sides: a game may have features of the side to move and
/// of the other one, or of player one and of player two.
pub trait Tunable: Evaluate {
    /// The unit of the features: what makes whole numbers of tapered ones.
    const UNIT: Value;

    /// What the features are, in their order.
    ///
    /// ```
    /// use zugi::{eval::Tunable, games::zola::Zola6};
    /// assert_eq!(Zola6::terms()[0].name, "early.own.checkers");
    /// assert_eq!(Zola6::terms()[0].len, 6);
    /// ```
    fn terms() -> Vec<Term>;

    /// The weights in use, in the order of the features; units of the evaluation.
    ///
    /// ```
    /// use zugi::{eval::Tunable, games::zola::Zola6};
    /// let features: usize = Zola6::terms().iter().map(|term| term.len).sum();
    /// assert_eq!(Zola6::weights().len(), features);
    /// ```
    fn weights() -> Vec<Value>;

    /// The features of a position from the point of view of the side to move.
    ///
    /// ```
    /// use zugi::{eval::Tunable, game::Game, games::zola::Zola6, search::Evaluate};
    /// let position = Zola6::start();
    /// let pairs = Zola6::weights().into_iter().zip(position.features());
    /// let sum: i32 = pairs.map(|(weight, feature)| weight * i32::from(feature)).sum();
    /// assert_eq!(position.evaluate(), sum / Zola6::UNIT);
    /// ```
    fn features(&self) -> Vec<i16>;
}

/// Reads the weights of all terms, in their order, from the content of a file. Made
/// for constants: the program holds numbers, not text.
///
/// ```
/// use zugi::eval::{Term, parse};
/// const TERMS: [Term; 2] = [Term { name: "men", len: 1 }, Term { name: "ranks", len: 2 }];
/// const WEIGHTS: [i32; 3] = parse("# Made by hand\nmen 100\nranks -5 7\n", &TERMS);
/// assert_eq!(WEIGHTS, [100, -5, 7]);
/// ```
///
/// # Panics
/// If the text has other terms or numbers than it should: in a constant this is an
/// error of the compiler.
#[must_use]
pub const fn parse<const N: usize>(text: &str, terms: &[Term]) -> [Value; N] {
    let mut words = Words { text: text.as_bytes(), at: 0 };
    let mut weights = [0; N];
    let (mut term, mut count) = (0, 0);
    while term < terms.len() {
        assert!(equal(words.next(), terms[term].name.as_bytes()), "expected the next term's name");
        let end = count + terms[term].len;
        while count < end {
            weights[count] = number(words.next());
            count += 1;
        }
        term += 1;
    }
    assert!(count == N && words.next().is_empty(), "expected a weight for each feature");
    weights
}

/// The text that [`parse`] reads, without a comment.
///
/// ```
/// use zugi::eval::{Term, text};
/// assert_eq!(text(&[Term { name: "ranks", len: 2 }], &[-5, 7]), "ranks   -5    7\n");
/// ```
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
}

impl<'a> Words<'a> {
    /// The next word; at the end an empty one.
    const fn next(&mut self) -> &'a [u8] {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
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
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

const fn number(word: &[u8]) -> Value {
    let Ok(text) = str::from_utf8(word) else { panic!("expected text in UTF-8") };
    match Value::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("expected a weight, a whole number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMS: [Term; 2] = [Term { name: "men", len: 1 }, Term { name: "ranks", len: 3 }];

    #[test]
    fn what_is_written_is_read() {
        let weights = [100, -7, 0, 12345];
        assert_eq!(parse::<4>(&text(&TERMS, &weights), &TERMS), weights);
        let free = "# men 1\n\n  men +1 # one\nranks\t2\n3 4#\n# end";
        assert_eq!(parse::<4>(free, &TERMS), [1, 2, 3, 4]);
    }

    #[test]
    fn anything_else_is_refused() {
        for wrong in [
            "",
            "men 1",
            "men 1 ranks 2 3",
            "men 1 ranks 2 3 4 5",
            "men 1 rank 2 3 4",
            "men 1 ranksx 2 3 4",
            "ranks 2 3 4 men 1",
            "men 1.5 ranks 2 3 4",
            "men 99999999999 ranks 2 3 4",
            "men 1 ranks 2 3 4 king",
        ] {
            let read = std::panic::catch_unwind(|| parse::<4>(wrong, &TERMS));
            assert!(read.is_err(), "{wrong:?}");
        }
    }
}
