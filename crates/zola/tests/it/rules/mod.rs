//! The rules of Zola against independent data, an oracle and the conformance suite.

mod oracle;

use fastrand::Rng;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use zugi_game::{Game, Outcome, Player, conformance, perft};
use zugi_zola::{Zola4, Zola6, Zola8, Zola10};

use oracle::ZolaOracle;

/// The most leaves of a reference position in a debug build.
const LEAVES: u64 = if cfg!(debug_assertions) { 1_000_000 } else { u64::MAX };

/// Symmetries are checked at the depths at which the sixteen images of the start position together
/// have at most this number of leaves.
const SYMMETRY_LEAVES: u64 = 2_000_000_000;

#[derive(Deserialize)]
struct Position {
    size: usize,
    fen: String,
    moves: Vec<String>,
    perft: Vec<u64>,
}

#[derive(Deserialize)]
struct WholeGame {
    size: usize,
    moves: Vec<String>,
    winner: String,
    plies: usize,
    passes: usize,
}

fn lines<T: DeserializeOwned>(data: &str) -> Vec<T> {
    data.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn positions() -> Vec<Position> {
    let mut all = lines(include_str!("../../data/positions.jsonl"));
    all.extend(lines::<Position>(include_str!("../../data/positions_extra.jsonl")));
    assert_eq!(all.len(), 1020);
    all
}

fn start_perft(size: usize) -> Vec<u64> {
    let data: serde_json::Value =
        serde_json::from_str(include_str!("../../data/perft.json")).unwrap();
    serde_json::from_value(data["sizes"][size.to_string()].clone()).unwrap()
}

macro_rules! for_size {
    ($size:expr, $function:ident($($argument:expr),*)) => {
        match $size {
            4 => $function::<Zola4>($($argument),*),
            6 => $function::<Zola6>($($argument),*),
            8 => $function::<Zola8>($($argument),*),
            10 => $function::<Zola10>($($argument),*),
            size => panic!("no board of {size}"),
        }
    };
}

fn sorted_moves<G: Game>(position: &G) -> Vec<String> {
    let mut moves: Vec<String> =
        position.moves().into_iter().map(|mv| position.move_text(mv)).collect();
    moves.sort();
    moves
}

fn check_position<G: Game>(case: &Position) {
    let position = G::from_text(&case.fen).unwrap();
    assert_eq!(position.text(), format!("{} -", case.fen));
    assert_eq!(sorted_moves(&position), case.moves, "{}", case.fen);
    for (depth, &leaves) in (1..).zip(&case.perft) {
        if leaves <= LEAVES {
            assert_eq!(perft(&position, depth), leaves, "perft {depth} of {}", case.fen);
            if leaves <= LEAVES / 16 {
                conformance::check_symmetries(&position, depth);
            }
        }
    }
}

#[test]
fn reference_positions() {
    for case in positions() {
        for_size!(case.size, check_position(&case));
    }
}

fn check_game<G: Game>(case: &WholeGame) {
    let mut position = G::start();
    for text in &case.moves {
        assert_eq!(position.outcome(), None);
        let mv = position.parse_move(text).unwrap();
        position.play(mv).unwrap_or_else(|_| panic!("{text} in {}", position.text()));
    }
    let winner = if case.winner == "r" { Player::One } else { Player::Two };
    assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
    assert_eq!(case.moves.len(), case.plies);
    assert_eq!(case.moves.iter().filter(|text| *text == "0000").count(), case.passes);
}

#[test]
fn reference_games() {
    let games: Vec<WholeGame> = lines(include_str!("../../data/games.jsonl"));
    assert_eq!(games.len(), 200);
    for case in games {
        for_size!(case.size, check_game(&case));
    }
}

fn check_start<G: Game>(size: usize, limit: u64) {
    for (depth, leaves) in (0..).zip(start_perft(size)) {
        if leaves <= limit {
            assert_eq!(perft(&G::start(), depth), leaves, "perft {depth} of {}", G::NAME);
        }
        if leaves <= limit.min(SYMMETRY_LEAVES) / 16 {
            conformance::check_symmetries(&G::start(), depth);
        }
    }
}

#[test]
fn reference_perft() {
    let limit = if cfg!(debug_assertions) { 20_000_000 } else { 3_000_000_000 };
    for size in [4, 6, 8, 10] {
        for_size!(size, check_start(size, limit));
    }
}

/// The deepest reference values, of 10 and 101 billion leaves; see `CONTRIBUTING.md`.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn reference_perft_to_the_end() {
    for size in [4, 6, 8, 10] {
        for_size!(size, check_start(size, u64::MAX));
    }
}

