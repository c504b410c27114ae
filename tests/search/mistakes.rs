//! Won positions of games: how often the engine gives the win away.
//!
//! `mistakes-6.txt` and `mistakes-8.txt` in `crates/zola/tests/data` have positions in which the
//! engine played a losing move; `won-6.txt` has larger ones, whatever was played.
//! A line has the position, all winning moves, the move played, and the nodes of its search. The
//! first line, the third, and so on of the mistakes are for tuning; the others are only for final
//! figures.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use zugi::game::{Game, GameInProgress};
use zugi::games::zola::{Zola6, Zola8};
use zugi::search::eval::HasEvaluator;
use zugi::search::{AlphaBeta, Limits, Settings, StopToken};
use zugi::solver::TablesAndSolver;
use zugi::solver::proof::Provable;
use zugi::solver::tables::HasTablebase;

use super::solved::with_stack;

/// A position that the player to move wins, with all moves that do, and the move played.
struct WonPosition<G: Game> {
    position: G,
    winning: Vec<G::Move>,
    played: G::Move,
}

/// The positions of a file.
fn positions_of<G: Game>(name: &str) -> Vec<WonPosition<G>> {
    let path = format!("crates/zola/tests/data/{name}.txt");
    let text = fs::read_to_string(path).expect("the positions");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split(';').collect();
            let [position, winning, played, nodes] = parts[..] else { panic!("{line}") };
            nodes.parse::<u64>().expect("a number");
            let position = G::from_text(position).expect("a position");
            let mv = |text: &str| position.parse_move(text).expect("a move");
            WonPosition {
                winning: winning.split(' ').map(mv).collect(),
                played: mv(played),
                position,
            }
        })
        .collect()
}

/// The mistakes of a size for tuning, and the others.
fn mistakes<G: Game>(size: u32) -> [Vec<WonPosition<G>>; 2] {
    let mut parts = [Vec::new(), Vec::new()];
    for (number, mistake) in positions_of(&format!("mistakes-{size}")).into_iter().enumerate() {
        parts[number % 2].push(mistake);
    }
    parts
}

/// In how many positions the engine's move loses. As in a session, a search with a time limit uses
/// the small tables and proofs.
fn wrong<G>(positions: &[WonPosition<G>], limits: &Limits<G::Move>) -> usize
where
    G: HasEvaluator + HasTablebase + Provable,
{
    let engine = AlphaBeta::new(G::Evaluator::default(), 16).expect("memory");
    if limits.move_time.is_some() {
        let tables = TablesAndSolver::<G>::open(&[], None, 16).expect("memory");
        engine.set_tablebases(Some(Arc::new(tables)));
    }
    let settings = Settings::default();
    let is_wrong = |WonPosition { position, winning, .. }: &&WonPosition<G>| {
        engine.clear_hash();
        let game = GameInProgress::new(position.clone());
        let token = StopToken::default();
        let best = engine.search(&game, limits, &settings, &token, ()).expect("a move");
        !winning.contains(&best.pv[0])
    };
    positions.iter().filter(is_wrong).count()
}

fn check<G: Game>(positions: &[WonPosition<G>], count: usize) {
    assert_eq!(positions.len(), count);
    for WonPosition { position, winning, played } in positions {
        assert!(winning.iter().all(|&mv| position.is_legal(mv)), "{}", position.text());
        assert!(position.is_legal(*played), "{}", position.text());
        assert!(!winning.is_empty(), "{}", position.text());
        assert!(winning.len() < position.moves().len(), "{}", position.text());
    }
}

fn check_mistakes<G: Game>(size: u32, counts: [usize; 2]) {
    for (part, count) in mistakes::<G>(size).iter().zip(counts) {
        check(part, count);
        for WonPosition { position, winning, played } in part {
            assert!(!winning.contains(played), "{}", position.text());
        }
    }
}

#[test]
fn the_moves_are_legal_and_the_mistakes_lose() {
    check_mistakes::<Zola6>(6, [217, 217]);
    check_mistakes::<Zola8>(8, [24, 23]);
    check(&positions_of::<Zola6>("won-6"), 36);
}

fn print<G: HasEvaluator + HasTablebase + Provable>(name: &str, positions: &[WonPosition<G>]) {
    for nodes in [1_000, 10_000, 100_000, 1_000_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let wrong = wrong(positions, &limits);
        println!("{name}, {nodes} nodes: {wrong} of {} wrong", positions.len());
    }
    for ms in [100, 1_000] {
        let move_time = Some(Duration::from_millis(ms));
        let wrong = wrong(positions, &Limits { move_time, ..Limits::default() });
        println!("{name}, {ms} ms: {wrong} of {} wrong", positions.len());
    }
}

fn print_mistakes<G: HasEvaluator + HasTablebase + Provable>(size: u32) {
    for (name, part) in ["for tuning", "final"].into_iter().zip(mistakes::<G>(size)) {
        print(&format!("{size}x{size}, mistakes, {name}"), &part);
    }
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn few_wins_are_given_away() {
    with_stack(|| {
        print_mistakes::<Zola6>(6);
        print_mistakes::<Zola8>(8);
        print("6x6, larger", &positions_of::<Zola6>("won-6"));
    });
}
