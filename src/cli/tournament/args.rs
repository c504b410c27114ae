//! The arguments of a match, and the description that they make.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, RangedU64ValueParser};
use clap::{ArgMatches, Args, Command};
use toml::{Table, Value};
use zugi_arbiter::MatchConfig;
use zugi_arbiter::journal::{RecordReader, path_of};
use zugi_arbiter::match_config::{ConfigError, table_of_toml};
use zugi_arbiter::shard::MatchShard;
use zugi_files::read_text;
use zugi_game::Registry;

use super::super::files::{Overwrite, out_path};
use super::super::{CliError, bail, variant_name};
use super::error::EXIT_CODES;
use super::flag_keys::given;

const ABOUT_ENGINES: &str = "\
One engine per --engine, in words KEY=VALUE:

  name=NAME          the name in the results
  cmd='PROGRAM ARGS' the program to start, with its arguments
  dir=DIRECTORY      the working directory, where relative program paths start;
                     a program without a path is looked up there first, then in PATH
  proto=ugi|uci      its protocol [default: ugi]
  option.NAME=VALUE  an option
  tc=[MOVES/][MINUTES:]SECONDS[+SECONDS], movetime=MS, depth=N, nodes=N
                     its clock or time per move, and limits of each search; tc=inf is no clock;
                     with any of them it has none of --each
  margin=MS          tolerance for overstepping its time [default: --margin]
  restart=on|off     start a new process for each game [default: off]
  stderr=FILE        append its standard error to this file";

/// Accepts at most a day.
fn milliseconds() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(..=24 * 60 * 60 * 1000)
}

fn orders() -> [PossibleValue; 2] {
    [("random", "Shuffled by --seed"), ("sequential", "In the order of the file")]
        .map(|(order, help)| PossibleValue::new(order).help(help))
}

/// The flags of a match. Their values are read by name into [`MatchConfig`], see [`given`].
#[derive(Clone, PartialEq, Debug, Args)]
struct MatchFlags {
    /// An engine: name=NAME cmd='PROGRAM ARGS' option.NAME=VALUE, and tc=, movetime=,
    /// depth= or nodes=; repeat it for each engine; more with --help
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE", required_unless_present_any = ["config", "resume"], long_help = ABOUT_ENGINES)]
    engine: Vec<String>,
    /// Defaults for all engines: a key of --engine overrides them
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// The number of games of each pairing; it must be even unless --no-swap is given
    #[arg(long, default_value_t = MatchConfig::default().games)]
    games: usize,
    /// Pair the first engine with each of the others, instead of round robin
    #[arg(long)]
    gauntlet: bool,
    /// Play each opening once instead of twice with sides swapped
    #[arg(long)]
    no_swap: bool,
    /// A file of openings, one per line: `startpos` or a position text, then `moves` and moves;
    /// or EPD, or PGN [default: the openings that come with the variant]
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Begin with N random plies instead of an opening [default for a variant without openings: 4;
    /// 8 with shuffles (a new one for each pair); 0 for generic]
    #[arg(long, value_name = "N")]
    random_plies: Option<usize>,
    /// The order of the openings
    #[arg(long, value_parser = orders(), default_value = "random")]
    order: String,
    /// Begin with the N-th opening of the order, counted from 1; the earlier ones come last
    #[arg(long, value_name = "N", default_value_t = 1)]
    start: usize,
    /// The seed of random openings, of the order of openings and of shuffles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of games played at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
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
    sprt: Vec<String>,
    /// Tolerance in ms for a move that oversteps its time; an engine may have its own margin=
    #[arg(long, value_name = "MS", value_parser = milliseconds(), default_value_t = MatchConfig::default().margin)]
    margin: u64,
    /// Timeout in ms for every reply, beyond the time of a move [default: 10000; 60000 for the start
    /// of an engine and a move by depth or nodes]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    patience: Option<u64>,
    /// The timeout options of version 0.2, refused with a hint
    #[arg(
        long,
        aliases = ["ready-patience", "new-game-patience", "quit-patience"],
        hide = true,
        value_parser = |_: &str| Err::<u64, _>("expected --patience MS, for all replies"),
    )]
    start_patience: Option<u64>,
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
    interval: Option<NonZeroUsize>,
    /// Print no line for each game, only faults, the standings of --interval and the report
    #[arg(long)]
    quiet: bool,
    /// Write PREFIX.jsonl and PREFIX.pgn (games), PREFIX.json and PREFIX.html
    /// (report, with the games for its boards in PREFIX-games)
    #[arg(long, value_name = "PREFIX", value_parser = out_path())]
    out: Option<PathBuf>,
    /// Play only shard I of N. Its record is written at the end; zugi merge combines the shards
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["resume", "sprt"])]
    shard: Option<MatchShard>,
}

