//! The files of a match, `PREFIX.jsonl` and `PREFIX.pgn`. Each finished game is written before the
//! next result is handled, so that a match killed at any moment loses none and can be resumed. The
//! moves of unfinished games are in `games_in_progress.rs`.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use zugi_client::process::ProgramFile;
use zugi_files::{NotText, STDIN, remove_part, text_of};
use zugi_records::{GameRecord, PgnEngine, expected_json, format_hint, pgn};

use super::adjudication::RulingTables;
use super::appender::{Appender, json_line, lock};
pub use super::appender::{JournalError, path_of, write_whole};
use super::engine_tags::pgn_engines;
use super::games_in_progress::{moves_files, moves_path};
use super::match_config::{MAY_DIFFER, MatchConfig, difference};
use super::openings::Opening;
use super::tournament::{Sink, SinkResult, Tournament};

/// The format of the records; version 0.2 has format 2.
pub(super) const FORMAT: u32 = 3;

/// The first line of a record: the match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MatchHeader {
    pub(super) format: u32,
    #[serde(rename = "match")]
    pub config: MatchConfig,
    /// The openings in the order of the rounds; after the last one the first one comes again.
    pub openings: Vec<Opening>,
    /// The source of the openings, in words.
    pub openings_from: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling_tables: Option<RulingTables>,
    /// The names by which the engines introduced themselves; `None` for an engine without one.
    pub id_names: Vec<Option<String>>,
    /// The program files of the engines before the first game; `None` for one that was not found.
    pub programs: Vec<Option<ProgramFile>>,
    /// The endgame tables of the engines before the first game, in their words; `None` for an
    /// engine that does not answer.
    pub tables: Vec<Option<String>>,
}

/// The keys that the first line has in every version.
#[derive(Deserialize)]
struct AnyHeader {
    #[serde(default)]
    format: u32,
    #[serde(rename = "match")]
    _match: IgnoredAny,
}

/// The lines of a record that are not blank: an editor may leave blank lines.
struct Lines {
    path: PathBuf,
    input: Box<dyn BufRead>,
    /// The number of the last line.
    number: usize,
    /// The length in bytes of the lines with a line end.
    whole: u64,
    /// Whether a last line without a line end is skipped: a power cut may leave half of a line,
    /// even half of a character.
    drops_torn: bool,
}

impl Lines {
    fn next(&mut self) -> Result<Option<String>, JournalError> {
        loop {
            let mut bytes = Vec::new();
            let read = self.input.read_until(b'\n', &mut bytes);
            let read = read.map_err(JournalError::file(&self.path))?;
            let has_end = bytes.ends_with(b"\n");
            if read == 0 || (self.drops_torn && !has_end) {
                return Ok(None);
            }
            self.number += 1;
            if has_end {
                self.whole += read as u64;
            }
            if !bytes.trim_ascii().is_empty() {
                return text(&self.path, bytes, self.number).map(Some);
            }
        }
    }

    /// An error about the line that was read last.
    fn wrong(&self, expected: &str) -> JournalError {
        let Lines { path, number, .. } = self;
        JournalError(format!("{path:?}, line {}: expected {expected}", number.max(&1)))
    }
}

/// The record of a match, read game by game. A repeated game is an error.
pub struct RecordReader {
    pub header: MatchHeader,
    lines: Lines,
    /// The line of each game, by the number of the game.
    seen: HashMap<usize, usize>,
}

