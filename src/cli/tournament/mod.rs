//! `zugi match`: games between engines.

mod args;
mod config;
mod duplicate_games;
mod error;
mod merge;
mod progress;

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use zugi_arbiter::journal::RecordReader;
use zugi_arbiter::journal::{Journal, JournalError, MatchHeader, files_of, path_of, write_record};
use zugi_arbiter::names::shown_name;
use zugi_arbiter::report::{self, MatchReport};
use zugi_arbiter::score::Score;
use zugi_arbiter::sprt::SprtVerdict;
use zugi_arbiter::tournament::{Interrupt, RunEnd, Sink, Tournament};
use zugi_arbiter::{GameRecord, MatchConfig};
use zugi_game::Registry;

use super::end_request::{EndRequest, on_end_request};
use super::files::{Overwrite, write_whole};
use super::stderr::message;
use super::{CliError, conclude, show};
pub(super) use args::MatchArgs;
use duplicate_games::DuplicateGames;
use error::{cannot_begin, early_end, short_record};
pub(super) use merge::merge_match;
use progress::MatchProgress;

/// The first Ctrl-C lets the games under way finish; the second one, and SIGTERM or SIGHUP, abandon
/// them: a system that sends those kills what is still there after some seconds.
fn interrupt(interrupt: &Interrupt, request: EndRequest) {
    if request == EndRequest::Interrupt && !interrupt.is_interrupted() {
        message!("the games under way are finished; a second Ctrl-C ends them");
        interrupt.finish();
    } else {
        interrupt.quit();
    }
}

/// Plays the match.
pub(super) fn play_match(
    registry: &Registry,
    variant: &str,
    args: &MatchArgs,
) -> Result<(), CliError> {
    let config = args.config(registry, variant)?;
    // From here on engine processes must be killed on exit. No file is written before all arguments
    // are checked.
    let signalled = Interrupt::default();
    let by_signal = signalled.clone();
    on_end_request(move |request| interrupt(&by_signal, request))
        .map_err(|error| format!("cannot handle Ctrl-C: {error}"))?;
    let mut tournament = Tournament::prepare(config, registry, &signalled).map_err(cannot_begin)?;
    let saved = args.saved_config(tournament.config())?;
    let (mut score, mut duplicates) =
        (Score::of(tournament.config()), DuplicateGames::new(registry));
    let mut journal = open_journal(&mut tournament, args, |game| {
        score.add(game);
        duplicates.add(game);
    })?;
    let (config, asked) = (tournament.config(), tournament.asked());
    if score.games() == 0 {
        // Report write errors before the first game, not after the last.
        write_report(&report(tournament.header(), &score, &duplicates), config, registry)?;
    }
    if let Some((path, text)) = saved {
        write_whole(path, text)?;
    }
    tell_begin(&tournament, score.games());
    let mut kept = Vec::new();
    let mut end = RunEnd::default();
    if score.verdict() == SprtVerdict::Continue {
        let mut progress = MatchProgress::new(asked, &mut score, config);
        let mut sinks: Vec<&mut dyn Sink> = vec![&mut duplicates, &mut progress];
        match &mut journal {
            Some(journal) => sinks.insert(0, journal),
            None if config.shard.is_some() => sinks.push(&mut kept),
            None => {}
        }
        end = tournament.run(&mut sinks).map_err(short_record)?;
    }
    if let Some(error) = end.moves_failed {
        message!("warning: the moves of a game under way were not written down: {error}");
    }
    let mut report = report(tournament.header(), &score, &duplicates);
    let out = end.out.into_iter().filter_map(|engine| config.engine.get(engine));
    let out: Vec<Cow<str>> = out.map(|engine| shown_name(&engine.name)).collect();
    let interrupted = signalled.is_interrupted();
    report.conclude(asked, interrupted, end.not_started, out.iter().map(Cow::as_ref));
    let page = write_report(&report, config, registry).map_err(short_record)?;
    if let (Some(prefix), Some(_), []) = (&config.out, config.shard, &*report.shortfalls) {
        kept.sort_by_key(|game| game.number);
        args.overwrite.check(&path_of(prefix, "jsonl"))?;
        write_record(prefix, tournament.header(), &kept).map_err(short_record)?;
    }
    tell(&report, page)
}

/// Opens the files; `played` gets the games of the record that is resumed. A shard has none: it
/// writes its record at the end, and restarts from the beginning.
fn open_journal(
    tournament: &mut Tournament<'_>,
    args: &MatchArgs,
    played: impl FnMut(&GameRecord),
) -> Result<Option<Journal>, CliError> {
    let Some(prefix) = tournament.config().out.clone() else { return Ok(None) };
    let record = path_of(&prefix, "jsonl");
    if tournament.config().shard.is_some() {
        args.overwrite.check(&record)?;
        return Ok(None);
    }
    if args.resume {
        return Ok(Some(Journal::resume(&prefix, tournament, played)?));
    }
    if !args.overwrite.allows(&record) {
        return Err(JournalError::Exists(record).into());
    }
    check_files(&prefix, args.overwrite)?;
    Ok(Some(Journal::create(&prefix, tournament, args.overwrite.force)?))
}

/// Prints warnings and the games that go on, before the first game.
fn tell_begin(tournament: &Tournament<'_>, played: usize) {
    tournament.warnings().iter().for_each(|words| message!("warning: {words}"));
    let asked = tournament.asked();
    if played > asked {
        message!("warning: the record has {played} games, {asked} are asked for: none is played");
    }
    for (number, moves) in tournament.in_progress() {
        message!("game {number} goes on after {moves} moves");
    }
}

/// Prints the report and the path of its page.
fn tell(report: &MatchReport, page: Option<PathBuf>) -> Result<(), CliError> {
    let printed = show(&report::text(report));
    if let Some(page) = page {
        message!("report: {page:?}");
    }
    match early_end(&report.shortfalls) {
        Some(error) => conclude(printed, error),
        None => printed,
    }
}

/// Rejects existing output files before any is written.
fn check_files(prefix: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    files_of(prefix).try_for_each(|path| match overwrite.allows(&path) {
        // The folder of games may exist; files are added to it.
        true if path.is_dir() => Ok(()),
        _ => overwrite.check(&path),
    })
}

/// The report of a match.
fn report(header: &MatchHeader, score: &Score, duplicates: &DuplicateGames<'_>) -> MatchReport {
    let mut report = score.report();
    report.notes = header.notes(score);
    report.notes.extend(duplicates.warning().map(|text| ("warning".to_owned(), text)));
    report
}

/// Writes the report files, unless the match has none or is a shard; returns the path of the HTML
/// page, if any. Its games are those of the record.
fn write_report(
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
