//! The command line: arguments, validation, and subcommands.

mod analyse;
mod bad_number;
mod bench;
mod cache;
mod check;
mod commands;
mod console;
mod data;
mod end_request;
mod error;
mod files;
mod fit_to_terminal;
mod input_lines;
mod job;
mod logging;
mod man_pages;
mod merge;
mod openings;
mod pager;
mod play;
mod progress_bar;
mod replay;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod solve;
mod stderr;
mod table;
mod tournament;
mod train;
mod tune;
mod variant_name;
mod wrap;

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use zugi_engine::{EngineError, crash, perft_job};
use zugi_game::{AnyGame, Registry, Setup};
use zugi_records::GENERIC;
use zugi_show::DrawingStyle;

pub use cache::{CACHE_VARIABLE, cache_folder};
use error::{CliError, bail};
use job::{print_job, run_job};

/// The subcommands that accept `generic`, a game known only to the engines.
const OF_GENERIC: [&str; 2] = ["match", "check"];

/// The subcommands that ignore the variant.
const OF_NO_VARIANT: [&str; 5] = ["bench", "merge", "replay", "completions", "man"];

const EXAMPLES: &str = "\
Examples:
  zugi                                 start a session; type help
  zugi play                            play against the engine
  zugi play --watch --variant zola-8   watch a game of the engine against itself
  zugi perft 6                         count the sequences of six moves on 6x6
  zugi perft --divide 3 --fen 'brbr/rbrb/brbr/rbrb r' --variant zola-4
  zugi bench                           measure the speed of the search
  RUST_LOG=debug zugi --log-file zugi.log    log all lines of a session

Environment:
  ZUGI_CACHE  the folder for files that zugi can rebuild, such as endgame tables; empty for none
  RUST_LOG    the level of the log: error, warn, info, debug or trace
  NO_COLOR    if set, a terminal shows no colours";

/// An engine for board games that speaks UGI, a text protocol, on stdin and stdout.
///
/// Without a command it starts a session, which GUIs and match runners use.
#[derive(Clone, PartialEq, Debug, Parser)]
#[command(version, long_version = env!("ZUGI_LONG_VERSION"), after_help = EXAMPLES)]
struct Args {
    /// The game
    #[arg(long, global = true, alias = "game", value_name = "NAME", default_value = "")]
    variant: String,

    /// Whether the command line has `--variant`.
    #[arg(skip)]
    names_variant: bool,

    /// Append the log to a file instead of writing it to stderr
    #[arg(long, global = true, value_name = "FILE")]
    log_file: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, PartialEq, Debug, Subcommand)]
enum Command {
    /// Play against the engine or another person, or watch the engine play
    Play(play::PlayArgs),
    /// Serve a board for the browser
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Play a match between UGI engines
    Match(Box<tournament::MatchArgs>),
    /// Analyse games, or positions from stdin, on all cores
    Analyse(analyse::AnalyseArgs),
    /// Show recorded games on the screen
    Replay(replay::ReplayArgs),
    /// Test a UGI engine against the protocol
    Check(check::CheckArgs),
    /// Prove who wins a position, or verify a certificate
    Solve(solve::SolveArgs),
    /// Count the legal sequences of DEPTH moves
    Perft {
        /// The number of moves
        depth: u32,
        /// Start from this position instead of the start position
        #[arg(long)]
        fen: Option<String>,
        /// Also print the count for each first move
        #[arg(long)]
        divide: bool,
    },
    /// Search fixed positions and print nodes and speed
    Bench(bench::BenchArgs),
    /// Find balanced openings for a match
    Openings(openings::OpeningsArgs),
    /// Write positions of self-play games with their scores and results
    Data(data::DataArgs),
    /// Merge the shards of a match or of data
    Merge(merge::MergeArgs),
    /// Train a net for the evaluation on files of zugi data
    Train(train::TrainArgs),
    /// Build, verify and list endgame tables
    Table(table::TableArgs),
    /// Fit the weights of the evaluation, or the parameters of the search, by self-play
    Tune(tune::TuneArgs),
    /// Print the script that completes the command line in a shell
    Completions(man_pages::CompletionsArgs),
    /// Print the manual page of the program or of a subcommand
    Man(man_pages::ManArgs),
}

fn command(registry: &Registry) -> clap::Command {
    let help = format!("The game: one of {}", registry.names().join(", "));
    let generic = format!("{help}; or {GENERIC} for a game whose rules only the engines know");
    let mut command = Args::command().mut_arg("variant", |argument| {
        argument.default_value(registry.default_variant().name()).help(help)
    });
    let Some(variant) = command.get_arguments().find(|it| it.get_id() == "variant").cloned() else {
        return command;
    };
    // Lets clap read negative numbers as numbers, so that the error can name the allowed ones.
    command = command.mut_subcommands(|subcommand| subcommand.mut_args(bad_number::take_negative));
    command = command.mut_subcommands(|subcommand| match subcommand.get_name() {
        "play" => subcommand.mut_arg("puzzle", |argument| {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            argument.help(format!("{help}; variants: {}", play::with_puzzles(registry).join(", ")))
        }),
        name if OF_GENERIC.contains(&name) => subcommand.arg(variant.clone().help(generic.clone())),
        name if OF_NO_VARIANT.contains(&name) => subcommand.arg(variant.clone().hide(true)),
        _ => subcommand,
    });
    command
}

