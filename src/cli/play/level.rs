//! The levels of `zugi play`: names for ratings.

use std::fmt;
use std::str::FromStr;

use zugi_engine::{Engine, EngineError, LEVELS};
use zugi_search::Strength;

const CLUB: u32 = LEVELS[3].elo;

const FULL: &str = "full";

pub(in super::super) fn names() -> Vec<&'static str> {
    LEVELS.iter().map(|level| level.name).chain([FULL]).collect()
}

pub(super) fn choices() -> String {
    let (least, most) = (Strength::ELO.start(), Strength::ELO.end());
    format!("{}, or a rating from {least} to {most}", names().join(", "))
}

/// A rating on the scale of `UGI_Elo`, or full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level(Option<u32>);

impl Default for Level {
    fn default() -> Level {
        Level(Some(CLUB))
    }
}

impl Level {
    pub fn apply(self, engine: &mut Engine) -> Result<(), EngineError> {
        engine.set_option("UGI_LimitStrength", Some(&self.0.is_some().to_string()))?;
        self.0.map_or(Ok(()), |elo| engine.set_option("UGI_Elo", Some(&elo.to_string())))
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let name = text.to_lowercase();
        if name == FULL {
            return Ok(Level(None));
        }
        let named = LEVELS.iter().find(|level| level.name == name).map(|level| level.elo);
        let rating = || text.parse().ok().filter(|elo| Strength::ELO.contains(elo));
        let elo = named.or_else(rating).ok_or_else(|| format!("expected {}", choices()))?;
        Ok(Level(Some(elo)))
    }
}

impl fmt::Display for Level {
    /// Formats the level as on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(elo) = self.0 else { return f.write_str(FULL) };
        match LEVELS.iter().find(|level| level.elo == elo) {
            Some(level) => f.write_str(level.name),
            None => write!(f, "{elo}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn the_guide_lists_the_levels() {
        let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/guides/play.md");
        let guide = std::fs::read_to_string(guide).unwrap();
        let rows = guide.lines().skip_while(|line| !line.starts_with("| level | rating"));
        let rows: Vec<_> = rows.skip(2).take_while(|line| line.starts_with('|')).collect();
        let named = (1..).zip(LEVELS);
        let table: Vec<_> =
            named.map(|(at, it)| format!("| `{}` | {} | {at} |", it.name, it.elo)).collect();
        assert_eq!(rows, table);
        let steps = LEVELS.map(|level| level.elo);
        assert_eq!(steps[0]..=steps[LEVELS.len() - 1], Strength::ELO);
    }

    #[test]
    fn a_level_is_read_as_it_is_written_and_sets_the_options() {
        for (text, limited, elo) in [
            ("beginner", true, 600),
            ("master", true, 2600),
            ("1234", true, 1234),
            ("full", false, 1600),
        ] {
            let level: Level = text.parse().unwrap();
            assert_eq!(level.to_string(), text);
            let mut engine = Engine::new(&registry(), "zola-4").unwrap();
            level.apply(&mut engine).unwrap();
            assert_eq!((engine.values().limit_strength, engine.values().elo), (limited, elo));
        }
        for text in ["", "599", "2601", "-1", "1600.0", "grandmaster"] {
            assert!(text.parse::<Level>().unwrap_err().contains("beginner"), "{text}");
        }
    }
}
