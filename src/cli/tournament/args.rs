//! The arguments of a match, and the plan that they make.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{ArgMatches, Args, Command, ValueEnum};
use toml::Table;
use zugi_arbiter::adjudication::{GENERIC_MAX_PLIES, SMALL_TABLES};
use zugi_arbiter::game::GENERIC;
use zugi_arbiter::journal::MatchHeader;
use zugi_arbiter::names::are_alike;
use zugi_arbiter::openings::{Opening, find_repeats, parse_openings, random_openings};
use zugi_arbiter::probe::Probed;
use zugi_arbiter::schedule::{PairingKind, SchedulePlan};
use zugi_arbiter::shard::MatchShard;
use zugi_arbiter::sprt::Sprt;
use zugi_arbiter::tournament::MatchPlan;
use zugi_arbiter::{Adjudication, AdjudicationRule, EngineSpec, RulingTables, engine_keys};
use zugi_client::Timeouts;
use zugi_files::read_text;
use zugi_game::{Chances, HiddenInformation, KnownTables, OpeningBook, TablebaseProvider, Variant};
use zugi_protocol::{Dialect, quote};

use super::super::files::{Overwrite, out_path};
use super::super::{CliError, bail};
use super::config::given;
use super::error::EXIT_CODES;
use super::match_description::{openings_from, warn_of_repeats};

/// The long help of `--engine`.
fn about_engines() -> String {
    let keys = engine_keys().replace('\n', "\n  ");
    format!("One engine per --engine, in words KEY=VALUE:\n\n  {keys}")
}

/// The default reply timeout in milliseconds.
const PATIENCE: u64 = 10_000;
/// The default timeout of a move by depth or nodes in milliseconds: such a search takes as long as
/// the machine needs.
const UNTIMED_PATIENCE: u64 = 60_000;

/// The most games of a pairing: openings of random plies or shuffles are drawn before the first game.
const MAX_GAMES: usize = 1_000_000;

/// Parses a timeout of at most a day.
fn milliseconds() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(..=24 * 60 * 60 * 1000)
}

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OpeningsOrder {
    /// Shuffled by --seed
    Random,
    /// In the order of the file
    Sequential,
}

