//! Won positions of games in which the engine played a losing move: how often it still does.
//!
//! `crates/zola/tests/data/mistakes-6.txt` and `mistakes-8.txt` have a position a line, with all
//! winning moves and the move played. The first line, the third, and so on are for tuning; the
//! others are only for final figures.

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

/// A position, its winning moves, and the losing move that was played.
struct Mistake<G: Game> {
    position: G,
    winning: Vec<G::Move>,
    played: G::Move,
}

/// The positions of a size, those for tuning or the others.
fn mistakes<G: Game>(size: u32, for_tuning: bool) -> Vec<Mistake<G>> {
    let path = format!("crates/zola/tests/data/mistakes-{size}.txt");
    let text = fs::read_to_string(path).expect("the positions");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let half = lines.skip(usize::from(!for_tuning)).step_by(2);
    half.map(|line| {
        let parts: Vec<&str> = line.split(';').collect();
        let [position, winning, played, nodes] = parts[..] else { panic!("{line}") };
        nodes.parse::<u64>().expect("a number");
        let position = G::from_text(position).expect("a position");
        let mv = |text: &str| position.parse_move(text).expect("a move");
        Mistake { winning: winning.split(' ').map(mv).collect(), played: mv(played), position }
    })
    .collect()
}

/// In how many positions the engine's move loses. As in a session, a search with a time limit uses
/// the small tables and proofs.
fn wrong<G>(positions: &[Mistake<G>], limits: &Limits<G::Move>) -> usize
where
    G: HasEvaluator + HasTablebase + Provable,
{
    let engine = AlphaBeta::new(G::Evaluator::default(), 16).expect("memory");
    if limits.move_time.is_some() {
        let tables = TablesAndSolver::<G>::open(&[], None, 16).expect("memory");
        engine.set_tablebases(Some(Arc::new(tables)));
    }
    let settings = Settings::default();
    let is_wrong = |Mistake { position, winning, .. }: &&Mistake<G>| {
        engine.clear_hash();
        let game = GameInProgress::new(position.clone());
        let token = StopToken::default();
        let best = engine.search(&game, limits, &settings, &token, ()).expect("a move");
        !winning.contains(&best.pv[0])
    };
    positions.iter().filter(is_wrong).count()
}

fn check<G: Game>(size: u32, counts: [usize; 2]) {
    for (for_tuning, count) in [true, false].into_iter().zip(counts) {
        let positions = mistakes::<G>(size, for_tuning);
        assert_eq!(positions.len(), count);
        for Mistake { position, winning, played } in &positions {
            assert!(winning.iter().all(|&mv| position.is_legal(mv)), "{}", position.text());
            assert!(position.is_legal(*played), "{}", position.text());
            assert!(!winning.is_empty() && !winning.contains(played), "{}", position.text());
        }
    }
}

#[test]
fn the_moves_are_legal_and_the_played_one_is_wrong() {
    check::<Zola6>(6, [217, 217]);
    check::<Zola8>(8, [24, 23]);
}

fn print<G: HasEvaluator + HasTablebase + Provable>(size: u32) {
    for (for_tuning, name) in [(true, "tuning"), (false, "final")] {
        let positions = mistakes::<G>(size, for_tuning);
        for nodes in [1_000, 10_000, 100_000, 1_000_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let wrong = wrong(&positions, &limits);
            println!("{size}x{size}, {name}, {nodes} nodes: {wrong} of {} wrong", positions.len());
        }
        for ms in [100, 1_000] {
            let move_time = Some(Duration::from_millis(ms));
            let wrong = wrong(&positions, &Limits { move_time, ..Limits::default() });
            println!("{size}x{size}, {name}, {ms} ms: {wrong} of {} wrong", positions.len());
        }
    }
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn few_mistakes_are_repeated() {
    with_stack(|| {
        print::<Zola6>(6);
        print::<Zola8>(8);
    });
}
