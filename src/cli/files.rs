//! Files that hours of work go into, and the paths that people type.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

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

/// The path that a person means: `~` at its beginning is the home folder, as in a shell.
pub(super) fn typed_path(text: &str) -> PathBuf {
    match (Path::new(text).strip_prefix("~"), dirs::home_dir()) {
        (Ok(rest), Some(home)) if rest.as_os_str().is_empty() => home,
        (Ok(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

/// The paths that begin with what was typed, sorted; folders end with a `/`.
pub(super) fn completed_paths(begin: &str) -> Vec<String> {
    let (folder, name) = begin
        .rsplit_once('/')
        .map_or(("", begin), |(_, name)| (&begin[..begin.len() - name.len()], name));
    let searched = if folder.is_empty() { PathBuf::from(".") } else { typed_path(folder) };
    let entries = fs::read_dir(searched).into_iter().flatten().flatten();
    let mut paths: Vec<String> = entries
        .filter_map(|entry| {
            let found = entry.file_name().into_string().ok()?;
            let is_hidden = found.starts_with('.') && !name.starts_with('.');
            let end = if entry.path().is_dir() { "/" } else { "" };
            (found.starts_with(name) && !is_hidden).then(|| format!("{folder}{found}{end}"))
        })
        .collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_alone_or_before_a_slash_is_the_home_folder() {
        let home = dirs::home_dir().unwrap();
        assert_eq!(typed_path("~"), home);
        assert_eq!(typed_path("~/my game.txt"), home.join("my game.txt"));
        for other in ["", "a~", "a/~/b", "~b/c", "./~", "/~"] {
            assert_eq!(typed_path(other), Path::new(other));
        }
    }

    #[test]
    fn paths_are_completed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["one game", "other", ".hidden"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("old")).unwrap();
        let within = format!("{}/", folder.path().display());
        let names = |begin: &str| -> Vec<String> {
            let paths = completed_paths(&format!("{within}{begin}"));
            paths.iter().map(|path| path.strip_prefix(&within).unwrap().to_owned()).collect()
        };
        assert_eq!(names(""), ["old/", "one game", "other"]);
        assert_eq!(names("on"), ["one game"]);
        assert_eq!(names("."), [".hidden"]);
        assert!(names("x").is_empty() && names("no/such").is_empty());
    }
}
