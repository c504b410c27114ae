//! Random games: against the oracle at each ply, and by the hundred thousand.

use std::collections::BTreeMap;

use fastrand::Rng;
use zugi::game::{Game, History, Outcome, Player};
use zugi::games::zvp::Zvp;
use zugi::games::zvp::oracle::Oracle;

use crate::support::{sorted_moves, zvp};

/// No random game comes near it.
const MAX_PLIES: usize = 2_000;

/// How a game with the oracle's moves ended, every answer of ours compared with it.
fn game_with_oracle(rng: &mut Rng) -> Outcome {
    let (mut position, mut oracle) = (Zvp::start(), Oracle::start());
    let mut history = History::default();
    // Rows and side of each position, to count repetitions without keys.
    let mut seen: Vec<String> = Vec::new();
    loop {
        let text = oracle.text();
        assert_eq!(position.text(), text);
        assert_eq!(Oracle::from_text(&text).as_ref(), Some(&oracle));
        let moves = oracle.moves();
        assert_eq!(sorted_moves(&position), moves, "{text}");
        let result = oracle.result().map(|result| match result {
            'w' => Outcome::Win(Player::One),
            'b' => Outcome::Win(Player::Two),
            _ => Outcome::Draw,
        });
        assert_eq!(position.outcome(), result, "{text}");

        seen.push(text.rsplit_once(' ').unwrap().0.to_owned());
        let occurrences = seen.iter().filter(|earlier| *earlier == seen.last().unwrap()).count();
        assert_eq!(history.occurrences(&position), occurrences, "{text}");
        let drawn = (occurrences >= 3).then_some(Outcome::Draw);
        assert_eq!(history.outcome(&position), result.or(drawn));
        if let Some(outcome) = history.outcome(&position) {
            return outcome;
        }
        let mv = rng.choice(&moves).unwrap();
        history.push(&position);
        position.play(position.parse_move(mv).unwrap());
        oracle = oracle.after(mv);
    }
}

#[test]
fn random_games_agree_with_the_oracle() {
    let games = if cfg!(debug_assertions) { 300 } else { 3_000 };
    let mut rng = Rng::with_seed(1);
    for _ in 0..games {
        game_with_oracle(&mut rng);
    }
}

/// A board with random pieces on about half of the dark squares, as a position text.
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

/// Positions that no game leads to, full of queens and long chains.
#[test]
fn random_boards_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..if cfg!(debug_assertions) { 2_000 } else { 20_000 } {
        let oracle = Oracle::from_text(&random_board(&mut rng)).unwrap();
        let position = zvp(&oracle.text());
        let moves = oracle.moves();
        assert_eq!(sorted_moves(&position), moves, "{}", oracle.text());
        for mv in moves {
            let next = position.after(position.parse_move(&mv).unwrap());
            assert_eq!(next.text(), oracle.after(&mv).text(), "{mv} in {}", oracle.text());
        }
    }
}

/// How a random game ended, and after how many plies.
fn random_game(rng: &mut Rng) -> (&'static str, usize) {
    let mut position = Zvp::start();
    let mut history = History::default();
    for plies in 0..MAX_PLIES {
        if let Some(outcome) = history.outcome(&position) {
            let why = match (outcome, position.outcome()) {
                (Outcome::Win(Player::One), _) => "White wins",
                (Outcome::Win(Player::Two), _) => "Black wins",
                (Outcome::Draw, Some(_)) => "80 quiet plies",
                (Outcome::Draw, None) => "third occurrence",
            };
            return (why, plies);
        }
        history.push(&position);
        let mv = rng.choice(position.moves()).unwrap();
        position.play(mv);
        assert_eq!(position.key(), position.key_from_scratch(), "{}", position.text());
    }
    panic!("no end in sight: {}", position.text());
}

#[test]
#[ignore = "long: run it with --release"]
fn a_hundred_thousand_random_games_end() {
    const GAMES: usize = 100_000;
    let mut rng = Rng::with_seed(2);
    let mut ends = BTreeMap::new();
    let (mut plies, mut longest) = (0, 0);
    for _ in 0..GAMES {
        let (why, length) = random_game(&mut rng);
        *ends.entry(why).or_insert(0) += 1;
        plies += length;
        longest = longest.max(length);
    }
    for (why, games) in &ends {
        println!("{why}: {:.2} %", 100.0 * f64::from(*games) / GAMES as f64);
    }
    println!("{:.1} plies a game, {longest} at most", plies as f64 / GAMES as f64);
    assert_eq!(ends.values().sum::<i32>(), GAMES as i32);
}
