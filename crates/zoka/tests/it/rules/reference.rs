//! Positions and games from an independent implementation.

use super::oracle::ZokaOracle;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use zugi_game::{Game, Player, perft};
use zugi_zoka::{ZokaPosition, ZokaVariant};

use super::for_all;

#[derive(Deserialize)]
struct Position {
    variant: String,
    fen: String,
    moves: Vec<String>,
    p1turn: bool,
    result: String,
    perft: Vec<u64>,
}

#[derive(Deserialize)]
struct WholeGame {
    variant: String,
    fen: String,
    moves: Vec<String>,
    result: String,
    scores: [u32; 2],
    final_fen: String,
}

fn lines<T: DeserializeOwned>(data: &str) -> Vec<T> {
    data.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn sorted_moves<G: Game>(position: &G) -> Vec<String> {
    let moves = position.moves().into_iter();
    let mut moves: Vec<String> = moves.map(|mv| position.move_text(mv)).collect();
    moves.sort();
    moves
}

pub fn result<G: Game>(position: &G) -> String {
    position.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}

fn check_positions<V: ZokaVariant>(cases: &[Position]) {
    let mut count = 0;
    for case in cases.iter().filter(|case| case.variant == V::NAME) {
        count += 1;
        let fen = &case.fen;
        let position =
            ZokaPosition::<V>::from_text(fen).unwrap_or_else(|error| panic!("{error}: {fen}"));
        assert_eq!(&position.text(), fen);
        assert_eq!(sorted_moves(&position), case.moves, "{fen}");
        assert_eq!(position.to_move() == Player::One, case.p1turn, "{fen}");
        assert_eq!(result(&position), case.result, "{fen}");
        for (depth, &leaves) in (1..).zip(&case.perft) {
            assert_eq!(perft(&position, depth), leaves, "perft {depth} of {fen}");
        }
        let oracle = ZokaOracle::from_text(V::NAME, fen).unwrap();
        assert_eq!(&oracle.text(), fen);
        assert_eq!(oracle.moves(), case.moves, "the oracle's moves of {fen}");
        assert_eq!((oracle.side_to_move() == 1, oracle.result()), (case.p1turn, &*case.result));
    }
    assert_eq!(count, 80, "{}", V::NAME);
}

#[test]
fn reference_positions() {
    let cases: Vec<Position> = lines(include_str!("../../data/positions.jsonl"));
    assert_eq!(cases.len(), 400);
    for_all!(check_positions(&cases));
}

fn check_games<V: ZokaVariant>(cases: &[WholeGame]) {
    let mut count = 0;
    for case in cases.iter().filter(|case| case.variant == V::NAME) {
        count += 1;
        let mut position = ZokaPosition::<V>::from_text(&case.fen).unwrap();
        let mut oracle = ZokaOracle::from_text(V::NAME, &case.fen).unwrap();
        for text in &case.moves {
            assert_eq!(position.outcome(), None);
            let mv = position.parse_move(text).unwrap();
            position.play(mv).unwrap_or_else(|_| panic!("{text} in {}", position.text()));
            oracle = oracle.after(text);
            assert_eq!(position.text(), oracle.text(), "{text}");
        }
        assert_eq!(position.text(), case.final_fen);
        assert_eq!((position.scores(), result(&position)), (case.scores, case.result.clone()));
        assert_eq!((oracle.final_scores(), oracle.result()), (case.scores, &*case.result));
    }
    assert_eq!(count, 8, "{}", V::NAME);
}

#[test]
fn reference_games() {
    let cases: Vec<WholeGame> = lines(include_str!("../../data/games.jsonl"));
    assert_eq!(cases.len(), 40);
    for_all!(check_games(&cases));
}
