//! `zugi analyse`: searches every position of recorded games, or positions from stdin, on all
//! cores.

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Instant;
use std::{env, fs, panic};

use clap::Args;
use zugi_arbiter::journal::{games_folder, path_of};
use zugi_arbiter::names::shown_name;
use zugi_arbiter::report::{self, MatchReport};
use zugi_game::{AnyGame, Registry};
use zugi_records::{AnalysedGame, GameRecord, PositionAnalysis};

use super::data::{threads, threads_or_cores};
use super::files::{Overwrite, out_path, write_whole};
use super::progress_bar::bar;
use super::stderr::message;
use super::{CliError, show};

mod inputs;
mod journal;
mod output;
mod pool;
mod queries;

use inputs::Inputs;
use journal::{AnalysisLog, GamePly, Plan};
use pool::{Cancel, PositionLimits, Task};

const EXAMPLES: &str = "\
Examples:
  zugi analyse game.pgn
  zugi analyse *.json --nodes 200000 --out analysed --html
  zugi analyse games/ --out analysed   all files in a folder and those below it
  zugi analyse --json game.txt         a line of JSON for each game
  zugi analyse < queries.jsonl         positions, one line of JSON each
  zugi analyse --schema                the JSON schema of these lines

docs/guides/analyse.md is the guide.";

const USUAL_NODES: u64 = 50_000;

#[derive(Clone, PartialEq, Eq, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct AnalyseArgs {
    /// Game files of zugi or of other programs, or folders of them, or - for a file on stdin;
    /// without any, zugi reads queries from stdin
    files: Vec<PathBuf>,
    #[command(flatten)]
    limits: PositionLimits,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// The size of the hash table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..))]
    hash: u64,
    /// Write the games with scores, best lines, marks and accuracy to PREFIX.jsonl
    #[arg(long, value_name = "PREFIX", requires = "files", value_parser = out_path())]
    out: Option<PathBuf>,
    /// Also write a page with boards and score curves to PREFIX.html
    #[arg(long, requires = "out")]
    html: bool,
    /// Continue an interrupted analysis
    #[arg(long, requires = "out")]
    resume: bool,
    /// Print a line of JSON for each game instead of text
    #[arg(long, requires = "files")]
    json: bool,
    /// Print the JSON schema of queries and answers
    #[arg(long, conflicts_with = "files")]
    schema: bool,
    #[command(flatten)]
    overwrite: Overwrite,
}

pub(super) fn analyse(
    registry: &Registry,
    variant: &str,
    args: &AnalyseArgs,
) -> Result<(), CliError> {
    let mut limits = args.limits;
    if limits.is_endless() {
        limits.nodes = Some(USUAL_NODES);
    }
    let threads = threads_or_cores(args.threads);
    if args.schema {
        return show(queries::SCHEMA.trim_end());
    }
    if args.files.is_empty() {
        if io::stdin().is_terminal() {
            message!(
                "Type positions, one line of JSON each (zugi analyse --schema), and Ctrl-D after \
                 the last one. For games: zugi analyse FILE."
            );
        }
        return queries::answer(registry, variant, limits, threads, args.hash);
    }
    let out = args.out.as_deref();
    if let Some(out) = out {
        check_output(args, out)?;
    }
    let own = out.map(output_of).unwrap_or_default();
    let inputs = Inputs::read(registry, &args.files, &own)?;
    let games = inputs.games(registry)?;
    let names_files = inputs.files.len() > 1;
    let run = Run { registry, args, games: &games, names_files, limits, threads };
    let Some(out) = out else { return run.analyse(None, HashMap::new()).map(drop) };
    let program = env::current_exe().and_then(fs::read).map_err(CliError::from)?;
    let (program, hash) = (crc32fast::hash(&program), args.hash);
    let files = inputs.files.iter().map(|file| file.sum).collect();
    let (plan, journal) = (Plan { program, files, limits, hash }, path_of(out, "analysis"));
    let (mut journal, known) = AnalysisLog::open(&journal, &plan, args.resume, args.overwrite)?;
    // Check again: the previous holder of the journal's lock may have written the output files.
    check_output(args, out)?;
    let analysed = run.analyse(Some(&mut journal), known)?;
    finish(registry, args, out, journal, &analysed)
}

/// All output files, the parts of them that a killed process leaves, and the folder of the page's
/// boards.
fn output_of(prefix: &Path) -> Vec<PathBuf> {
    let extensions = ["jsonl", "html", "analysis", "jsonl.part", "html.part"].into_iter();
    extensions.map(|it| path_of(prefix, it)).chain([games_folder(prefix)]).collect()
}

/// Checks the output files. If a journal is resumed, they may exist: the interrupted run writes
/// them before it removes its journal.
fn check_output(args: &AnalyseArgs, prefix: &Path) -> Result<(), CliError> {
    if args.resume && path_of(prefix, "analysis").exists() {
        return Ok(());
    }
    args.overwrite.check(&path_of(prefix, "jsonl"))?;
    if args.html { args.overwrite.check(&path_of(prefix, "html")) } else { Ok(()) }
}

struct Run<'a> {
    registry: &'a Registry,
    args: &'a AnalyseArgs,
    games: &'a [GameRecord],
    names_files: bool,
    limits: PositionLimits,
    threads: usize,
}

