//! Finds and reads the game files of an analysis.

use std::fs;
use std::path::{Path, PathBuf};

use zugi_game::Registry;
use zugi_records::GameFile;

use super::super::CliError;
use super::super::files::FileError;
use super::super::replay::read_games;

/// The files read.
#[derive(Default)]
pub struct Inputs {
    /// The game files in command line order; those of a folder sorted by name.
    pub files: Vec<GameFile>,
    /// The length in bytes and the checksum of each file.
    pub sums: Vec<(usize, u32)>,
    /// One line for each skipped file of a folder, with the reason.
    pub left_out: Vec<String>,
}

impl Inputs {
    /// Reads files, and all files in folders except hidden ones and those in `own`, which the
    /// analysis writes itself.
    ///
    /// # Errors
    /// A named file cannot be read or has no games, or a folder cannot be read. Files found in a
    /// folder are skipped instead.
    pub fn read(registry: &Registry, paths: &[PathBuf], own: &[&Path]) -> Result<Inputs, CliError> {
        let mut inputs = Inputs::default();
        for path in paths {
            if !path.is_dir() {
                inputs.add(path, read_games(registry, path)?)?;
                continue;
            }
            for file in files_below(path, own)? {
                match read_games(registry, &file) {
                    Ok(games) => inputs.add(&file, games)?,
                    Err(error) => inputs.left_out.push(format!("left out: {error}")),
                }
            }
        }
        Ok(inputs)
    }

    fn add(&mut self, path: &Path, games: GameFile) -> Result<(), FileError> {
        let content = fs::read(path).map_err(FileError::of(path))?;
        self.sums.push((content.len(), crc32fast::hash(&content)));
        self.files.push(games);
        Ok(())
    }
}

/// The files in a folder and its subfolders, sorted by path, without hidden ones and those in
/// `own`. Links to folders are not followed, since they may form a cycle.
fn files_below(folder: &Path, own: &[&Path]) -> Result<Vec<PathBuf>, FileError> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let wrong = FileError::of(&folder);
        for entry in fs::read_dir(&folder).map_err(&wrong)? {
            let entry = entry.map_err(&wrong)?;
            let path = entry.path();
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            if is_hidden || own.iter().any(|own| is_same(own, &path)) {
                continue;
            }
            if entry.file_type().map_err(&wrong)?.is_dir() {
                folders.push(path);
            } else if path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Whether two paths name the same existing file or folder.
fn is_same(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}
