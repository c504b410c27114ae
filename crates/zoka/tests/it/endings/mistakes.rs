//! Ends of games that the engine misplayed at 20,000 nodes, before it looked for proofs: it plays
//! them right now.
//!
//! To look for others, with a release build; `ZOKA_ENGINE` is the program that misplays them:
//!
//! ```sh
//! ZOKA_ENGINE=./zugi ZOKA_OUT=mistakes.txt cargo test --release -p zugi-zoka --test it -- --ignored makes_the_mistakes
//! ```

use std::env;
use std::fs::{self, File};
use std::io::Write as _;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::{Chance, Game, GameInProgress};
use zugi_zoka::{
    FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats, ZokaMove, ZokaPosition,
    ZokaVariant,
};

use super::exhaustive::{Aim, Exhaustive, face_down, least_plies};
use super::games::{decide, play, turn_back};
use super::program::decide_by;

/// Lines of a variant, a position, the right decisions, the decision of the engine before, and the
/// plies within which the exhaustive search proves that one wrong.
const MISTAKES: &str = "tests/data/mistakes.txt";

/// The nodes at which it is played right.
const NODES: u64 = 20_000;

/// The nodes a move of the games that the positions come from.
const GAME_NODES: u64 = 200;

/// What is judged: the last positions of a game, with at most so many face-down pieces, within so
/// many plies, if that takes no more positions.
const LAST: usize = 24;
const FACE_DOWN: u32 = 6;
const PLIES: u32 = 5;
const POSITIONS: u64 = 300_000;

/// The right decisions, by games of so many plies: if one wins by force, those that are not proven
/// to leave the other side a chance; otherwise those that are not proven to lose by force. `None`
/// if no decision is known to be wrong, or too much was to be searched.
fn right<V: ZokaVariant>(
    position: &ZokaPosition<V>,
    plies: u32,
    positions: u64,
) -> Option<Vec<ZokaMove>> {
    let (own, mut search) = (position.to_move(), Exhaustive { positions });
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

/// Why the decision at [`NODES`] nodes is wrong, as a line of the file; `None` if it is not known
/// to be. Counts the positions with wrong decisions.
fn mistake<V: ZokaVariant>(position: &ZokaPosition<V>, judged: &mut usize) -> Option<String> {
    let mut decision = None;
    for plies in least_plies(position).max(1)..=PLIES {
        let Some(right) = right(position, plies, POSITIONS) else { continue };
        *judged += usize::from(decision.is_none());
        let decision = *decision.get_or_insert_with(|| decide_by(position, NODES));
        if !right.contains(&decision) {
            let text = |&mv: &ZokaMove| position.move_text(mv);
            let right: Vec<String> = right.iter().map(text).collect();
            let (position, wrong) = (position.text(), text(&decision));
            return Some(format!("{};{position};{};{wrong};{plies}", V::NAME, right.join(" ")));
        }
    }
    None
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
        return self::right(&position, plies, u64::MAX) == Some(right);
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
#[ignore = "slow: scripts/long.sh"]
fn the_right_decisions_are_those_of_the_exhaustive_search() {
    let (count, right) = check_all(true);
    assert_eq!(count, right);
}

/// The mistakes in the positions of one game, and how many positions could be judged.
fn of_game<V: ZokaVariant>(seed: u64) -> (Vec<String>, usize) {
    let mut positions: Vec<ZokaPosition<V>> = Vec::new();
    play::<V>(seed, GAME_NODES, |position: &ZokaPosition<V>| {
        if face_down(position) <= FACE_DOWN && least_plies(position) < PLIES {
            positions.push(position.clone());
        }
    });
    let (mut judged, mut found, mut rng) = (0, Vec::new(), Rng::with_seed(seed));
    for position in positions.iter().rev().take(LAST) {
        // Every other game has all that is turned over, and the others some of it face down.
        let position =
            if seed.is_multiple_of(2) { position.clone() } else { turn_back(position, &mut rng) };
        found.extend(mistake(&position, &mut judged));
        if found.len() == 2 {
            break;
        }
    }
    (found, judged)
}

fn make<V: ZokaVariant>(games: u64, mut file: &File) {
    let (mut judged, mut count) = (0, 0);
    for seeds in (0..games).step_by(8) {
        let found: Vec<_> = (seeds..seeds + 8).into_par_iter().map(of_game::<V>).collect();
        for (lines, of_game) in found {
            judged += of_game;
            count += lines.len();
            lines.iter().for_each(|line| writeln!(file, "{line}").expect("a file"));
        }
        println!("{}: {count} mistakes in {judged} positions of {} games", V::NAME, seeds + 8);
    }
}

/// `ZOKA_GAMES` is the number of games of `zoka`; the other variants have a quarter of it each.
#[test]
#[ignore = "makes a file: see the top of this one"]
fn makes_the_mistakes() {
    let games = env::var("ZOKA_GAMES").map_or(400, |text| text.parse().expect("ZOKA_GAMES"));
    let file = File::create_new(env::var("ZOKA_OUT").expect("ZOKA_OUT=FILE")).expect("a new file");
    make::<TwoSeats>(games, &file);
    make::<OneAgainstTwo>(games / 4, &file);
    make::<TwoAgainstTwo>(games / 4, &file);
    make::<ThreeSeats>(games / 4, &file);
    make::<FourSeats>(games / 4, &file);
}
