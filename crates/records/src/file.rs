//! Game files of any supported program; the format is detected from the content.

use std::collections::{BTreeMap, HashSet};

use zugi_game::Registry;
use zugi_protocol::{cut, printable};

use super::detect_format::{EXPECTED, GameFileKind, detect_format, has_openings};
use super::error::{GameFileError, MAX_BYTES};
use super::read_record::parse_line;
use super::rules::{Unreadable, games_of, record_of};
use super::split::{Entry, blocks, json_values, lines, openings, parts};
use super::{GameRecord, abstract_play, ludii, move_list, pgn_reader, pgn_tokens, text};

const MAX_GAME_BYTES: usize = 4 << 20;
/// The maximum length in characters of a name or place; the rest is cut off.
const MAX_NAME: usize = 200;
/// The maximum length in characters of a move comment; the rest is cut off.
const MAX_COMMENT: usize = 4000;
/// The maximum number of names of unknown games in a summary.
const MAX_NAMES: usize = 8;

/// A group of games that are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedGames {
    pub games: usize,
    /// The reason, in words that follow the number, such as `of chess`.
    pub why: String,
}

/// The games of a text. Only the text is kept, and each game is parsed again on demand, because the
/// records take many times the memory of the text.
///
/// ```
/// use zugi_game::{Registry, Variant, toy::Hexapawn};
/// use zugi_records::{End, GameFile, Reason};
///
/// let registry = Registry::new(vec![Variant::new::<Hexapawn>()], "hexapawn");
/// let file = GameFile::read("1. a1a2, b4b3 2. resign".to_owned(), &registry)?;
/// let game = file.game(0).expect("one game");
/// assert_eq!(game.moves[1].text, "b4b3");
/// assert_eq!((game.end, game.reason), (End::P2win, Reason::Resign));
/// # Ok::<(), zugi_records::GameFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameFile {
    text: String,
    kind: GameFileKind,
    registry: Registry,
    entries: Vec<Entry>,
    skipped: Vec<SkippedGames>,
}

impl GameFile {
    /// Detects the format, and parses every game once.
    ///
    /// # Errors
    /// The text is damaged, in an unknown format or larger than [`MAX_BYTES`], or none of its games
    /// can be used.
    pub fn read(text: String, registry: &Registry) -> Result<GameFile, GameFileError> {
        if text.len() > MAX_BYTES {
            return Err(GameFileError::TooLarge(text.len()));
        }
        let kind = detect_format(&text)?;
        let all = match kind {
            GameFileKind::Jsonl => lines(&text),
            GameFileKind::Text => blocks(&text),
            GameFileKind::Pgn => pgn_tokens::games(&text),
            GameFileKind::AbstractPlay => json_values(&text)?,
            GameFileKind::Moves if has_openings(&text) => openings(&text),
            GameFileKind::Ludii | GameFileKind::Moves => parts(&text, &[(0, 1)]),
        };
        let mut file =
            GameFile { text, kind, registry: registry.clone(), entries: vec![], skipped: vec![] };
        let (mut skipped, mut numbers) = (SkippedCounts::default(), Vec::new());
        for entry in all {
            match file.parse(&entry) {
                Ok(Some(game)) => {
                    numbers.push(game.number);
                    // The number of a line of JSON counts the header lines, too.
                    let is_line = kind == GameFileKind::Jsonl;
                    let number = if is_line { numbers.len() } else { entry.number };
                    file.entries.push(Entry { number, ..entry });
                }
                Ok(None) => {}
                Err((line, Unreadable::BadRecord(_))) if file.is_unfinished(&entry) => {
                    let why = "an incomplete line, as a killed program leaves it".to_owned();
                    skipped.add(entry.number, line, Unreadable::Wrong(why));
                }
                Err((line, Unreadable::BadRecord(what))) => {
                    return Err(GameFileError::Other { line, what });
                }
                Err((line, reason)) => skipped.add(entry.number, line, reason),
            }
        }
        if file.entries.is_empty()
            && let Some((line, reason)) = skipped.first.take()
        {
            return Err(file.error(line, &reason, skipped.games()));
        }
        // Numbers repeat if one file has several records. Games of the text form may have none.
        let mut seen = HashSet::new();
        if numbers.iter().all(|&number| number > 0 && seen.insert(number)) {
            for (entry, number) in file.entries.iter_mut().zip(numbers) {
                entry.number = number;
            }
        }
        file.skipped = skipped.groups();
        Ok(file)
    }