/// The players, the conditions and the output of a match.
#[derive(Clone, PartialEq, Debug, Args)]
#[command(
    after_help = EXIT_CODES,
    override_usage = "zugi match [OPTIONS] --engine <KEY=VALUE>... --engine <KEY=VALUE>...\n       \
                      zugi match [OPTIONS] --config <FILE>"
)]
pub struct MatchArgs {
    /// An engine: name=NAME cmd='PROGRAM ARGS' option.NAME=VALUE, and tc=, movetime=,
    /// depth= or nodes=; repeat it for each engine; more with --help
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", required_unless_present = "config", long_help = about_engines())]
    engine: Vec<String>,
    /// Defaults for all engines: a key of --engine overrides them
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// The number of games of each pairing; it must be even unless --no-swap is given
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Pair the first engine with each of the others, instead of round robin
    #[arg(long)]
    gauntlet: bool,
    /// Play each opening once instead of twice with sides swapped
    #[arg(long)]
    no_swap: bool,
    /// A file of openings, one per line: `startpos` or a position text, then `moves` and moves;
    /// or EPD [default: the openings that come with the variant]
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Begin with N random plies instead of an opening [default for a variant without openings: 4;
    /// 8 with shuffles (a new one for each pair); 0 for generic]
    #[arg(long, value_name = "N")]
    random_plies: Option<usize>,
    /// The order of the openings
    #[arg(long, value_enum, default_value_t = OpeningsOrder::Random)]
    order: OpeningsOrder,
    /// Begin with the N-th opening of the order, counted from 1; the earlier ones come last
    #[arg(long, value_name = "N", default_value_t = 1)]
    start: usize,
    /// The seed of random openings, of the order of openings and of shuffles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of games played at the same time
    #[arg(long, default_value_t = 1)]
    pub(super) concurrency: usize,
    /// Adjudicate a win when both engines see at least CP (1/100 piece) for N moves: moves=N
    /// score=CP [after=PLIES]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    win: Vec<String>,
    /// Adjudicate a draw when both engines see at most CP for N moves: moves=N score=CP
    /// [after=PLIES]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// Adjudicate a loss when an engine sees at most -CP for N moves: moves=N score=CP
    /// [after=PLIES]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// End a game as a draw after N plies; with generic the game does not count
    /// [default: no limit; 1000 for generic]
    #[arg(long, value_name = "N")]
    max_plies: Option<NonZeroUsize>,
    /// Adjudicate a win by endgame tables: those of this folder, or `small` for zugi's own;
    /// repeatable
    #[arg(long, value_name = "DIR|small")]
    tables: Vec<PathBuf>,
    /// Stop at the verdict of a sequential test (SPRT) of the first engine against the second,
    /// after at least 30 pairs: elo0=E elo1=E [alpha=A beta=B] [model=logistic|normalized]
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    pub(super) sprt: Vec<String>,
    /// Tolerance in ms for a move that oversteps its time; an engine may have its own margin=
    #[arg(long, value_name = "MS", value_parser = milliseconds(), default_value_t = 10)]
    margin: u64,
    /// Timeout in ms for a move after the engine's time is over, and for every reply that no
    /// option below covers [default: 10000; 60000 for a move by depth or nodes]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    patience: Option<u64>,
    /// Timeout in ms for the start of an engine [default: 10000]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    start_patience: Option<u64>,
    /// Timeout in ms for the answer to isready or a query [default: --patience]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    ready_patience: Option<u64>,
    /// Timeout in ms for the answer after uginewgame [default: --patience]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    new_game_patience: Option<u64>,
    /// Timeout in ms for the exit of an engine after quit
    #[arg(long, value_name = "MS", value_parser = milliseconds(), default_value_t = 1000)]
    quit_patience: u64,
    /// Restart an engine that crashed, hung or sent malformed output, instead of taking it out
    /// of the match
    #[arg(long)]
    recover: bool,
    /// Send hidden information to the engines, such as the order of face-down pieces, for tests
    #[arg(long)]
    reveal: bool,
    /// Do not ask the engines for the result: the rules alone decide it
    #[arg(long)]
    no_ask: bool,
    /// Show the standings after every N games
    #[arg(long, value_name = "N")]
    pub(super) interval: Option<NonZeroUsize>,
    /// Print no line for each game, only faults, the standings of --interval and the report
    #[arg(long)]
    pub(super) quiet: bool,
    /// Read arguments from a TOML file with the names of these options as keys; the command line
    /// overrides the file
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Write the arguments of this match to a file for --config
    #[arg(long, value_name = "FILE", value_parser = out_path())]
    pub(super) save_config: Option<PathBuf>,
    /// Write PREFIX.jsonl, PREFIX.txt and PREFIX.pgn (games), PREFIX.json and PREFIX.html
    /// (report, with the games for its boards in PREFIX-games)
    #[arg(long, value_name = "PREFIX", value_parser = out_path())]
    pub(super) out: Option<PathBuf>,
    /// Continue the interrupted match of --out; games whose moves take a second or longer
    /// continue at their last move. If there is no record, start the match
    #[arg(long)]
    pub(super) resume: bool,
    /// Play only shard I of N. Its record is written at the end; zugi merge combines the shards
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["resume", "sprt"])]
    pub(super) shard: Option<MatchShard>,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    /// The words of each --engine, which clap flattens.
    #[arg(skip)]
    engines: Vec<Vec<String>>,
    /// What --save-config writes.
    #[arg(skip)]
    pub(super) given: Table,
}

/// Whether the game has chance, so that each pair of games has its own shuffle.
fn has_chance(rules: Option<&Variant>) -> bool {
    rules.is_some_and(|rules| rules.capability::<Chances>().is_ok())
}

impl MatchArgs {
    /// Collects the `--engine` groups and the set of given arguments.
    pub fn group(&mut self, matches: &ArgMatches, command: &Command) {
        self.given = given(matches, command);
        let occurrences = matches.get_occurrences::<String>("engine").into_iter().flatten();
        self.engines = occurrences.map(|words| words.cloned().collect()).collect();
    }

