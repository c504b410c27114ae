//! Solved positions of Zola 6x6: how often the engine's move loses a win.
//!
//! `crates/zola/tests/data/solved.txt` has random positions of seven checkers a side in which at
//! most a fifth of the moves win, each with all winning moves. They were solved by a depth-first
//! search with tablebases of up to eight checkers.

use std::fs;

use zugi::game::{Game, GameInProgress};
use zugi::games::zola::{Zola6, ZolaMove};
use zugi::search::eval::net::Net;
use zugi::search::{AlphaBeta, Limits, Score, Search, Settings, StopToken};

const POSITIONS: usize = 500;

/// The accepted number of wrong moves; the goal is at most 3 %.
const MOST_WRONG: usize = 15;

/// A position and its winning moves.
struct Solved {
    position: Zola6,
    winning: Vec<ZolaMove>,
}

fn solved() -> Vec<Solved> {
    let text = fs::read_to_string("crates/zola/tests/data/solved.txt").expect("the positions");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (position, moves) = line.split_once(';').expect("a position, then moves");
            let position = Zola6::from_text(position).expect("a position");
            let winning = moves.split(' ').map(|mv| position.parse_move(mv).expect("a move"));
            Solved { winning: winning.collect(), position }
        })
        .collect()
}

/// Searches each position with this many nodes; returns the numbers of lost and proven wins.
fn play(positions: &[Solved], nodes: u64) -> (usize, usize) {
    let alpha_beta = AlphaBeta::new(Net::<Zola6>::default(), 16).expect("memory");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (settings, token) = (Settings::default(), StopToken::default());
    let (mut wrong, mut proven) = (0, 0);
    for Solved { position, winning } in positions {
        alpha_beta.clear_hash();
        let game = GameInProgress::new(position.clone());
        let best = alpha_beta.search(&game, &limits, &settings, &token, None).expect("a move");
        let is_right = winning.contains(&best.pv[0].typed());
        wrong += usize::from(!is_right);
        match best.score {
            Score::Win(_) => {
                assert!(is_right, "a false proof: {}", position.text());
                proven += 1;
            }
            Score::Loss(_) => panic!("a false proof: {}", position.text()),
            _ => {}
        }
    }
    (wrong, proven)
}

fn with_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    zugi::search::spawn(work).expect("a thread").join().expect("no panic")
}

/// Every `step`th position at 10,000 nodes.
fn wins_are_kept(step: usize) {
    let (wrong, positions) = with_stack(move || {
        let mut positions = solved();
        for Solved { position, winning } in &positions {
            let moves = position.moves();
            assert!(winning.iter().all(|&mv| position.is_legal(mv)), "{}", position.text());
            assert!(!winning.is_empty() && 5 * winning.len() <= moves.len());
        }
        assert_eq!(positions.len(), POSITIONS);
        let mut number = 0..;
        positions
            .retain(|_| number.next().is_some_and(|number: usize| number.is_multiple_of(step)));
        (play(&positions, 10_000).0, positions.len())
    });
    println!("{wrong} of {positions} wins let go");
    assert!(wrong * POSITIONS <= MOST_WRONG * positions, "{wrong} of {positions} wins let go");
}

#[test]
fn wins_of_each_fifth_position_are_kept_at_10_000_nodes() {
    wins_are_kept(5);
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn wins_are_kept_at_10_000_nodes() {
    wins_are_kept(1);
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn wins_kept_by_the_number_of_nodes() {
    let play = |nodes| with_stack(move || play(&solved(), nodes));
    for nodes in [1_000, 10_000, 100_000, 1_000_000] {
        let (wrong, proven) = play(nodes);
        println!("{nodes} nodes: {wrong} wrong, {proven} proven of 500");
    }
}