fn check_against_oracle<G: Game>(size: usize, games: usize) {
    let mut rng = Rng::with_seed(size as u64);
    for i in 0..games {
        let pie = i % 2 == 1;
        let mut position = if pie { G::pie_start().unwrap() } else { G::start() };
        let mut oracle = ZolaOracle::start(size, pie);
        loop {
            assert_eq!(position.text(), oracle.text());
            assert_eq!(ZolaOracle::from_text(&oracle.text()).as_ref(), Some(&oracle));
            let moves = oracle.moves();
            assert_eq!(sorted_moves(&position), moves, "{}", oracle.text());
            let winner = position.outcome().map(|outcome| match outcome {
                Outcome::Win(Player::One) => 'r',
                Outcome::Win(Player::Two) => 'b',
                Outcome::Draw => panic!("there are no draws"),
            });
            assert_eq!(winner, oracle.winner());
            let Some(text) = rng.choice(&moves) else { break };
            position.play_unchecked(position.parse_move(text).unwrap());
            oracle = oracle.after(text);
        }
    }
}

#[test]
fn random_games_agree_with_the_oracle() {
    let games = if cfg!(debug_assertions) { 40 } else { 400 };
    for size in [4, 6, 8, 10] {
        for_size!(size, check_against_oracle(size, games));
    }
}

#[test]
fn perft_agrees_with_the_oracle_under_the_pie_rule() {
    let start = Zola4::pie_start().unwrap();
    let oracle = ZolaOracle::start(4, true);
    for depth in 0..=4 {
        assert_eq!(perft(&start, depth), oracle.perft(depth));
    }
}

#[test]
fn conformance_suite() {
    conformance::check::<Zola4>(40, 1);
    conformance::check::<Zola6>(20, 2);
    conformance::check::<Zola8>(10, 3);
    conformance::check::<Zola10>(6, 4);
}

#[test]
fn board_programs_show_every_move() {
    zugi_show::conformance::check_presentation::<Zola4>(40, 5);
    zugi_show::conformance::check_presentation::<Zola6>(20, 6);
    zugi_show::conformance::check_presentation::<Zola8>(10, 7);
    zugi_show::conformance::check_presentation::<Zola10>(6, 8);
}

#[test]
fn the_texts_are_about_the_game() {
    const SHEET: &str = include_str!("../../../src/sheet.json");
    zugi_show::conformance::check_sheet::<Zola4>(SHEET);
    zugi_show::conformance::check_sheet::<Zola6>(SHEET);
    zugi_show::conformance::check_sheet::<Zola8>(SHEET);
    zugi_show::conformance::check_sheet::<Zola10>(SHEET);
}

#[test]
fn swap_recolours_and_gives_the_turn_back() {
    let mut position = Zola4::pie_start().unwrap();
    for text in ["a1b1", "swap"] {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(position.text(), "rbrb/brbr/rbrb/1bbr r -");
    assert!(!position.is_legal(position.parse_move("swap").unwrap()));
}

#[test]
fn who_may_swap_may_also_pass() {
    let position = Zola4::from_text("3b/4/r3/4 b s").unwrap();
    assert_eq!(sorted_moves(&position), ["0000", "swap"]);
}
