//! Makes puzzles from positions with one winning move. It prints a line for each: the level of
//! difficulty, the position, and the first moves of a proven line.
//!
//! ```sh
//! cargo run --release --package tools --bin puzzles -- zola-6 24 crates/zola/tests/data/mistakes-6.txt
//! ```
//!
//! The arguments are the variant, the greatest number of puzzles of a level, and one or more files.
//! A line of a file begins with a position and its winning moves; positions with several are left
//! out. For Zola the lines come from `tools/src/bin/mistakes.rs`, and the solver proves the line of
//! play. For another game the third field is the line of play.
//!
//! Each level has a number of nodes: 30, 300, 3,000, 30,000 or 300,000. A puzzle gets the least
//! level such that the engine, on one thread, plays the winning move at this level and at all
//! higher ones. Positions that need more nodes are left out. In `zvp`, whose net finds most wins at
//! once, the level is the number of own moves to the win: at most 2, 3, 4, 6 or 8. `ZUGI_CACHE`
//! names a folder for small tables.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{env, fs};

use zugi::game::{AnyGame, Game, ProofLimits, Setup};
use zugi::games::zola::{Zola6, Zola8};
use zugi::games::zvp::Zvp;
use zugi::proofs::{Provable, Solver};
use zugi::search::{Limits, Searcher, Searches, Settings, StopToken};
use zugi::tables::HasTablebase;
use zugi::tables::TablebaseSet;

/// The nodes of the levels.
const LEVELS: [u64; 5] = [30, 300, 3_000, 30_000, 300_000];

/// The greatest number of own moves of the levels of `zvp`.
const MOVES: [usize; 5] = [2, 3, 4, 6, 8];

/// The longest line of a proof that a puzzle shows, in plies.
const LONGEST_LINE: usize = 7;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The engine that rates the difficulty of positions.
struct Engine {
    game: Box<dyn AnyGame>,
    searcher: Arc<dyn Searcher>,
}

impl Engine {
    fn of(variant: &str) -> Outcome<Engine> {
        let registry = zugi::registry();
        let variant = registry.find(variant)?;
        let searcher = variant.capability::<dyn Searches>()?.searcher(16)?;
        Ok(Engine { game: variant.game(), searcher })
    }

    /// The least level, from 1, from which on the engine plays the winning move at every level;
    /// `None` if it misses the move at the highest one.
    fn level(&mut self, position: &str, winning: &str) -> Outcome<Option<usize>> {
        self.game.set_up(Setup::Text(position), &[])?;
        let winning = self.game.legal_move(winning)?;
        let finds = |&nodes: &u64| {
            self.searcher.clear_hash();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (settings, token) = (Settings::default(), StopToken::default());
            let game = self.game.as_ref();
            let best = self.searcher.search(game, &limits, &settings, &token, None);
            best.is_some_and(|best| best.pv[0] == winning)
        };
        let solving = LEVELS.iter().rev().take_while(|nodes| finds(nodes)).count();
        Ok((solving > 0).then(|| LEVELS.len() + 1 - solving))
    }
}

/// Makes the line of play that begins with the winning move. The arguments are the position, this
/// move, and the third field of their line in the file.
type LineOfPlay = Box<dyn Fn(&str, &str, &str) -> Outcome<String>>;

/// Lines of play that the solver proves.
fn proven<G: HasTablebase + Provable>() -> Outcome<LineOfPlay> {
    let cache = env::var_os("ZUGI_CACHE").map(PathBuf::from);
    let tables = TablebaseSet::complete(&[], 0, cache.as_deref())?;
    let solver = Solver::<G, _>::new(tables, 256)?;
    Ok(Box::new(move |position, winning, _| {
        let position = G::from_text(position)?;
        let winning = position.parse_move(winning)?;
        let running = AtomicBool::new(false);
        let limits = ProofLimits::default();
        let report = solver.solve(&position.after(winning), &limits, &running, |_| ());
        assert_eq!(report.winner(), Some(position.to_move()), "{}", position.text());
        let mut game = position;
        let moves = [winning].into_iter().chain(report.line).take(LONGEST_LINE);
        let texts = moves.map(|mv| {
            let text = game.move_text(mv);
            game = game.after(mv);
            text
        });
        Ok(texts.collect::<Vec<_>>().join(" "))
    }))
}

/// Lines of play from the file.
fn given() -> Outcome<LineOfPlay> {
    Ok(Box::new(|_, winning, line| {
        if line.split(' ').next() != Some(winning) {
            return Err(format!("expected a line that begins with {winning}: {line:?}").into());
        }
        Ok(line.to_owned())
    }))
}

/// The level, from 1, of a line of play to the end of the game.
fn level_by_moves(line: &str) -> Option<usize> {
    let own = line.split(' ').count().div_ceil(2);
    MOVES.iter().position(|&most| own <= most).map(|level| level + 1)
}

fn run(variant: &str, most: usize, paths: &[String]) -> Outcome<()> {
    let line_of = match variant {
        Zola6::NAME => proven::<Zola6>()?,
        Zola8::NAME => proven::<Zola8>()?,
        _ => given()?,
    };
    let mut engine = Engine::of(variant)?;
    let mut levels = [const { Vec::new() }; LEVELS.len()];
    let texts: Vec<String> = paths.iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
    let files = paths.iter().zip(&texts);
    let lines = files.flat_map(|(path, text)| text.lines().zip(1..).map(move |it| (path, it)));
    for (path, (line, number)) in lines.filter(|(_, (line, _))| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(';').collect();
        let [position, winning, rest, ..] = parts[..] else {
            return Err(format!("{path}:{number}: expected POSITION;MOVES;REST: {line:?}").into());
        };
        // A position with several winning moves is no puzzle.
        if winning.contains(' ') {
            continue;
        }
        let level = match variant {
            Zvp::NAME => level_by_moves(rest),
            _ => engine.level(position, winning)?,
        };
        if let Some(level) = level {
            let line = line_of(position, winning, rest)?;
            levels[level - 1].push(format!("{level};{position};{line}"));
        }
    }
    for level in levels {
        eprintln!("{} puzzles", level.len());
        level.iter().take(most).for_each(|line| println!("{line}"));
    }
    Ok(())
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [variant, most, paths @ ..] = &arguments[..] else {
        return Err("expected VARIANT MOST FILE...".into());
    };
    run(variant, most.parse()?, paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_too_few_fields_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions.txt");
        fs::write(&path, "# positions\n\n").unwrap();
        let error = run(Zvp::NAME, 1, &[path.to_str().unwrap().to_owned()]).unwrap_err();
        assert!(error.to_string().contains("positions.txt:2: expected POSITION;"), "{error}");
    }
}
