//! Won positions of Zola with all winning moves: how often the engine's move loses a win.
//!
//! `crates/zola/tests/data/solved.txt` has random positions of seven checkers a side in which at
//! most a fifth of the moves win. They were solved by a depth-first search with tablebases of up to
//! eight checkers. `mistakes-6.txt`, `mistakes-8.txt` and `won-6.txt` are positions of games, by
//! which `examples/wrong_moves.py` counts an engine's mistakes.

use std::fs;

use zugi::game::{Game, GameInProgress};
use zugi::games::zola::{Zola6, Zola8};
use zugi::search::eval::net::Net;
use zugi::search::{AlphaBeta, Limits, Score, Search, Settings, StopToken};

const POSITIONS: usize = 500;

/// The accepted number of wrong moves; the goal is at most 3 %.
const MOST_WRONG: usize = 15;

/// A position, its winning moves, and the move that the engine played in it, if the file has it.
struct Solved<G: Game> {
    position: G,
    winning: Vec<G::Move>,
    played: Option<G::Move>,
}

fn solved<G: Game>(name: &str, count: usize) -> Vec<Solved<G>> {
    let text = fs::read_to_string(format!("crates/zola/tests/data/{name}.txt"));
    let text = text.expect("the positions");
    let solved = |line: &str| {
        let parts: Vec<&str> = line.split(';').collect();
        let position = G::from_text(parts[0]).expect("a position");
        let mv = |text: &str| position.parse_move(text).expect("a legal move");
        let winning: Vec<G::Move> = parts[1].split(' ').map(mv).collect();
        let played = parts.get(2).map(|&text| mv(text));
        assert!(winning.iter().chain(&played).all(|&mv| position.is_legal(mv)), "{line}");
        assert!(winning.len() < position.moves().len(), "{line}");
        Solved { winning, played, position }
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let all: Vec<Solved<G>> = lines.map(solved).collect();
    assert_eq!(all.len(), count);
    all
}

fn check_mistakes<G: Game>(name: &str, count: usize) {
    for Solved { position, winning, played } in solved::<G>(name, count) {
        assert!(!winning.contains(&played.expect("a move")), "{}", position.text());
    }
}

#[test]
fn the_mistakes_in_the_files_lose() {
    check_mistakes::<Zola6>("mistakes-6", 434);
    check_mistakes::<Zola8>("mistakes-8", 47);
    solved::<Zola6>("won-6", 36);
}

/// Searches each position with this many nodes; returns the number of lost wins.
fn play(positions: &[Solved<Zola6>], nodes: u64) -> usize {
    let alpha_beta = AlphaBeta::new(Net::<Zola6>::default(), 16).expect("memory");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (settings, token) = (Settings::default(), StopToken::default());
    let mut wrong = 0;
    for Solved { position, winning, .. } in positions {
        alpha_beta.clear_hash();
        let game = GameInProgress::new(position.clone());
        let best = alpha_beta.search(&game, &limits, &settings, &token, None).expect("a move");
        let is_right = winning.contains(&best.pv[0].typed());
        wrong += usize::from(!is_right);
        match best.score {
            Score::Win(_) => assert!(is_right, "a false proof: {}", position.text()),
            Score::Loss(_) => panic!("a false proof: {}", position.text()),
            _ => {}
        }
    }
    wrong
}

fn with_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    zugi::search::spawn(work).expect("a thread").join().expect("no panic")
}

/// Every `step`th position at 10,000 nodes.
fn wins_are_kept(step: usize) {
    let (wrong, positions) = with_stack(move || {
        let all = solved::<Zola6>("solved", POSITIONS);
        let is_hard = |it: &Solved<Zola6>| 5 * it.winning.len() <= it.position.moves().len();
        assert!(all.iter().all(is_hard));
        let positions: Vec<_> = all.into_iter().step_by(step).collect();
        (play(&positions, 10_000), positions.len())
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
