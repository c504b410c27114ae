//! `zugi openings`: finds balanced openings for matches.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use zugi_arbiter::openings::Opening;
use zugi_files::{AppendFile, remove_part};
use zugi_game::Registry;
use zugi_learn::openings::{
    FoundOpening, OpeningGenerator, OpeningResult, OpeningsPlan, TrialPlan,
};
use zugi_search::SearchKind;

use super::files::{Overwrite, cannot_use, out_path};
use super::progress_bar::bar;
use super::stderr::message;
use super::{CliError, show};

#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct OpeningsArgs {
    /// The number of openings
    count: NonZeroUsize,
    /// The number of random plies [default: 6; 8 in games with shuffles, where each opening has
    /// another shuffle, too]
    #[arg(long)]
    plies: Option<usize>,
    /// The greatest score of an opening for either side, in hundredths of a piece [default: 50]
    #[arg(long, value_name = "CP")]
    window: Option<u16>,
    /// The depth of the search for that score, in plies [default: 5]; not in games with shuffles,
    /// whose search takes --nodes
    #[arg(long)]
    depth: Option<u32>,
    /// The number of self-play games from each opening; the last one has --nodes for each move,
    /// earlier ones fewer [default: 8]
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=1000))]
    games: Option<u32>,
    /// The least share of the points that each side must get in the games from an opening, in
    /// percent; openings are also chosen so that both sides get nearly the same points in all games
    /// together [default: 35]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(..=50))]
    share: Option<u32>,
    /// Nodes for each move of the last self-play game from an opening [default: 20000; 1000 in
    /// games with shuffles]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Option<u64>,
    /// The seed of the random plies; the same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start with the pie rule
    #[arg(long)]
    pie: bool,
    /// The number of threads [default: one for each core]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Write positions instead of moves, for programs that read only positions
    #[arg(long)]
    fen: bool,
    /// Write to a file instead of stdout
    #[arg(long, value_name = "FILE", value_parser = out_path())]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Appends a line to the file with a single write, or prints it if there is no file. A file that
/// cannot be written is removed.
fn add(out: &mut Option<(&Path, AppendFile)>, line: &str) -> Result<(), CliError> {
    let Some((path, file)) = out else { return show(line) };
    let written = file.append(&format!("{line}\n"));
    if written.is_err() {
        remove_part(path);
    }
    written.map_err(cannot_use(path))
}

pub(super) fn openings(
    registry: &Registry,
    variant: &str,
    args: &OpeningsArgs,
) -> Result<(), CliError> {
    let rules = registry.find(variant)?;
    let openings = rules.capability::<dyn OpeningGenerator>()?;
    let search = openings.search_kind();
    args.check(rules.name(), search)?;
    let mut out = match &args.out {
        Some(path) => Some((path.as_path(), AppendFile::new(args.overwrite.create(path)?))),
        None => None,
    };
    let plan = args.plan(search);
    let pool = zugi_learn::pool(args.threads).map_err(io::Error::other)?;
    let bar = bar(args.count.get() as u64, "openings");
    let (mut count, mut total) = (0, OpeningResult::default());
    let options = args.text(&plan, search);
    let heading = format!("# zugi openings {} --variant {variant} {options}", args.count);
    let mut written = add(&mut out, &heading);
    let mut found = |opening: &FoundOpening| {
        count += 1;
        total += opening.trial;
        if written.is_ok() {
            let opening = if args.fen {
                Opening { fen: Some(opening.fen.clone()), moves: Vec::new() }
            } else {
                Opening { fen: opening.start.clone(), moves: opening.moves.clone() }
            };
            written = bar.suspend(|| add(&mut out, &opening.to_string()));
        }
        bar.inc(1);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    pool.install(|| openings.find(&plan, &mut found));
    bar.finish_and_clear();
    written?;
    if total.games > 0 {
        let share = 50.0 * f64::from(total.half_points) / f64::from(total.games);
        message!("player one has {share:.1} % of the points of {} games", total.games);
    }
    if count < args.count.get() {
        message!("found only {count} different openings of {}", args.count);
    }
    Ok(())
}

impl OpeningsArgs {
    /// The plan; defaults depend on `search`, see [`OpeningGenerator::search_kind`].
    fn plan(&self, search: Option<SearchKind>) -> OpeningsPlan {
        let (plies, nodes) = match search {
            Some(SearchKind::AlphaBeta) => (6, 20_000),
            Some(SearchKind::Tree) => (8, 1_000),
            None => (0, 1),
        };
        OpeningsPlan {
            count: self.count.get(),
            plies: self.plies.unwrap_or(plies),
            window: self.window.unwrap_or(50).into(),
            depth: self.depth.unwrap_or(5),
            trial: TrialPlan {
                games: self.games.unwrap_or(8),
                nodes: self.nodes.unwrap_or(nodes),
                share: self.share.unwrap_or(35),
            },
            seed: self.seed,
            pie: self.pie,
        }
    }

    /// Rejects options that have no effect on this search.
    fn check(&self, variant: &str, search: Option<SearchKind>) -> Result<(), CliError> {
        let (is_drawn, is_tree) = (search.is_none(), search == Some(SearchKind::Tree));
        let depth = "has no use for --depth: expected --nodes, which its search takes";
        let given = [
            (is_tree && self.depth.is_some(), depth),
            (is_drawn && self.window.is_some(), "has no use for --window"),
            (is_drawn && self.depth.is_some(), "has no use for --depth"),
            (is_drawn && self.games.is_some(), "has no use for --games"),
            (is_drawn && self.share.is_some(), "has no use for --share"),
            (is_drawn && self.nodes.is_some(), "has no use for --nodes"),
            ((is_drawn || is_tree) && self.pie, "has no use for --pie"),
        ];
        match given.into_iter().find(|(given, _)| *given) {
            Some((_, why)) => Err(format!("variant {variant:?} {why}").into()),
            None => Ok(()),
        }
    }

    /// The arguments after the count and the variant that reproduce the file.
    fn text(&self, plan: &OpeningsPlan, search: Option<SearchKind>) -> String {
        let OpeningsPlan { plies, window, depth, seed, .. } = plan;
        let TrialPlan { games, nodes, share } = plan.trial;
        let mut words = vec![format!("--plies {plies}")];
        if search.is_some() {
            words.push(format!("--window {window}"));
        }
        if search == Some(SearchKind::AlphaBeta) {
            words.push(format!("--depth {depth}"));
        }
        if search.is_some() {
            words.push(format!("--games {games} --share {share} --nodes {nodes}"));
        }
        words.push(format!("--seed {seed}"));
        let flags = [("--pie", self.pie), ("--fen", self.fen)];
        words.extend(flags.iter().filter(|(_, set)| *set).map(|(flag, _)| (*flag).to_owned()));
        words.join(" ")
    }
}