    pub(super) fn plan(
        &self,
        variant: &str,
        rules: Option<&Variant>,
        tables: Option<&KnownTables>,
    ) -> Result<MatchPlan, CliError> {
        let engines = self.engine_specs()?;
        if engines.len() < 2 {
            return Err(wrong_count(engines.len(), "at least two"));
        }
        self.check_numbers()?;
        if self.resume && self.out.is_none() {
            bail!("--resume goes on with a match that was recorded: expected --out PREFIX, too");
        }
        if variant == GENERIC
            && let Some(spec) = engines.iter().find(|spec| spec.dialect != Dialect::Ugi)
        {
            bail!(
                "engine {} has proto=uci: expected proto=ugi for {GENERIC:?}, as UCI has no words \
                 to ask who is to move and who has won",
                quote(&spec.name)
            );
        }
        if self.reveal {
            self.check_hidden(variant, rules)?;
        }
        let (openings, shuffled) = self.read_openings(rules)?;
        let schedule = SchedulePlan {
            kind: if self.gauntlet { PairingKind::Gauntlet } else { PairingKind::RoundRobin },
            engines: engines.len(),
            games: self.games,
            first: self.first_opening(openings.len(), shuffled)?,
            shuffled: shuffled && self.order == OpeningsOrder::Random,
            openings: openings.len(),
            paired: !self.no_swap,
            seed: self.seed,
        };
        let (schedule, openings) = match rules {
            Some(rules) => schedule.deal(openings, rules),
            None => (schedule, openings),
        };
        let agreement = |what, words: &[String]| match words {
            [] => Ok(None),
            words => AdjudicationRule::read(what, words).map(Some),
        };
        Ok(MatchPlan {
            variant: variant.to_owned(),
            schedule,
            engines,
            openings,
            adjudication: Adjudication {
                win: agreement("win", &self.win)?,
                draw: agreement("draw", &self.draw)?,
                resign: agreement("resign", &self.resign)?,
                max_plies: self
                    .max_plies
                    .map(NonZeroUsize::get)
                    .or((variant == GENERIC).then_some(GENERIC_MAX_PLIES)),
                tables: tables.map(|tables| RulingTables {
                    from: self.tables.clone(),
                    pieces: tables.pieces.clone(),
                }),
            },
            margin: self.margin,
            timeouts: self.timeouts(),
            ask_result: !self.no_ask,
            recover: self.recover,
            reveal: self.reveal,
        })
    }

    /// Rejects `--reveal` for a game without hidden information.
    fn check_hidden(&self, variant: &str, rules: Option<&Variant>) -> Result<(), String> {
        let hidden_info = rules.and_then(|rules| rules.capability::<HiddenInformation>().ok());
        hidden_info.map(drop).ok_or_else(|| {
            let why = "has no hidden pieces: every seat sees all of it";
            format!("--reveal: variant {variant:?} {why}")
        })
    }

    /// Opens the tablebases for adjudication, if requested.
    pub(super) fn open_tables(
        &self,
        rules: Option<&Variant>,
    ) -> Result<Option<KnownTables>, String> {
        if self.tables.is_empty() {
            return Ok(None);
        }
        let rules = rules.ok_or_else(|| no_rules("tables"))?;
        let provider = rules
            .capability::<TablebaseProvider>()
            .map_err(|missing| format!("--tables: {missing}"))?;
        let is_small = |path: &PathBuf| path.as_os_str() == SMALL_TABLES;
        let folders: Vec<PathBuf> =
            self.tables.iter().filter(|path| !is_small(path)).cloned().collect();
        let small = self.tables.iter().any(is_small);
        provider.tables(&folders, small).map(Some).map_err(|why| format!("--tables: {why}"))
    }

    fn timeouts(&self) -> Timeouts {
        let patience = self.patience.unwrap_or(PATIENCE);
        let of = |own: Option<u64>, or| Duration::from_millis(own.unwrap_or(or));
        Timeouts {
            start: of(self.start_patience, PATIENCE),
            ready: of(self.ready_patience, patience),
            new_game: of(self.new_game_patience, patience),
            search: of(self.patience, UNTIMED_PATIENCE),
            overrun: of(None, patience),
            quit: of(None, self.quit_patience),
        }
    }

    /// The index of the first opening, in a file or among random ones.
    fn first_opening(&self, openings: usize, of_file: bool) -> Result<usize, String> {
        let wrong =
            |expected: String| Err(format!("--start is {}: expected {expected}", self.start));
        match self.start.checked_sub(1) {
            Some(0) => Ok(0),
            _ if !of_file => wrong("1 without a file of openings".to_owned()),
            Some(first) if first < openings => Ok(first),
            _ => wrong(format!("a number from 1 to {openings}, of the openings")),
        }
    }