    #[must_use]
    pub fn kind(&self) -> GameFileKind {
        self.kind
    }

    /// The number of games that can be read.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The game at this index, from 0. Its number is unique: that of the record if all games have
    /// one and none repeats, otherwise the place in the file.
    #[must_use]
    pub fn game(&self, index: usize) -> Option<GameRecord> {
        let entry = self.entries.get(index)?;
        let game = self.parse(entry).ok().flatten()?;
        Some(GameRecord { number: entry.number, ..game })
    }

    /// The index, from 0, of the game with this number.
    #[must_use]
    pub fn find(&self, number: usize) -> Option<usize> {
        self.entries.iter().position(|entry| entry.number == number)
    }

    /// The games in file order.
    pub fn games(&self) -> impl Iterator<Item = GameRecord> {
        (0..self.len()).filter_map(|index| self.game(index))
    }

    #[must_use]
    pub fn skipped(&self) -> &[SkippedGames] {
        &self.skipped
    }

    /// The number of games and of those left out, in one line; `None` if none are left out.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        let out: usize = self.skipped.iter().map(|it| it.games).sum();
        let reasons: Vec<String> =
            self.skipped.iter().map(|it| format!("{} {}", it.games, it.why)).collect();
        let all = self.len() + out;
        (out > 0)
            .then(|| format!("{all} games, {} shown; left out: {}", self.len(), reasons.join("; ")))
    }

    /// Whether this is the last line of JSON, without its line end.
    fn is_unfinished(&self, entry: &Entry) -> bool {
        self.kind == GameFileKind::Jsonl && entry.line > 1 && entry.end == self.text.len()
    }

    /// The game at a place; `None` for a header line. An error has the number of its line.
    fn parse(&self, entry: &Entry) -> Result<Option<GameRecord>, (usize, Unreadable)> {
        let text = self.text.get(entry.start..entry.end).unwrap_or_default();
        let in_file = |(line, why): (usize, Unreadable)| (entry.line + line - 1, why);
        let wrong = |reason| (entry.line, reason);
        if text.len() > MAX_GAME_BYTES {
            let most = MAX_GAME_BYTES >> 20;
            let why = format!("a game of more than {most} MiB: expected a shorter one");
            return Err(wrong(Unreadable::Wrong(why)));
        }
        let (record, width) = match self.kind {
            GameFileKind::Jsonl => {
                return parse_line(text).map_err(|error| {
                    wrong(Unreadable::bad_record(text, &super::expected_json("game", &error)))
                });
            }
            GameFileKind::Text => return text::read(text).map(Some).map_err(in_file),
            GameFileKind::Pgn => (pgn_reader::read(text).map_err(in_file)?, None),
            GameFileKind::AbstractPlay => {
                abstract_play::read(text).map_err(|why| wrong(Unreadable::Wrong(why)))?
            }
            GameFileKind::Ludii => ludii::read(text, &self.registry).map_err(in_file)?,
            GameFileKind::Moves => (move_list::read(text).map_err(in_file)?, None),
        };
        let mut record = record_of(&self.registry, record, width).map_err(wrong)?;
        if record.moves.iter().any(|mv| mv.player.is_none()) {
            pgn_reader::number_players(&mut record);
        }
        let [one, two] = &mut record.players;
        for text in [one, two, &mut record.site, &mut record.event, &mut record.detail] {
            *text = printable(&cut(text, MAX_NAME));
        }
        for mv in &mut record.moves {
            mv.comment = printable(&cut(&mv.comment, MAX_COMMENT));
        }
        // Games of a match keep the number that they have in the other files of the match.
        if record.event != "zugi match" || record.number == 0 {
            record.number = entry.number;
        }
        Ok(Some(record))
    }

    /// The error for a file without usable games: the reason why the first game cannot be used.
    fn error(&self, line: usize, reason: &Unreadable, games: usize) -> GameFileError {
        let kind = self.kind;
        let what = match reason {
            Unreadable::OtherGame(name) => {
                let more = games.checked_sub(1).filter(|more| *more > 0);
                let more = more.map(|more| format!(", and {more} more games")).unwrap_or_default();
                let ours = games_of(&self.registry);
                format!("{kind} of {}{more}: zugi plays {ours}", printable(&cut(name, 60)))
            }
            Unreadable::Wrong(why) if kind == GameFileKind::Moves => {
                format!("{}; or {EXPECTED}", printable(why))
            }
            Unreadable::Wrong(why) | Unreadable::BadRecord(why) => {
                format!("{kind}: {}", printable(why))
            }
        };
        GameFileError::Other { line, what }
    }
}

