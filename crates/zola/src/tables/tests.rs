//! Numbers of sets against counts and symmetries, and tables against the rules.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use zugi_game::board::{Square, Symmetry};
use zugi_game::{Game, Probe};
use zugi_tables::{EndgameTables, HasTablebase, PositionIndex};

use super::*;
use crate::rules::{Size4, Size6, Size8, Size10, Zola4, Zola6};

/// Eight times the number of sets up to symmetry (Burnside's lemma).
fn eight_times_sets<S: Size>(checkers: usize) -> u64 {
    let fixed = |symmetry: Symmetry| {
        // The fixed sets are unions of cycles: coefficients of a product of 1 + x^length.
        let mut ways = vec![0_u64; checkers + 1];
        ways[0] = 1;
        let mut seen = HashSet::new();
        for square in (0..S::SQUARES).map(Square::new) {
            let (mut at, mut length) = (square, 0);
            while seen.insert(at) {
                (at, length) = (symmetry.square(at, S::N), length + 1);
            }
            if length > 0 {
                (length..=checkers).rev().for_each(|sum| ways[sum] += ways[sum - length]);
            }
        }
        ways[checkers]
    };
    Symmetry::ALL.into_iter().map(fixed).sum()
}

fn numbering<S: Size>(checkers: u32) -> ZolaIndex<S> {
    Zola::<S>::numbering(checkers).expect("few checkers")
}

fn random_set<S: Size>(checkers: u32, rng: &mut Rng) -> S::Bits {
    let mut set = S::Bits::EMPTY;
    while set.count() < checkers {
        set = set | S::Bits::of(rng.u8(..S::SQUARES));
    }
    set
}

fn random_position<S: Size>(checkers: u32, rng: &mut Rng) -> Zola<S> {
    let set = random_set::<S>(checkers, rng);
    let one = set.squares().filter(|_| rng.bool());
    let one = one.fold(S::Bits::EMPTY, |one, square| one | S::Bits::of(square));
    let mover = Player::BOTH[rng.usize(..2)];
    Zola::with_checkers([one, set & !one], mover).expect("a position")
}

/// Checks that each number has a set, of which an image has this number, and that the numbers cover
/// all sets up to symmetry.
fn check_all_numbers<S: Size>(checkers: u32) {
    let quadrants = numbering::<S>(checkers).quadrants;
    let mut orbits: HashMap<S::Bits, u32> = HashMap::new();
    for number in 0..quadrants.sets() {
        let set: S::Bits = quadrants.set(quadrants.with_number(number));
        assert_eq!(set.count(), checkers);
        let images = Symmetry::ALL.map(|symmetry| symmetry.bits(set, S::N));
        let numbers = images.map(|image| {
            quadrants.number(quadrants.patterns_of(quadrants.patterns.quarters(image))).0
        });
        assert!(numbers.contains(&number), "{set:?}");
        let least = images.into_iter().min_by_key(|image| image.words()).expect("eight images");
        *orbits.entry(least).or_default() += 1;
    }
    let orbits = orbits.len() as u64;
    assert_eq!(8 * orbits, eight_times_sets::<S>(checkers as usize));
    assert!(u64::from(quadrants.sets()) >= orbits);
}

