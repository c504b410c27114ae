//! The files of a match, `PREFIX.jsonl` and those made from it. Each finished game is written
//! before the next result is handled, so that a match killed at any moment loses none and can be
//! resumed.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use zugi_client::process::ProgramFile;
use zugi_files::{remove_part, text_of};
use zugi_records::{GameRecord, PgnEngine, expected_json, format_hint, pgn};

use super::appender::{Appender, json_line, lock};
pub use super::appender::{path_of, write_whole};
use super::config_diff::{Difference, list};
use super::games_in_progress::{drop_all_moves, drop_moves, no_moves};
pub use super::journal_error::JournalError;
use super::pgn_tags::pgn_engines;
use super::shard::MatchShard;
use super::tournament::MatchPlan;

/// The form of the records: 1 was that of versions before 0.2, which did not say it.
const FORMAT: u32 = 2;

/// The first line of a record: the match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchHeader {
    format: u32,
    /// The plan of the match.
    #[serde(rename = "match")]
    pub plan: MatchPlan,
    /// The names by which the engines of the plan introduced themselves, `None` for those
    /// without one.
    pub id_names: Vec<Option<String>>,
    /// The files of the engines of the plan as they were before the first game, `None` for one
    /// that only the system finds; empty in records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<Option<ProgramFile>>,
    /// The endgame tables of the engines of the plan before the first game, in their words, `None`
    /// for one that does not say; empty in records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Option<String>>,
    /// The source of the openings, in words.
    pub openings_from: String,
    /// Which part of the match was played; none for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<MatchShard>,
}

impl MatchHeader {
    /// The first line of a new record.
    #[must_use]
    pub fn new(
        plan: MatchPlan,
        id_names: Vec<Option<String>>,
        openings_from: String,
    ) -> MatchHeader {
        let (programs, tables, shard) = (Vec::new(), Vec::new(), None);
        MatchHeader { format: FORMAT, plan, id_names, programs, tables, openings_from, shard }
    }

    /// The same with the files of the engines.
    #[must_use]
    pub fn with_programs(self, programs: Vec<Option<ProgramFile>>) -> MatchHeader {
        MatchHeader { programs, ..self }
    }

    /// The same with the tables of the engines.
    #[must_use]
    pub fn with_tables(self, tables: Vec<Option<String>>) -> MatchHeader {
        MatchHeader { tables, ..self }
    }

    /// The same of a part of the match, or of all of it.
    #[must_use]
    pub fn with_shard(self, shard: Option<MatchShard>) -> MatchHeader {
        MatchHeader { shard, ..self }
    }

    /// The engines, for PGN.
    fn pgn_engines(&self) -> Vec<PgnEngine> {
        pgn_engines(&self.plan, &self.tables)
    }
}

/// What the first line of a record has whatever its version.
#[derive(Deserialize)]
struct AnyHeader {
    #[serde(default)]
    format: u32,
    #[serde(rename = "match")]
    _plan: IgnoredAny,
}

/// A resumed match.
#[derive(Debug)]
pub struct Resumed {
    /// Its files.
    pub journal: Journal,
    /// The games that it has finished.
    pub games: Vec<GameRecord>,
    /// The first line of its record.
    pub header: MatchHeader,
}

/// The files that are made of the games alone: their extensions, and what a game is there.
const FORMS: [(&str, Form); 2] = [("txt", |game, _| game.to_string()), ("pgn", pgn)];

/// What a game between some of these engines is in a file.
type Form = fn(&GameRecord, &[PgnEngine]) -> String;

/// What games are in a file.
fn all_as(form: Form, games: &[GameRecord], engines: &[PgnEngine]) -> String {
    games.iter().map(|game| form(game, engines)).collect()
}

/// The open files of a match.
#[derive(Debug)]
pub struct Journal {
    prefix: PathBuf,
    lines: Appender,
    /// One for each of [`FORMS`].
    forms: Vec<Appender>,
    /// The engines, for the forms.
    engines: Vec<PgnEngine>,
}

