//! Reads and writes files for subcommands, and completes paths.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use zugi_files::{STDIN, link_target};

use super::{CliError, bail};

/// Adds the path to the reason why a file cannot be used.
pub(super) fn cannot_use<E: Display>(path: &Path) -> impl Fn(E) -> CliError {
    move |reason| format!("cannot use {path:?}: {reason}").into()
}

/// Parses the name of a file to write, or the common prefix of several.
pub(super) fn out_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let text = path.to_string_lossy().into_owned();
        match text.rsplit(std::path::is_separator).next() {
            _ if text == STDIN => Err("this is not stdout here: expected a file, such as ./-"),
            Some("" | "." | "..") => Err("a folder: expected the name of a file"),
            _ => Ok(path),
        }
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Args)]
pub(super) struct Overwrite {
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
}

impl Overwrite {
    /// Checks an output file before the work begins: it must be writable, and must not exist
    /// without `--force`. Files that a run continues are not checked.
    pub fn check(self, path: &Path) -> Result<(), CliError> {
        if !self.allows(path) {
            bail!("{path:?} exists already: expected another name, or --force to overwrite it");
        }
        check_writable(path)
    }

    /// Whether a file may be written; always true for special files such as `/dev/null`.
    pub fn allows(self, path: &Path) -> bool {
        self.force || !(path.is_file() || path.is_dir())
    }

    /// With `--force`, truncates a file that a run would otherwise continue.
    pub fn empty(self, path: &Path) -> Result<(), CliError> {
        if !self.force || !path.is_file() {
            return Ok(());
        }
        let file = OpenOptions::new().write(true).open(path).map_err(cannot_use(path))?;
        lock(&file, path)?;
        file.set_len(0).map_err(cannot_use(path))
    }

    /// Creates a file for appending.
    pub fn create(self, path: &Path) -> Result<File, CliError> {
        self.check(path)?;
        let target = link_target(path).map_err(cannot_use(path))?;
        let mut options = OpenOptions::new();
        // Also rejects a file that was created since the check.
        let is_new = !self.force && !target.exists();
        options.append(true).create(true).create_new(is_new);
        let file = options.open(&target).map_err(cannot_use(path))?;
        if self.force && path.is_file() {
            file.set_len(0).map_err(cannot_use(path))?;
        }
        Ok(file)
    }
}

/// Keeps other processes out of a file until it is closed.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), CliError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!(
            "{path:?} is in use by another process: wait until it ends, or choose another name"
        ),
        // Not every file system supports locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn check_writable(path: &Path) -> Result<(), CliError> {
    let file = cannot_use(path);
    let target = link_target(path).map_err(&file)?;
    if target.is_dir() {
        return Err(file(io::ErrorKind::IsADirectory.into()));
    }
    let mut options = OpenOptions::new();
    match options.append(true).create_new(true).open(&target) {
        Ok(_) => fs::remove_file(target).map_err(file),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            options.create_new(false).open(target).map(drop).map_err(file)
        }
        Err(error) => Err(file(error)),
    }
}

/// Reads a text file, or stdin for `-`.
pub(super) fn read_text(path: &Path) -> Result<String, CliError> {
    zugi_files::read_text(path).map_err(cannot_use(path))
}

pub(super) fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), CliError> {
    zugi_files::write_whole(path, content).map_err(cannot_use(path))
}

/// Makes writes beyond the file size limit return an error; by default, the signal kills the
/// process.
pub(super) fn ignore_sigxfsz() {
    // If this fails, the default stays.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Expands a leading `~` to the home directory, as a shell does. `-` is a file here, because stdin
/// has the commands.
pub(super) fn typed_path(text: &str) -> PathBuf {
    if text == STDIN {
        return Path::new(".").join(text);
    }
    match (Path::new(text).strip_prefix("~"), dirs::home_dir()) {
        (Ok(rest), Some(home)) if rest.as_os_str().is_empty() => home,
        (Ok(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(text),
    }
}

/// Sorted; folders end with `/`.
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
        assert_eq!(typed_path("-").as_os_str(), "./-");
        for other in ["", "a~", "a/~/b", "~b/c", "./~", "/~"] {
            assert_eq!(typed_path(other), Path::new(other));
        }
    }

    #[test]
    fn a_file_to_write_needs_a_name() {
        let parsed = |name: &str| {
            let command = clap::Command::new("test");
            let command = command.arg(clap::Arg::new("out").value_parser(out_path()));
            command.try_get_matches_from(["test", name]).map_err(|error| error.to_string())
        };
        for name in ["a", "a/b", "./-", "a.", ".a", "..."] {
            assert!(parsed(name).is_ok(), "{name}");
        }
        for name in ["", ".", "..", "/", "a/", "a/.", "a/..", "-"] {
            let error = parsed(name).unwrap_err();
            assert!(error.contains(&format!("'{name}'")) || name.is_empty(), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_checked_and_created_at_its_target() {
        let folder = tempfile::tempdir().unwrap();
        let [link, target] = ["link", "target"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("target", &link).unwrap();
        let overwrite = Overwrite::default();
        overwrite.check(&link).unwrap();
        assert!(link.is_symlink() && !target.exists());
        overwrite.create(&link).unwrap();
        assert!(link.is_symlink() && target.is_file());
        assert!(overwrite.check(&link).unwrap_err().text.contains("exists already"));
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
