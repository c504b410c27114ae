//! `zugi match`: games between engines, as many as it takes.

use std::collections::HashSet;
use std::fs;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args};
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use super::{CliError, show};
use crate::arbiter::adjudication::GENERIC_MAX_PLIES;
use crate::arbiter::game::GENERIC;
use crate::arbiter::journal::{Journal, JournalError, path_of, write_whole};
use crate::arbiter::openings::{Opening, OpeningsError, parse_openings, random_openings};
use crate::arbiter::report::{self, MatchReport};
use crate::arbiter::schedule::{PairingKind, Schedule, SchedulePlan};
use crate::arbiter::score::RunningScore;
use crate::arbiter::sprt::{Sprt, SprtVerdict};
use crate::arbiter::tournament::{Interrupt, MatchPlan, probe, run};
use crate::arbiter::{Adjudication, Agreement, EngineSpec, GameRecord, PairError};
use crate::game::{Registry, Variant};

/// Who plays, what for, and where it is written down.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct MatchArgs {
    /// An engine: name=NAME cmd='PROGRAM ARGS' option.NAME=VALUE, and tc=, movetime=,
    /// depth= or nodes=; once for each engine
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", required = true)]
    engine: Vec<String>,
    /// The same for all engines that do not say otherwise
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// Games between each two engines that meet
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// The first engine meets all others, and these do not meet each other
    #[arg(long)]
    gauntlet: bool,
    /// Play each opening once instead of twice with seats swapped
    #[arg(long)]
    no_swap: bool,
    /// Openings, one a line: startpos or a position text, then moves and the moves
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Without a file, begin with so many random plies [default: 4; 0 for generic]
    #[arg(long, value_name = "N")]
    random_plies: Option<usize>,
    /// What the random openings and the order of the openings depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// End a game as won: moves=N score=CP [after=PLIES], said by both engines
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    win: Vec<String>,
    /// End a game as drawn: moves=N score=CP [after=PLIES], said by both engines
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// End a game as drawn after so many plies [default: none; 1000 for generic]
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// Stop at a verdict, after 30 pairs or more: elo0=E elo1=E [alpha=A beta=B], of the
    /// first engine against the second
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// Milliseconds by which a move may overstep its time
    #[arg(long, value_name = "MS", default_value_t = 10)]
    margin: u64,
    /// Milliseconds to wait for an answer beyond an engine's time
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    patience: u64,
    /// Start an engine again whose process failed, instead of going on without it
    #[arg(long)]
    recover: bool,
    /// Do not ask the engines who has won: the rules decide alone
    #[arg(long)]
    no_ask: bool,
    /// Write PREFIX.jsonl and PREFIX.txt (games), PREFIX.json and PREFIX.html (report)
    #[arg(long, value_name = "PREFIX")]
    out: Option<PathBuf>,
    /// Go on with the match of --out that was interrupted
    #[arg(long, requires = "out")]
    resume: bool,
    /// The words of each --engine, which clap flattens.
    #[arg(skip)]
    engines: Vec<Vec<String>>,
}

