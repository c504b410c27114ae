//! Ends of games that the engine misplayed at 20,000 nodes, before it looked for proofs: it plays
//! them right now.

use std::fs;

use rayon::prelude::*;
use zugi_game::{Chance, Game, GameInProgress};
use zugi_zoka::{
    FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats, ZokaMove, ZokaPosition,
    ZokaVariant,
};

use super::exhaustive::{Aim, Exhaustive};
use super::games::decide;

/// Lines of a variant, a position, the right decisions, the decision of the engine before, and the
/// plies within which the exhaustive search proves that one wrong.
const MISTAKES: &str = "tests/data/mistakes.txt";

/// The nodes at which it is played right.
const NODES: u64 = 20_000;

/// The right decisions, by games of so many plies: if one wins by force, those that are not proven
/// to leave the other side a chance; otherwise those that are not proven to lose by force. `None`
/// if no decision is known to be wrong.
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

/// Whether the engine plays the position of a line right; or whether the right decisions are those
/// of the exhaustive search, if that is asked for.
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

/// The positions, and how many of them pass.
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
