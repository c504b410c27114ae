//! Proofs against an exhaustive search.

use fastrand::Rng;
use zugi_game::toy::Pile;
use zugi_game::{Chance, Game};

use super::*;

type Take = <Pile as Game>::Move;

/// The bounds of the result of a side by an exhaustive search of this many plies.
pub fn bounds(position: &Pile, own: Player, draw: f64, plies: usize) -> [f64; 2] {
    if let Some(outcome) = position.outcome() {
        let result = match outcome {
            Outcome::Win(winner) => f64::from(u8::from(winner == own)),
            Outcome::Draw => draw,
        };
        return [result; 2];
    }
    if plies == 0 {
        return [0.0, 1.0];
    }
    let all =
        position.decisions().into_iter().map(|mv| bounds_after(position, mv, own, draw, plies));
    let best = |a: f64, b: f64| if position.to_move() == own { a.max(b) } else { a.min(b) };
    all.reduce(|a, b| [best(a[0], b[0]), best(a[1], b[1])]).unwrap()
}

pub fn bounds_after(position: &Pile, mv: Take, own: Player, draw: f64, plies: usize) -> [f64; 2] {
    if plies == 0 {
        return [0.0, 1.0];
    }
    let mut mean = [0.0; 2];
    let _ = position.visit_outcomes(mv, &mut |mv, probability| {
        let next = bounds(&position.after(mv), own, draw, plies - 1);
        mean[0] += probability * next[0];
        mean[1] += probability * next[1];
        ControlFlow::Continue(())
    });
    mean
}

/// At most `count` positions of up to `most` cards, as sets, with some points.
pub fn piles(count: usize, most: usize, seed: u64) -> Vec<Pile> {
    let mut rng = Rng::with_seed(seed);
    let pile = |_| {
        let mut cards: Vec<u8> = (0..rng.usize(1..=most)).map(|_| rng.u8(1..=4)).collect();
        cards.sort_unstable();
        let cards: String = cards.iter().map(u8::to_string).collect();
        format!("{cards} {}:{} {} {}", rng.u8(0..4), rng.u8(0..4), rng.u8(1..=2), rng.u8(0..2))
    };
    let piles = (0..count).map(pile).filter_map(|text| Pile::from_text(&text).ok());
    piles.filter(|pile| pile.outcome().is_none()).collect()
}

fn prove(pile: &Pile, draw: f64, plies: usize, nodes: u64) -> (Proof<Take>, u64) {
    let token = StopToken::default();
    let limits = ProofLimits { nodes, plies, time: None, token: &token };
    let mut prover = Prover::new(pile.to_move(), draw, limits);
    let proof = prover.prove(pile, &pile.decisions());
    (proof, prover.nodes)
}

/// Checks that a line of a proof is a game that ends after `plies`.
fn check_line(pile: &Pile, line: &[Take], plies: usize, winner: Player) {
    let mut end = pile.clone();
    for &mv in line {
        assert!(end.is_legal(mv), "{}", pile.text());
        end.play_unchecked(mv);
    }
    assert_eq!((line.len(), end.outcome()), (plies, Some(Outcome::Win(winner))), "{}", pile.text());
}

#[test]
fn proofs_are_those_of_a_search_without_windows_and_table() {
    let mut counts = [0; 4];
    for (pile, draw) in piles(300, 5, 7).iter().zip([0.5, 0.3].into_iter().cycle()) {
        let own = pile.to_move();
        let of = |mv: Take, plies| bounds_after(pile, mv, own, draw, plies);
        let sure =
            |plies| pile.decisions().into_iter().map(|mv| of(mv, plies)[0]).fold(0.0, f64::max);
        let out =
            |plies| pile.decisions().into_iter().map(|mv| of(mv, plies)[1]).fold(0.0, f64::max);
        for plies in 1..=6 {
            match prove(pile, draw, plies, u64::MAX).0 {
                Proof::Win(length, line) => {
                    assert!(sure(length) > 1.0 - ROUNDING && sure(length - 1) < 1.0 - ROUNDING);
                    assert!(of(pile.decision(line[0]), length)[0] > 1.0 - ROUNDING);
                    check_line(pile, &line, length, own);
                    counts[0] += 1;
                }
                Proof::Loss(length, line) => {
                    assert!(out(length) < ROUNDING && out(length - 1) > ROUNDING);
                    check_line(pile, &line, length, own.opponent());
                    counts[1] += 1;
                }
                Proof::Kept(kept) => {
                    // The search ends as soon as one decision is left.
                    let is_all = kept.len() > 1;
                    assert!(!is_all || sure(plies) < 1.0 - ROUNDING, "{}", pile.text());
                    assert!(!is_all || out(plies) > ROUNDING, "{}", pile.text());
                    let least = sure(plies).max(2.0 * ROUNDING) - ROUNDING;
                    let right = |mv: &Take| of(*mv, plies)[1] >= least;
                    let all = pile.decisions();
                    for mv in all.iter().filter(|mv| right(mv)) {
                        assert!(kept.contains(mv), "{}: {}", pile.text(), pile.move_text(*mv));
                    }
                    let wrong = kept.iter().filter(|mv| !right(mv)).count();
                    assert!(wrong == 0 || !is_all, "{}", pile.text());
                    counts[2 + usize::from(kept.len() < all.len())] += 1;
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn a_proof_that_limits_end_early_is_not_wrong() {
    let mut cut = 0;
    for pile in piles(300, 5, 7) {
        let (whole, all) = prove(&pile, 0.5, 6, u64::MAX);
        for nodes in (1..all.min(200)).step_by(7) {
            let (part, visited) = prove(&pile, 0.5, 6, nodes);
            assert!(visited <= nodes);
            match (&part, &whole) {
                (Proof::Kept(kept), Proof::Kept(right)) => {
                    assert!(right.iter().all(|mv| kept.contains(mv)), "{}", pile.text());
                    cut += usize::from(kept.len() > right.len());
                }
                (Proof::Kept(kept), Proof::Win(_, line)) => {
                    assert!(kept.contains(&pile.decision(line[0])), "{}", pile.text());
                }
                (Proof::Kept(_), Proof::Loss(..)) => {}
                _ => assert_eq!(part, whole, "{}", pile.text()),
            }
        }
    }
    assert!(cut > 20, "{cut}");
}

#[test]
fn a_stopped_search_proves_nothing() {
    let token = StopToken::default();
    token.stop();
    let pile = Pile::from_text("4 0:3 1 0").unwrap();
    let limits = ProofLimits { nodes: u64::MAX, plies: 6, time: None, token: &token };
    let mut prover = Prover::new(pile.to_move(), 0.5, limits);
    assert_eq!(prover.prove(&pile, &pile.decisions()), Proof::Kept(pile.decisions()));
}
