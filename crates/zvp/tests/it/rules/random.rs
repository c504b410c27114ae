//! Random games and boards: the rules of the crate against the oracle at every position.

use std::collections::BTreeMap;
use std::env;

use fastrand::Rng;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use zugi_game::{Game, History, Outcome, Player};
use zugi_zvp::Zvp;

use super::oracle::ZvpOracle;
use super::support::{sorted_moves, zvp};

/// More than the plies of any random game.
const MAX_PLIES: usize = 2_000;

/// The end of a random game, and its length in plies.
type End = (&'static str, usize);

/// The end of the game by the oracle, which counts repetitions without keys. `seen` has rows and
/// side to move of all positions, the current one last.
fn end_by_oracle(oracle: &ZvpOracle, seen: &[String]) -> Option<&'static str> {
    let occurrences = seen.iter().filter(|earlier| *earlier == seen.last().unwrap()).count();
    match oracle.result() {
        Some('w') => Some("White wins"),
        Some('b') => Some("Black wins"),
        Some(_) => Some("80 quiet plies"),
        None => (occurrences >= 3).then_some("third occurrence"),
    }
}

fn end_by_engine(position: &Zvp, history: &History) -> Option<&'static str> {
    let end = match (history.outcome(position)?, position.outcome()) {
        (Outcome::Win(Player::One), _) => "White wins",
        (Outcome::Win(Player::Two), _) => "Black wins",
        (Outcome::Draw, Some(_)) => "80 quiet plies",
        (Outcome::Draw, None) => "third occurrence",
    };
    Some(end)
}

/// Plays a random game with both implementations, and compares position, moves and result after
/// each ply.
fn game_with_oracle(seed: u64) -> End {
    let mut rng = Rng::with_seed(seed);
    let (mut position, mut oracle) = (Zvp::start(), ZvpOracle::start());
    let (mut history, mut seen) = (History::default(), Vec::new());
    for plies in 0..MAX_PLIES {
        let text = oracle.text();
        assert_eq!(position.text(), text);
        let moves = oracle.moves();
        assert_eq!(sorted_moves(&position), moves, "{text}");
        seen.push(text.rsplit_once(' ').unwrap().0.to_owned());
        let end = end_by_oracle(&oracle, &seen);
        assert_eq!(end_by_engine(&position, &history), end, "{text}");
        if let Some(end) = end {
            return (end, plies);
        }
        let mv = rng.choice(&moves).unwrap();
        history.push(&position);
        position.play_unchecked(position.parse_move(mv).unwrap());
        oracle = oracle.after(mv);
    }
    panic!("no end in sight: {}", position.text());
}

#[test]
fn random_games_agree_with_the_oracle() {
    for seed in 0..300 {
        game_with_oracle(seed);
    }
}

/// All games take half a minute of one core in a release build; `ZVP_GAMES` sets their number.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn a_hundred_thousand_random_games_end_and_agree_with_the_oracle() {
    let games = env::var("ZVP_GAMES").map_or(100_000, |number| number.parse().unwrap());
    let ends: Vec<End> = (0..games).into_par_iter().map(game_with_oracle).collect();
    let mut counts = BTreeMap::new();
    ends.iter().for_each(|(end, _)| *counts.entry(end).or_insert(0) += 1);
    for (end, count) in counts {
        println!("{end}: {:.2} %", 100.0 * f64::from(count) / games as f64);
    }
    let plies: usize = ends.iter().map(|(_, plies)| plies).sum();
    let longest = ends.iter().map(|(_, plies)| plies).max().unwrap();
    println!("{:.1} plies a game, {longest} at most", plies as f64 / games as f64);
    println!("{} positions in {games} games, the same by both rules", plies + ends.len());
}

/// The text of a position with random pieces on about half of the dark squares.
fn random_board(rng: &mut Rng) -> String {
    let mut square = |file: u32, rank: u32| match ["w", "W", "b", "B"][rng.usize(..4)] {
        _ if (file + rank) % 2 == 1 || rng.bool() => "1",
        "w" if (file, rank) == (8, 8) => "W",
        "b" if (file, rank) == (1, 1) => "B",
        piece => piece,
    };
    let mut row = |rank| (1..=8).map(|file| square(file, rank)).collect::<String>();
    let rows: Vec<String> = (1..=8).rev().map(&mut row).collect();
    format!("{} {} 0", rows.join("/"), if rng.bool() { "w" } else { "b" })
}

/// Positions that no game from the start reaches, with many queens and long chains.
#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..if cfg!(debug_assertions) { 2_000 } else { 20_000 } {
        let oracle = ZvpOracle::from_text(&random_board(&mut rng)).unwrap();
        assert_eq!(ZvpOracle::from_text(&oracle.text()).as_ref(), Some(&oracle));
        let position = zvp(&oracle.text());
        let moves = oracle.moves();
        assert_eq!(sorted_moves(&position), moves, "{}", oracle.text());
        for mv in moves {
            let next = position.after(position.parse_move(&mv).unwrap());
            assert_eq!(next.text(), oracle.after(&mv).text(), "{mv} in {}", oracle.text());
        }
    }
}
