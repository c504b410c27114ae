//! Writes the files of a match, line by line or as a whole, so that a kill leaves no partial
//! content; and defines their errors.

use std::fmt::Display;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use thiserror::Error;
use zugi_files::{AppendFile, link_target};

/// Why a match cannot be recorded, resumed or merged, in one line.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct JournalError(pub(super) String);

impl JournalError {
    /// Adds the path to the reason why a file cannot be used.
    pub fn file<E: Display>(path: &Path) -> impl Fn(E) -> JournalError {
        move |error| JournalError(format!("cannot use {path:?}: {error}"))
    }

    pub(super) fn exists(path: &Path) -> JournalError {
        JournalError(format!(
            "{path:?} exists already: expected --resume to go on with it, another name, or --force \
             to write over it"
        ))
    }

    pub(super) fn foreign(path: &Path) -> JournalError {
        JournalError(format!("{path:?} exists and is not a match record: choose another name"))
    }
}

#[derive(Debug)]
pub(super) struct Appender {
    pub path: PathBuf,
    file: AppendFile,
}

impl Appender {
    pub fn new(path: PathBuf, file: File) -> Appender {
        Appender { path, file: AppendFile::new(file) }
    }

    /// Creates a file. An existing one is an error, unless it is `replaced`.
    pub fn create(path: PathBuf, replaced: bool) -> Result<Appender, JournalError> {
        let mut options = OpenOptions::new();
        options.append(true).create(replaced).create_new(!replaced);
        // If the path is a dangling link, the target of the link is created.
        let file = link_target(&path).and_then(|target| options.open(target));
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::exists(&path),
            _ => JournalError::file(&path)(error),
        })?;
        lock(&file, &path)?;
        file.set_len(0).map_err(JournalError::file(&path))?;
        Ok(Appender::new(path, file))
    }

    pub fn append(&mut self, text: &str) -> Result<(), JournalError> {
        self.file.append(text).map_err(JournalError::file(&self.path))
    }

    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.file.sync().map_err(JournalError::file(&self.path))
    }
}

/// Locks a file against other matches until it is closed or the process ends. A file system without
/// locks is accepted.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError(format!(
            "{path:?} is in use by another match: wait until it ends, or choose another name"
        ))),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(JournalError::file(path)(error)),
    }
}

/// The path of a file of a match, `PREFIX.EXTENSION`.
#[must_use]
pub fn path_of(prefix: &Path, extension: &str) -> PathBuf {
    let mut path = prefix.as_os_str().to_owned();
    path.push(".");
    path.push(extension);
    PathBuf::from(path)
}

/// A value as a line of JSON; the path is for the error.
pub(super) fn json_line(value: &impl Serialize, path: &Path) -> Result<String, JournalError> {
    Ok(serde_json::to_string(value).map_err(JournalError::file(path))? + "\n")
}

pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), JournalError> {
    zugi_files::write_whole(path, content).map_err(JournalError::file(path))
}