    /// Checks the numbers of games and threads.
    fn check_numbers(&self) -> Result<(), String> {
        let wrong = |option: &str, given: usize, expected: &str| {
            Err(format!("{option} is {given}: expected {expected}"))
        };
        match (self.games, self.concurrency) {
            (games, _) if games > MAX_GAMES => {
                wrong("--games", games, &format!("at most {MAX_GAMES}"))
            }
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

    /// The openings, and whether to shuffle them: only those of a file, as random ones are in
    /// random order already. Those of a file may repeat; random ones are distinct.
    fn read_openings(&self, rules: Option<&Variant>) -> Result<(Vec<Opening>, bool), CliError> {
        let parse =
            |text: &str| parse_openings(text, rules).map_err(|error| format!("openings: {error}"));
        if let Some(path) = &self.openings {
            let text = read_text(path)
                .map_err(|error| format!("cannot read the openings {path:?}: {error}"))?;
            let openings = parse(&text)?;
            warn_of_repeats(path, find_repeats(&text, rules));
            return Ok((openings, true));
        }
        let book = rules.and_then(|rules| rules.capability::<OpeningBook>().ok());
        match (rules, self.random_plies, book) {
            (Some(_), None, Some(book)) => Ok((parse(book.0)?, true)),
            (None, None, _) | (_, Some(0), _) => Ok((vec![Opening::default()], false)),
            (None, Some(_), _) => Err(no_rules("random openings").into()),
            (Some(rules), plies, _) => {
                let needed = if self.no_swap { self.games } else { self.games / 2 };
                // If players begin by turning over all pieces, every shuffle leads to the same
                // position: shuffles alone do not make games different.
                let plies = plies.unwrap_or(if has_chance(Some(rules)) { 8 } else { 4 });
                let openings = random_openings(rules, plies, needed, self.seed);
                match openings.len() {
                    found if found < needed => {
                        // Without any opening, games end before so many plies.
                        let change = if found == 0 { "fewer" } else { "more" };
                        let why = format!(
                            "there are only {found} openings of {plies} random plies: expected \
                             {needed}; {change} --random-plies, fewer --games, or a file with \
                             --openings"
                        );
                        Err(CliError::with_code(5, why))
                    }
                    _ => Ok((openings, false)),
                }
            }
        }
    }

    /// The match header: its plan and the engines' data from before the first game.
    pub(super) fn header(
        &self,
        plan: MatchPlan,
        rules: Option<&Variant>,
        probed: Vec<Probed>,
    ) -> MatchHeader {
        let book = rules.and_then(|rules| rules.capability::<OpeningBook>().ok());
        let is_random = self.random_plies.is_some() || book.is_none();
        let (file, deals) = (self.openings.as_deref(), has_chance(rules));
        let openings = openings_from(&plan, file, is_random, deals);
        let tables = probed.iter().map(|engine| engine.tables.clone()).collect();
        let probed = probed.into_iter().map(|engine| (engine.id_name, engine.program));
        let (id_names, programs) = probed.unzip();
        let header = MatchHeader::new(plan, id_names, openings);
        header.with_programs(programs).with_tables(tables).with_shard(self.shard)
    }

    fn engine_specs(&self) -> Result<Vec<EngineSpec>, CliError> {
        let mut specs: Vec<EngineSpec> = Vec::new();
        for (number, words) in (1..).zip(&self.engines) {
            let spec = EngineSpec::read(number, &self.each, words)?;
            if let Some(other) = specs.iter().find(|other| are_alike(&other.name, &spec.name)) {
                return Err(alike(&other.name, &spec.name).into());
            }
            specs.push(spec);
        }
        Ok(specs)
    }
}

/// The test of `--sprt`, if any, for a match of this many engines.
pub(super) fn read_sprt(words: &[String], engines: usize) -> Result<Option<Sprt>, CliError> {
    match words {
        [] => Ok(None),
        _ if engines != 2 => Err(wrong_count(engines, "two for an SPRT")),
        words => Ok(Some(Sprt::read(words)?)),
    }
}

/// The error of too few or too many engines.
fn wrong_count(engines: usize, expected: &str) -> CliError {
    let given = match engines {
        0 => "no engine".to_owned(),
        1 => "1 engine".to_owned(),
        count => format!("{count} engines"),
    };
    format!("{given} given: expected {expected}").into()
}

/// The error of something that is not possible in a match of `generic`.
fn no_rules(what: &str) -> String {
    format!("no {what} for {GENERIC:?}: expected a variant of this program")
}

/// The error of two names that are equal or nearly so.
fn alike(one: &str, other: &str) -> String {
    let (first, second) = (quote(one), quote(other));
    if one == other {
        return format!("two engines have the name {first}: expected different ones, set by name=");
    }
    format!(
        "engines {first} and {second} look the same: expected names that differ in their first 80 \
         characters, by more than blanks and capital letters, set by name="
    )
}
