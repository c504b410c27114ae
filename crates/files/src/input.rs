//! Files that are read as a whole, and stdin in the place of one.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The path that means stdin where a file is read. A file of this name is `./-`.
pub const STDIN: &str = "-";

/// Whether stdin was read: a second time it would be empty.
static IS_READ: AtomicBool = AtomicBool::new(false);

/// The content of a file, or of stdin for the path [`STDIN`].
///
/// # Errors
/// If it cannot be read, or if stdin was read before.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new(STDIN) {
        return fs::read(path);
    }
    if IS_READ.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("stdin was read before: expected - once"));
    }
    let mut content = Vec::new();
    io::stdin().lock().read_to_end(&mut content)?;
    Ok(content)
}
