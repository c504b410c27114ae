//! The files of a match, `PREFIX.jsonl` and what is made of it: each finished game is in
//! them before the next result is looked at, so that a match killed at any moment loses
//! none, and can be taken up again.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use zugi_records::{GameRecord, expected_json, pgn};

use super::shard::MatchShard;
use super::tournament::MatchPlan;

/// Why a match cannot be recorded or taken up again.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file that cannot be read or written.
    #[error("cannot use {path:?}: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A record that exists already.
    #[error("{0:?} exists already: expected --resume to go on with it, or another name")]
    Exists(PathBuf),
    /// Another file in the place of one that a match writes.
    #[error("{0:?} exists already and is of no match: expected another name")]
    Foreign(PathBuf),
    /// A record that another match writes.
    #[error("{0:?} is in use by another match: expected the end of that, or another name")]
    InUse(PathBuf),
    /// A record that cannot be understood.
    #[error("{path:?}, line {line}: expected {expected}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What was expected.
        expected: String,
    },
    /// A record in another form.
    #[error(
        "{0:?} is a record of another version of zugi: expected one of this version, or another \
         name; `zugi replay` reads it"
    )]
    Version(PathBuf),
    /// The record of another match.
    #[error(
        "{0:?} is the record of another match: expected the same engines, openings and settings"
    )]
    Other(PathBuf),
}

/// The form of the records: 1 was that of versions before 0.2, which did not say it.
const FORMAT: u32 = 2;

/// The first line of a record: what match it is of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchHeader {
    format: u32,
    /// What the match depends on.
    #[serde(rename = "match")]
    pub plan: MatchPlan,
    /// The names by which the engines of the plan introduced themselves, `None` for those
    /// without one.
    pub id_names: Vec<Option<String>>,
    /// Where the openings come from, in words.
    pub openings_from: String,
    /// Which part of the match was played; none for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<MatchShard>,
}

impl MatchHeader {
    /// What the first line of a new record says.
    #[must_use]
    pub fn new(
        plan: MatchPlan,
        id_names: Vec<Option<String>>,
        openings_from: String,
    ) -> MatchHeader {
        MatchHeader { format: FORMAT, plan, id_names, openings_from, shard: None }
    }

    /// The same of a part of the match, or of all of it.
    #[must_use]
    pub fn with_shard(self, shard: Option<MatchShard>) -> MatchHeader {
        MatchHeader { shard, ..self }
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

/// A match that goes on.
#[derive(Debug)]
pub struct Resumed {
    /// Its files.
    pub journal: Journal,
    /// The games that it has finished.
    pub games: Vec<GameRecord>,
    /// What its record says that it is.
    pub header: MatchHeader,
}

/// The files that are made of the games alone: their extensions, and what a game is there.
const FORMS: [(&str, Form); 2] = [("txt", GameRecord::to_string), ("pgn", pgn)];

/// What a game is in a file.
type Form = fn(&GameRecord) -> String;

/// How often a growing file is brought to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The open files of a match.
#[derive(Debug)]
pub struct Journal {
    lines: Appender,
    /// One for each of [`FORMS`].
    forms: Vec<Appender>,
}

/// A file that is only added to.
#[derive(Debug)]
struct Appender {
    path: PathBuf,
    file: File,
    /// When the file was last known to be on the disk.
    synced: Instant,
}

impl Appender {
    fn new(path: PathBuf, file: File) -> Appender {
        Appender { path, file, synced: Instant::now() }
    }

    fn create(path: PathBuf) -> Result<Appender, JournalError> {
        match OpenOptions::new().append(true).create_new(true).open(&path) {
            Ok(file) => {
                lock(&file, &path)?;
                Ok(Appender::new(path, file))
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(JournalError::Exists(path))
            }
            Err(error) => Err(JournalError::File { path, error }),
        }
    }

    /// A file that has this content, whatever it had before.
    fn anew(path: PathBuf, content: &str) -> Result<Appender, JournalError> {
        write_whole(&path, content)?;
        match OpenOptions::new().append(true).open(&path) {
            Ok(file) => Ok(Appender::new(path, file)),
            Err(error) => Err(JournalError::File { path, error }),
        }
    }

    /// One write: a reader sees all of it or nothing, whenever the arbiter is killed.
    /// A power cut takes no more than the last second: waiting for the disk after each
    /// short game would cost the engines time.
    fn append(&mut self, text: &str) -> Result<(), JournalError> {
        let mut written = self.file.write_all(text.as_bytes());
        if self.synced.elapsed() >= SYNC_EVERY {
            written = written.and_then(|()| self.file.sync_data());
            self.synced = Instant::now();
        }
        written.map_err(|error| JournalError::File { path: self.path.clone(), error })
    }
}

impl Drop for Appender {
    fn drop(&mut self) {
        // Whoever can do something about an error has heard of it while writing.
        drop(self.file.sync_data());
    }
}

/// Keeps other matches out of the file until it is closed, by whatever end of the process.
/// A file system that knows no locks has to do without.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(JournalError::File { path: path.to_owned(), error }),
    }
}

/// The path of one of a match's files.
#[must_use]
pub fn path_of(prefix: &Path, extension: &str) -> PathBuf {
    let mut path = prefix.as_os_str().to_owned();
    path.push(".");
    path.push(extension);
    PathBuf::from(path)
}