/// The folder of the games of a match's report.
#[must_use]
pub fn games_folder(prefix: &Path) -> PathBuf {
    let mut folder = prefix.as_os_str().to_owned();
    folder.push("-games");
    PathBuf::from(folder)
}

/// All that a match writes: its record first, then the other forms of that, and the report.
pub fn files_of(prefix: &Path) -> impl Iterator<Item = PathBuf> {
    let forms = FORMS.into_iter().map(|(extension, _)| extension);
    let extensions = ["jsonl"].into_iter().chain(forms).chain(["json", "html"]);
    extensions.map(|extension| path_of(prefix, extension)).chain([games_folder(prefix)])
}

impl Journal {
    /// The files for a new match; those that are there are written over only if they are
    /// `replaced`.
    ///
    /// # Errors
    /// If one of them cannot be written, is there already, or is in use.
    pub fn create(
        prefix: &Path,
        header: &MatchHeader,
        replaced: bool,
    ) -> Result<Journal, JournalError> {
        let record = path_of(prefix, "jsonl");
        if replaced {
            drop_all_moves(prefix)?;
        } else if record.exists() {
            return Err(JournalError::Exists(record));
        } else {
            no_others(prefix)?;
        }
        let mut lines = Appender::create(record, replaced)?;
        let mut forms = Vec::new();
        let mut begin = || {
            for (extension, _) in FORMS {
                forms.push(Appender::create(path_of(prefix, extension), replaced)?);
            }
            lines.append(&json_line(header, &lines.path)?)
        };
        let begun = begin();
        if begun.is_err() {
            // Nobody could go on with them.
            for file in forms.iter().chain([&lines]) {
                remove_part(&file.path);
            }
        }
        let (prefix, engines) = (prefix.to_owned(), header.pgn_engines());
        begun.map(|()| Journal { prefix, lines, forms, engines })
    }

    /// Opens the files of an interrupted match, with its finished games. An incomplete last line is
    /// removed. Without a record, or with one that has no complete first line, the match begins.
    ///
    /// # Errors
    /// If it is another match or has a game twice, or its files cannot be used, or are in use,
    /// or if it begins beside files of something else.
    pub fn resume(prefix: &Path, header: &MatchHeader) -> Result<Resumed, JournalError> {
        let path = path_of(prefix, "jsonl");
        let file = |error| JournalError::File { path: path.clone(), error };
        let plan = &header.plan;
        let mut lines = match OpenOptions::new().read(true).append(true).open(&path) {
            Ok(lines) => lines,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let journal = Journal::create(prefix, header, false)?;
                return Ok(Resumed { journal, games: Vec::new(), header: header.clone() });
            }
            Err(error) => return Err(file(error)),
        };
        lock(&lines, &path)?;
        let mut content = Vec::new();
        lines.read_to_end(&mut content).map_err(file)?;
        if content.is_empty() {
            no_others(prefix)?;
            content = json_line(header, &path)?.into_bytes();
            lines.write_all(&content).map_err(file)?;
        }
        let whole = content.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        content.truncate(whole);
        let (header, games) = parse_record(&path, &text_of_record(&path, content)?)?;
        let mut differences = header.plan.obstacles(plan);
        if let Some(shard) = header.shard {
            differences
                .insert(0, Difference::new("--shard", shard.to_string(), "not given".into()));
        }
        if !differences.is_empty() {
            return Err(JournalError::Other { path, how: list(&differences) });
        }
        lines.set_len(whole as u64).map_err(file)?;
        let engines = header.pgn_engines();
        // The others are made anew: they may lack the last game or hold half of it.
        let anew = |(extension, form): (&str, Form)| {
            Appender::anew(path_of(prefix, extension), &all_as(form, &games, &engines))
        };
        let forms = FORMS.into_iter().map(anew).collect::<Result<_, _>>()?;
        let lines = Appender::new(path, lines);
        let journal = Journal { prefix: prefix.to_owned(), lines, forms, engines };
        Ok(Resumed { journal, games, header })
    }

    /// Adds a finished game; the file of its moves, if there is one, is of no use then.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let line = json_line(game, &self.lines.path)?;
        self.lines.append(&line)?;
        for (file, (_, form)) in self.forms.iter_mut().zip(FORMS) {
            file.append(&form(game, &self.engines))?;
        }
        // The moves may go as soon as the game is on the disk, and not before.
        drop_moves(&self.prefix, game.number, || self.lines.sync())
    }
}

