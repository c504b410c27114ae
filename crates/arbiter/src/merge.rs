//! Merges the records of the parts of a match.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use zugi_protocol::quote;
use zugi_records::GameRecord;

use super::journal::{JournalError, MatchHeader, RecordReader};
use super::match_config::difference;
use super::replaced_programs::move_to_record;

#[derive(Debug)]
pub struct MergedMatch {
    /// The match, without a shard.
    pub header: MatchHeader,
    /// Its games, by number.
    pub games: Vec<GameRecord>,
    /// The requested number of games.
    pub asked: usize,
}

impl MergedMatch {
    /// Reads and merges records.
    ///
    /// # Errors
    /// A record cannot be read or is of another match, or a game is in two records or has a number
    /// outside of the match.
    pub fn read(paths: &[PathBuf]) -> Result<MergedMatch, JournalError> {
        let mut all: BTreeMap<usize, (GameRecord, &Path)> = BTreeMap::new();
        let mut first: Option<(MatchHeader, &Path, usize)> = None;
        let wrong = |why| Err(JournalError(why));
        for path in paths {
            let games = RecordReader::open(path)?;
            let part = games.header.clone();
            let (header, start, asked) = first.get_or_insert_with(|| {
                let mut header = part.clone();
                header.config.shard = None;
                let asked = header.schedule().games();
                (header, path.as_path(), asked)
            });
            if let Some(how) = how_else(header, &part) {
                return wrong(format!(
                    "{path:?} is of another match than {start:?}: expected the same arguments, but \
                     {how}"
                ));
            }
            add_tables(&mut header.tables, &part.tables);
            let engines = header.config.engine.iter();
            let names: Vec<&str> = engines.map(|spec| spec.name.as_str()).collect();
            for game in games {
                let mut game = game?;
                move_to_record(&mut game, &names, &part.programs, &header.programs);
                let number = game.number;
                if !(1..=*asked).contains(&number) {
                    return wrong(format!(
                        "{path:?} has game {number}: expected a number from 1 to {asked}"
                    ));
                }
                if let Some((_, first)) = all.insert(number, (game, path)) {
                    return wrong(format!(
                        "game {number} is in {first:?} and in {path:?}: expected each game once"
                    ));
                }
            }
        }
        let Some((header, _, asked)) = first else {
            return wrong("no record given: expected the parts of a match".to_owned());
        };
        let games = all.into_values().map(|(game, _)| game).collect();
        Ok(MergedMatch { header, games, asked })
    }

    /// Checks that no game up to this number is missing.
    ///
    /// # Errors
    /// The numbers of the missing games.
    pub fn check_whole(&self, up_to: usize) -> Result<(), JournalError> {
        let mut numbers = self.games.iter().map(|game| game.number).peekable();
        let is_missing = |number: &usize| numbers.next_if_eq(number).is_none();
        let missing: Vec<usize> = (1..=up_to.min(self.asked)).filter(is_missing).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let (count, asked, games) = (missing.len(), self.asked, ranges(&missing));
        Err(JournalError(format!(
            "{count} of {asked} games are missing: {games}; expected all of them, or --partial"
        )))
    }
}

/// The difference between two matches: in arguments, openings, tables, or the names by which the
/// engines introduced themselves.
fn how_else(one: &MatchHeader, two: &MatchHeader) -> Option<String> {
    /// The keys that may differ between shards.
    const OF_A_SHARD: [&str; 5] = ["shard", "concurrency", "interval", "quiet", "out"];
    let found = difference(&one.config, &two.config, &OF_A_SHARD);
    if found.is_some() || one.openings != two.openings {
        return Some(found.unwrap_or_else(|| "the openings differ".to_owned()));
    }
    if one.ruling_tables != two.ruling_tables {
        return Some("the tables have other numbers of pieces".to_owned());
    }
    let name = |name: &Option<String>| name.as_deref().map_or("none".to_owned(), quote);
    let names = one.id_names.iter().zip(&two.id_names).zip(&one.config.engine);
    let mut others = names.filter(|((before, now), _)| before != now);
    others.next().map(|((before, now), engine)| {
        let (engine, before, now) = (quote(&engine.name), name(before), name(now));
        format!("engine {engine}: the name of its program was {before} and is {now}")
    })
}

/// Adds to `all` the tables that the engines had in another part of the match, where both are known
/// and differ.
fn add_tables(all: &mut [Option<String>], more: &[Option<String>]) {
    for (all, more) in all.iter_mut().zip(more) {
        if let (Some(all), Some(more)) = (all, more)
            && all != more
            && !all.split(OR).any(|one| one == more)
        {
            *all += &format!("{OR}{more}");
        }
    }
}

/// The separator between the tables that an engine had in different parts of the match.
const OR: &str = ", or ";

/// The most ranges that an error names.
const MAX_RANGES: usize = 20;

/// Numbers in ascending order as text: `1-4, 7`.
fn ranges(numbers: &[usize]) -> String {
    let follows = |one: &usize, two: &usize| one + 1 == *two;
    let all: Vec<&[usize]> = numbers.chunk_by(follows).collect();
    let text = |range: &&[usize]| match range {
        [first, .., last] => format!("{first}-{last}"),
        range => range.iter().map(usize::to_string).collect(),
    };
    let mut texts: Vec<String> = all.iter().take(MAX_RANGES).map(text).collect();
    if all.len() > MAX_RANGES {
        texts.push(format!("and {} more ranges", all.len() - MAX_RANGES));
    }
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::adjudication::RulingTables;
    use super::super::match_config::tests::config;
    use super::*;

    #[test]
    fn an_engine_has_the_tables_of_all_parts() {
        let some = |text: &str| Some(text.to_owned());
        let mut all = vec![some("none"), None];
        for more in ["none", "up to 8", "none", "up to 8"] {
            add_tables(&mut all, &[some(more), some(more)]);
        }
        assert_eq!(all, [some("none, or up to 8"), None]);
    }

    #[test]
    fn parts_with_other_tables_are_of_other_matches() {
        let of = |pieces: u32| {
            let ruling = RulingTables { from: Vec::new(), pieces: vec![pieces] };
            MatchHeader { config: config(""), ruling_tables: Some(ruling), ..Default::default() }
        };
        assert_eq!(how_else(&of(4), &of(4)), None);
        let how = how_else(&of(4), &of(5)).unwrap();
        assert_eq!(how, "the tables have other numbers of pieces");
    }

    #[test]
    fn numbers_are_named_in_ranges() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        let odd: Vec<usize> = (0..50).map(|number| 2 * number).collect();
        assert!(ranges(&odd).ends_with("38, and 30 more ranges"));
    }
}
