//! Makes puzzles of the positions that `examples/mistakes.rs` has found: those with one winning
//! move, by difficulty. It prints a line for each: the level, the position, and the first moves of
//! a proven line.
//!
//! ```sh
//! cargo run --release --example puzzles -- zola-6 24 crates/zola/tests/data/mistakes-6.txt
//! ```
//!
//! The arguments are the variant, the greatest number of puzzles of a level, and the file. A level
//! is the number of nodes from which on the engine, with one thread, plays the winning move: 30,
//! 300, 3,000, 30,000 or 300,000. Positions that need more are left out. `ZUGI_CACHE` names a folder
//! for small tables.

use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::{env, fs};

use zugi::game::{Game, GameInProgress, ProofLimits};
use zugi::games::zola::{Zola6, Zola8};
use zugi::search::eval::HasEvaluator;
use zugi::search::{AlphaBeta, Limits, Settings, StopToken};
use zugi::solver::TablebaseSet;
use zugi::solver::proof::{Provable, Solver};
use zugi::solver::tables::HasTablebase;

/// The nodes of the levels, from the first one on.
const LEVELS: [u64; 5] = [30, 300, 3_000, 30_000, 300_000];

/// The longest line that a puzzle shows, in plies.
const LONGEST_LINE: usize = 7;

struct Maker<G: HasEvaluator + HasTablebase> {
    engine: AlphaBeta<G, G::Evaluator>,
    solver: Solver<TablebaseSet<G>>,
}

impl<G: HasEvaluator + HasTablebase + Provable> Maker<G> {
    /// The number of the first level from which on the engine plays this move, counted from 1.
    fn level(&self, position: &G, winning: G::Move) -> Option<usize> {
        let game = GameInProgress::new(position.clone());
        let finds = |&nodes: &u64| {
            self.engine.clear_hash();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (settings, token) = (Settings::default(), StopToken::default());
            let best = self.engine.search(&game, &limits, &settings, &token, ());
            best.is_some_and(|best| best.pv[0] == winning)
        };
        let easier = LEVELS.iter().rev().take_while(|nodes| finds(nodes)).count();
        (easier > 0).then(|| LEVELS.len() + 1 - easier)
    }

    /// The winning move, and a line of the proof.
    fn line(&self, position: &G, winning: G::Move) -> Vec<String> {
        let after = position.after(winning);
        let running = AtomicBool::new(false);
        let report = self.solver.solve(&after, &ProofLimits::default(), &running, |_| ());
        assert_eq!(report.winner, Some(position.to_move()), "{}", position.text());
        let mut game = position.clone();
        let moves = [winning].into_iter().chain(report.line).take(LONGEST_LINE);
        moves
            .map(|mv| {
                let text = game.move_text(mv);
                game = game.after(mv);
                text
            })
            .collect()
    }
}

fn run<G>(most: usize, path: &str) -> Result<(), Box<dyn Error>>
where
    G: HasEvaluator + HasTablebase + Provable,
{
    let cache = env::var_os("ZUGI_CACHE").map(PathBuf::from);
    let tables = TablebaseSet::complete(&[], 0, cache.as_deref())?;
    let maker = Maker::<G> {
        engine: AlphaBeta::new(G::Evaluator::default(), 16)?,
        solver: Solver::new::<G>(tables, 256)?,
    };
    let mut levels = [const { Vec::new() }; LEVELS.len()];
    for line in fs::read_to_string(path)?.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(';').collect();
        let [text, winning, ..] = parts[..] else { return Err(line.into()) };
        let position = G::from_text(text)?;
        // Several winning moves are no puzzle.
        let Ok(winning) = position.parse_move(winning) else { continue };
        if let Some(level) = maker.level(&position, winning) {
            let line = maker.line(&position, winning).join(" ");
            levels[level - 1].push(format!("{level};{text};{line}"));
        }
    }
    for level in levels {
        eprintln!("{} puzzles", level.len());
        level.iter().take(most).for_each(|line| println!("{line}"));
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [variant, most, path] = &arguments[..] else {
        return Err("expected VARIANT MOST FILE".into());
    };
    let most = most.parse()?;
    let work = match variant.as_str() {
        Zola6::NAME => run::<Zola6>,
        Zola8::NAME => run::<Zola8>,
        _ => return Err("expected zola-6 or zola-8".into()),
    };
    work(most, path)
}