impl Journal {
    /// The files for a new match.
    ///
    /// # Errors
    /// If one of them exists or cannot be written.
    pub fn create(prefix: &Path, header: &MatchHeader) -> Result<Journal, JournalError> {
        // All are looked at before the first one is made.
        let record = path_of(prefix, "jsonl");
        if record.exists() {
            return Err(JournalError::Exists(record));
        }
        let mut others = FORMS.into_iter().map(|(extension, _)| path_of(prefix, extension));
        if let Some(path) = others.find(|path| path.exists()) {
            return Err(JournalError::Foreign(path));
        }
        let mut lines = Appender::create(path_of(prefix, "jsonl"))?;
        let form = |(extension, _)| Appender::create(path_of(prefix, extension));
        let forms = FORMS.into_iter().map(form).collect::<Result<_, _>>()?;
        lines.append(&json_line(header, &lines.path.clone())?)?;
        Ok(Journal { lines, forms })
    }

    /// The files of an interrupted match and the games that it has finished. What a kill
    /// has left of a line is cut off.
    ///
    /// # Errors
    /// If there is no such match, or it is another one or has a game twice, or its files
    /// cannot be used, or are in use.
    pub fn resume(prefix: &Path, plan: &MatchPlan) -> Result<Resumed, JournalError> {
        let path = path_of(prefix, "jsonl");
        let file = |error| JournalError::File { path: path.clone(), error };
        let mut lines = OpenOptions::new().read(true).append(true).open(&path).map_err(file)?;
        lock(&lines, &path)?;
        let mut content = String::new();
        lines.read_to_string(&mut content).map_err(file)?;
        let whole = content.rfind('\n').map_or(0, |end| end + 1);
        let content = content.get(..whole).unwrap_or_default();
        let (header, games) = parse_record(&path, content)?;
        if !header.plan.is_same_match(plan) || header.shard.is_some() {
            return Err(JournalError::Other(path));
        }
        lines.set_len(whole as u64).map_err(file)?;
        // The others are made anew: they may lack the last game or hold half of it.
        let anew = |(extension, form): (&str, Form)| {
            Appender::anew(path_of(prefix, extension), &games.iter().map(form).collect::<String>())
        };
        let forms = FORMS.into_iter().map(anew).collect::<Result<_, _>>()?;
        let journal = Journal { lines: Appender::new(path, lines), forms };
        Ok(Resumed { journal, games, header })
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        let line = json_line(game, &self.lines.path)?;
        self.lines.append(&line)?;
        for (file, (_, form)) in self.forms.iter_mut().zip(FORMS) {
            file.append(&form(game))?;
        }
        Ok(())
    }
}

/// What match the lines of a record are of, and its games; none of them twice.
fn parse_record(
    path: &Path,
    content: &str,
) -> Result<(MatchHeader, Vec<GameRecord>), JournalError> {
    let wrong = |line, error: serde_json::Error| JournalError::Line {
        path: path.to_owned(),
        line,
        expected: expected_json("match", &error),
    };
    let mut numbered = (1..).zip(content.lines());
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

/// Reads the record of a match or of a part of it.
///
/// # Errors
/// It cannot be read, or is not a record as a whole: one that is still being written ends
/// within a line, as a rule.
pub fn read_record(path: &Path) -> Result<(MatchHeader, Vec<GameRecord>), JournalError> {
    let file = |error| JournalError::File { path: path.to_owned(), error };
    parse_record(path, &fs::read_to_string(path).map_err(file)?)
}

/// Writes the record of a part of a match, `PREFIX.jsonl`: whole or not at all.
///
/// # Errors
/// If there is one already, or it cannot be written.
pub fn write_record(
    prefix: &Path,
    header: &MatchHeader,
    games: &[GameRecord],
) -> Result<(), JournalError> {
    let path = path_of(prefix, "jsonl");
    if path.exists() {
        return Err(JournalError::Exists(path));
    }
    let mut content = json_line(header, &path)?;
    for game in games {
        content += &json_line(game, &path)?;
    }
    write_whole(&path, content)
}

/// Writes the record of a whole match in all its forms, each as a whole; that of JSON last.
///
/// # Errors
/// If one of them is there already, or cannot be written.
pub fn write_forms(
    prefix: &Path,
    header: &MatchHeader,
    games: &[GameRecord],
) -> Result<(), JournalError> {
    let record = path_of(prefix, "jsonl");
    if record.exists() {
        return Err(JournalError::Exists(record));
    }
    let paths = FORMS.map(|(extension, form)| (path_of(prefix, extension), form));
    if let Some((path, _)) = paths.iter().find(|(path, _)| path.exists()) {
        return Err(JournalError::Foreign(path.clone()));
    }
    for (path, form) in paths {
        write_whole(&path, games.iter().map(form).collect::<String>())?;
    }
    write_record(prefix, header, games)
}

fn json_line(value: &impl Serialize, path: &Path) -> Result<String, JournalError> {
    let json = serde_json::to_string(value);
    let json =
        json.map_err(|error| JournalError::File { path: path.to_owned(), error: error.into() })?;
    Ok(json + "\n")
}

/// Writes a file as a whole: a kill leaves the old one or the new one.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), JournalError> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(content.as_ref())?;
        file.sync_data()?;
        fs::rename(&new, path)
    });
    written.map_err(|error| JournalError::File { path: path.to_owned(), error })
}
