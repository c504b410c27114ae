use std::fmt;

use serde::Serialize;

/// Why a match has ended before all its games were played, or without a result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum EarlyEnd {
    Interrupted {
        /// The games that were finished.
        played: usize,
        /// The requested number of games.
        asked: usize,
    },
    /// An engine failed, and its other games were not played.
    EngineOut {
        engine: String,
        played: usize,
        asked: usize,
    },
    /// The system did not start an engine.
    NotStarted {
        /// The engine and the error.
        why: String,
        played: usize,
        asked: usize,
    },
    NoGameCounts,
}

impl fmt::Display for EarlyEnd {
    /// For example `interrupted at 991 of 20,000 games`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |played, asked| format!("{} of {} games", grouped(played), grouped(asked));
        match self {
            EarlyEnd::Interrupted { played, asked } => {
                write!(f, "interrupted at {}", part(*played, *asked))
            }
            EarlyEnd::EngineOut { engine, played, asked } => {
                write!(f, "engine {engine} is out: {} were played", part(*played, *asked))
            }
            EarlyEnd::NotStarted { why, played, asked } => {
                let part = part(*played, *asked);
                write!(f, "{why}: {part} were played; --resume plays the others")
            }
            EarlyEnd::NoGameCounts => f.write_str("no game counts"),
        }
    }
}

#[must_use]
pub fn list(shortfalls: &[EarlyEnd]) -> String {
    let texts: Vec<String> = shortfalls.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

/// A number with commas: `20,000`.
fn grouped(number: usize) -> String {
    match number / 1000 {
        0 => number.to_string(),
        thousands => format!("{},{:03}", grouped(thousands), number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let text = EarlyEnd::Interrupted { played: 991, asked: 20_000 }.to_string();
        assert_eq!(text, "interrupted at 991 of 20,000 games");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
