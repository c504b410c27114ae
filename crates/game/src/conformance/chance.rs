//! The conformance tests of games with chance, hidden information and seats.

use std::collections::HashSet;

use fastrand::Rng;

use super::random_game;
use crate::{Chance, Hidden, PackedMove, Seated};

/// The most that rounding may change a sum of probabilities.
const ROUNDING: f64 = 1e-9;

/// Plays `games` random games from start positions of different seeds. It checks that probabilities
/// are positive, their sum is 1, and each legal move is an outcome of one decision.
///
/// # Panics
/// The game breaks the contract of [`Chance`].
pub fn check_chance<G: Chance>(games: usize, seed: u64) {
    assert_eq!(G::start_with(0), G::start(), "the start position is that of the seed 0");
    let mut rng = Rng::with_seed(seed);
    for seed in (0..).take(games) {
        let start = G::start_with(seed);
        assert_eq!(G::start_with(seed), start, "the seed {seed} gives two positions");
        for position in random_game(&start, &mut rng) {
            check_decisions(&position, &mut rng);
        }
    }
}

fn check_decisions<G: Chance>(position: &G, rng: &mut Rng) {
    let text = position.text();
    let decisions = position.decisions();
    let different: HashSet<G::Move> = decisions.iter().copied().collect();
    assert_eq!(different.len(), decisions.len(), "a decision is visited twice in {text}");
    let mut happens = Vec::new();
    for &decision in &decisions {
        let name = position.move_text(decision);
        assert_eq!(G::Move::from_bits(decision.to_bits()), decision, "bits of {name}");
        assert_eq!(position.parse_move(&name), Ok(decision), "the text of a decision in {text}");
        assert!(position.is_decision(decision), "{name} is visited but no decision in {text}");
        let outcomes = position.outcomes(decision);
        assert!(!outcomes.is_empty(), "nothing comes of {name} in {text}");
        let sum: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
        assert!((sum - 1.0).abs() < ROUNDING, "{name} in {text}: the probabilities add to {sum}");
        for &(mv, probability) in &outcomes {
            let outcome = position.move_text(mv);
            assert!(probability > 0.0, "{outcome} in {text} has the probability {probability}");
            assert!(position.is_legal(mv), "{outcome} in {text} is an outcome but not legal");
            assert_eq!(position.decision(mv), decision, "what {outcome} in {text} comes of");
        }
        let is_certain = position.is_legal(decision);
        assert!(!is_certain || outcomes == [(decision, 1.0)], "{name} in {text} is uncertain");
        let drawn = position.random_outcome(decision, rng);
        assert!(outcomes.iter().any(|&(mv, _)| Some(mv) == drawn), "{drawn:?} in {text}");
        happens.extend(outcomes.into_iter().map(|(mv, _)| mv));
    }
    happens.sort();
    let mut moves = position.moves();
    moves.sort();
    assert_eq!(happens, moves, "the outcomes of all decisions in {text}");
}

/// Plays `games` random games and checks the observations of each seat: an observation can be
/// written and read back, the observation of an observation is the same, a guess by the seat gives
/// the same observation again, and each legal move appears as exactly one outcome of the mover's
/// decision.
///
/// # Panics
/// The game breaks the contract of [`Hidden`].
pub fn check_hidden<G: Hidden + Chance + Seated>(games: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    for _ in 0..games {
        for position in random_game(&G::start(), &mut rng) {
            for seat in 0..G::SEATS {
                check_shown(&position, seat, &mut rng);
                check_told(&position, seat);
            }
            assert!(position.seat() < G::SEATS, "no such seat: {}", position.text());
            let side = position.side(position.seat());
            assert!(side.is_none_or(|side| side == position.to_move()), "{}", position.text());
        }
    }
}

fn check_shown<G: Hidden + Seated>(position: &G, seat: usize, rng: &mut Rng) {
    let (text, shown) = (position.text(), position.observation_for(seat));
    assert_eq!(shown.key(), shown.key_from_scratch(), "{text}");
    assert_eq!(G::from_text(&shown.text()).as_ref(), Ok(&shown), "what is shown of {text}");
    assert_eq!(shown.observation_for(seat), shown, "what is shown of what is shown of {text}");
    assert_eq!(shown.outcome(), position.outcome(), "{text}");
    assert_eq!((shown.seat(), shown.to_move()), (position.seat(), position.to_move()), "{text}");
    for known in [position, &shown] {
        let guess = known.guess(seat, rng);
        assert_eq!(guess.key(), guess.key_from_scratch(), "{text}");
        assert_eq!(guess.observation_for(seat), shown, "a guess at {text}");
        assert_eq!(guess.settled(rng), guess, "what is known as a whole in {text}");
        assert_eq!(
            known.settled(rng).observation_for(seat),
            shown,
            "{text} without what is unknown"
        );
    }
}

fn check_told<G: Hidden + Chance>(position: &G, seat: usize) {
    let shown = position.observation_for(seat);
    for mv in position.moves() {
        let after = position.after(mv).observation_for(seat);
        let outcomes = shown.outcomes(position.decision(mv));
        let seen = outcomes.iter().filter(|&&(outcome, _)| shown.after(outcome) == after).count();
        assert_eq!(seen, 1, "{} in {}", position.move_text(mv), position.text());
    }
}
