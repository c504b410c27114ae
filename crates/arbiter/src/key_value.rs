//! Arguments that are words `key=value`: one reader for engines, agreements and tests.

use thiserror::Error;
use zugi_protocol::quote;

/// The error of `KEY=VALUE` words, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what}: {problem}: expected {expected}")]
pub struct PairError {
    /// What the words are for, such as `engine 2`.
    what: String,
    problem: String,
    expected: &'static str,
}

impl PairError {
    /// That something is wrong with the words as a whole.
    pub(super) fn new(what: &str, problem: String, expected: &'static str) -> PairError {
        PairError { what: what.to_owned(), problem, expected }
    }

    /// That a key is missing.
    pub(super) fn missing(what: &str, key: &str, expected: &'static str) -> PairError {
        PairError::new(what, format!("{key} is missing"), expected)
    }
}

/// The words of one argument that were not taken yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairs {
    what: String,
    /// The keys in words, for error messages.
    keys: &'static str,
    pairs: Vec<(String, String)>,
}

impl Pairs {
    /// Splits words; `what` names the argument and `keys` lists the keys in errors.
    ///
    /// # Errors
    /// A word without `=`, or a key that comes twice.
    pub fn read(what: &str, keys: &'static str, words: &[String]) -> Result<Pairs, PairError> {
        let mut all = Pairs { what: what.to_owned(), keys, pairs: Vec::new() };
        for word in words {
            let Some((key, value)) = word.split_once('=').filter(|(key, _)| !key.is_empty()) else {
                return Err(all.error(format!("bad word {}", quote(word)), keys));
            };
            if all.pairs.iter().any(|(other, _)| other == key) {
                return Err(all.error(format!("{key} is given twice"), "each key once"));
            }
            all.pairs.push((key.to_owned(), value.to_owned()));
        }
        Ok(all)
    }

    /// Takes the value of a key, if it is there.
    ///
    /// # Errors
    /// The value is none, for `read`.
    pub fn take<T>(
        &mut self,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, PairError> {
        let Some(at) = self.pairs.iter().position(|(other, _)| other == key) else {
            return Ok(None);
        };
        let (_, value) = self.pairs.remove(at);
        let wrong = || self.error(format!("{key} is {}", quote(&value)), expected);
        read(&value).map(Some).ok_or_else(wrong)
    }

    /// Takes the value of a key that must be there.
    ///
    /// # Errors
    /// There is none, or as for [`Pairs::take`].
    pub fn need<T>(
        &mut self,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, PairError> {
        let found = self.take(key, expected, read)?;
        found.ok_or_else(|| PairError::missing(&self.what, key, expected))
    }

    /// Takes all pairs whose keys begin with `beginning`, and returns them without it.
    pub fn take_all(&mut self, beginning: &str) -> Vec<(String, String)> {
        let rest = |key: &str| {
            key.strip_prefix(beginning).filter(|rest| !rest.is_empty()).map(str::to_owned)
        };
        let taken = self.pairs.iter().filter_map(|(key, value)| Some((rest(key)?, value.clone())));
        let taken = taken.collect();
        self.pairs.retain(|(key, _)| rest(key).is_none());
        taken
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// Checks that no words remain.
    pub fn end(self) -> Result<(), PairError> {
        match self.pairs.first() {
            Some((key, value)) => {
                Err(self.error(format!("bad word {}", quote(&format!("{key}={value}"))), self.keys))
            }
            None => Ok(()),
        }
    }

    fn error(&self, problem: String, expected: &'static str) -> PairError {
        PairError::new(&self.what, problem, expected)
    }
}
