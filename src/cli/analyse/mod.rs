//! `zugi analyse`: searches every position of recorded games, or positions from stdin, on all
//! cores.

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Instant;
use std::{env, fs, panic};

use clap::Args;
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
    /// The time for each position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// The nodes for each position [default: 50000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The depth of each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
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
    let mut limits =
        PositionLimits { movetime: args.movetime, nodes: args.nodes, depth: args.depth };
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
    let out = args.out.as_deref().map(Output::new);
    if let Some(out) = &out {
        out.check(args)?;
    }
    let own: Vec<&Path> = out.as_ref().map_or(Vec::new(), |out| out.written().to_vec());
    let inputs = Inputs::read(registry, &args.files, &own)?;
    let games = inputs.games(registry)?;
    let PositionLimits { movetime, nodes, depth } = limits;
    let names_files = inputs.files.len() > 1;
    let program = env::current_exe().and_then(fs::read).map_err(CliError::from)?;
    let (program, hash) = (crc32fast::hash(&program), args.hash);
    let plan = Plan { program, files: inputs.sums, movetime, nodes, depth, hash };
    let run = Run { registry, games: &games, names_files, limits, threads, hash: args.hash };
    let Some(out) = out else { return run.analyse(args, None, HashMap::new()).map(drop) };
    let (mut journal, known) = AnalysisLog::open(&out.journal, &plan, args.resume, args.overwrite)?;
    // Check again: the previous holder of the journal's lock may have written the output files.
    out.check(args)?;
    let analysed = run.analyse(args, Some(&mut journal), known)?;
    finish(registry, args, &out, journal, &analysed)
}

struct Output {
    prefix: PathBuf,
    record: PathBuf,
    page: PathBuf,
    boards: PathBuf,
    journal: PathBuf,
    /// What a kill leaves of the record and the page.
    parts: [PathBuf; 2],
}

impl Output {
    fn new(prefix: &Path) -> Output {
        let with = |end: &str| {
            let mut name = prefix.as_os_str().to_owned();
            name.push(end);
            PathBuf::from(name)
        };
        let [record, page, boards, journal] = [".jsonl", ".html", "-games", ".analysis"].map(with);
        let parts = [".jsonl.part", ".html.part"].map(with);
        Output { prefix: prefix.to_owned(), record, page, boards, journal, parts }
    }

    /// Files beside a journal that is resumed are those of its own interrupted end.
    fn check(&self, args: &AnalyseArgs) -> Result<(), CliError> {
        if args.resume && self.journal.exists() {
            return Ok(());
        }
        args.overwrite.check(&self.record)?;
        if args.html { args.overwrite.check(&self.page) } else { Ok(()) }
    }

    /// All output files, also incomplete ones, and the folder of the page's boards.
    fn written(&self) -> [&Path; 6] {
        let [record, page] = &self.parts;
        [&self.record, &self.page, &self.boards, &self.journal, record, page]
    }
}

struct Run<'a> {
    registry: &'a Registry,
    games: &'a [GameRecord],
    names_files: bool,
    limits: PositionLimits,
    threads: usize,
    hash: u64,
}

impl Run<'_> {
    /// Searches all remaining positions; prints each game once it and all earlier ones are done.
    fn analyse(
        &self,
        args: &AnalyseArgs,
        mut journal: Option<&mut AnalysisLog>,
        known: HashMap<GamePly, PositionAnalysis>,
    ) -> Result<Vec<GameRecord>, CliError> {
        let mut parts: Vec<Vec<Option<PositionAnalysis>>> =
            self.games.iter().map(|game| vec![None; game.moves.len() + 1]).collect();
        let total: usize = parts.iter().map(Vec::len).sum();
        let before = known.len();
        for ((game, ply), found) in known {
            if let Some(part) = parts.get_mut(game).and_then(|plies| plies.get_mut(ply)) {
                *part = Some(found);
            }
        }
        let begun = Instant::now();
        let bar = bar(total as u64, "positions");
        bar.set_position(before as u64);
        bar.reset_eta();
        let (sender, answers) = mpsc::channel();
        let tasks = self.tasks(&parts);
        let workers = pool::start(self.registry, self.threads, self.hash, tasks, &sender)?;
        drop(sender);
        let (mut analysed, mut nodes) = (Vec::new(), 0);
        self.tell(args, &mut analysed, &mut parts, &bar)?;
        for ((game, ply), found) in answers {
            let number = self.games.get(game).map_or(0, |game| game.number);
            let found = found.map_err(|why| format!("game {number}, after {ply} moves: {why}"))?;
            nodes += found.nodes.unwrap_or(0);
            if let Some(journal) = &mut journal {
                journal.add((game, ply), &found)?;
            }
            if let Some(part) = parts.get_mut(game).and_then(|plies| plies.get_mut(ply)) {
                *part = Some(found);
            }
            bar.inc(1);
            self.tell(args, &mut analysed, &mut parts, &bar)?;
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
        if args.json {
            message!("{summary}")
        } else {
            show(&summary)?
        }
        Ok(analysed)
    }

    /// The positions to search, game by game, from the beginning of each game to its end.
    fn tasks(
        &self,
        parts: &[Vec<Option<PositionAnalysis>>],
    ) -> impl Iterator<Item = Task<GamePly>> + Send + 'static {
        let places: Vec<GamePly> = parts
            .iter()
            .enumerate()
            .flat_map(|(game, plies)| {
                let open = plies.iter().enumerate().filter(|(_, part)| part.is_none());
                open.map(move |(ply, _)| (game, ply))
            })
            .collect();
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
        args: &AnalyseArgs,
        analysed: &mut Vec<GameRecord>,
        parts: &mut [Vec<Option<PositionAnalysis>>],
        bar: &indicatif::ProgressBar,
    ) -> Result<(), CliError> {
        while let Some(game) = self.games.get(analysed.len()) {
            let Some(plies) = parts.get_mut(analysed.len()) else { return Ok(()) };
            if plies.iter().any(Option::is_none) {
                return Ok(());
            }
            let positions: Vec<PositionAnalysis> = plies.drain(..).flatten().collect();
            let judged = AnalysedGame::new(game, &positions);
            let text = if args.json {
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
    out: &Output,
    journal: AnalysisLog,
    games: &[GameRecord],
) -> Result<(), CliError> {
    let lines: Result<Vec<String>, _> = games.iter().map(serde_json::to_string).collect();
    let lines = lines.map_err(std::io::Error::other)?;
    write_whole(&out.record, lines.join("\n") + "\n")?;
    let mut written = format!("games: {:?}", out.record);
    if args.html {
        let page = write_page(registry, &out.prefix, games)?;
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
    use zugi_arbiter::names::shown_name;
    use zugi_arbiter::report::{MatchReport, write_page};
    let mut report = MatchReport::new(&[], games, false, None);
    report.has_strength = false;
    let accuracy = |game: &GameRecord| {
        let [one, two] = game.accuracy?;
        let [first, second] = game.players.each_ref().map(|name| shown_name(name));
        let text = format!("{first} {one:.1} %, {second} {two:.1} %");
        Some((format!("accuracy of game {}", game.number), text))
    };
    report.notes.extend(games.iter().take(20).filter_map(accuracy));
    Ok(write_page(prefix, &report, games.iter().cloned().map(Ok), registry)?)
}
