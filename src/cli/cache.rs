//! The cache directory, for files that the program can rebuild.

use std::env;
use std::path::PathBuf;

/// The environment variable with the cache directory; if empty, there is no cache.
pub const CACHE_VARIABLE: &str = "ZUGI_CACHE";

/// The directory in [`CACHE_VARIABLE`], or `zugi` in the platform's cache directory. `None` if
/// the platform has no cache directory, or the variable is empty.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    match env::var_os(CACHE_VARIABLE) {
        Some(folder) => Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty()),
        None => dirs::cache_dir().map(|folder| folder.join("zugi")),
    }
}
