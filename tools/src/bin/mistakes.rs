//! Finds the moves in recorded games that gave a proven win away. It prints a line for each: the
//! position, the winning moves, the move played, and the nodes of its search (0 if unknown).
//!
//! ```sh
//! cargo run --release --package tools --bin mistakes -- zola-6 13 18 2000000 RECORD... >mistakes.txt
//! ```
//!
//! The arguments are the variant, the least and the greatest number of checkers, the limit of
//! nodes for a proof, and records of any kind. `TABLES` names a folder with endgame tables, besides
//! the small ones, which the program keeps in `ZUGI_CACHE`. All cores work. The lines come at the
//! end, sorted. A mistake (or position) that several games have is printed once, as the first of
//! them has it. stderr has the number of undecided positions.
//!
//! `SAMPLE=1` prints one won position of each game instead, whatever move was played. Its number of
//! checkers cycles through the range from game to game. Positions in which all moves win are left
//! out.
//!
//! `SINGLE=1` prints positions for puzzles instead, one of each game: the last one in which a
//! single move wins and that has at least a number of checkers, which cycles through the range from
//! game to game. Positions with few moves, and those in which the only capture wins, are left out,
//! because they are too easy.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{env, fs, thread};

use zugi::game::{Game, Player, ProofLimits};
use zugi::games::zola::{Zola6, Zola8};
use zugi::proofs::{Provable, Solver};
use zugi::records::{GameFile, GameRecord};
use zugi::tables::HasTablebase;
use zugi::tables::TablebaseSet;

/// The memory of each thread for results of proofs, in MiB.
const RESULTS_MIB: u64 = 256;

#[derive(Default)]
struct Counts {
    decided: AtomicUsize,
    won: AtomicUsize,
    undecided: AtomicUsize,
}

/// The positions that are printed.
#[derive(Clone, Copy)]
enum Selection {
    Mistakes,
    Sample,
    Single,
}

/// The least number of moves of a position for a puzzle.
const MIN_MOVES: usize = 5;

struct Work<G: HasTablebase> {
    checkers: std::ops::RangeInclusive<usize>,
    selection: Selection,
    limits: ProofLimits,
    tables: TablebaseSet<G>,
    counts: Counts,
}

impl<G: HasTablebase + Provable> Work<G> {
    fn winner(&self, solver: &Solver<G, TablebaseSet<G>>, position: &G) -> Option<Player> {
        let running = AtomicBool::new(false);
        solver.solve(position, &self.limits, &running, |_| ()).winner()
    }

    /// The positions of a game within the range of checkers, the moves played and the nodes of
    /// their searches. The last position comes first, because results of later positions help to
    /// prove earlier ones.
    fn turns(&self, game: &GameRecord) -> Vec<(G, G::Move, u64)> {
        let mut position = game.fen.as_ref().map_or_else(G::start, |fen| {
            G::from_text(fen).unwrap_or_else(|error| panic!("game {}: {error}", game.number))
        });
        let opening = game.opening.iter().map(|text| (text.as_str(), None));
        let played = game.moves.iter().map(|mv| (mv.text.as_str(), Some(mv.nodes.unwrap_or(0))));
        let mut turns = Vec::new();
        for (text, nodes) in opening.chain(played) {
            let mv = position.parse_move(text).expect("the reader checks moves");
            if let Some(nodes) = nodes.filter(|_| self.checkers.contains(&checkers(&position))) {
                turns.push((position.clone(), mv, nodes));
            }
            position = position.after(mv);
        }
        turns.reverse();
        turns
    }

    /// One position of a game, if the side to move wins, but not with every move.
    fn sample(&self, solver: &Solver<G, TablebaseSet<G>>, game: &GameRecord) -> Option<String> {
        let counts = self.checkers.clone().count().max(1);
        let wanted = self.checkers.start() + game.number % counts;
        let mut turns = self.turns(game).into_iter();
        let (position, played, nodes) = turns.find(|turn| checkers(&turn.0) == wanted)?;
        let winning = self.winner(solver, &position).and_then(|winner| {
            self.counts.decided.fetch_add(1, Ordering::Relaxed);
            if winner != position.to_move() {
                return Some(Vec::new());
            }
            self.counts.won.fetch_add(1, Ordering::Relaxed);
            self.winning(solver, &position)
        });
        if winning.is_none() {
            self.counts.undecided.fetch_add(1, Ordering::Relaxed);
        }
        let winning = winning.filter(|it| !it.is_empty() && it.len() < position.moves().len())?;
        let played = position.move_text(played);
        Some(format!("{};{};{played};{nodes}", position.text(), winning.join(" ")))
    }

