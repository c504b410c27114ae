//! Files that the program writes as a whole.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::CliError;

/// Hours of work must not end with a file that cannot be written.
pub(super) fn check_writable(path: &Path) -> Result<(), CliError> {
    let file = |error| CliError::File { path: path.to_owned(), error };
    if path.is_dir() {
        return Err(file(io::ErrorKind::IsADirectory.into()));
    }
    let fresh = !path.exists();
    OpenOptions::new().append(true).create(true).open(path).map_err(file)?;
    if fresh { fs::remove_file(path).map_err(file) } else { Ok(()) }
}

/// Writes a file: a kill leaves the old one or the new one.
pub(super) fn write_bytes(path: &Path, content: &[u8]) -> Result<(), CliError> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    let written = fs::write(&new, content).and_then(|()| fs::rename(&new, path));
    written.map_err(|error| CliError::File { path: path.to_owned(), error })
}
