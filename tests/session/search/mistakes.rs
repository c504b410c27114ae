//! Won positions of games, by which `examples/wrong_moves.py` counts an engine's mistakes.
//!
//! `mistakes-6.txt` and `mistakes-8.txt` in `crates/zola/tests/data` have positions in which the
//! engine played a losing move; `won-6.txt` has larger ones, whatever was played.
//! A line has the position, all winning moves, the move played, and the nodes of its search. The
//! first line, the third, and so on of the mistakes are for tuning; the others are only for final
//! figures.

use std::fs;

use zugi::game::Game;
use zugi::games::zola::{Zola6, Zola8};

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
