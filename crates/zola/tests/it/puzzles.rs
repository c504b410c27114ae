//! The built-in puzzles: exactly one move wins, by proof.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use zugi_game::{Game, ProofLimits};
use zugi_proofs::{Provable, Solver};
use zugi_show::{Puzzle, Puzzles};
use zugi_tables::{EndgameTables, HasTablebase};
use zugi_zola::{Zola6, Zola8};

const ZOLA_6: Puzzles = Puzzles(include_str!("../../src/puzzles/zola-6.txt"));
const ZOLA_8: Puzzles = Puzzles(include_str!("../../src/puzzles/zola-8.txt"));

/// Checks that the lines are legal, and that no puzzle is an image of another one.
fn check_lines<G: Game>(puzzles: &[Puzzle<'_>]) {
    assert!(puzzles.len() >= 40, "{}", puzzles.len());
    let mut seen = HashSet::new();
    for puzzle in puzzles {
        let position = G::from_text(puzzle.position).expect(puzzle.position);
        let images = position.images().into_iter().map(|image| image.text());
        assert!(seen.insert(images.min()), "twice: {}", puzzle.position);
        assert!(position.count_moves() > 1, "{}", puzzle.position);
        let mut game = position;
        for text in &puzzle.line {
            let mv = game.parse_move(text).expect(text);
            game.play(mv).expect(puzzle.position);
        }
    }
}

#[test]
fn lines_of_puzzles_are_legal_and_no_puzzle_comes_twice() {
    check_lines::<Zola6>(&ZOLA_6.all());
    check_lines::<Zola8>(&ZOLA_8.all());
}

/// Proves the winner after each move, and that the line keeps the win.
fn check<G: HasTablebase + Provable>(puzzle: &Puzzle<'_>, tables: &EndgameTables<G>) {
    let (limits, running) = (ProofLimits::default(), AtomicBool::new(false));
    let solver = Solver::<G, _>::new(tables, 64).expect("memory");
    let winner = |position: &G| solver.solve(position, &limits, &running, |_| ()).winner();
    let position = G::from_text(puzzle.position).expect(puzzle.position);
    let own = position.to_move();
    for mv in position.moves() {
        let text = position.move_text(mv);
        let wins = winner(&position.after(mv)) == Some(own);
        assert_eq!(wins, text == puzzle.line[0], "{}: {text}", puzzle.position);
    }
    let mut game = position;
    for text in &puzzle.line {
        game.play_unchecked(game.parse_move(text).expect(text));
        assert_eq!(winner(&game), Some(own), "{}: {text}", puzzle.position);
    }
}

/// The number of checkers plus one: the letter of the side to move counts, too.
fn checkers(puzzle: &Puzzle<'_>) -> usize {
    puzzle.position.chars().filter(|letter| matches!(letter, 'r' | 'b')).count()
}

/// Proves the `count` puzzles with the fewest checkers.
fn check_samples<G: HasTablebase + Provable>(puzzles: &Puzzles, pieces: u32, count: usize) {
    let tables = EndgameTables::<G>::make(pieces).expect("the rules");
    let mut puzzles = puzzles.all();
    puzzles.sort_by_key(checkers);
    puzzles[..count].iter().for_each(|puzzle| check(puzzle, &tables));
}

#[test]
fn puzzles_with_few_checkers_are_proven() {
    check_samples::<Zola8>(&ZOLA_8, 4, 6);
}

fn check_all<G: HasTablebase + Provable>(puzzles: &Puzzles, pieces: u32) {
    let tables = EndgameTables::<G>::make(pieces).expect("the rules");
    puzzles.all().par_iter().for_each(|puzzle| check(puzzle, &tables));
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn puzzles_are_proven() {
    check_all::<Zola6>(&ZOLA_6, 8);
    check_all::<Zola8>(&ZOLA_8, 6);
}