impl Run<'_> {
    /// Searches all remaining positions; prints each game once it and all earlier ones are done.
    fn analyse(
        &self,
        mut journal: Option<&mut AnalysisLog>,
        mut known: HashMap<GamePly, PositionAnalysis>,
    ) -> Result<Vec<GameRecord>, CliError> {
        let total: usize = self.games.iter().map(|game| game.moves.len() + 1).sum();
        let before = known.len();
        let begun = Instant::now();
        let bar = bar(total as u64, "positions");
        bar.set_position(before as u64);
        bar.reset_eta();
        let (sender, answers) = mpsc::channel();
        let tasks = self.tasks(&known);
        let workers = pool::start(self.registry, self.threads, self.args.hash, tasks, &sender)?;
        drop(sender);
        let (mut analysed, mut nodes) = (Vec::new(), 0);
        self.tell(&mut analysed, &mut known, &bar)?;
        for ((game, ply), found) in answers {
            let number = self.games.get(game).map_or(0, |game| game.number);
            let found = found.map_err(|why| format!("game {number}, after {ply} moves: {why}"))?;
            nodes += found.nodes.unwrap_or(0);
            if let Some(journal) = &mut journal {
                journal.add((game, ply), &found)?;
            }
            known.insert((game, ply), found);
            bar.inc(1);
            self.tell(&mut analysed, &mut known, &bar)?;
        }
        bar.finish_and_clear();
        for worker in workers {
            worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault));
        }
        let (seconds, searched) = (begun.elapsed().as_secs_f64(), total - before);
        let speed = nodes as f64 / seconds.max(0.001);
        let summary = format!(
            "{} games, {searched} positions searched in {seconds:.1} s, {nodes} nodes, {speed:.0} a second",
            analysed.len()
        );
        if self.args.json {
            message!("{summary}")
        } else {
            show(&summary)?
        }
        Ok(analysed)
    }

    /// The positions to search, game by game, from the beginning of each game to its end.
    fn tasks(
        &self,
        known: &HashMap<GamePly, PositionAnalysis>,
    ) -> impl Iterator<Item = Task<GamePly>> + Send + 'static {
        let games = self.games.iter().enumerate();
        let places = games.flat_map(|(index, game)| places_of(index, game));
        let places: Vec<GamePly> = places.filter(|place| !known.contains_key(place)).collect();
        let (registry, games, limits) = (self.registry.clone(), self.games.to_vec(), self.limits);
        places.into_iter().filter_map(move |(game, ply)| {
            let position = position_of(&registry, games.get(game)?, ply)?;
            let cancel = Cancel::default();
            Some(Task { tag: (game, ply), game: position, limits, cancel })
        })
    }

    /// Prints newly finished games, in order.
    fn tell(
        &self,
        analysed: &mut Vec<GameRecord>,
        known: &mut HashMap<GamePly, PositionAnalysis>,
        bar: &indicatif::ProgressBar,
    ) -> Result<(), CliError> {
        while let Some(game) = self.games.get(analysed.len()) {
            let places = places_of(analysed.len(), game);
            if !places.clone().all(|place| known.contains_key(&place)) {
                return Ok(());
            }
            let found = places.filter_map(|place| known.remove(&place));
            let positions: Vec<PositionAnalysis> = found.collect();
            let judged = AnalysedGame::new(game, &positions);
            let text = if self.args.json {
                output::line(&judged, &positions)
            } else {
                output::summary(&judged, &positions, self.names_files)
            };
            bar.suspend(|| show(&text))?;
            analysed.push(judged.record);
        }
        Ok(())
    }
}

/// The positions of the game with this index.
fn places_of(index: usize, game: &GameRecord) -> impl Iterator<Item = GamePly> + Clone {
    (0..=game.moves.len()).map(move |ply| (index, ply))
}

fn position_of(registry: &Registry, game: &GameRecord, ply: usize) -> Option<Box<dyn AnyGame>> {
    let mut board = registry.find(&game.variant).ok()?.game();
    let played = game.moves.iter().take(ply).map(|mv| mv.text.clone());
    let moves: Vec<String> = game.opening.iter().cloned().chain(played).collect();
    board.set_up(game.fen.as_deref().into(), &moves).ok()?;
    Some(board)
}

/// Writes the record and the page, then removes the journal.
fn finish(
    registry: &Registry,
    args: &AnalyseArgs,
    out: &Path,
    journal: AnalysisLog,
    games: &[GameRecord],
) -> Result<(), CliError> {
    let lines: Result<Vec<String>, _> = games.iter().map(serde_json::to_string).collect();
    let lines = lines.map_err(std::io::Error::other)?;
    let record = path_of(out, "jsonl");
    write_whole(&record, lines.join("\n") + "\n")?;
    let mut written = format!("games: {record:?}");
    if args.html {
        let page = write_page(registry, out, games)?;
        written.push_str(&format!(", page: {page:?}"));
    }
    journal.remove()?;
    if args.json {
        message!("{written}")
    } else {
        show(&written)?
    }
    Ok(())
}

fn write_page(
    registry: &Registry,
    prefix: &Path,
    games: &[GameRecord],
) -> Result<PathBuf, CliError> {
    let mut report = MatchReport::new(&[], games, false, None);
    report.has_strength = false;
    let accuracy = |game: &GameRecord| {
        let [one, two] = game.accuracy?;
        let [first, second] = game.players.each_ref().map(|name| shown_name(name));
        let text = format!("{first} {one:.1} %, {second} {two:.1} %");
        Some((format!("accuracy of game {}", game.number), text))
    };
    report.notes.extend(games.iter().take(20).filter_map(accuracy));
    Ok(report::write_page(prefix, &report, games.iter().cloned().map(Ok), registry)?)
}
