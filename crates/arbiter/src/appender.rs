//! Files of a match that grow line by line, and files that are written as a whole: what is in
//! them after a kill. What the lines say is not known here.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::journal_error::JournalError;

/// How often a growing file is brought to the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A file that is only added to.
#[derive(Debug)]
pub(super) struct Appender {
    pub path: PathBuf,
    file: File,
    /// When the file was last known to be on the disk.
    synced: Instant,
}

impl Appender {
    pub fn new(path: PathBuf, file: File) -> Appender {
        Appender { path, file, synced: Instant::now() }
    }

    pub fn create(path: PathBuf) -> Result<Appender, JournalError> {
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
    pub fn anew(path: PathBuf, content: &str) -> Result<Appender, JournalError> {
        write_whole(&path, content)?;
        match OpenOptions::new().append(true).open(&path) {
            Ok(file) => Ok(Appender::new(path, file)),
            Err(error) => Err(JournalError::File { path, error }),
        }
    }

    /// One write: a reader sees all of it or nothing, whenever the arbiter is killed.
    /// A power cut takes no more than the last second: waiting for the disk after each
    /// short game would cost the engines time.
    pub fn append(&mut self, text: &str) -> Result<(), JournalError> {
        let mut written = self.file.write_all(text.as_bytes());
        if self.synced.elapsed() >= SYNC_EVERY {
            written = written.and_then(|()| self.file.sync_data());
            self.synced = Instant::now();
        }
        written.map_err(|error| JournalError::File { path: self.path.clone(), error })
    }

    /// Waits until all of it is on the disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.synced = Instant::now();
        let synced = self.file.sync_data();
        synced.map_err(|error| JournalError::File { path: self.path.clone(), error })
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
pub(super) fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
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

/// A value as a line of JSON; the path is for the error.
pub(super) fn json_line(value: &impl Serialize, path: &Path) -> Result<String, JournalError> {
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

/// The folder in which a file is.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new("."))
}

/// Brings the names in the folder of a file to the disk, where the file system can do that.
pub(super) fn sync_folder(path: &Path) {
    let synced = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    drop(synced);
}