#[test]
fn every_number_has_a_set_and_every_set_a_number() {
    (0..=16).for_each(check_all_numbers::<Size4>);
    (0..=4).for_each(check_all_numbers::<Size6>);
    (0..=3).for_each(check_all_numbers::<Size8>);
    (0..=2).for_each(check_all_numbers::<Size10>);
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn every_number_of_6x6_has_a_set() {
    (5..=6).for_each(check_all_numbers::<Size6>);
}

/// The bits of a table for each position up to symmetry.
fn bits_a_position<S: Size>(checkers: u32) -> f64 {
    let sets = eight_times_sets::<S>(checkers as usize) as f64 / 8.0;
    f64::from(numbering::<S>(checkers).quadrants.sets()) / sets
}

#[test]
fn tables_are_hardly_larger_than_they_have_to_be() {
    for checkers in 4..=12 {
        assert!(bits_a_position::<Size6>(checkers) < 1.2, "{checkers}");
    }
    assert!(bits_a_position::<Size6>(8) < 1.05 && bits_a_position::<Size6>(10) < 1.05);
    assert!(bits_a_position::<Size8>(6) < 1.05 && bits_a_position::<Size10>(4) < 1.1);
}

/// The position of an entry is an image of the position that has this entry.
fn check_entries<S: Size>(checkers: u32, rng: &mut Rng) {
    let numbering = numbering::<S>(checkers);
    for _ in 0..300 {
        let position = random_position::<S>(checkers, rng);
        let entry = numbering.entry(&position).expect("no pie rule");
        assert!(entry < numbering.entries());
        let same = numbering.position(entry).expect("an entry");
        let images = position.images();
        assert!(images.contains(&same), "{} is not {}", same.text(), position.text());
    }
    assert_eq!(numbering.position(numbering.entries()), None);
}

#[test]
fn entries_are_those_of_an_image() {
    let mut rng = Rng::with_seed(1);
    (1..=16).for_each(|checkers| check_entries::<Size4>(checkers, &mut rng));
    (1..=12).for_each(|checkers| check_entries::<Size6>(checkers, &mut rng));
    (1..=6).for_each(|checkers| check_entries::<Size8>(checkers, &mut rng));
    (1..=4).for_each(|checkers| check_entries::<Size10>(checkers, &mut rng));
    assert_eq!(numbering::<Size4>(16).entry(&Zola4::pie_start().expect("a pie rule")), None);
}

/// Whether the side to move wins, by the rules alone.
fn wins<S: Size>(position: &Zola<S>, known: &mut HashMap<Zola<S>, bool>) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == zugi_game::Outcome::Win(position.to_move());
    }
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let mut moves = position.moves();
    moves.sort_by_key(|&mv| !position.is_capture(mv));
    let found = moves.into_iter().any(|mv| !wins(&position.after(mv), known));
    known.insert(position.clone(), found);
    found
}

fn check_by_rules<S: Size>(most: u32, positions: u32, rng: &mut Rng) {
    let tables = EndgameTables::<Zola<S>>::make(most).expect("the rules are kept");
    let mut known = HashMap::new();
    for number in 0..positions {
        if known.len() > 2_000_000 {
            known.clear();
        }
        let position = random_position::<S>(1 + number % most, rng);
        let mover = position.to_move();
        let winner = if wins(&position, &mut known) { mover } else { mover.opponent() };
        assert_eq!(tables.winner(&position), Some(winner), "{}", position.text());
    }
    let more = random_position::<S>(most + 1, rng);
    assert_eq!(tables.winner(&more), None);
}

#[test]
fn tables_are_what_a_search_by_the_rules_finds() {
    let mut rng = Rng::with_seed(2);
    check_by_rules::<Size6>(6, 2000, &mut rng);
    check_by_rules::<Size4>(9, 900, &mut rng);
    check_by_rules::<Size8>(3, 300, &mut rng);
    check_by_rules::<Size10>(3, 100, &mut rng);
}

#[test]
fn a_set_with_several_numbers_has_the_same_entries_at_each() {
    let tables = EndgameTables::<Zola6>::make(4).expect("the rules are kept");
    let numbering = numbering::<Size6>(4);
    for entry in 0..numbering.entries() {
        let position = numbering.position(entry).expect("an entry");
        let other = numbering.entry(&position).expect("no pie rule");
        assert_eq!(
            tables.value_of_entry(4, entry),
            tables.value_of_entry(4, other),
            "{}",
            position.text()
        );
    }
}

#[test]
fn tables_that_are_made_in_steps_are_the_same() {
    let at_once = EndgameTables::<Zola6>::make(4).expect("the rules are kept");
    let (in_steps, mut steps) = (EndgameTables::<Zola6>::default(), 1);
    while !in_steps.grow_in_steps(4, None, &mut || false).expect("the rules are kept") {
        steps += 1;
    }
    assert!(steps > 20, "{steps}");
    assert!(in_steps.pieces().eq(1..=4));
    for checkers in 1..=4 {
        for entry in 0..numbering::<crate::rules::Size6>(checkers).entries() {
            let value = |tables: &EndgameTables<Zola6>| {
                tables.value_of_entry(checkers, entry).expect("an entry of the table")
            };
            assert_eq!(value(&in_steps), value(&at_once), "{checkers}, {entry}");
        }
    }
}
