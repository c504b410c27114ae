//! Running other programs, and files.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Outcome;

/// Runs a command, which may write to the terminal.
pub fn run(command: &mut Command) -> Outcome<()> {
    let status = command.stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} has failed: {status}")),
        Err(error) => Err(format!("cannot start {command:?}: {error}")),
    }
}

/// The standard output of a command.
pub fn output(command: &mut Command) -> Outcome<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} has failed: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{command:?}: {error}"))
}

/// A command in a folder with an empty environment. On Windows programs need `SYSTEMROOT`.
pub fn in_empty_environment(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear();
    command.envs(env::var_os("SYSTEMROOT").map(|value| ("SYSTEMROOT", value)));
    command
}

/// Checks that the program plays a move, has this version, and writes no file to its folder.
pub fn play_a_move(program: &Path, folder: &Path, version: &str) -> Outcome<()> {
    let script = folder.with_extension("session");
    write(&script, "ugi\nposition startpos\ngo depth 5\nquit\n")?;
    let before = names(folder)?;
    let input = fs::File::open(&script).map_err(|error| error.to_string())?;
    let played = in_empty_environment(program, folder).stdin(input).output();
    let played = played.map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    let said = String::from_utf8_lossy(&played.stdout);
    let has = |word: &str| said.lines().any(|line| line.starts_with(word));
    if !played.status.success() || !has("ugiok") || !has("bestmove ") {
        return Err(format!("{} has not played a move: {said}", program.display()));
    }
    let short = output(in_empty_environment(program, folder).arg("-V"))?;
    if short.trim() != format!("zugi {version}") {
        return Err(format!("{} is {}, not {version}", program.display(), short.trim()));
    }
    if names(folder)? != before {
        return Err(format!("{} has left files in its folder", program.display()));
    }
    Ok(())
}

/// The names in a folder, sorted.
pub fn names(folder: &Path) -> Outcome<Vec<String>> {
    let failed = |error| format!("cannot read {}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Outcome<()> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    fs::write(path, content).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

pub fn make_folder(path: &Path) -> Outcome<()> {
    fs::create_dir_all(path).map_err(|error| format!("cannot make {}: {error}", path.display()))
}

/// Removes a folder, if it exists.
pub fn remove_folder(path: &Path) -> Outcome<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {error}", path.display()))
        }
        _ => Ok(()),
    }
}

pub fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

pub fn copy(from: &Path, to: &Path) -> Outcome<()> {
    if let Some(folder) = to.parent() {
        make_folder(folder)?;
    }
    let copied = fs::copy(from, to).map(drop);
    copied.map_err(|error| format!("cannot copy {}: {error}", from.display()))
}

pub fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_removed_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old");
        assert_eq!(remove_folder(&path), Ok(()));
        write(&path, "no folder").unwrap();
        assert!(remove_folder(&path).is_err());
    }
}
