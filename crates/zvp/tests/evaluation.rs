//! The weighted sum of Zombies vs Princesses Draughts.

use zugi_game::Game;
use zugi_search::Evaluator;
use zugi_search::eval::{Summed, Tunable, text};
use zugi_zvp::Zvp;

type Sum = <Zvp as Summed>::Sum;

#[test]
fn twice_the_weights_are_twice_the_value() {
    let standard = Sum::default();
    let features: usize = Sum::terms().iter().map(|term| term.len).sum();
    assert_eq!(standard.weights().len(), features);
    let double: Vec<i32> = standard.weights().iter().map(|weight| 2 * weight).collect();
    let bold = Sum::from_text(&text(&Sum::terms(), &double)).unwrap();
    let start = Zvp::start();
    assert!(bold.value(&start).abs_diff(2 * standard.value(&start)) <= 1);
    assert!(Sum::from_text("men 100").is_err());
}

#[test]
fn the_value_is_the_sum_of_weights_times_features() {
    let (evaluator, position) = (Sum::default(), Zvp::start());
    let pairs = evaluator.weights().iter().zip(Sum::features(&position));
    let sum: i32 = pairs.map(|(weight, feature)| weight * i32::from(feature)).sum();
    assert_eq!(evaluator.value(&position), sum / Sum::UNIT);
}
