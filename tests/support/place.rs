//! A directory of its own, with the files of runs of the program.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A directory that is removed on drop.
pub struct Place {
    pub directory: TempDir,
}

impl Place {
    pub fn new() -> Place {
        Place { directory: tempfile::tempdir().expect("a folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    /// The content of a file that need not be text.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("writable");
    }

    /// The names of all files but those of the tests themselves, sorted.
    pub fn files(&self) -> Vec<String> {
        let mut names = names(self.directory.path());
        names.retain(|name| ![".cache", ".stderr", ".stdout"].contains(&name.as_str()));
        names
    }
}

/// The names of all files in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let names = entries.map(|entry| entry.file_name().into_string().expect("UTF-8"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
