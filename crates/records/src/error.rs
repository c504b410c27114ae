use thiserror::Error;
use zugi_protocol::printable;

/// The text of an error about invalid JSON, in one line; `of` is the expected kind of object.
pub fn expected_json(of: &str, error: &serde_json::Error) -> String {
    let text = printable(&format!("JSON of a {of}, {error}"));
    // Replaces types of Rust by plain words.
    let numbers = ["u64", "u32", "usize"].map(|name| (name, "a whole number from 0"));
    let words = numbers.into_iter().chain([("a sequence", "a list")]);
    words.fold(text, |text, (name, words)| {
        text.replace(&format!("expected {name} at"), &format!("expected {words} at"))
    })
}

/// The maximum size of a file in bytes.
pub const MAX_BYTES: usize = 64 << 20;

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameFileError {
    /// The file is too large; with its size in bytes.
    #[error(
        "{} MiB of games: expected at most {} MiB, or the file in parts",
        .0.div_ceil(1 << 20), MAX_BYTES >> 20
    )]
    TooLarge(usize),
    #[error("line {line}: {what}")]
    Other {
        /// The number of the line, from 1.
        line: usize,
        /// The error and what was expected.
        what: String,
    },
}
