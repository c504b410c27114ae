//! The journal of an analysis: a line of JSON for each searched position, so that an interrupted
//! analysis can be resumed.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zugi_files::{AppendFile, remove_part};
use zugi_records::PositionAnalysis;

use super::super::files::{Overwrite, cannot_use, lock};
use super::super::{CliError, bail};
use super::inputs::TextSum;
use super::pool::PositionLimits;

/// A position: the index of the game, and the number of plies before it.
pub type GamePly = (usize, usize);

/// The first line of the journal: the files, and the program and settings of the analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The checksum of the program, because another version may give other results.
    pub program: u32,
    /// In command line order.
    pub files: Vec<TextSum>,
    #[serde(flatten)]
    pub limits: PositionLimits,
    pub hash: u64,
}

#[derive(Serialize, Deserialize)]
struct Line {
    game: usize,
    ply: usize,
    #[serde(flatten)]
    found: PositionAnalysis,
}

pub struct AnalysisLog {
    path: PathBuf,
    file: AppendFile,
}

impl AnalysisLog {
    /// Opens the journal, and locks it until it is closed. With `resumes`, reads its results.
    pub fn open(
        path: &Path,
        plan: &Plan,
        resumes: bool,
        overwrite: Overwrite,
    ) -> Result<(AnalysisLog, HashMap<GamePly, PositionAnalysis>), CliError> {
        let file_error = cannot_use(path);
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = options.map_err(&file_error)?;
        lock(&file, path)?;
        let mut text = String::new();
        if resumes || !overwrite.force {
            file.read_to_string(&mut text).map_err(&file_error)?;
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        text.truncate(whole);
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut found = HashMap::new();
        let first = lines.next();
        if let Some(first) = first {
            if !resumes {
                bail!(
                    "{path:?} has an unfinished analysis: expected --resume to continue it, --force \
                     to begin anew, or another --out"
                );
            }
            if serde_json::from_str::<Plan>(first).ok().as_ref() != Some(plan) {
                bail!(
                    "{path:?} has an analysis by another program, or of other files or limits: \
                     expected the same ones, --force to begin anew, or another --out"
                );
            }
            // Only the last line can be incomplete, and it was cut off above.
            let line = |text| serde_json::from_str::<Line>(text).ok();
            found.extend(lines.map_while(line).map(|line| ((line.game, line.ply), line.found)));
        }
        let kept = if first.is_some() { whole } else { 0 };
        file.set_len(kept as u64).map_err(&file_error)?;
        let mut journal = AnalysisLog { path: path.to_owned(), file: AppendFile::new(file) };
        if first.is_none() {
            let begun = journal.append(plan);
            if begun.is_err() {
                remove_part(path);
            }
            begun?;
        }
        Ok((journal, found))
    }

    pub fn add(&mut self, (game, ply): GamePly, found: &PositionAnalysis) -> Result<(), CliError> {
        self.append(&Line { game, ply, found: found.clone() })
    }

    pub fn remove(self) -> Result<(), CliError> {
        fs::remove_file(&self.path).map_err(cannot_use(&self.path))
    }

    fn append(&mut self, value: &impl Serialize) -> Result<(), CliError> {
        // Numbers and strings always serialize.
        let line = serde_json::to_string(value).unwrap_or_default() + "\n";
        self.file.append(&line).map_err(cannot_use(&self.path))
    }
}
