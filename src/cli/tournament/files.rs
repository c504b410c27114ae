//! The output files of a match.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use zugi_arbiter::journal::{
    Journal, JournalError, RecordReader, files_of, path_of, write_record, write_whole,
};
use zugi_arbiter::report::{self, MatchReport};
use zugi_arbiter::tournament::{Sink, SinkResult, Tournament};
use zugi_arbiter::{GameRecord, MatchConfig};
use zugi_game::Registry;

use super::CliError;
use super::args::MatchArgs;
use super::error::short_record;
use crate::cli::files::Overwrite;

/// Takes the games of a match.
pub(super) enum GameFiles {
    /// Without `--out`, they are dropped.
    Nowhere,
    Journal(Journal),
    /// The games of a shard, whose record is written at the end.
    Kept(Vec<GameRecord>),
}

impl GameFiles {
    /// Opens the files; `played` gets the games of the record that is resumed. A shard has none: it
    /// restarts from the beginning.
    pub fn open(
        tournament: &mut Tournament<'_>,
        args: &MatchArgs,
        played: impl FnMut(&GameRecord),
    ) -> Result<GameFiles, CliError> {
        let Some(prefix) = tournament.config().out.clone() else { return Ok(GameFiles::Nowhere) };
        let record = path_of(&prefix, "jsonl");
        if tournament.config().shard.is_some() {
            args.overwrite.check(&record)?;
            return Ok(GameFiles::Kept(Vec::new()));
        }
        if args.resume {
            return Ok(GameFiles::Journal(Journal::resume(&prefix, tournament, played)?));
        }
        // The error for an existing record is that of the journal, which names `--resume`.
        if args.overwrite.allows(&record) {
            check_files(&prefix, args.overwrite)?;
        }
        Ok(GameFiles::Journal(Journal::create(&prefix, tournament, args.overwrite.force)?))
    }

    /// Writes the record of a shard after its last game.
    pub fn finish(self, tournament: &Tournament<'_>, overwrite: Overwrite) -> Result<(), CliError> {
        let (Some(prefix), GameFiles::Kept(mut games)) = (&tournament.config().out, self) else {
            return Ok(());
        };
        games.sort_by_key(|game| game.number);
        overwrite.check(&path_of(prefix, "jsonl"))?;
        write_record(prefix, tournament.header(), &games).map_err(short_record)
    }
}

impl Sink for GameFiles {
    fn game(&mut self, game: &GameRecord) -> SinkResult {
        match self {
            GameFiles::Nowhere => Ok(ControlFlow::Continue(())),
            GameFiles::Journal(journal) => journal.game(game),
            GameFiles::Kept(games) => games.game(game),
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
    let json = serde_json::to_string_pretty(report).map_err(JournalError::file(&path))?;
    write_whole(&path, json + "\n")?;
    let games = RecordReader::open(&path_of(prefix, "jsonl"))?;
    Ok(Some(report::write_page(prefix, report, games, registry)?))
}
