//! The openings of a match: a file of them, or random ones.

use std::collections::HashSet;

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game::GENERIC;
use super::referee::referee;
use crate::protocol::quote;

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position text; none for the start position.
    pub fen: Option<String>,
    /// Moves from there.
    pub moves: Vec<String>,
}

/// What is wrong with an openings file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningsError {
    /// A line that is no opening.
    #[error("line {line}: bad opening {}: expected {expected}", quote(.text))]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong in it.
        text: String,
        /// What was expected in its place.
        expected: String,
    },
    /// A file without an opening.
    #[error("expected at least one opening: a position text or startpos, and moves, a line")]
    Empty,
    /// A variant whose rules are not known.
    #[error("no random openings for {}: expected a variant of this program", quote(.0))]
    Unknown(String),
}

impl std::fmt::Display for Opening {
    /// As a line of an openings file: `startpos` or the position text, and `moves …`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.fen.as_deref().unwrap_or("startpos"))?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

/// Reads openings, one a line: `startpos` or a position text, then optionally `moves`
/// and moves. Empty lines and lines that begin with `#` do not count. Of a known
/// variant all is checked.
///
/// # Errors
/// The first line that is wrong, or that there is none at all.
pub fn parse_openings(text: &str, variant: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let opening = parse_opening(text);
        check(&opening, variant).map_err(|(text, expected)| OpeningsError::Line {
            line,
            text,
            expected,
        })?;
        openings.push(opening);
    }
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
}

fn parse_opening(text: &str) -> Opening {
    let mut words = text.split_whitespace();
    let start: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let fen = match start.as_slice() {
        [] | ["startpos"] => None,
        words => Some(words.join(" ")),
    };
    Opening { fen, moves: words.map(str::to_owned).collect() }
}

/// What is wrong with an opening, and what was expected.
fn check(opening: &Opening, variant: &str) -> Result<(), (String, String)> {
    if variant == GENERIC {
        return Ok(());
    }
    let unknown = || (variant.to_owned(), "a variant of this program".to_owned());
    let rules = referee(variant, opening.fen.as_deref()).ok_or_else(unknown)?;
    let mut rules = rules.map_err(|error| (error.text, error.expected))?;
    for mv in &opening.moves {
        rules.play(mv).map_err(|expected| (mv.clone(), expected))?;
    }
    if rules.outcome().is_some() {
        return Err((opening.to_string(), "a game that is not over".to_owned()));
    }
    Ok(())
}

/// `count` different random openings of so many plies from the start position; fewer if
/// there are not so many.
///
/// # Errors
/// If the variant's rules are not known.
pub fn random_openings(
    variant: &str,
    plies: usize,
    count: usize,
    seed: u64,
) -> Result<Vec<Opening>, OpeningsError> {
    let mut rng = Rng::with_seed(seed);
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    for _ in 0..100 * count.max(1) {
        if openings.len() == count {
            break;
        }
        let moves = random_moves(variant, plies, &mut rng)
            .ok_or_else(|| OpeningsError::Unknown(variant.to_owned()))?;
        if let Some((moves, position)) = moves
            && seen.insert(position)
        {
            openings.push(Opening { fen: None, moves });
        }
    }
    Ok(openings)
}

/// Random moves and the position that they lead to; `Some(None)` if the game ends
/// before, `None` if the variant is unknown.
type RandomMoves = Option<Option<(Vec<String>, String)>>;

fn random_moves(variant: &str, plies: usize, rng: &mut Rng) -> RandomMoves {
    let mut rules = referee(variant, None)?.ok()?;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Some(mv) = rng.choice(rules.moves()).and_then(|mv| rules.play(&mv).ok()) else {
            return Some(None);
        };
        moves.push(mv);
    }
    Some(rules.outcome().is_none().then(|| (moves, rules.position())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_checked() {
        let text = "# comment\n\nstartpos\nstartpos moves a1b1 b3c3\n4/4/1b2/r3 r - moves a1b2\n";
        assert!(matches!(parse_openings(text, "zola-4"), Err(OpeningsError::Line { line: 5, .. })));
        let openings = parse_openings(&text.replace(" moves a1b2", ""), "zola-4");
        let openings = openings.unwrap();
        assert_eq!(openings.len(), 3);
        assert_eq!(openings[1].to_string(), "startpos moves a1b1 b3c3");
        assert_eq!(parse_openings("# nothing\n", "zola-4"), Err(OpeningsError::Empty));
        assert!(parse_openings("startpos moves a1a2 zz", "zola-4").is_err());
        assert!(parse_openings("startpos moves anything goes", GENERIC).is_ok());
    }

    #[test]
    fn random_openings_differ_and_repeat_by_seed() {
        let openings = random_openings("zola-6", 4, 50, 1).unwrap();
        assert_eq!(openings.len(), 50);
        let different: HashSet<_> = openings.iter().collect();
        assert_eq!(different.len(), 50);
        assert_eq!(openings, random_openings("zola-6", 4, 50, 1).unwrap());
        assert_ne!(openings, random_openings("zola-6", 4, 50, 2).unwrap());
        assert!(openings.iter().all(|opening| check(opening, "zola-6").is_ok()));
        // There are only 16 first moves.
        assert_eq!(random_openings("zola-4", 1, 50, 1).unwrap().len(), 16);
        assert!(random_openings("chess", 1, 1, 1).is_err());
    }
}
