//! Puzzles: ends of games in which one decision is right, proven by the exhaustive search; and how
//! many of them the engine gets wrong.
//!
//! To make the file anew, with a release build:
//!
//! ```sh
//! ZOKA_OUT=puzzles.txt cargo test --release -p zugi-zoka --test it -- --ignored makes_the_puzzles
//! ```

use std::collections::HashSet;
use std::env;
use std::fs::{self, File};
use std::io::Write as _;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::{Chance, Game};
use zugi_zoka::{TwoSeats, Zoka, ZokaMove, ZokaPosition};

use super::exhaustive::{Aim, Exhaustive, face_down, least_plies};
use super::games::{play, turn_back};
use super::program::decide_by;

/// Lines of a position, the right decision, and the plies within which it is proven.
const PUZZLES: &str = "tests/data/puzzles.txt";

/// How many there are.
const COUNT: usize = 100;

/// The most face-down pieces of a puzzle.
const FACE_DOWN: u32 = 6;

/// The plies that are searched, and the positions after which the search gives up.
const PLIES: u32 = 5;
const POSITIONS: u64 = 200_000;

/// The plies that are searched for expected results between a loss and a win.
const BOUND_PLIES: u32 = 3;

/// Of each game so many positions are looked at, the last ones.
const LAST: usize = 24;

/// The games that puzzles come from: so many nodes a move.
const GAME_NODES: u64 = 100;

/// Of each game at most so many puzzles are taken.
const OF_A_GAME: usize = 2;

/// A position and its only right decision.
struct Puzzle {
    position: Zoka,
    right: ZokaMove,
    plies: u32,
}

impl Puzzle {
    fn read(line: &str) -> Puzzle {
        let parts: Vec<&str> = line.split(';').collect();
        let [position, right, plies] = parts[..] else { panic!("{line}") };
        let position = Zoka::from_text(position).expect(line);
        let right = position.parse_move(right).expect(line);
        Puzzle { position, right, plies: plies.parse().expect(line) }
    }

    fn line(&self) -> String {
        let Puzzle { position, right, plies } = self;
        format!("{};{};{plies}", position.text(), position.move_text(*right))
    }

    /// The fewest plies within which one decision is proven to be the right one, if any.
    fn of(position: &Zoka) -> Option<Puzzle> {
        for plies in least_plies(position).max(1)..=PLIES {
            let by_bounds = || {
                let plies = Some(plies).filter(|&plies| plies <= BOUND_PLIES)?;
                Exhaustive { positions: POSITIONS }.solve(position, plies)?.single()
            };
            if let Some(right) = by_force(position, plies).or_else(by_bounds) {
                return Some(Puzzle { position: position.clone(), right, plies });
            }
        }
        None
    }
}

/// The only decision that is sure to win while all others leave the other side a chance; or the
/// only one that has a chance while all others lose for sure.
fn by_force(position: &Zoka, plies: u32) -> Option<ZokaMove> {
    let (own, mut search) = (position.to_move(), Exhaustive { positions: POSITIONS });
    let decisions = position.decisions();
    for (wanted, answer) in [(Aim::Win, Aim::Spoil), (Aim::Spoil, Aim::Win)] {
        let (mut single, mut is_single) = (None, true);
        for &mv in &decisions {
            let is_right = search.can(position, mv, own, wanted, plies)?;
            if is_right && single.is_none() {
                single = Some(mv);
            } else if is_right || !search.can(position, mv, own.opponent(), answer, plies)? {
                is_single = false;
                break;
            }
        }
        if single.is_some() && is_single {
            return single;
        }
    }
    None
}

fn puzzles() -> Vec<Puzzle> {
    let text = fs::read_to_string(PUZZLES).expect("the puzzles");
    text.lines().filter(|line| !line.starts_with('#')).map(Puzzle::read).collect()
}