/// Nothing stands in the place of a file of a new match, but for what a kill has left of one
/// before its first line: empty ones.
fn no_others(prefix: &Path) -> Result<(), JournalError> {
    let is_empty = |path: &Path| fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() == 0);
    let begun = is_empty(&path_of(prefix, "jsonl"));
    let stands = |path: &PathBuf| path.exists() && !(begun && is_empty(path));
    let mut others = FORMS.into_iter().map(|(extension, _)| path_of(prefix, extension));
    others.find(stands).map_or_else(|| no_moves(prefix), |path| Err(JournalError::Foreign(path)))
}

/// What match the lines of a record are of, and its games; none of them twice.
fn parse_record(
    path: &Path,
    content: &str,
) -> Result<(MatchHeader, Vec<GameRecord>), JournalError> {
    let wrong = |line, error: serde_json::Error| {
        let expected = match format_hint(content) {
            Some(hint) if line == 1 && !content.starts_with('{') => {
                format!("the record of a match, PREFIX.jsonl; this seems to be {hint}")
            }
            _ => expected_json("match", &error),
        };
        JournalError::Line { path: path.to_owned(), line, expected }
    };
    // An editor may leave blank lines behind.
    let mut numbered = (1..).zip(content.lines()).filter(|(_, text)| !text.trim().is_empty());
    let (_, header) = numbered.next().unwrap_or((1, ""));
    let any: AnyHeader = serde_json::from_str(header).map_err(|error| wrong(1, error))?;
    if any.format != FORMAT {
        return Err(JournalError::Version(path.to_owned()));
    }
    let header: MatchHeader = serde_json::from_str(header).map_err(|error| wrong(1, error))?;
    let mut games: Vec<GameRecord> = Vec::new();
    let mut seen = HashMap::new();
    for (line, text) in numbered {
        let game: GameRecord = serde_json::from_str(text).map_err(|error| wrong(line, error))?;
        if let Some(first) = seen.insert(game.number, line) {
            let number = game.number;
            let expected = format!("each game once, but game {number} is in line {first}, too");
            return Err(JournalError::Line { path: path.to_owned(), line, expected });
        }
        games.push(game);
    }
    Ok((header, games))
}

/// Reads the record of a match or of a part of it; that of stdin for `-`.
///
/// # Errors
/// It cannot be read, or is not a record as a whole: one that is still being written ends
/// within a line, as a rule.
pub fn read_record(path: &Path) -> Result<(MatchHeader, Vec<GameRecord>), JournalError> {
    let content = zugi_files::read(path);
    let content = content.map_err(|error| JournalError::File { path: path.to_owned(), error })?;
    parse_record(path, &text_of_record(path, content)?)
}

fn text_of_record(path: &Path, content: Vec<u8>) -> Result<String, JournalError> {
    text_of(content).map_err(|error| JournalError::Text { path: path.to_owned(), error })
}

/// Writes the record of a part of a match, `PREFIX.jsonl`: whole or not at all, over one that is
/// there.
///
/// # Errors
/// If it cannot be written.
pub fn write_record(
    prefix: &Path,
    header: &MatchHeader,
    games: &[GameRecord],
) -> Result<(), JournalError> {
    let path = path_of(prefix, "jsonl");
    let mut content = json_line(header, &path)?;
    for game in games {
        content += &json_line(game, &path)?;
    }
    write_whole(&path, content)
}

/// Writes the record of a whole match in all its formats, each atomically, over existing files; the
/// JSON lines last.
///
/// # Errors
/// If one of them cannot be written.
pub fn write_forms(
    prefix: &Path,
    header: &MatchHeader,
    games: &[GameRecord],
) -> Result<(), JournalError> {
    for (extension, form) in FORMS {
        let content = all_as(form, games, &header.pgn_engines());
        write_whole(&path_of(prefix, extension), content)?;
    }
    write_record(prefix, header, games)
}