#[derive(Clone, PartialEq, Debug, Args)]
#[command(
    after_help = EXIT_CODES,
    override_usage = "zugi match [OPTIONS] --engine <KEY=VALUE>... --engine <KEY=VALUE>...\n       \
                      zugi match [OPTIONS] --config <FILE>\n       \
                      zugi match [OPTIONS] --resume --out <PREFIX>"
)]
pub struct MatchArgs {
    #[command(flatten)]
    flags: MatchFlags,
    /// Read arguments from a TOML file with the names of these options as keys; the command line
    /// overrides the file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Write the arguments of this match to a file for --config
    #[arg(long, value_name = "FILE", value_parser = out_path())]
    pub(super) save_config: Option<PathBuf>,
    /// Continue the interrupted match of --out; games whose moves take a second or longer
    /// continue at their last move. Options that are not given are those of the record. If there is
    /// no record, start the match
    #[arg(long)]
    pub(super) resume: bool,
    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    /// The flags of the command line, by name.
    #[arg(skip)]
    given: Table,
}

impl MatchArgs {
    pub fn take(&mut self, matches: &ArgMatches, command: &Command) -> Result<(), ConfigError> {
        self.given = given(matches, command)?;
        Ok(())
    }

    /// The path and content of the file of `--save-config`. A resumed match writes the same file
    /// again.
    pub(super) fn saved_config(
        &self,
        config: &MatchConfig,
    ) -> Result<Option<(&Path, String)>, CliError> {
        let Some(path) = self.save_config.as_deref() else { return Ok(None) };
        let text = format!("# zugi match --config FILE\n{}", config.to_table()?);
        if !read_text(path).is_ok_and(|before| before == text) {
            self.overwrite.check(path)?;
        }
        Ok(Some((path, text)))
    }

    /// The description of the match: that of the file or of the record that is resumed; flags
    /// override it. `default` is the variant if none is named.
    pub(super) fn config(
        &self,
        registry: &Registry,
        default: &str,
    ) -> Result<MatchConfig, CliError> {
        let out = self.given.get("out").and_then(Value::as_str).map(PathBuf::from);
        let record = out.filter(|_| self.resume).map(|out| path_of(&out, "jsonl"));
        let mut table = match (&self.config, record) {
            (Some(path), _) => {
                let wrong = |why: String| format!("config {path:?}: {why}");
                let text = read_text(path).map_err(|error| wrong(error.to_string()))?;
                table_of_toml(&text).map_err(|error| wrong(error.to_string()))?
            }
            (None, Some(record)) if record.metadata().is_ok_and(|it| it.len() > 0) => {
                RecordReader::open(&record)?.header.config.to_table()?
            }
            _ => Table::new(),
        };
        table.extend(self.given.clone());
        let variant = match table.get("variant").and_then(Value::as_str) {
            Some(name) => variant_name::canonical(registry, name, false)?,
            None => default.to_owned(),
        };
        table.insert("variant".to_owned(), variant.into());
        let config = MatchConfig::from_table(table)?;
        if self.resume && config.out.is_none() {
            bail!("--resume goes on with a match that was recorded: expected --out PREFIX, too");
        }
        if let Some(shard) = config.shard.filter(|_| self.resume) {
            bail!("--resume: the record is shard {shard} of a match, which is played as a whole");
        }
        Ok(config)
    }
}