/// In how many puzzles the engine decides otherwise.
fn wrong(puzzles: &[Puzzle], nodes: u64) -> usize {
    let is_wrong = |puzzle: &&Puzzle| decide_by(&puzzle.position, nodes) != puzzle.right;
    puzzles.par_iter().filter(is_wrong).count()
}

#[test]
fn there_are_a_hundred_puzzles_of_different_kinds() {
    let puzzles = puzzles();
    assert_eq!(puzzles.len(), COUNT);
    let texts: HashSet<String> = puzzles.iter().map(|puzzle| puzzle.position.text()).collect();
    assert_eq!(texts.len(), COUNT);
    for Puzzle { position, plies, .. } in &puzzles {
        assert!(face_down(position) <= FACE_DOWN && *plies <= PLIES, "{}", position.text());
        assert!(position.count_moves() > 1, "{}", position.text());
    }
    let hidden = puzzles.iter().filter(|puzzle| face_down(&puzzle.position) > 0).count();
    assert!(hidden >= 30, "chance has a part in {hidden}");
}

/// The puzzles of one game.
fn of_game(seed: u64) -> Vec<Puzzle> {
    let mut positions: Vec<Zoka> = Vec::new();
    play::<TwoSeats>(seed, GAME_NODES, |position: &ZokaPosition<TwoSeats>| {
        if face_down(position) <= FACE_DOWN && least_plies(position) <= PLIES {
            positions.push(position.clone());
        }
    });
    let mut rng = Rng::with_seed(seed);
    let mut found = Vec::new();
    for position in positions.iter().rev().take(LAST) {
        // Every other game has all that is turned over, and the others some of it face down.
        let position =
            if seed.is_multiple_of(2) { position.clone() } else { turn_back(position, &mut rng) };
        let is_near = least_plies(&position) <= PLIES;
        found.extend(Some(position).filter(|_| is_near).as_ref().and_then(Puzzle::of));
        if found.len() == OF_A_GAME {
            break;
        }
    }
    found
}

#[test]
#[ignore = "makes a file: see the top of this one"]
fn makes_the_puzzles() {
    let path = env::var("ZOKA_OUT").expect("ZOKA_OUT=FILE");
    let mut file = File::create_new(path).expect("a new file");
    let mut seen = HashSet::new();
    let mut hidden = 0;
    for seeds in (0..).step_by(32) {
        let found: Vec<Vec<Puzzle>> = (seeds..seeds + 32).into_par_iter().map(of_game).collect();
        for puzzle in found.into_iter().flatten() {
            let is_hidden = usize::from(face_down(&puzzle.position) > 0);
            // One half has face-down pieces, and the other has none.
            let of_its_kind = if is_hidden == 1 { hidden } else { seen.len() - hidden };
            if of_its_kind < COUNT / 2 && seen.insert(puzzle.position.text()) {
                hidden += is_hidden;
                writeln!(file, "{}", puzzle.line()).expect("a file");
            }
        }
        println!("{} of {COUNT}, {hidden} with chance, of {} games", seen.len(), seeds + 32);
        if seen.len() == COUNT {
            break;
        }
    }
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn puzzles_are_right() {
    puzzles().par_iter().for_each(|puzzle| {
        let found = Puzzle::of(&puzzle.position).expect("a solution");
        assert_eq!(found.line(), puzzle.line());
    });
}

/// They are easy: most are decided by the next move.
#[test]
fn at_most_four_puzzles_are_missed_at_a_thousand_nodes_and_none_at_ten_thousand() {
    let puzzles = puzzles();
    let missed = [1_000, 10_000].map(|nodes| wrong(&puzzles, nodes));
    assert!(missed[0] <= 4 && missed[1] == 0, "{missed:?}");
}

/// `ZOKA_ENGINE` measures another program.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn few_puzzles_are_missed() {
    let puzzles = puzzles();
    for nodes in [1_000, 10_000, 20_000, 100_000] {
        println!("{nodes} nodes: {} of {} wrong", wrong(&puzzles, nodes), puzzles.len());
    }
}
