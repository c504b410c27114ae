//! Endings in which exactly one move wins: the source of the built-in puzzles.

use std::collections::HashSet;
use std::fs;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use zugi_game::{Game, Outcome};
use zugi_proofs::ProofLimits;
use zugi_proofs::draws::DfpnSolver;
use zugi_tables::{EndgameTables, HasTablebase};
use zugi_zvp::{Zvp, ZvpMove};

/// Each line has a position, the only winning move, and the quickest win with it.
const WINS: &str = "tests/data/wins.txt";

/// The built-in puzzles: each line has a level, a position, and the line of its win.
const PUZZLES: &str = "src/puzzles/zvp.txt";

/// The lengths of the wins in plies: the winner has at least two moves.
const SHORTEST: usize = 3;
const LONGEST: usize = 15;

const PIECES: std::ops::RangeInclusive<u32> = 4..=6;

/// A position that only one move wins.
struct Win {
    position: Zvp,
    /// The quickest win against the longest defence.
    line: Vec<ZvpMove>,
}

impl Win {
    fn read(text: &str) -> Win {
        let parts: Vec<&str> = text.split(';').collect();
        let [position, winning, line] = parts[..] else { panic!("{text}") };
        assert_eq!(line.split(' ').next(), Some(winning), "{text}");
        let position = Zvp::from_text(position).expect(text);
        let mut game = position.clone();
        let moves = line.split(' ').map(|mv| {
            let mv = game.parse_move(mv).expect(text);
            game.play(mv).expect(text);
            mv
        });
        let line = moves.collect();
        Win { position, line }
    }
}

/// The number of wins that everyday tests prove.
const SAMPLES: usize = 8;

fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).expect(path);
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn wins() -> Vec<Win> {
    lines(WINS).iter().map(|line| Win::read(line)).collect()
}

/// The same text for a position and its mirror image.
fn class(position: &Zvp) -> String {
    position.images().iter().map(Game::text).min().expect("the position itself")
}

fn pieces(position: &Zvp) -> u32 {
    HasTablebase::pieces(position)
}

#[test]
fn lines_of_wins_are_legal_and_win() {
    let mut seen = HashSet::new();
    for Win { position, line } in wins() {
        let text = position.text();
        assert!(PIECES.contains(&pieces(&position)) && position.quiet_plies() == 0, "{text}");
        assert!((SHORTEST..=LONGEST).contains(&line.len()), "{text}");
        let end = line.iter().fold(position.clone(), |game, &mv| game.after(mv));
        assert_eq!(end.outcome(), Some(Outcome::Win(position.to_move())), "{text}");
        assert!(seen.insert(class(&position)), "twice: {text}");
    }
}

#[test]
fn puzzles_of_the_program_are_wins_of_the_file() {
    let wins = lines(WINS);
    let puzzles = lines(PUZZLES);
    assert!(puzzles.len() >= 40, "{}", puzzles.len());
    for puzzle in puzzles {
        let parts: Vec<&str> = puzzle.split(';').collect();
        let [_, position, line] = parts[..] else { panic!("{puzzle}") };
        let winning = line.split(' ').next().expect("a move");
        // A puzzle may show only the first moves.
        let begin = format!("{position};{winning};{line}");
        assert!(wins.iter().any(|win| win.starts_with(&begin)), "{puzzle}");
    }
}

/// Proves that the first move of the line wins and no other does.
fn check(Win { position, line }: &Win, tables: &EndgameTables<Zvp>) {
    let won = Outcome::Win(position.to_move());
    let (limits, stop) = (ProofLimits::default(), AtomicBool::new(false));
    let solver = DfpnSolver::<Zvp, _>::new(tables, 64).expect("memory");
    for mv in position.moves() {
        let report = solver.solve(&position.after(mv), &limits, &stop, |_| ());
        let outcome = report.outcome.expect("no limits");
        assert_eq!(outcome == won, mv == line[0], "{position}: {}", position.move_text(mv));
    }
}

#[test]
fn wins_of_four_pieces_are_proven() {
    let tables = EndgameTables::<Zvp>::make(4).expect("the rules");
    let samples: Vec<Win> = wins().into_iter().filter(|it| pieces(&it.position) == 4).collect();
    assert!(samples.len() > SAMPLES, "{}", samples.len());
    samples.iter().take(SAMPLES).for_each(|win| check(win, &tables));
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn wins_are_proven() {
    let tables = EndgameTables::<Zvp>::make(5).expect("the rules");
    wins().par_iter().for_each(|win| check(win, &tables));
}