impl RecordReader {
    /// Opens the record of a match or of a part of it; that of stdin for `-`.
    ///
    /// # Errors
    /// The record cannot be read, or its first line is not of this version.
    pub fn open(path: &Path) -> Result<RecordReader, JournalError> {
        let failed = JournalError::file(path);
        let mut input: Box<dyn BufRead> = if path == Path::new(STDIN) {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(File::open(path).map_err(&failed)?))
        };
        let begin = input.fill_buf().map_err(&failed)?;
        if begin.starts_with(b"\xff\xfe") || begin.starts_with(b"\xfe\xff") {
            // In UTF-16 a line feed is two bytes, so the file is read as a whole.
            let mut content = Vec::new();
            input.read_to_end(&mut content).map_err(&failed)?;
            input = Box::new(Cursor::new(text(path, content, 1)?.into_bytes()));
        }
        RecordReader::new(path, input)
    }

    fn new(path: &Path, input: Box<dyn BufRead>) -> Result<RecordReader, JournalError> {
        let path = path.to_owned();
        let mut lines = Lines { path, input, number: 0, whole: 0, drops_torn: false };
        let first = lines.next()?.unwrap_or_default();
        let wrong = |error: serde_json::Error| match format_hint(&first) {
            Some(hint) if !first.starts_with('{') => lines
                .wrong(&format!("the record of a match, PREFIX.jsonl; this seems to be {hint}")),
            _ => lines.wrong(&expected_json("match", &error)),
        };
        let any: AnyHeader = serde_json::from_str(&first).map_err(wrong)?;
        if any.format != FORMAT {
            return Err(JournalError(format!(
                "{:?} is a record of another version of zugi: finish the match with that version, \
                 or choose another name; `zugi replay` shows its games",
                lines.path
            )));
        }
        let header = serde_json::from_str(&first).map_err(wrong)?;
        Ok(RecordReader { header, lines, seen: HashMap::new() })
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, JournalError> {
        let Some(text) = self.lines.next()? else { return Ok(None) };
        let wrong = |error| self.lines.wrong(&expected_json("match", &error));
        let game: GameRecord = serde_json::from_str(&text).map_err(wrong)?;
        if let Some(first) = self.seen.insert(game.number, self.lines.number) {
            let number = game.number;
            let expected = format!("each game once, but game {number} is in line {first}, too");
            return Err(self.lines.wrong(&expected));
        }
        Ok(Some(game))
    }
}

impl Iterator for RecordReader {
    type Item = Result<GameRecord, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

/// The text of `content`, which begins at line `from` of the file.
fn text(path: &Path, content: Vec<u8>, from: usize) -> Result<String, JournalError> {
    text_of(content).map_err(|mut error| {
        if let NotText::Line { line, .. } = &mut error {
            *line += from.saturating_sub(1);
        }
        JournalError::file(path)(error)
    })
}

/// The folder of the games of a match's report.
#[must_use]
pub fn games_folder(prefix: &Path) -> PathBuf {
    let mut folder = prefix.as_os_str().to_owned();
    folder.push("-games");
    PathBuf::from(folder)
}

/// The files of a match: its record first, then PGN, and the report.
pub fn files_of(prefix: &Path) -> impl Iterator<Item = PathBuf> {
    let extensions = ["jsonl", "pgn", "json", "html"].into_iter();
    extensions.map(|extension| path_of(prefix, extension)).chain([games_folder(prefix)])
}

/// The open files of a match: a sink for its games.
#[derive(Debug)]
pub struct Journal {
    prefix: PathBuf,
    lines: Appender,
    pgn: Appender,
    engines: Vec<PgnEngine>,
}

impl Journal {
    /// Creates the files of a new match. Existing ones are an error, unless they are `replaced`.
    ///
    /// # Errors
    /// A file cannot be written, exists already, or is in use.
    pub fn create(
        prefix: &Path,
        tournament: &mut Tournament<'_>,
        replaced: bool,
    ) -> Result<Journal, JournalError> {
        let record = path_of(prefix, "jsonl");
        if !replaced {
            if record.exists() {
                return Err(JournalError::exists(&record));
            }
            check_no_others(prefix)?;
        }
        let lines = Appender::create(record, replaced)?;
        if replaced {
            // The record is locked first, because these files may be those of a running match.
            for (_, moves) in moves_files(prefix)? {
                fs::remove_file(&moves).map_err(JournalError::file(&moves))?;
            }
        }
        Journal::begin(prefix, lines, tournament, replaced)
    }

    /// Writes the first line, and creates the other files.
    fn begin(
        prefix: &Path,
        mut lines: Appender,
        tournament: &mut Tournament<'_>,
        replaced: bool,
    ) -> Result<Journal, JournalError> {
        let begun = Appender::create(path_of(prefix, "pgn"), replaced).and_then(|pgn| {
            let line = first_line(tournament.header(), &lines.path)?;
            lines.append(&line)?;
            tournament.keep_moves(prefix)?;
            Ok(pgn)
        });
        if begun.is_err() {
            // A match could not be resumed from these incomplete files.
            remove_part(&lines.path);
            remove_part(&path_of(prefix, "pgn"));
        }
        let (prefix, engines) = (prefix.to_owned(), pgn_engines(tournament.header()));
        begun.map(|pgn| Journal { prefix, lines, pgn, engines })
    }

