//! Puzzles: endings in which one decision is right, by the exhaustive search; and how many of them
//! the engine misses.

use std::collections::HashSet;
use std::fs;

use rayon::prelude::*;
use zugi_game::{Chance, Game, GameInProgress};
use zugi_zoka::{Zoka, ZokaMove};

use super::exhaustive::{Aim, Exhaustive, face_down, least_plies};
use super::games::decide;

/// Each line has a position, the right decision, and the plies within which it is proven.
const PUZZLES: &str = "tests/data/puzzles.txt";

const COUNT: usize = 100;

/// The most face-down pieces of a puzzle.
const FACE_DOWN: u32 = 6;

/// The plies of a search, and its limit of positions.
const PLIES: u32 = 5;
const POSITIONS: u64 = 200_000;

/// The plies of a search for expected results between a loss and a win.
const BOUND_PLIES: u32 = 3;

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

    /// The puzzle of a position, with the fewest plies within which one decision is proven to be
    /// right.
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

/// The only decision that forces a win while all others leave the other side a chance; or the only
/// one with a chance while all others lose by force.
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

/// The number of puzzles that the engine decides otherwise.
fn wrong(puzzles: &[Puzzle], nodes: u64) -> usize {
    let is_wrong = |puzzle: &&Puzzle| {
        decide(&GameInProgress::new(puzzle.position.clone()), nodes) != puzzle.right
    };
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

#[test]
fn puzzles_are_right() {
    puzzles().par_iter().for_each(|puzzle| {
        let found = Puzzle::of(&puzzle.position).expect("a solution");
        assert_eq!(found.line(), puzzle.line());
    });
}

/// The puzzles are easy: the next move decides most of them.
#[test]
fn at_most_four_puzzles_are_missed_at_a_thousand_nodes_and_none_at_ten_thousand() {
    let puzzles = puzzles();
    let missed = [1_000, 10_000].map(|nodes| wrong(&puzzles, nodes));
    assert!(missed[0] <= 4 && missed[1] == 0, "{missed:?}");
}
