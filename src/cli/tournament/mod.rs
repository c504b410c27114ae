//! `zugi match`: games between engines, as many as it takes.

mod error;
mod progress;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args};

use super::{CliError, show};
use crate::arbiter::adjudication::GENERIC_MAX_PLIES;
use crate::arbiter::game::GENERIC;
use crate::arbiter::journal::{Journal, path_of, write_whole};
use crate::arbiter::openings::{Opening, parse_openings, random_openings};
use crate::arbiter::probe::{ProbeError, probe};
use crate::arbiter::report::{self, MatchReport, Shortfall};
use crate::arbiter::schedule::{PairingKind, Schedule, SchedulePlan};
use crate::arbiter::score::RunningScore;
use crate::arbiter::sprt::{Sprt, SprtVerdict};
use crate::arbiter::tournament::{Interrupt, MatchPlan, Referee, run};
use crate::arbiter::{Adjudication, Agreement, EngineSpec, GameRecord};
use crate::game::{OpeningBook, Registry, Variant};
use error::EXIT_CODES;
use progress::MatchProgress;

pub use error::MatchError;

/// Who plays, what for, and where it is written down.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct MatchArgs {
    /// An engine: name=NAME cmd='PROGRAM ARGS' option.NAME=VALUE, and tc=, movetime=,
    /// depth= or nodes=; once for each engine
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", required = true)]
    engine: Vec<String>,
    /// The same for all engines that do not say otherwise
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// Games between each two engines that meet, an even number unless --no-swap
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// The first engine meets all others, and these do not meet each other
    #[arg(long)]
    gauntlet: bool,
    /// Play each opening once instead of twice with seats swapped
    #[arg(long)]
    no_swap: bool,
    /// Openings, one a line: startpos or a position text, then moves and the moves
    /// [default: those that come with the variant]
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Begin with so many random plies instead [default without openings of the variant: 4; 0 for
    /// generic]
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
    /// End a game as drawn after so many plies; for generic as one that does not count
    /// [default: none; 1000 for generic]
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
    /// Milliseconds to wait for an engine to start
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    start_patience: u64,
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
        self.check_numbers()?;
        let (openings, shuffled) = self.read_openings(rules)?;
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
                shuffled,
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
            start_patience: Duration::from_millis(self.start_patience),
            ask_result: !self.no_ask,
            recover: self.recover,
        })
    }

    /// Games and threads are what was asked for, or nothing.
    fn check_numbers(&self) -> Result<(), MatchError> {
        let wrong = |option, given, expected: &str| {
            Err(MatchError::Number { option, given, expected: expected.to_owned() })
        };
        match (self.games, self.concurrency) {
            (0, _) if self.no_swap => wrong("--games", 0, "a number from 1"),
            (0, _) => wrong("--games", 0, "an even number from 2"),
            (games, _) if !games.is_multiple_of(2) && !self.no_swap => {
                let (less, more) = (games - 1, games.saturating_add(1));
                let even = if less > 0 { format!("{less} or {more}") } else { more.to_string() };
                let expected =
                    format!("{even}, as each opening is played twice, or {games} with --no-swap");
                wrong("--games", games, &expected)
            }
            (_, 0) => wrong("--concurrency", 0, "a number from 1"),
            _ => Ok(()),
        }
    }

    /// The openings, and whether their order is left to the seed: that of a file is, random
    /// ones are in such an order already. Those of a file may come again, random ones are
    /// different.
    fn read_openings(&self, rules: Option<&Variant>) -> Result<(Vec<Opening>, bool), MatchError> {
        if let Some(path) = &self.openings {
            let text = fs::read_to_string(path);
            let text = text.map_err(|error| MatchError::OpeningsFile(path.clone(), error))?;
            return Ok((parse_openings(&text, rules)?, true));
        }
        let book = rules.and_then(|rules| rules.power::<OpeningBook>().ok());
        match (rules, self.random_plies, book) {
            (Some(_), None, Some(book)) => Ok((parse_openings(book.0, rules)?, true)),
            (None, None, _) | (_, Some(0), _) => Ok((vec![Opening::default()], false)),
            (None, Some(_), _) => Err(MatchError::NoRules),
            (Some(rules), plies, _) => {
                let needed = if self.no_swap { self.games } else { self.games / 2 };
                let plies = plies.unwrap_or(4);
                let openings = random_openings(rules, plies, needed, self.seed);
                match openings.len() {
                    found if found < needed => {
                        Err(MatchError::FewOpenings { found, plies, needed })
                    }
                    _ => Ok((openings, false)),
                }
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
    let asked = Schedule::new(&plan.schedule).len();
    let abilities = match probe(&plan, rules.is_some()) {
        Ok(abilities) => abilities,
        Err(_) if INTERRUPT.is_interrupted() => {
            return Err(MatchError::Short(vec![Shortfall::Interrupted { played: 0, asked }]).into());
        }
        Err(ProbeError::Start(engine, fault)) => {
            return Err(MatchError::start(&engine, &fault).into());
        }
        Err(error) => return Err(MatchError::from(error).into()),
    };
    let referee = rules.map_or(Referee::Engines(&abilities), Referee::Rules);
    let (mut journal, mut games) = open_journal(&plan, args)?;
    let names: Vec<String> = plan.engines.iter().map(|spec| spec.name.clone()).collect();
    write_report(args, &report(&plan, &games, sprt), &games)?;
    warn_of_openings(&plan);

    let mut score = RunningScore::new(&names, plan.schedule.paired, sprt);
    games.iter().for_each(|game| score.add(game));
    let mut progress = MatchProgress::new(asked, games.len());
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
    let mut out = BTreeSet::new();
    if !decided {
        out = run(&plan, referee, &done, args.concurrency, &INTERRUPT, &mut take);
    }
    progress.end();
    written.map_err(MatchError::Written)?;
    let mut report = report(&plan, &games, sprt);
    let out = out.into_iter().filter_map(|engine| names.get(engine)).map(String::as_str);
    report.conclude(asked, INTERRUPT.is_interrupted(), out);
    write_report(args, &report, &games).map_err(MatchError::on_the_way)?;
    show(&report::text(&report))?;
    if report.shortfalls.is_empty() {
        Ok(())
    } else {
        Err(MatchError::Short(report.shortfalls).into())
    }
}

/// Games that begin alike may well go on alike.
fn warn_of_openings(plan: &MatchPlan) {
    let SchedulePlan { games, paired, .. } = plan.schedule;
    let rounds = if paired { games / 2 } else { games };
    match plan.openings.as_slice() {
        _ if rounds < 2 => {}
        [only] if *only == Opening::default() => eprintln!(
            "warning: no openings: all games begin at the start position; expected --openings FILE"
        ),
        openings if openings.len() < rounds => {
            let count = openings.len();
            eprintln!("warning: {count} openings for {rounds} rounds: they are played again");
        }
        _ => {}
    }
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
fn report(plan: &MatchPlan, games: &[GameRecord], sprt: Option<Sprt>) -> MatchReport {
    let names: Vec<String> = plan.engines.iter().map(|spec| spec.name.clone()).collect();
    let mut report = MatchReport::new(&names, games, plan.schedule.paired, sprt);
    for engine in &plan.engines {
        let options = engine.options.iter().map(|(name, value)| format!(" {name}={value}"));
        let options: String = options.collect();
        report.notes.push((engine.name.clone(), format!("{}{options}", engine.time)));
    }
    report.notes.push(("seed".to_owned(), plan.schedule.seed.to_string()));
    let repeated = games.len() - different(games);
    if repeated > 0 {
        let text = format!("{repeated} of {} games are move by move what others were", games.len());
        report.notes.push(("warning".to_owned(), text));
    }
    report
}

/// How many games are left of those that are the same, move by move.
fn different(games: &[GameRecord]) -> usize {
    let moves = |game: &GameRecord| game.moves.iter().map(|mv| mv.text.clone()).collect();
    let all = games.iter().map(|game| (&game.players, &game.fen, &game.opening, moves(game)));
    all.collect::<HashSet<(_, _, _, Vec<String>)>>().len()
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