/// Why a match does not begin, or ends early.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Words of an engine, an adjudication or a test that are wrong.
    #[error(transparent)]
    Words(#[from] PairError),
    /// Two engines of the same name.
    #[error("two engines have the name {0:?}: expected different ones, set by name=")]
    SameName(String),
    /// Too few or too many engines.
    #[error("there are {0} engines: expected {1}")]
    Engines(usize, &'static str),
    /// An openings file that cannot be read.
    #[error("cannot read the openings {0:?}: {1}")]
    OpeningsFile(PathBuf, io::Error),
    /// Openings that are wrong.
    #[error("openings: {0}")]
    Openings(#[from] OpeningsError),
    /// Random openings of a game whose rules only the engines know.
    #[error("no random openings for {GENERIC:?}: expected a variant of this program")]
    NoRules,
    /// An engine that does not start.
    #[error("engine {0:?} does not start: {1}")]
    Start(String, String),
    /// Files that cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A report that cannot be written as JSON.
    #[error("cannot write the report: {0}")]
    Json(serde_json::Error),
    /// Ctrl-C that cannot be caught.
    #[error("cannot handle Ctrl-C: {0}")]
    Signals(#[from] ctrlc::Error),
}

impl MatchArgs {
    /// Takes over how the words of `--engine` were grouped.
    pub(super) fn group(&mut self, matches: &ArgMatches) {
        let occurrences = matches.get_occurrences::<String>("engine").into_iter().flatten();
        self.engines = occurrences.map(|words| words.cloned().collect()).collect();
    }

    fn plan(&self, variant: &str, rules: Option<&Variant>) -> Result<MatchPlan, MatchError> {
        let engines = self.engine_specs()?;
        if engines.len() < 2 {
            return Err(MatchError::Engines(engines.len(), "at least two"));
        }
        let openings = self.read_openings(rules)?;
        let agreement = |what, words: &[String]| match words {
            [] => Ok(None),
            words => Agreement::read(what, words).map(Some),
        };
        Ok(MatchPlan {
            variant: variant.to_owned(),
            schedule: SchedulePlan {
                kind: if self.gauntlet { PairingKind::Gauntlet } else { PairingKind::RoundRobin },
                engines: engines.len(),
                games: self.games,
                openings: openings.len(),
                shuffled: self.openings.is_some(),
                paired: !self.no_swap,
                seed: self.seed,
            },
            engines,
            openings,
            adjudication: Adjudication {
                win: agreement("win", &self.win)?,
                draw: agreement("draw", &self.draw)?,
                max_plies: self.max_plies.or((variant == GENERIC).then_some(GENERIC_MAX_PLIES)),
            },
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_millis(self.patience),
            ask_result: !self.no_ask,
            recover: self.recover,
        })
    }

    fn read_openings(&self, rules: Option<&Variant>) -> Result<Vec<Opening>, MatchError> {
        if let Some(path) = &self.openings {
            let text = fs::read_to_string(path);
            let text = text.map_err(|error| MatchError::OpeningsFile(path.clone(), error))?;
            return Ok(parse_openings(&text, rules)?);
        }
        match (rules, self.random_plies) {
            (None, None) | (_, Some(0)) => Ok(vec![Opening::default()]),
            (None, Some(_)) => Err(MatchError::NoRules),
            (Some(rules), plies) => {
                let count = if self.no_swap { self.games } else { self.games.div_ceil(2) };
                Ok(random_openings(rules, plies.unwrap_or(4), count.max(1), self.seed))
            }
        }
    }

    fn engine_specs(&self) -> Result<Vec<EngineSpec>, MatchError> {
        let mut specs: Vec<EngineSpec> = Vec::new();
        for (number, words) in (1..).zip(&self.engines) {
            let spec = EngineSpec::read(number, &self.each, words)?;
            if specs.iter().any(|other| other.name == spec.name) {
                return Err(MatchError::SameName(spec.name));
            }
            specs.push(spec);
        }
        Ok(specs)
    }

    fn read_sprt(&self, engines: usize) -> Result<Option<Sprt>, MatchError> {
        match self.sprt.as_slice() {
            [] => Ok(None),
            _ if engines != 2 => Err(MatchError::Engines(engines, "two for an SPRT")),
            words => Ok(Some(Sprt::read(words)?)),
        }
    }
}

/// Set by Ctrl-C and the like.
static INTERRUPT: Interrupt = Interrupt::new();

/// What Ctrl-C does.
fn interrupt() {
    if !INTERRUPT.is_interrupted() {
        eprintln!("the games under way are finished; a second Ctrl-C ends them");
    }
    INTERRUPT.interrupt();
}

/// Plays the match.
pub(super) fn play_match(
    registry: &Registry,
    variant: &str,
    args: &MatchArgs,
) -> Result<(), CliError> {
    let rules = registry.find(variant).ok();
    let plan = args.plan(variant, rules)?;
    let sprt = args.read_sprt(plan.engines.len())?;
    // From here on there are processes that must not be left behind; files
    // are written only after all that may be wrong with the arguments.
    ctrlc::set_handler(interrupt).map_err(MatchError::from)?;
    if let Err((engine, fault)) = probe(&plan) {
        return Err(MatchError::Start(engine.name.clone(), fault.text).into());
    }
    let (mut journal, mut games) = open_journal(&plan, args)?;
    let names: Vec<String> = plan.engines.iter().map(|spec| spec.name.clone()).collect();
    write_report(args, &report(&plan, &names, &games, sprt), &games)?;

    let mut score = RunningScore::new(&names, plan.schedule.paired, sprt);
    games.iter().for_each(|game| score.add(game));
    let mut progress = MatchProgress::new(Schedule::new(&plan.schedule).len(), games.len());
    let done: HashSet<usize> = games.iter().map(|game| game.number).collect();
    let decided = score.verdict() != SprtVerdict::Continue;
    let mut written = Ok(());
    let mut take = |game: &GameRecord| {
        // After a failure nothing more is written: the record ends, but has no gap.
        if let Some(journal) = &mut journal
            && written.is_ok()
        {
            written = journal.append(game);
        }
        score.add(game);
        progress.finished(game, &score.summary());
        games.push(game.clone());
        if written.is_err() || score.verdict() != SprtVerdict::Continue {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    if !decided {
        run(&plan, rules, &done, args.concurrency, &INTERRUPT, &mut take);
    }
    progress.end();
    written.map_err(MatchError::from)?;
    let report = report(&plan, &names, &games, sprt);
    write_report(args, &report, &games)?;
    show(&report::text(&report))
}

fn open_journal(
    plan: &MatchPlan,
    args: &MatchArgs,
) -> Result<(Option<Journal>, Vec<GameRecord>), MatchError> {
    match &args.out {
        None => Ok((None, Vec::new())),
        Some(prefix) if args.resume => {
            let (journal, games) = Journal::resume(prefix, plan)?;
            Ok((Some(journal), games))
        }
        Some(prefix) => Ok((Some(Journal::create(prefix, plan)?), Vec::new())),
    }
}

/// The figures of the match, and what it was.
fn report(
    plan: &MatchPlan,
    names: &[String],
    games: &[GameRecord],
    sprt: Option<Sprt>,
) -> MatchReport {
    let mut report = MatchReport::new(names, games, plan.schedule.paired, sprt);
    for engine in &plan.engines {
        let options = engine.options.iter().map(|(name, value)| format!(" {name}={value}"));
        let options: String = options.collect();
        report.notes.push((engine.name.clone(), format!("{}{options}", engine.time)));
    }
    report.notes.push(("seed".to_owned(), plan.schedule.seed.to_string()));
    report
}

fn write_report(
    args: &MatchArgs,
    report: &MatchReport,
    games: &[GameRecord],
) -> Result<(), MatchError> {
    let Some(prefix) = &args.out else { return Ok(()) };
    let json = serde_json::to_string_pretty(report).map_err(MatchError::Json)?;
    write_whole(&path_of(prefix, "json"), &(json + "\n"))?;
    #[cfg(feature = "report")]
    write_whole(&path_of(prefix, "html"), &report::html(report, games))?;
    #[cfg(not(feature = "report"))]
    let _ = games;
    Ok(())
}

/// How far the match is: a bar on a terminal, plain lines elsewhere.
struct MatchProgress {
    bar: ProgressBar,
    total: usize,
    done: usize,
}

impl MatchProgress {
    fn new(total: usize, done: usize) -> MatchProgress {
        let bar = if io::stderr().is_terminal() {
            ProgressBar::new(total as u64)
        } else {
            ProgressBar::hidden()
        };
        let template = "{pos}/{len} games {wide_bar} {msg} {elapsed} +{eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(done as u64);
        MatchProgress { bar, total, done }
    }

    fn finished(&mut self, game: &GameRecord, summary: &str) {
        self.done += 1;
        if !self.bar.is_hidden() {
            self.bar.set_message(summary.to_owned());
            self.bar.inc(1);
            return;
        }
        let [one, two] = &game.players;
        let MatchProgress { done, total, .. } = self;
        let (number, end, reason, plies) = (game.number, game.end, game.reason, game.moves.len());
        eprintln!(
            "{done}/{total} game {number}: {one} - {two} {end} ({reason}, {plies} plies)  {summary}"
        );
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
