//! Finds and reads the game files of an analysis.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;
use zugi_game::{HiddenInformation, Registry};
use zugi_records::{GENERIC, GameFile, GameRecord, MAX_BYTES};

use super::super::files::cannot_use;
use super::super::replay::{game_text, games_of};
use super::super::stderr::message;
use super::super::{CliError, bail};

/// The length in bytes and the checksum of a text.
pub type TextSum = (usize, u32);

pub struct InputFile {
    path: PathBuf,
    games: GameFile,
    pub sum: TextSum,
}

impl InputFile {
    fn read(registry: &Registry, path: &Path) -> Result<InputFile, CliError> {
        let text = game_text(path)?;
        let sum = (text.len(), crc32fast::hash(text.as_bytes()));
        Ok(InputFile { path: path.to_owned(), games: games_of(registry, path, text)?, sum })
    }
}

#[derive(Default)]
pub struct Inputs {
    /// The game files in command line order; those of a folder sorted by name.
    pub files: Vec<InputFile>,
    /// Lines about skipped files and empty folders, with the reason.
    left_out: Vec<String>,
}

impl Inputs {
    /// Reads files, and all files in folders except hidden ones and those in `own`, which the
    /// analysis itself writes.
    ///
    /// # Errors
    /// A named file cannot be read or has no games, a folder cannot be read, or there is no file at
    /// all. An unreadable file in a folder is skipped.
    pub fn read(
        registry: &Registry,
        paths: &[PathBuf],
        own: &[PathBuf],
    ) -> Result<Inputs, CliError> {
        let (mut inputs, mut empty) = (Inputs::default(), Vec::new());
        for path in paths {
            if !path.is_dir() {
                inputs.files.push(InputFile::read(registry, path)?);
                continue;
            }
            let files = files_below(path, own)?;
            if files.is_empty() {
                empty.push(path);
            }
            inputs.add_found(registry, files)?;
        }
        if let Some(folder) = empty.first().filter(|_| empty.len() == paths.len()) {
            bail!(
                "no game to analyse: the folder {folder:?} has no files: expected game files; \
                 hidden files and the output of this analysis do not count"
            );
        }
        let lines = empty.iter().map(|it| format!("left out: {it:?}: the folder has no files"));
        inputs.left_out.extend(lines);
        Ok(inputs)
    }

    /// Adds the files found in a folder. Of the output of a match, only the record counts: the
    /// other files have the same games.
    fn add_found(&mut self, registry: &Registry, found: Vec<PathBuf>) -> Result<(), CliError> {
        // For each valid record: its games (`None` once they are added to the analysis), and how
        // many other files of its match were found so far. If a record is damaged or empty, the
        // other files may have games that it lacks.
        let mut records: BTreeMap<PathBuf, (Option<InputFile>, usize)> = BTreeMap::new();
        for file in found.iter().filter(|file| is_match_record(file)) {
            let read = InputFile::read(registry, file).ok().filter(|read| !read.games.is_empty());
            records.extend(read.map(|read| (file.clone(), (Some(read), 0))));
        }
        for file in found {
            if let Some((_, copies)) = record_beside(&file).and_then(|it| records.get_mut(&it)) {
                *copies += 1;
                continue;
            }
            let known = records.get_mut(&file).and_then(|(read, _)| read.take());
            match known.map_or_else(|| InputFile::read(registry, &file), Ok) {
                Ok(read) => self.files.push(read),
                Err(error) => self.left_out.push(format!("left out: {}", error.text)),
            }
        }
        let copied = records.iter().filter(|(_, (_, copies))| *copies > 0);
        self.left_out.extend(copied.map(|(record, (_, copies))| {
            format!(
                "left out: the other files of the match {record:?} ({copies}): it has all games"
            )
        }));
        Ok(())
    }

    /// The games that can be analysed, numbered as one list. Reports the games left out on stderr,
    /// so that the output has nothing but games.
    ///
    /// # Errors
    /// No game can be analysed.
    pub fn games(&self, registry: &Registry) -> Result<Vec<GameRecord>, CliError> {
        for line in &self.left_out {
            message!("{line}");
        }
        let has_several = self.files.len() > 1;
        let mut games = Vec::new();
        for InputFile { path, games: file, .. } in &self.files {
            // These lines use the numbers of the games in their file.
            let tell = |text: &str| match has_several {
                true => message!("{path:?}: {text}"),
                false => message!("{text}"),
            };
            if let Some(summary) = file.summary() {
                tell(&summary);
            }
            let mut skipped = 0;
            for mut game in file.games() {
                if !is_analysable(registry, &game) {
                    skipped += 1;
                    continue;
                }
                if has_several {
                    game.number = games.len() + 1;
                }
                game.file = path.to_string_lossy().into_owned();
                games.push(game);
            }
            if skipped > 0 {
                tell(&format!("{skipped} games skipped: hidden pieces, or an unknown variant"));
            }
        }
        if games.is_empty() {
            bail!("no game to analyse: expected games of a known variant without hidden pieces");
        }
        Ok(games)
    }
}

/// Whether zugi knows the rules and no pieces are hidden: a search of the full position would use
/// information that the players lack.
fn is_analysable(registry: &Registry, game: &GameRecord) -> bool {
    let is_open = |it: &zugi_game::Variant| it.capability::<dyn HiddenInformation>().is_err();
    game.variant != GENERIC && registry.find(&game.variant).is_ok_and(is_open)
}

/// Whether a file is the record of a whole match. The record of a shard has no other files beside
/// it.
fn is_match_record(path: &Path) -> bool {
    if path.extension().is_none_or(|it| it != "jsonl") {
        return false;
    }
    let Ok(file) = File::open(path) else { return false };
    let mut first = Vec::new();
    let read = BufReader::new(file).take(MAX_BYTES as u64).read_until(b'\n', &mut first);
    let line: Value = serde_json::from_slice(&first).unwrap_or_default();
    let is_whole = |config: &Value| config.get("shard").is_none_or(Value::is_null);
    read.is_ok() && line.get("match").is_some_and(is_whole)
}

/// The name of the record if this is another file of a match: one with the same prefix, or a file
/// in the folder of its games.
fn record_beside(path: &Path) -> Option<PathBuf> {
    let extension = path.extension()?.to_str()?;
    if ["html", "json", "pgn", "txt"].contains(&extension) {
        return Some(path.with_extension("jsonl"));
    }
    let folder = path.parent()?;
    let prefix = folder.file_name()?.to_str()?.strip_suffix("-games")?;
    Some(folder.with_file_name(format!("{prefix}.jsonl")))
}

/// The files in a folder and its subfolders, sorted by path, without hidden ones and those in
/// `own`. Links to folders are not followed, because they may form a cycle.
fn files_below(folder: &Path, own: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let wrong = cannot_use(&folder);
        for entry in fs::read_dir(&folder).map_err(&wrong)? {
            let entry = entry.map_err(&wrong)?;
            let path = entry.path();
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if is_hidden || own.iter().any(|own| is_same(own, &path)) {
                continue;
            }
            if entry.file_type().map_err(&wrong)?.is_dir() {
                folders.push(path);
            } else if path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Whether two paths name the same existing file or folder.
fn is_same(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}
