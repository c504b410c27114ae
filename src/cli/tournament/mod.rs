//! `zugi match`: games between engines.

mod args;
mod error;
mod files;
mod flag_keys;
mod merge;
mod progress;
mod tally;

use std::path::PathBuf;

use zugi_arbiter::report::{self, EarlyEnd, MatchReport};
use zugi_arbiter::sprt::SprtVerdict;
use zugi_arbiter::tournament::{Interrupt, RunEnd, Tournament};
use zugi_game::Registry;

use super::end_request::{EndRequest, on_end_request};
use super::files::write_whole;
use super::stderr::message;
use super::{CliError, conclude, show};
pub(super) use args::MatchArgs;
use error::{cannot_begin, early_end, short_record};
use files::{GameFiles, write_report};
pub(super) use merge::merge_match;
use progress::MatchProgress;
use tally::Tally;

/// No file is written before all arguments are checked.
pub(super) fn play_match(
    registry: &Registry,
    variant: &str,
    args: &MatchArgs,
) -> Result<(), CliError> {
    let config = args.config(registry, variant)?;
    let interrupt = interrupt_by_signals()?;
    let mut tournament = Tournament::prepare(config, registry, &interrupt).map_err(cannot_begin)?;
    let saved = args.saved_config(tournament.config())?;
    let mut tally = Tally::new(tournament.config(), registry);
    let mut files = GameFiles::open(&mut tournament, args, |game| tally.add(game))?;
    let (config, header) = (tournament.config(), tournament.header());
    if tally.score.games() == 0 {
        // Report write errors before the first game, not after the last.
        write_report(&tally.report(header), config, registry)?;
    }
    if let Some((path, text)) = saved {
        write_whole(path, text)?;
    }
    let is_decided = tally.score.verdict() != SprtVerdict::Continue;
    tell_begin(&tournament, tally.score.games(), is_decided);
    let mut end = RunEnd::default();
    if !is_decided {
        let mut progress = MatchProgress::new(tournament.asked(), &mut tally, config);
        end = tournament.run(&mut [&mut files, &mut progress]).map_err(short_record)?;
    }
    if let Some(error) = &end.moves_failed {
        message!("warning: the moves of a game under way were not written down: {error}");
    }
    let mut report = tally.report(header);
    report.conclude(tournament.asked(), &end);
    let page = write_report(&report, config, registry).map_err(short_record)?;
    // A shard of which no game counts is complete.
    if report.shortfalls.iter().all(|it| *it == EarlyEnd::NoGameCounts) {
        files.finish(&tournament, args.overwrite)?;
    }
    tell(&report, page)
}

/// An interrupt that signals trigger. The first Ctrl-C lets the games in progress finish. The
/// second one abandons them. SIGTERM and SIGHUP abandon them at once, because a system that sends
/// those signals kills the process some seconds later. From here on these signals do not end the
/// program, so it must kill the engine processes before it exits.
fn interrupt_by_signals() -> Result<Interrupt, CliError> {
    let interrupt = Interrupt::default();
    let signalled = interrupt.clone();
    on_end_request(move |request| {
        if request == EndRequest::Interrupt && !signalled.is_interrupted() {
            message!("the games under way are finished; a second Ctrl-C ends them");
            signalled.finish();
        } else {
            signalled.quit();
        }
    })
    .map_err(|error| format!("cannot handle Ctrl-C: {error}"))?;
    Ok(interrupt)
}

/// Prints warnings and the games to continue, before the first game. If the match is decided, none
/// continues.
fn tell_begin(tournament: &Tournament<'_>, played: usize, is_decided: bool) {
    tournament.warnings().iter().for_each(|words| message!("warning: {words}"));
    let asked = tournament.asked();
    if played > asked {
        message!("warning: the record has {played} games, {asked} are asked for: none is played");
    }
    for (number, moves) in tournament.in_progress().into_iter().filter(|_| !is_decided) {
        message!("game {number} goes on after {moves} moves");
    }
}

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
