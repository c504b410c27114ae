//! Endings of `zoka` in which one move wins and no piece is face down: the source of the built-in
//! puzzles.

use std::collections::BTreeSet;
use std::fs;

use rayon::prelude::*;
use zugi_game::{Game, Outcome};
use zugi_zoka::{Zoka, ZokaMove};

use super::exhaustive::{Aim, Exhaustive, face_down};

/// Each line has a position, the only winning move, and the quickest win with it.
const WINS: &str = "tests/data/wins.txt";

/// The built-in puzzles: each line has a level, a position, and the line of its win.
const PUZZLES: &str = "src/puzzles/zoka.txt";

/// The plies of the longest win, and of the shortest one, which is a move and a reply.
const PLIES: usize = 5;
const LEAST_PLIES: usize = 2;

/// Within this number of further plies it must be proven that no other move wins.
const MORE_PLIES: u32 = 2;

/// A position that only one move wins.
struct Win {
    position: Zoka,
    /// The quickest win against the longest defence.
    line: Vec<ZokaMove>,
}

impl Win {
    fn read(text: &str) -> Win {
        let parts: Vec<&str> = text.split(';').collect();
        let [position, winning, line] = parts[..] else { panic!("{text}") };
        assert_eq!(line.split(' ').next(), Some(winning), "{text}");
        let position = Zoka::from_text(position).expect(text);
        let line = line.split(' ').map(|mv| position.parse_move(mv).expect(text)).collect();
        Win { position, line }
    }
}

fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).expect(path);
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn wins() -> Vec<Win> {
    lines(WINS).iter().map(|line| Win::read(line)).collect()
}

#[test]
fn lines_of_wins_are_legal_and_win() {
    for Win { position, line } in wins() {
        let text = position.text();
        assert_eq!(face_down(&position), 0, "{text}");
        assert!((LEAST_PLIES..=PLIES).contains(&line.len()), "{text}");
        let mut game = position.clone();
        for &mv in &line {
            assert!(game.outcome().is_none() && game.is_legal(mv), "{text}");
            game.play_unchecked(mv);
        }
        assert_eq!(game.outcome(), Some(Outcome::Win(position.to_move())), "{text}");
    }
}

#[test]
fn puzzles_of_the_program_are_wins_of_the_file() {
    let wins: BTreeSet<String> = lines(WINS).into_iter().collect();
    let puzzles = lines(PUZZLES);
    assert!(puzzles.len() >= 40, "{}", puzzles.len());
    for puzzle in puzzles {
        let parts: Vec<&str> = puzzle.split(';').collect();
        let [_, position, line] = parts[..] else { panic!("{puzzle}") };
        let winning = line.split(' ').next().expect("a move");
        assert!(wins.contains(&format!("{position};{winning};{line}")), "{puzzle}");
    }
}

fn check_exhaustively(Win { position, line }: &Win) {
    let (own, plies) = (position.to_move(), line.len() as u32);
    let mut search = Exhaustive { positions: u64::MAX };
    for mv in position.moves() {
        let wins = search.can(position, mv, own, Aim::Win, plies).expect("no limit");
        assert_eq!(wins, mv == line[0], "{}", position.text());
        let mut spoils =
            |plies| search.can(position, mv, own.opponent(), Aim::Spoil, plies).expect("no limit");
        let is_spoiled = (plies..=plies + MORE_PLIES).any(&mut spoils);
        assert!(wins || is_spoiled, "{}", position.text());
    }
}

#[test]
fn wins_are_those_of_the_exhaustive_search() {
    wins().par_iter().for_each(check_exhaustively);
}

/// Checks each ply of the line. Where the winner moves, the move of the line wins within the plies
/// left, and no move wins in fewer. Where the other side moves, all moves lose within the plies
/// left, and the move of the line does not lose in fewer.
fn check_line(Win { position, line }: &Win) {
    let (own, text) = (position.to_move(), position.text());
    let mut search = Exhaustive { positions: u64::MAX };
    let mut game = position.clone();
    for (at, &mv) in line.iter().enumerate() {
        let plies = (line.len() - at) as u32;
        // A decision takes one of the plies.
        let mut wins =
            |mv, plies| plies > 0 && search.can(&game, mv, own, Aim::Win, plies).expect("no limit");
        let mut decisions = game.moves().into_iter();
        if game.to_move() == own {
            assert!(wins(mv, plies), "{text}, ply {at}");
            assert!(!decisions.any(|other| wins(other, plies - 1)), "{text}, ply {at}");
        } else {
            assert!(!wins(mv, plies - 1), "{text}, ply {at}");
            assert!(decisions.all(|other| wins(other, plies)), "{text}, ply {at}");
        }
        game.play_unchecked(mv);
    }
}

#[test]
fn wins_are_the_quickest_against_the_longest_defence() {
    wins().par_iter().for_each(check_line);
}
