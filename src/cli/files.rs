//! Files that hours of work go into.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

use super::CliError;

/// The work must not end with a file that cannot be written.
pub(super) fn check_writable(path: &Path) -> Result<(), CliError> {
    let file = |error| CliError::File { path: path.to_owned(), error };
    if path.is_dir() {
        return Err(file(io::ErrorKind::IsADirectory.into()));
    }
    let fresh = !path.exists();
    OpenOptions::new().append(true).create(true).open(path).map_err(file)?;
    if fresh { fs::remove_file(path).map_err(file) } else { Ok(()) }
}
