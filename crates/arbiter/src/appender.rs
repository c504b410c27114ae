//! Writes the files of a match, line by line or as a whole, so that a kill leaves no partial
//! content.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use zugi_files::{AppendFile, link_target};

use super::journal_error::JournalError;

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
        let file = match link_target(&path).and_then(|target| options.open(target)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(JournalError::Exists(path));
            }
            file => file.map_err(JournalError::file(&path))?,
        };
        lock(&file, &path)?;
        file.set_len(0).map_err(JournalError::file(&path))?;
        Ok(Appender::new(path, file))
    }

    pub fn replace(path: PathBuf, content: &str) -> Result<Appender, JournalError> {
        write_whole(&path, content)?;
        let file = OpenOptions::new().append(true).open(&path);
        let file = file.map_err(JournalError::file(&path))?;
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
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
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
    let json = serde_json::to_string(value).map_err(io::Error::from);
    Ok(json.map_err(JournalError::file(path))? + "\n")
}

pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), JournalError> {
    zugi_files::write_whole(path, content).map_err(JournalError::file(path))
}

/// The folder of a file; `.` for a bare name.
pub(super) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new("."))
}

/// Syncs the names in the folder of a file to the disk, if the file system can do that.
pub(super) fn sync_folder(path: &Path) {
    let synced = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    drop(synced);
}
