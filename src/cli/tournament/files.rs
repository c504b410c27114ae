//! The output files of a match.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use zugi_arbiter::journal::{Journal, JournalError, RecordReader, files_of, path_of, write_record};
use zugi_arbiter::report::{self, MatchReport};
use zugi_arbiter::tournament::{Sink, SinkResult, Tournament};
use zugi_arbiter::{GameRecord, MatchConfig};
use zugi_game::Registry;

use super::CliError;
use super::args::MatchArgs;
use super::error::short_record;
use crate::cli::files::Overwrite;

/// Writes the games of a match; drops them without `--out`.
#[derive(Default)]
pub(super) struct GameFiles {
    journal: Option<Journal>,
    /// The games of a shard, whose record is written at the end.
    kept: Option<Vec<GameRecord>>,
}

impl GameFiles {
    /// Opens the files; `played` gets the games of the record that is resumed. A shard has none: it
    /// restarts from the beginning.
    pub fn open(
        tournament: &mut Tournament<'_>,
        args: &MatchArgs,
        played: impl FnMut(&GameRecord),
    ) -> Result<GameFiles, CliError> {
        let Some(prefix) = tournament.config().out.clone() else {
            return Ok(GameFiles::default());
        };
        let record = path_of(&prefix, "jsonl");
        if tournament.config().shard.is_some() {
            args.overwrite.check(&record)?;
            return Ok(GameFiles { journal: None, kept: Some(Vec::new()) });
        }
        let journal = if args.resume {
            Journal::resume(&prefix, tournament, played)?
        } else if args.overwrite.allows(&record) {
            check_files(&prefix, args.overwrite)?;
            Journal::create(&prefix, tournament, args.overwrite.force)?
        } else {
            return Err(JournalError::Exists(record).into());
        };
        Ok(GameFiles { journal: Some(journal), kept: None })
    }

    /// Writes the record of a shard after its last game.
    pub fn finish(self, tournament: &Tournament<'_>, overwrite: Overwrite) -> Result<(), CliError> {
        let (Some(prefix), Some(mut games)) = (&tournament.config().out, self.kept) else {
            return Ok(());
        };
        games.sort_by_key(|game| game.number);
        overwrite.check(&path_of(prefix, "jsonl"))?;
        write_record(prefix, tournament.header(), &games).map_err(short_record)
    }
}

impl Sink for GameFiles {
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        if let Some(kept) = &mut self.kept {
            kept.push(game.clone());
        }
        match &mut self.journal {
            Some(journal) => journal.game(game),
            None => Ok(ControlFlow::Continue(())),
        }
    }
}

/// Rejects existing output files before any is written.
pub(super) fn check_files(prefix: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    files_of(prefix).try_for_each(|path| match overwrite.allows(&path) {
        // The folder of games may exist; files are added to it.
        true if path.is_dir() => Ok(()),
        _ => overwrite.check(&path),
    })
}

/// Writes the report files, unless the match has none or is a shard; returns the path of the HTML
/// page, if any. Its games are those of the record.
pub(super) fn write_report(
    report: &MatchReport,
    config: &MatchConfig,
    registry: &Registry,
) -> Result<Option<PathBuf>, JournalError> {
    let Some(prefix) = config.out.as_deref().filter(|_| config.shard.is_none()) else {
        return Ok(None);
    };
    let path = path_of(prefix, "json");
    serde_json::to_string_pretty(report)
        .map_err(io::Error::from)
        .and_then(|json| zugi_files::write_whole(&path, json + "\n"))
        .map_err(|error| JournalError::File { path, error })?;
    let games = RecordReader::open(&path_of(prefix, "jsonl"))?;
    Ok(Some(report::write_page(prefix, report, games, registry)?))
}
