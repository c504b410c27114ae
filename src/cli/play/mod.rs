//! `zugi play`: a game at a terminal or through a pipe, with output for people. A person plays the
//! engine, two people play each other, or the engine plays itself.

mod clock;
mod dialogue;
mod level;
mod move_words;
mod narration;
mod puzzles;
mod resolve_move;
mod saved;
mod session;
mod settings;
mod shuffles;
mod thinking;
mod typed_command;
mod watch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process;
use std::time::Duration;

use clap::Args;
use zugi_engine::Engine;
use zugi_game::{AnyGame, Chances, Player, Registry, Variant};
use zugi_protocol::{GoLimits, Start, quote};
use zugi_show::{Puzzles, side_names};

use super::end_request::on_end_request;
use super::input_lines::Lines;
use super::{CliError, bail};
use clock::Clocks;
use dialogue::Dialogue;
use level::Level;
pub(super) use level::names as levels;
use session::PlaySession;
use shuffles::Shuffles;

/// In milliseconds.
const MOVE_TIME: u64 = 1000;
const MOVE_TIME_ALONE: u64 = 200;

const FIRST: &str = "first";

/// The exit code after Ctrl-C, as in shells.
const INTERRUPTED: i32 = 130;

#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub(super) struct PlayArgs {
    /// A saved game, or a record of a match, to continue; the file names the variant
    #[arg(conflicts_with_all = ["watch", "fen", "seed", "pie"])]
    file: Option<PathBuf>,
    /// Your side: first, second, its name such as red, or both for two people [default: first, or
    /// as in the file]
    #[arg(long, conflicts_with = "watch")]
    side: Option<String>,
    /// The strength of zugi: beginner, novice, casual, club, advanced, expert, master, full, or a
    /// rating from 600 to 2600 [default: club, or as in the file]
    #[arg(long, conflicts_with = "watch")]
    level: Option<Level>,
    /// Play with clocks: MINUTES or MINUTES+SECONDS, with the seconds added for each move
    #[arg(long, value_name = "TIME", conflicts_with_all = ["watch", "movetime", "depth"])]
    clock: Option<Clocks>,
    /// Watch a game of the engine against itself
    #[arg(long)]
    watch: bool,
    /// The time for each move of the engine in milliseconds [default: 1000; 200 with --watch]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Search each move to this depth, without a time limit
    #[arg(long, conflicts_with = "movetime")]
    depth: Option<u32>,
    /// Start from this position instead of the start position
    #[arg(long)]
    fen: Option<String>,
    /// The seed of the shuffle of the first game, in games with shuffles [default: a random one,
    /// which is printed]
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Find the only winning move: puzzle N [default: 1] and those after it, the easiest ones first
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "1",
        conflicts_with_all = ["file", "side", "level", "clock", "watch", "movetime", "depth", "fen", "seed", "pie"]
    )]
    puzzle: Option<usize>,
    /// Play with the pie rule
    #[arg(long, conflicts_with = "fen")]
    pie: bool,
}

impl PlayArgs {
    fn limits(&self) -> GoLimits {
        if self.depth.is_some() {
            return GoLimits { depth: self.depth, ..GoLimits::default() };
        }
        let usual = if self.watch { MOVE_TIME_ALONE } else { MOVE_TIME };
        let time = Duration::from_millis(self.movetime.unwrap_or(usual));
        GoLimits { move_time: Some(time), ..GoLimits::default() }
    }
}

pub(super) fn play(registry: &Registry, variant: &str, args: &PlayArgs) -> Result<(), CliError> {
    let mut engine = Engine::new(registry, variant)?;
    if args.pie {
        engine.set_option("PieRule", Some("true"))?;
    }
    if args.seed.is_some() {
        engine.game().capability::<dyn Chances>()?;
    }
    if let Some(number) = args.puzzle {
        let variant = engine.game().variant();
        let expected = with_puzzles(registry);
        if !expected.contains(&variant) {
            let expected = expected.join(" or ");
            bail!("no puzzles of {variant}: expected --variant {expected}");
        }
        return puzzles::solve(engine, number, &mut Lines::of_stdin());
    }
    let start = args.fen.clone().map_or(Start::StartPos, Start::Fen);
    let mut shuffles = Shuffles::new(args.seed);
    let shuffled = shuffles.set_up(&mut engine, &start, &[])?;
    if args.watch {
        return watch::watch(engine, &args.limits(), shuffled);
    }
    let side = args.side.as_deref();
    let people = match (&args.file, side) {
        // Side names are checked later against the variant of the file.
        (Some(_), _) => [true, false],
        (None, side) => people(engine.game(), side.unwrap_or(FIRST))?,
    };
    if people != [true; 2] {
        // The engine needs an evaluation to play.
        engine.evaluation()?;
    }
    let mut level = args.level.unwrap_or_default();
    let mut session = PlaySession::new(engine, people, args.clock, shuffles);
    let mut said = shuffled;
    if let Some(path) = &args.file {
        let loaded = saved::load(&mut session, path)?;
        if let Some(side) = side {
            session.people = self::people(session.game(), side)?;
        }
        level = args.level.or(loaded.level).unwrap_or(level);
        said = loaded.note;
    }
    level.apply(&mut session.engine)?;
    let mut lines = Lines::of_stdin();
    if lines.are_typed() {
        // Handles Ctrl-C during a search; while typing, the editor reads it as a key. If this
        // fails, Ctrl-C just ends the program.
        let _ = on_end_request(|_| {
            // The output may be closed.
            let _ = writeln!(io::stdout(), "\nThe game ends here; it is not saved. Goodbye.");
            process::exit(INTERRUPTED);
        });
    }
    Dialogue::new(session, level, args.limits()).hold(&mut lines, said)
}

pub(super) fn with_puzzles(registry: &Registry) -> Vec<&'static str> {
    let has_some = |variant: &&Variant| variant.capability::<Puzzles>().is_ok();
    registry.variants().filter(has_some).map(Variant::name).collect()
}

/// The values of `--side` for all variants.
pub(super) fn sides(registry: &Registry) -> Vec<&'static str> {
    let mut sides = vec![FIRST, "second", "both"];
    for variant in registry.variants() {
        for name in side_words(variant.game().as_ref()).concat() {
            // Shells complete single words.
            if !sides.contains(&&*name) && !name.contains(' ') {
                // Leaked once per process, for clap.
                sides.push(name.leak());
            }
        }
    }
    sides
}

/// The values of `--side` for each side, in lower case.
fn side_words(game: &dyn AnyGame) -> [Vec<String>; 2] {
    let mut words = [vec![FIRST.to_owned()], vec!["second".to_owned()]];
    for (words, name) in words.iter_mut().zip(side_names(game).into_iter().flatten()) {
        words.push(name.to_lowercase());
    }
    words
}

fn people(game: &dyn AnyGame, side: &str) -> Result<[bool; 2], String> {
    let names = side_words(game);
    let wanted = side.trim().to_lowercase();
    if wanted == "both" {
        return Ok([true; 2]);
    }
    let is_played = |player: Player| names[player.index()].contains(&wanted);
    match Player::BOTH.map(is_played) {
        [false, false] => {
            let expected = names.concat().join(", ");
            Err(format!("no side {}: expected one of {expected}, both", quote(side)))
        }
        people => Ok(people),
    }
}