#[derive(Default)]
struct SkippedCounts {
    first: Option<(usize, Unreadable)>,
    /// The number of games of each unknown variant, by its name.
    others: BTreeMap<String, usize>,
    other_names: usize,
    /// The number, the line and the error of the first invalid game.
    wrong: Option<(usize, usize, String)>,
    wrongs: usize,
}

impl SkippedCounts {
    fn add(&mut self, number: usize, line: usize, reason: Unreadable) {
        self.first.get_or_insert_with(|| (line, reason.clone()));
        match reason {
            Unreadable::OtherGame(name)
                if self.others.len() < MAX_NAMES || self.others.contains_key(&name) =>
            {
                *self.others.entry(name).or_default() += 1;
            }
            Unreadable::OtherGame(_) => self.other_names += 1,
            Unreadable::Wrong(why) | Unreadable::BadRecord(why) => {
                self.wrongs += 1;
                self.wrong.get_or_insert((number, line, why));
            }
        }
    }

    fn games(&self) -> usize {
        self.others.values().sum::<usize>() + self.other_names + self.wrongs
    }

    fn groups(self) -> Vec<SkippedGames> {
        let mut all: Vec<SkippedGames> = self
            .others
            .into_iter()
            .map(|(name, games)| SkippedGames { games, why: format!("of {}", printable(&name)) })
            .collect();
        if self.other_names > 0 {
            all.push(SkippedGames { games: self.other_names, why: "of other games".to_owned() });
        }
        if let Some((number, line, why)) = self.wrong {
            let first = if self.wrongs > 1 { "the first of them " } else { "" };
            let why = format!("wrong, {first}game {number}, line {line}: {}", printable(&why));
            all.push(SkippedGames { games: self.wrongs, why });
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::{Variant, toy::Hexapawn};

    use super::*;

    #[test]
    fn no_two_games_of_a_file_have_the_same_number() {
        let registry = Registry::new(vec![Variant::new::<Hexapawn>()], "hexapawn");
        let game = |number: usize| GameRecord {
            number,
            variant: "hexapawn".to_owned(),
            players: ["a", "b"].map(str::to_owned),
            ..GameRecord::default()
        };
        let line = |number| serde_json::to_string(&game(number)).unwrap() + "\n";
        let block = |number| format!("[number {number}]\n[variant hexapawn]\n\n");
        let head = "{\"match\":1}\n".to_owned();
        let pgn = |number| crate::pgn(&game(number), &[]);
        let foreign = "[Event \"club\"]\n[Round \"7\"]\n\n1. a1a2 *\n\n".to_owned();
        for (text, expected) in [
            (head.clone() + &line(4) + &line(2), &[4, 2][..]),
            (head.clone() + &line(1) + "\n \n" + &head + &line(1) + &line(2) + "\n", &[1, 2, 3]),
            (block(3) + &block(5), &[3, 5]),
            (block(1) + &block(1), &[1, 2]),
            (block(0), &[1]),
            (pgn(9) + &pgn(8), &[9, 8]),
            (pgn(1) + &pgn(2) + &pgn(1), &[1, 2, 3]),
            (foreign.clone() + &foreign, &[1, 2]),
            (pgn(2) + &foreign, &[1, 2]),
            ("# made\nstartpos moves a1a2\nstartpos\n".to_owned(), &[1, 2]),
            ("fen bbbb/4/w3/1www b\nfen bbbb/4/w3/1www b moves b4b3\n".to_owned(), &[1, 2]),
            ("fen bbbb/4/w3/1www b moves\nb4b3".to_owned(), &[1]),
        ] {
            let file = GameFile::read(text.clone(), &registry).unwrap();
            let numbers: Vec<usize> = file.games().map(|game| game.number).collect();
            assert_eq!(numbers, expected, "{text}");
            for (index, &number) in expected.iter().enumerate() {
                assert_eq!(file.find(number), Some(index), "{text}");
            }
        }
    }
}
