//! The journal of an analysis: a line of JSON for each searched position, so that a killed analysis
//! can be resumed.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::path::Path;

use serde::{Deserialize, Serialize};
use zugi_files::Growing;
use zugi_records::PositionAnalysis;

use super::super::files::FileError;
use super::AnalyseError;

use super::inputs::TextSum;
/// A position: the index of the game, and the number of plies before it.
pub type GamePly = (usize, usize);

/// The first line of the journal: what is analysed, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The text of each file.
    pub files: Vec<TextSum>,
    pub movetime: Option<u64>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    pub hash: u64,
}

#[derive(Serialize, Deserialize)]
struct Line {
    game: usize,
    ply: usize,
    #[serde(flatten)]
    found: PositionAnalysis,
}

/// An open journal.
pub struct AnalysisLog(Growing);

impl AnalysisLog {
    /// Opens the journal; to resume, reads its results.
    pub fn open(
        path: &Path,
        plan: &Plan,
        resumes: bool,
    ) -> Result<(AnalysisLog, HashMap<GamePly, PositionAnalysis>), AnalyseError> {
        let file_error = FileError::of(path);
        let text = match fs::read_to_string(path) {
            Ok(text) if resumes => text,
            Ok(_) => return Err(AnalyseError::GamesInProgress(path.to_owned())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(file_error(error).into()),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text.get(..whole).unwrap_or_default().lines();
        let mut found = HashMap::new();
        if let Some(first) = lines.next() {
            if serde_json::from_str::<Plan>(first).ok().as_ref() != Some(plan) {
                return Err(AnalyseError::OtherPlan(path.to_owned()));
            }
            // Only the last line can be incomplete; it is cut off.
            let line = |text| serde_json::from_str::<Line>(text).ok();
            found.extend(lines.map_while(line).map(|line| ((line.game, line.ply), line.found)));
        }
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(&file_error)?;
        file.set_len(whole as u64).map_err(&file_error)?;
        let mut journal = AnalysisLog(Growing::new(file));
        if whole == 0 {
            journal.append(path, plan)?;
        }
        Ok((journal, found))
    }

    /// Appends a position.
    pub fn add(
        &mut self,
        path: &Path,
        (game, ply): GamePly,
        found: &PositionAnalysis,
    ) -> Result<(), AnalyseError> {
        self.append(path, &Line { game, ply, found: found.clone() })
    }

    fn append(&mut self, path: &Path, value: &impl Serialize) -> Result<(), AnalyseError> {
        // Numbers and strings always serialize.
        let line = serde_json::to_string(value).unwrap_or_default() + "\n";
        Ok(self.0.append(&line).map_err(FileError::of(path))?)
    }
}
