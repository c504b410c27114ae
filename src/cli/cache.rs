//! The folder for what the program keeps for later and can make again at any time.

use std::env;
use std::path::PathBuf;

/// The environment variable that says where the folder is; empty for none.
pub const CACHE_VARIABLE: &str = "ZUGI_CACHE";

/// The folder: what [`CACHE_VARIABLE`] says, else `zugi` in the platform's folder for such
/// files. `None` if there is none, or none is wanted.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    match env::var_os(CACHE_VARIABLE) {
        Some(folder) => Some(PathBuf::from(folder)).filter(|folder| !folder.as_os_str().is_empty()),
        None => dirs::cache_dir().map(|folder| folder.join("zugi")),
    }
}