    /// The last position of a game that a single move wins.
    fn single(&self, solver: &Solver<G, TablebaseSet<G>>, game: &GameRecord) -> Option<String> {
        let counts = self.checkers.clone().count().max(1);
        let fewest = self.checkers.start() + game.number % counts;
        let turns = self.turns(game).into_iter().filter(|turn| checkers(&turn.0) >= fewest);
        for (position, played, nodes) in turns {
            let Some(winner) = self.winner(solver, &position) else {
                self.counts.undecided.fetch_add(1, Ordering::Relaxed);
                break;
            };
            self.counts.decided.fetch_add(1, Ordering::Relaxed);
            if winner != position.to_move() || position.moves().len() < MIN_MOVES {
                continue;
            }
            self.counts.won.fetch_add(1, Ordering::Relaxed);
            let Some(winning) = self.winning(solver, &position) else {
                self.counts.undecided.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            let captures = captures(&position);
            let is_single = winning.len() == 1 && captures[..] != winning;
            if is_single {
                let played = position.move_text(played);
                return Some(format!("{};{};{played};{nodes}", position.text(), winning[0]));
            }
        }
        None
    }

    /// The mistakes of a game, the last one first.
    fn mistakes(&self, solver: &Solver<G, TablebaseSet<G>>, game: &GameRecord) -> Vec<String> {
        let mut found = Vec::new();
        for (position, played, nodes) in self.turns(game) {
            let mover = position.to_move();
            let Some(winner) = self.winner(solver, &position) else {
                // Earlier positions are larger and harder to prove.
                self.counts.undecided.fetch_add(1, Ordering::Relaxed);
                break;
            };
            self.counts.decided.fetch_add(1, Ordering::Relaxed);
            if winner != mover {
                continue;
            }
            self.counts.won.fetch_add(1, Ordering::Relaxed);
            if self.winner(solver, &position.after(played)) != Some(mover.opponent()) {
                continue;
            }
            let Some(winning) = self.winning(solver, &position) else {
                self.counts.undecided.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            let played = position.move_text(played);
            found.push(format!("{};{};{played};{nodes}", position.text(), winning.join(" ")));
        }
        found
    }

    /// The winning moves, if all moves are decided.
    fn winning(&self, solver: &Solver<G, TablebaseSet<G>>, position: &G) -> Option<Vec<String>> {
        let mut winning = Vec::new();
        for mv in position.moves() {
            if self.winner(solver, &position.after(mv))? == position.to_move() {
                winning.push(position.move_text(mv));
            }
        }
        Some(winning)
    }
}

fn checkers<G: Game>(position: &G) -> usize {
    let text = position.text();
    let board = text.split(' ').next().unwrap_or_default();
    board.chars().filter(|letter| matches!(letter, 'r' | 'b')).count()
}

fn captures<G: Game>(position: &G) -> Vec<String> {
    let captures = |mv: &G::Move| checkers(&position.after(*mv)) < checkers(position);
    position.moves().into_iter().filter(captures).map(|mv| position.move_text(mv)).collect()
}

fn run<G: HasTablebase + Provable>(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [least, most, nodes, files @ ..] = arguments else {
        return Err("expected VARIANT LEAST MOST NODES RECORD...".into());
    };
    let registry = zugi::registry();
    let mut games = Vec::new();
    for path in files {
        let file = GameFile::read(fs::read_to_string(path)?, &registry)
            .map_err(|error| format!("{path}: {error}"))?;
        games.extend(file.games().filter(|game| game.variant == G::NAME));
    }
    let folders: Vec<PathBuf> = env::var_os("TABLES").map(PathBuf::from).into_iter().collect();
    let cache = env::var_os("ZUGI_CACHE").map(PathBuf::from);
    let work = Work::<G> {
        checkers: least.parse()?..=most.parse()?,
        selection: match ["SAMPLE", "SINGLE"].map(|name| env::var_os(name).is_some()) {
            [true, _] => Selection::Sample,
            [_, true] => Selection::Single,
            _ => Selection::Mistakes,
        },
        limits: ProofLimits { nodes: Some(nodes.parse()?), ..ProofLimits::default() },
        tables: TablebaseSet::complete(&folders, 8 << 30, cache.as_deref())?,
        counts: Counts::default(),
    };
    let next = AtomicUsize::new(0);
    let lines = Mutex::new(BTreeMap::new());
    let threads = thread::available_parallelism()?.get();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let solver = Solver::<G, _>::new(work.tables.clone(), RESULTS_MIB).expect("memory");
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(number) else { break };
                    let found: Vec<String> = match work.selection {
                        Selection::Mistakes => work.mistakes(&solver, game),
                        Selection::Sample => work.sample(&solver, game).into_iter().collect(),
                        Selection::Single => work.single(&solver, game).into_iter().collect(),
                    };
                    for line in found {
                        let end = match work.selection {
                            // A position may have several mistakes.
                            Selection::Mistakes => line.rfind(';'),
                            Selection::Sample | Selection::Single => line.find(';'),
                        };
                        let key = line[..end.unwrap_or(line.len())].to_owned();
                        let mut lines = lines.lock().expect("no thread panics");
                        let first = lines.entry(key).or_insert((usize::MAX, String::new()));
                        if number < first.0 {
                            *first = (number, line);
                        }
                    }
                }
            });
        }
    });
    let lines = lines.into_inner()?;
    lines.values().for_each(|(_, line)| println!("{line}"));
    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    let Counts { decided, won, undecided } = &work.counts;
    eprintln!(
        "{} games, {} positions decided, {} of them won by the mover, {} printed, {} undecided",
        games.len(),
        count(decided),
        count(won),
        lines.len(),
        count(undecided)
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.split_first() {
        Some((variant, rest)) if variant == Zola6::NAME => run::<Zola6>(rest),
        Some((variant, rest)) if variant == Zola8::NAME => run::<Zola8>(rest),
        _ => Err("expected zola-6 or zola-8 LEAST MOST NODES RECORD...".into()),
    }
}