/// The command with the values that shells complete. The program itself accepts more values.
fn command_with_values(registry: &Registry) -> clap::Command {
    let with = |command: clap::Command, argument: &str, values: Vec<&'static str>| {
        command.mut_arg(argument, |it| it.value_parser(PossibleValuesParser::new(values)))
    };
    let all = with(command(registry), "variant", registry.names());
    all.mut_subcommands(|subcommand| match subcommand.get_name() {
        "play" => {
            let play = with(subcommand, "side", play::sides(registry));
            with(play, "level", play::levels())
        }
        name if OF_GENERIC.contains(&name) => {
            with(subcommand, "variant", [registry.names(), vec![GENERIC]].concat())
        }
        _ => subcommand,
    })
}

/// The subcommand `match` with the global options.
fn match_command(registry: &Registry) -> clap::Command {
    let mut all = command(registry);
    // Propagates global options to the subcommands.
    all.build();
    all.find_subcommand("match").cloned().unwrap_or_default()
}

impl Args {
    /// Parses the arguments of this process for these variants; exits with a message if they are
    /// invalid.
    fn from_command_line(registry: &Registry) -> Args {
        let matches = command(registry).try_get_matches_from(env::args_os());
        let matches = matches.unwrap_or_else(|error| bad_number::explain(error).exit());
        let mut args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let is_session = args.command.is_none();
        if !(is_session && variant_name::names_game(env::args_os())) {
            args.variant = variant_name::canonical(registry, &args.variant, is_session)
                .unwrap_or_else(|why| clap::Error::raw(ErrorKind::ValueValidation, why).exit());
        }
        if let (Some(Command::Match(of_match)), Some(("match", matches))) =
            (&mut args.command, matches.subcommand())
        {
            of_match.take(matches, &match_command(registry)).unwrap_or_else(|error| {
                clap::Error::raw(ErrorKind::ValueValidation, format!("{error}\n")).exit()
            });
        }
        args.names_variant = matches.value_source("variant") == Some(ValueSource::CommandLine);
        args
    }
}

/// Runs the program with the arguments of this process and these variants. Errors go to stderr; a
/// closed output ends the program without an error.
#[must_use]
pub fn run(registry: &Registry) -> ExitCode {
    match execute(&Args::from_command_line(registry), registry) {
        Err(error) if !error.is_closed_output => {
            stderr::message!("error: {}", error.text);
            ExitCode::from(error.code)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn execute(args: &Args, registry: &Registry) -> Result<(), CliError> {
    let commands = crash::install();
    files::ignore_sigxfsz();
    logging::start_log(args)?;
    let variant = args.variant.as_str();
    let Some(command) = &args.command else { return session::session(args, registry, commands) };
    match command {
        Command::Perft { depth, fen, divide } => {
            let mut game = game_of(registry, variant)?;
            if let Some(fen) = fen {
                game.set_up(Setup::Text(fen), &[]).map_err(EngineError::from)?;
            }
            print_job(perft_job(game, *depth, *divide))
        }
        Command::Bench(bench) => bench::bench(registry, bench),
        Command::Play(play) => play::play(registry, variant, play),
        Command::Match(of_match) => tournament::play_match(registry, variant, of_match),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => serve::serve(registry, named(args), serve),
        Command::Check(check) => check::check(registry, named(args), check),
        Command::Analyse(analyse) => analyse::analyse(registry, variant, analyse),
        Command::Replay(replay) => replay::replay(registry, replay),
        Command::Solve(solve) => solve::solve(registry, named(args), solve),
        Command::Openings(openings) => openings::openings(registry, variant, openings),
        Command::Data(data) => data::data(registry, variant, data),
        Command::Merge(merge) => merge::merge(registry, merge),
        Command::Train(train) => train::train(registry, named(args), train),
        Command::Table(table) => table::table(registry, variant, table),
        Command::Tune(tune) => tune::tune(registry, variant, tune),
        Command::Completions(shell) => man_pages::completions(command_with_values(registry), shell),
        Command::Man(page) => man_pages::man(self::command(registry), page),
    }
}

fn named(args: &Args) -> Option<&str> {
    args.names_variant.then_some(args.variant.as_str())
}

/// Whether to use colours on stdout: at a terminal, unless variables such as `NO_COLOR` or
/// `CLICOLOR_FORCE` decide otherwise.
fn colour() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

fn style() -> DrawingStyle {
    DrawingStyle { colour: colour(), ..DrawingStyle::default() }
}

fn game_of(registry: &Registry, variant: &str) -> Result<Box<dyn AnyGame>, EngineError> {
    Ok(registry.find(variant)?.game())
}

/// Locks a mutex, even after a panic: no thread panics in the middle of a change.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn show(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Ends a command that failed and has tried to print its output. `error` gives the exit code; an
/// error of the output only gets a message, and a closed output none.
fn conclude(printed: Result<(), CliError>, error: CliError) -> Result<(), CliError> {
    if let Err(of_output) = printed
        && !of_output.is_closed_output
    {
        stderr::message!("error: {}", of_output.text);
    }
    Err(error)
}
