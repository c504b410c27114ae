//! `zugi match`: games between engines.

mod args;
mod config;
mod duplicate_games;
mod error;
mod match_description;
mod merge;
mod progress;
mod time_loss_warning;

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use zugi_arbiter::GameRecord;
use zugi_arbiter::game::GameRules;
use zugi_arbiter::games_in_progress::GamesInProgress;
use zugi_arbiter::journal::{
    Journal, JournalError, MatchHeader, Resumed, files_of, path_of, write_record,
};
use zugi_arbiter::names::{shown_games, shown_name};
use zugi_arbiter::openings::Opening;
use zugi_arbiter::probe::{ProbeError, probe};
use zugi_arbiter::report::{self, EarlyEnd, MatchReport};
use zugi_arbiter::schedule::{Schedule, SchedulePlan};
use zugi_arbiter::score::RunningScore;
use zugi_arbiter::sprt::{Sprt, SprtVerdict};
use zugi_arbiter::tournament::{Interrupt, MatchPlan, MatchRun, Referee, RunEnd};
use zugi_client::EngineCapabilities;
use zugi_client::open_files::{engines_for, files_for, raise_file_limit};
use zugi_client::process::ProgramReader;
use zugi_game::{Registry, Variant};

use super::end_request::{EndRequest, on_end_request};
use super::files::{Overwrite, read_text, write_whole};
use super::stderr::message;
use super::{CliError, conclude, show};
pub(super) use args::MatchArgs;
use args::read_sprt;
pub(super) use config::with_config;
use duplicate_games::{mirrored, repeated};
use error::{early_end, no_start, short_record};
use match_description::{notes, replaced, resumed, warn_of_names};
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
#[expect(clippy::too_many_lines, reason = "the steps of a match, one after the other")]
pub(super) fn play_match(
    registry: &Registry,
    variant: &str,
    args: &MatchArgs,
) -> Result<(), CliError> {
    let rules = registry.find(variant).ok();
    let tables = args.open_tables(rules)?;
    let plan = args.plan(variant, rules, tables.as_ref())?;
    let sprt = read_sprt(&args.sprt, plan.engines.len())?;
    // From here on engine processes must be killed on exit. No file is written before all arguments
    // are checked.
    let signalled = Interrupt::default();
    let by_signal = signalled.clone();
    on_end_request(move |request| interrupt(&by_signal, request))
        .map_err(|error| format!("cannot handle Ctrl-C: {error}"))?;
    check_open_files(&plan, args.concurrency)?;
    let others = games_of_others(&plan.schedule, args);
    let asked = Schedule::new(&plan.schedule).len() - others.len();
    let programs = ProgramReader::default();
    let probed = match probe(&plan, rules.is_some(), &programs, &signalled) {
        Ok(probed) => probed,
        Err(_) if signalled.is_interrupted() => {
            let interrupted = EarlyEnd::Interrupted { played: 0, asked };
            return early_end(&[interrupted]).map_or(Ok(()), Err);
        }
        Err(ProbeError::Start(engine, fault)) => return Err(no_start(&engine, &fault)),
        Err(error) => return Err(error.into()),
    };
    let capabilities: Vec<EngineCapabilities> =
        probed.iter().map(|engine| engine.capabilities).collect();
    let tables = tables.as_ref().map(|tables| &tables.exact_values);
    let referee = rules.map_or(Referee::Engines(&capabilities), |variant| {
        Referee::Rules(GameRules { variant, tables })
    });
    let mut header = args.header(plan, rules, probed);
    let config = args.save_config.as_deref().map(|path| (path, config::text(&args.given)));
    if let Some((path, text)) = &config
        && !read_text(path).is_ok_and(|before| before == *text)
    {
        // A resumed match writes the same file again.
        args.overwrite.check(path)?;
    }
    let (mut journal, mut games) = open_journal(&mut header, args)?;
    let plan = &header.plan;
    if games.len() > asked {
        let there = games.len();
        message!("warning: the record has {there} games, {asked} are asked for: none is played");
    }
    let names: Vec<String> = plan.engines.iter().map(|spec| spec.name.clone()).collect();
    let mut score = RunningScore::new(&names, plan.schedule.paired, sprt);
    games.iter().for_each(|game| score.add(game));
    let decided = score.verdict() != SprtVerdict::Continue;
    // After a verdict no game is resumed.
    let under_way = if decided { None } else { open_under_way(plan, rules, args, &games)? };
    let prefix = args.out.as_deref().filter(|_| args.shard.is_none());
    if games.is_empty() {
        // Report write errors before the first game, not after the last.
        write_report(prefix, &report(&header, &games, sprt, registry), &games, registry)?;
    }
    warn_of_openings(plan);
    if let Some((path, text)) = config {
        write_whole(path, text)?;
    }

    let mut progress = MatchProgress::new(asked, games.len(), args.quiet);
    let done = games.iter().map(|game| game.number).chain(others).collect();
    let mut written = Ok(());
    let mut take = |game: &GameRecord| {
        // After a write error stop writing: the record ends early but has no gap.
        if let Some(journal) = &mut journal
            && written.is_ok()
        {
            written = journal.append(game);
        }
        score.add(game);
        progress.finished(game, &score.summary());
        games.push(game.clone());
        if args.interval.is_some_and(|interval| games.len().is_multiple_of(interval.get())) {
            // Without SPRT history and notes, which need a pass over all games.
            let so_far = MatchReport::new(&names, &games, plan.schedule.paired, None);
            progress.standings(&report::standings(&so_far), &score.summary());
        }
        if written.is_err() || score.verdict() != SprtVerdict::Continue {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let run = MatchRun {
        plan,
        referee,
        recorded: &header.programs,
        programs: &programs,
        done: &done,
        under_way: under_way.as_ref(),
        concurrency: args.concurrency,
        interrupt: &signalled,
    };
    let end = if decided { RunEnd::default() } else { run.play(&mut take) };
    progress.end();
    if let Some(error) = under_way.as_ref().and_then(GamesInProgress::failure) {
        message!("warning: the moves of a game under way were not written down: {error}");
    }
    written.map_err(short_record)?;
    let mut report = report(&header, &games, sprt, registry);
    let out =
        end.out.into_iter().filter_map(|engine| names.get(engine)).map(|name| shown_name(name));
    let out: Vec<Cow<str>> = out.collect();
    let interrupted = signalled.is_interrupted();
    report.conclude(asked, interrupted, end.not_started, out.iter().map(Cow::as_ref));
    let page = write_report(prefix, &report, &games, registry).map_err(short_record)?;
    if let (Some(prefix), Some(_), []) = (&args.out, args.shard, &*report.shortfalls) {
        games.sort_by_key(|game| game.number);
        args.overwrite.check(&path_of(prefix, "jsonl"))?;
        write_record(prefix, &header, &games).map_err(short_record)?;
    }
    tell(&report, page)
}

/// Prints the report, the path of its page, and warnings about the match.
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

/// The numbers of the games in other shards.
fn games_of_others(plan: &SchedulePlan, args: &MatchArgs) -> Vec<usize> {
    let Some(shard) = args.shard else { return Vec::new() };
    let schedule = Schedule::new(plan);
    (1..=schedule.len()).filter(|&game| !shard.has(&schedule, game)).collect()
}

/// Raises the limit of open files, and refuses a concurrency that needs more: engines that cannot be
/// started would end the match in its middle.
fn check_open_files(plan: &MatchPlan, concurrency: usize) -> Result<(), String> {
    // A worker keeps each engine that it has started.
    let of_worker = plan.engines.len() as u64;
    let needed = files_for((concurrency as u64).saturating_mul(of_worker));
    match raise_file_limit() {
        Some(allowed) if allowed < needed => {
            let possible = engines_for(allowed) / of_worker.max(1);
            Err(format!(
                "--concurrency is {concurrency}: expected at most {possible}, as it needs {needed} \
                 open files and the system allows {allowed} (ulimit -n)"
            ))
        }
        _ => Ok(()),
    }
}

/// Warns if there are few openings: games from the same opening tend to repeat.
fn warn_of_openings(plan: &MatchPlan) {
    let SchedulePlan { games, paired, .. } = plan.schedule;
    let rounds = if paired { games / 2 } else { games };
    match plan.openings.as_slice() {
        _ if rounds < 2 => {}
        [only] if *only == Opening::default() => message!(
            "warning: no openings: all games begin at the start position; expected --openings FILE"
        ),
        openings if openings.len() < rounds => {
            let count = openings.len();
            message!("warning: {count} openings for {rounds} rounds: they are played again");
        }
        _ => {}
    }
}

/// Opens the record. The header of a resumed match names the programs and tables that began it.
fn open_journal(
    header: &mut MatchHeader,
    args: &MatchArgs,
) -> Result<(Option<Journal>, Vec<GameRecord>), CliError> {
    match &args.out {
        None => Ok((None, Vec::new())),
        // A shard writes its record at the end.
        Some(prefix) if args.shard.is_some() => {
            args.overwrite.check(&path_of(prefix, "jsonl"))?;
            Ok((None, Vec::new()))
        }
        Some(prefix) if args.resume => {
            let Resumed { journal, games, header: recorded } = Journal::resume(prefix, header)?;
            warn_of_names(&recorded, header);
            (header.programs, header.tables) = (recorded.programs, recorded.tables);
            Ok((Some(journal), games))
        }
        Some(prefix) => {
            let record = path_of(prefix, "jsonl");
            if !args.overwrite.allows(&record) {
                return Err(JournalError::Exists(record).into());
            }
            check_files(prefix, args.overwrite)?;
            let journal = Journal::create(prefix, header, args.overwrite.force)?;
            Ok((Some(journal), Vec::new()))
        }
    }
}

/// The unfinished games; resumed ones are announced. A shard keeps none: it writes its record at
/// the end, and restarts from the beginning.
fn open_under_way(
    plan: &MatchPlan,
    rules: Option<&Variant>,
    args: &MatchArgs,
    games: &[GameRecord],
) -> Result<Option<GamesInProgress>, CliError> {
    let Some(prefix) = args.out.as_deref().filter(|_| args.shard.is_none()) else {
        return Ok(None);
    };
    let done = games.iter().map(|game| game.number).collect();
    let (under_way, words) = plan.under_way(prefix, &done, rules)?;
    words.iter().for_each(|words| message!("warning: {words}"));
    for (number, moves) in under_way.left() {
        message!("game {number} goes on after {moves} moves");
    }
    Ok(Some(under_way))
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
fn report(
    header: &MatchHeader,
    games: &[GameRecord],
    sprt: Option<Sprt>,
    registry: &Registry,
) -> MatchReport {
    let plan = &header.plan;
    let late = time_loss_warning::warnings(plan, games);
    let games = &*shown_games(games);
    let names: Vec<String> =
        plan.engines.iter().map(|spec| shown_name(&spec.name).into_owned()).collect();
    let mut report = MatchReport::new(&names, games, plan.schedule.paired, sprt);
    report.notes = notes(header);
    report.notes.extend(replaced(games));
    report.notes.extend(resumed(games));
    report.notes.extend(late.into_iter().map(|text| ("warning".to_owned(), text)));
    let repeated = repeated(games, registry);
    if repeated > 0 {
        let text = format!("{repeated} of {} games are move by move what others were", games.len());
        report.notes.push(("warning".to_owned(), text));
    }
    let mirrored = mirrored(games, registry);
    if mirrored > 0 {
        let text = format!(
            "{mirrored} of {} games are another one with the engines swapped: both play alike \
             there, and each gets a point of the two games",
            games.len()
        );
        report.notes.push(("warning".to_owned(), text));
    }
    report
}

/// Writes the report files; returns the path of the HTML page, if any.
fn write_report(
    prefix: Option<&Path>,
    report: &MatchReport,
    games: &[GameRecord],
    registry: &Registry,
) -> Result<Option<PathBuf>, JournalError> {
    let Some(prefix) = prefix else { return Ok(None) };
    let path = path_of(prefix, "json");
    serde_json::to_string_pretty(report)
        .map_err(io::Error::from)
        .and_then(|json| zugi_files::write_whole(&path, json + "\n"))
        .map_err(|error| JournalError::File { path, error })?;
    Ok(Some(report::write_page(prefix, report, &shown_games(games), registry)?))
}
