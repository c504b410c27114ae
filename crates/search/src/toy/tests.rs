//! Tests of Hexapawn, and of the search in a game that can be searched completely.

use std::collections::HashMap;

use fastrand::Rng;
use zugi_game::{GameInProgress, conformance};

use super::*;
use crate::eval::net::testing;
use crate::{Limits, Score, Search, Settings, StopToken};

fn positions(seed: u64) -> Vec<Hexapawn> {
    let mut rng = Rng::with_seed(seed);
    let games = (0..40).flat_map(|_| conformance::random_game(&Hexapawn::start(), &mut rng));
    games.filter(|position| position.outcome().is_none()).collect()
}

#[test]
fn the_evaluation_is_the_weighted_sum_of_the_features() {
    let evaluator = HexapawnSum::default();
    for position in positions(1) {
        let features = HexapawnSum::features(&position);
        let pairs = evaluator.weights().iter().zip(&features);
        let sum: Value = pairs.map(|(weight, &feature)| weight * Value::from(feature)).sum();
        assert_eq!(evaluator.value(&position), sum, "{}", position.text());
        for image in position.images() {
            assert_eq!(HexapawnSum::features(&image), features, "{}", image.text());
        }
    }
}

#[test]
fn features_count_pawns_advance_and_attacks() {
    // White's a2 and c2 and Black's b3 can be captured; d3 is two steps ahead.
    let features = |text| HexapawnSum::features(&Hexapawn::from_text(text).unwrap());
    assert_eq!(features("b3/1b1w/w1ww/w3 w"), [3, 2, 1, 1]);
    assert_eq!(features("b3/1b1w/w1ww/w3 b"), [-3, -2, -1, -1]);
}

#[test]
fn nets_agree_with_the_formula_and_are_symmetric() {
    testing::check(&positions(2));
}

/// Whether the side to move wins, and the plies to the end with best play, by minimax.
fn played_out(position: &Hexapawn, known: &mut HashMap<Hexapawn, (bool, u32)>) -> (bool, u32) {
    if position.outcome().is_some() {
        // The side that moved last has won.
        return (false, 0);
    }
    if let Some(result) = known.get(position) {
        return *result;
    }
    let (mut soonest, mut latest) = (u32::MAX, 0);
    for mv in position.moves() {
        let (loses, plies) = played_out(&position.after(mv), known);
        if loses {
            latest = latest.max(plies + 1);
        } else {
            soonest = soonest.min(plies + 1);
        }
    }
    let result = if soonest < u32::MAX { (true, soonest) } else { (false, latest) };
    known.insert(position.clone(), result);
    result
}

#[test]
fn a_search_to_the_end_finds_who_wins_and_how_soon() {
    let check = || {
        let alpha_beta = AlphaBeta::new(HexapawnSum::default(), 1).unwrap();
        let (settings, token) = (Settings::default(), StopToken::default());
        let mut known = HashMap::new();
        for position in positions(3) {
            let limits = Limits { mate: Some(30), ..Limits::default() };
            let game = GameInProgress::new(position.clone());
            let best = alpha_beta.search(&game, &limits, &settings, &token, None).unwrap();
            let (wins, plies) = played_out(&position, &mut known);
            let expected = if wins { Score::Win(plies) } else { Score::Loss(plies) };
            assert_eq!(best.score, expected, "{}", position.text());
        }
    };
    crate::spawn(check).unwrap().join().unwrap();
}
