//! Endings that the engine misplayed at 20,000 nodes without a search for proofs, and that it must
//! play right.

use std::fs;

use rayon::prelude::*;
use zugi_game::{Chance, Game, GameInProgress};
use zugi_zoka::{
    FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats, ZokaMove, ZokaPosition,
    ZokaVariant,
};

use super::exhaustive::{Aim, Exhaustive};
use super::games::decide;

/// Each line has a variant, a position, the right decisions, the mistake, and the plies within
/// which the exhaustive search proves the mistake wrong.
const MISTAKES: &str = "tests/data/mistakes.txt";

/// The nodes of a decision.
const NODES: u64 = 20_000;

/// The right decisions, by games of this number of plies. If one wins by force, the others are
/// wrong if they are proven to leave the other side a chance; otherwise a decision is wrong if it
/// is proven to lose by force. `None` if no decision is known to be wrong, or if all are.
fn right<V: ZokaVariant>(position: &ZokaPosition<V>, plies: u32) -> Option<Vec<ZokaMove>> {
    let (own, mut search) = (position.to_move(), Exhaustive { positions: u64::MAX });
    let decisions = position.decisions();
    let mut wins = false;
    for &mv in &decisions {
        wins |= search.can(position, mv, own, Aim::Win, plies)?;
    }
    let answer = if wins { Aim::Spoil } else { Aim::Win };
    let mut right = Vec::new();
    for &mv in &decisions {
        if !search.can(position, mv, own.opponent(), answer, plies)? {
            right.push(mv);
        }
    }
    (!right.is_empty() && right.len() < decisions.len()).then_some(right)
}

/// Whether the engine plays the position of a line right or, with `solve`, whether the exhaustive
/// search finds the same right decisions.
fn check<V: ZokaVariant>(parts: &[&str], solve: bool) -> bool {
    let [position, right, wrong, plies] = parts else { panic!("{parts:?}") };
    let position = ZokaPosition::<V>::from_text(position).expect(position);
    let right: Vec<ZokaMove> =
        right.split(' ').map(|text| position.parse_move(text).expect(text)).collect();
    let wrong = position.parse_move(wrong).expect(wrong);
    assert!(!right.contains(&wrong), "{parts:?}");
    if solve {
        let plies = plies.parse().expect(plies);
        return self::right(&position, plies) == Some(right);
    }
    let decision = decide(&GameInProgress::new(position.clone()), NODES);
    if !right.contains(&decision) {
        println!("wrong: {} {}", position.text(), position.move_text(decision));
    }
    right.contains(&decision)
}

/// The number of positions, and of those that pass.
fn check_all(solve: bool) -> (usize, usize) {
    let text = fs::read_to_string(MISTAKES).expect("the positions");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let right = lines.par_iter().filter(|line| {
        let parts: Vec<&str> = line.split(';').collect();
        let (variant, parts) = parts.split_first().expect("a variant");
        match *variant {
            "zoka" => check::<TwoSeats>(parts, solve),
            "zoka-3" => check::<ThreeSeats>(parts, solve),
            "zoka-4" => check::<FourSeats>(parts, solve),
            "zoka-1v2" => check::<OneAgainstTwo>(parts, solve),
            "zoka-2v2" => check::<TwoAgainstTwo>(parts, solve),
            other => panic!("{other}"),
        }
    });
    (lines.len(), right.count())
}

#[test]
fn earlier_mistakes_are_played_right_at_twenty_thousand_nodes() {
    let (count, right) = check_all(false);
    println!("{right} of {count} right");
    assert_eq!((count, right), (17, 17));
}

#[test]
fn the_right_decisions_are_those_of_the_exhaustive_search() {
    let (count, right) = check_all(true);
    assert_eq!(count, right);
}