    /// Opens the files of an interrupted match; `played` gets its finished games, and the match
    /// continues without them. An incomplete last line is removed. Without a record, or with an
    /// empty one, the match begins.
    ///
    /// # Errors
    /// The record is of another match or has a game twice, a file cannot be used or is in use, or a
    /// match that begins finds other files.
    pub fn resume(
        prefix: &Path,
        tournament: &mut Tournament<'_>,
        mut played: impl FnMut(&GameRecord),
    ) -> Result<Journal, JournalError> {
        let path = path_of(prefix, "jsonl");
        if !path.exists() {
            return Journal::create(prefix, tournament, false);
        }
        let lines = OpenOptions::new().read(true).append(true).open(&path);
        let lines = lines.map_err(JournalError::file(&path))?;
        lock(&lines, &path)?;
        if lines.metadata().map_err(JournalError::file(&path))?.len() == 0 {
            check_no_others(prefix)?;
            return Journal::begin(prefix, Appender::new(path, lines), tournament, true);
        }
        let reader = lines.try_clone().map_err(JournalError::file(&path))?;
        let mut reader = RecordReader::new(&path, Box::new(BufReader::new(reader)))?;
        let recorded = reader.header.clone();
        let other = |how| {
            JournalError(format!(
                "{path:?} is the record of another match: expected the same arguments, but {how}"
            ))
        };
        if let Some(how) = difference(&recorded.config, tournament.config(), &MAY_DIFFER) {
            return Err(other(how));
        }
        if recorded.ruling_tables != tournament.header().ruling_tables {
            return Err(other("the tables had other numbers of pieces".to_owned()));
        }
        // All games are read before a file is changed.
        reader.lines.drops_torn = true;
        let numbers = reader.by_ref().map(|game| game.map(|game| game.number));
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
        lines.set_len(reader.lines.whole).map_err(JournalError::file(&path))?;
        tournament.go_on(recorded, numbers).map_err(other)?;
        // The PGN may lack the last game, or have half of it.
        let mut pgn_file = Appender::create(path_of(prefix, "pgn"), true)?;
        let engines = pgn_engines(tournament.header());
        for game in RecordReader::open(&path)? {
            let game = game?;
            pgn_file.append(&pgn(&game, &engines))?;
            played(&game);
        }
        tournament.keep_moves(prefix)?;
        let lines = Appender::new(path, lines);
        Ok(Journal { prefix: prefix.to_owned(), lines, pgn: pgn_file, engines })
    }
}

impl Sink for Journal {
    /// Adds a finished game, and removes the file of its moves, if there is one.
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        let line = json_line(game, &self.lines.path)?;
        self.lines.append(&line)?;
        self.pgn.append(&pgn(game, &self.engines))?;
        let moves = moves_path(&self.prefix, game.number);
        if moves.exists() {
            // The moves are removed only when the game is on the disk.
            self.lines.sync()?;
            fs::remove_file(&moves).map_err(JournalError::file(&moves))?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The first line of a record, without the keys that do not affect its games.
fn first_line(header: &MatchHeader, path: &Path) -> Result<String, JournalError> {
    let config = MatchConfig { out: None, quiet: false, interval: None, ..header.config.clone() };
    json_line(&MatchHeader { config, ..header.clone() }, path)
}

/// An error if there are other files in the place of those of a new match. Empty files are those of
/// a match that was killed before it wrote its first line, and are accepted.
fn check_no_others(prefix: &Path) -> Result<(), JournalError> {
    let is_empty = |path: &Path| fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() == 0);
    let begun = is_empty(&path_of(prefix, "jsonl"));
    let pgn = path_of(prefix, "pgn");
    if pgn.exists() && !(begun && is_empty(&pgn)) {
        return Err(JournalError::foreign(&pgn));
    }
    match moves_files(prefix)?.first() {
        Some((_, moves)) => Err(JournalError::foreign(moves)),
        None => Ok(()),
    }
}

/// Writes the record of a match or of a part of it, `PREFIX.jsonl`, atomically, over an existing
/// file.
pub fn write_record(
    prefix: &Path,
    header: &MatchHeader,
    games: &[GameRecord],
) -> Result<(), JournalError> {
    let path = path_of(prefix, "jsonl");
    let mut content = first_line(header, &path)?;
    for game in games {
        content += &json_line(game, &path)?;
    }
    write_whole(&path, content)
}

/// Writes the record of a whole match and its PGN, each atomically, over existing files; the record
/// last.
pub fn write_forms(
    prefix: &Path,
    header: &MatchHeader,
    games: &[GameRecord],
) -> Result<(), JournalError> {
    let engines = pgn_engines(header);
    let content: String = games.iter().map(|game| pgn(game, &engines)).collect();
    write_whole(&path_of(prefix, "pgn"), content)?;
    write_record(prefix, header, games)
}
