//! Nets with random weights against the formula of the docs, and under symmetries.

use fastrand::Rng;
use zugi_game::{Game, conformance};
use zugi_search::Evaluator;
use zugi_search::eval::net::testing::{self, reference_value};
use zugi_search::eval::net::{Net, NetFile};

use super::*;
use crate::rules::{Zola4, Zola6};

fn positions<S: HasNet>(seed: u64) -> Vec<Zola<S>> {
    let mut positions = conformance::random_game(&Zola::<S>::start(), &mut Rng::with_seed(seed));
    positions.retain(|position| position.outcome().is_none());
    positions
}

#[test]
fn nets_do_what_the_formula_says_and_are_symmetric() {
    testing::check(&positions::<Size4>(2));
    testing::check(&positions::<Size6>(2));
    testing::check(&positions::<Size8>(2));
    testing::check(&positions::<Size10>(2));
}

#[test]
fn the_nets_of_the_program_know_who_is_ahead() {
    fn check<S: HasNet>(ahead: &str) {
        let net = Net::<Zola<S>>::default();
        assert!(net.value(&Zola::start()).abs() < 100, "{}", S::NAME);
        assert!(net.value(&Zola::from_text(ahead).unwrap()) > 100, "{}", S::NAME);
    }
    check::<Size4>("1b2/rrr1/r2r/4 r -");
    check::<Size6>("1bbrbr/rrrbrb/br1rbr/rbrrr1/brbr1r/rb1brb r -");
    check::<Size8>("8/1r2r3/3r1r2/4b3/2r1r3/3r4/6r1/b6r r -");
    check::<Size10>("10/1r2r5/3r1r4/4b5/2r1r5/3r6/6r3/b6r2/10/10 r -");
}

/// The greatest weights that a net may have. An overflow would panic, because builds for tests
/// check for it.
#[test]
fn the_greatest_nets_do_not_overflow() {
    for sign in [-1, 1] {
        let mut file = NetFile::zero(Zola6::NAME, Zola6::SHAPE, 16);
        file.rows.fill(sign * (i16::MAX - 4096) / 36);
        file.totals.fill(sign * i16::MAX);
        file.outputs.fill(i16::MAX / 16 * sign);
        let net = Net::<Zola6>::new(&file).unwrap();
        for position in positions::<Size6>(3) {
            assert_eq!(
                net.value(&position),
                reference_value(&file, &position),
                "{}",
                position.text()
            );
        }
        file.biases[3] = 100 * sign;
        assert!(Net::<Zola6>::new(&file).is_err_and(|it| it.to_string().contains("overflow")));
    }
}

#[test]
fn states_are_what_they_say() {
    let states = |text: &str| {
        let inputs = NetInputs::of(&Zola6::from_text(text).unwrap());
        inputs.pieces().iter().map(|piece| piece / 36).collect::<Vec<_>>()
    };
    // Red on a1 has no step outward, and is safe; d4 hangs, and is free.
    assert_eq!(states("6/6/3b2/6/6/r5 r"), [0, 8 + 6 + 1]);
    assert_eq!(states("6/6/3b2/6/6/r5 b"), [8, 6 + 1]);
    // With c4 behind it, d4 can be recaptured.
    assert_eq!(states("6/6/2bb2/6/6/r5 r"), [0, 8 + 1, 8 + 2 + 1]);
    let inputs = NetInputs::of(&Zola6::from_text("6/6/3b2/6/6/r5 r").unwrap());
    assert!(inputs.pieces().iter().map(|piece| piece % 36).eq([0, 21]), "the squares");
}

#[test]
fn phases_are_those_of_the_board() {
    assert_eq!((phase::<Size6>(36), phase::<Size6>(2)), (7, 0));
    assert_eq!((phase::<Size10>(100), phase::<Size10>(13), phase::<Size10>(12)), (7, 1, 0));
    assert_eq!(Zola4::SHAPE.squares, 16);
}
