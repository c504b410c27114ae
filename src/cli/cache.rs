//! The folder of the cache: files that the program can build again at any time.

use std::env;
use std::path::PathBuf;

/// The environment variable that says where the folder is; empty for none.
pub const CACHE_VARIABLE: &str = "ZUGI_CACHE";

/// The folder that [`CACHE_VARIABLE`] names, or else `zugi` in the cache folder of the platform.
/// `None` if there is none, or the variable is empty.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    match env::var_os(CACHE_VARIABLE) {
        Some(folder) => Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty()),
        None => dirs::cache_dir().map(|folder| folder.join("zugi")),
    }
}
