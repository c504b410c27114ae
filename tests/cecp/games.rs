//! Whole games between two engines, as a board program relays them, and under the rules
//! of the library.

use fastrand::Rng;
use zugi::game::{Graphical, History, Outcome, Player, Step};
use zugi::games::zola::{Zola6, Zola8, Zola10};
use zugi::games::zvp::Zvp;

use crate::{Board, moved};

/// A turn as the board program writes it.
fn text<G: Graphical>(step: &Step) -> String {
    let size = G::SHEET.size;
    let name = |square: &u8| {
        let rank = square / size + u8::from(size != 10);
        format!("{}{rank}", char::from(b'a' + square % size))
    };
    match step {
        Step::Pass => "@@@@".to_owned(),
        Step::Drop(piece, to) => format!("{piece}@{}", name(to)),
        Step::Path { squares, promotion } => {
            let legs: Vec<String> =
                squares.windows(2).map(|leg| leg.iter().map(name).collect()).collect();
            format!("{}{}", legs.join(","), promotion.map_or_else(String::new, String::from))
        }
    }
}

/// Plays random plies, then lets two engines go on to the end. Returns the number of
/// passes.
fn play<G: Graphical>(variant: &str, seed: u64, plies: usize, settings: &str) -> usize {
    let mut rng = Rng::with_seed(seed);
    let mut engines = [Board::with(variant), Board::with(variant)];
    for engine in &mut engines {
        engine.say(&format!("force\n{settings}"));
    }
    let mut position = G::start();
    let mut history = History::default();
    // The turns of the move that is being made.
    let mut begun: Vec<String> = Vec::new();
    let mut passes = 0;
    for turn in 0.. {
        let mover = turn % 2;
        let is_pause = begun.len() % 2 == 1 && !begun.is_empty();
        let all: Vec<(G::Move, Vec<String>)> = position
            .moves()
            .into_iter()
            .map(|mv| {
                let steps: Vec<String> = position.steps(mv).iter().map(text::<G>).collect();
                // Between them the other side passes.
                let turns = steps.join(" @@@@ ").split(' ').map(str::to_owned).collect();
                (mv, turns)
            })
            .collect();
        let made = if turn < plies || !begun.is_empty() && turn < plies + begun.len() {
            let fitting: Vec<&Vec<String>> = all
                .iter()
                .map(|(_, turns)| turns)
                .filter(|turns| turns.starts_with(&begun))
                .collect();
            let chosen = rng.choice(fitting).unwrap()[begun.len()].clone();
            for engine in &mut engines {
                let lines = engine.say(&format!("usermove {chosen}"));
                assert!(lines.iter().all(|line| line.contains('{')), "{lines:?}");
            }
            chosen
        } else {
            let lines = engines[mover].say("go");
            let made = moved(&lines).unwrap_or_else(|| panic!("no move at {}", position.text()));
            engines[mover].say("force");
            engines[1 - mover].say(&format!("usermove {made}"));
            made
        };
        assert!(!is_pause || made == "@@@@", "{made}");
        begun.push(made);
        let Some((mv, _)) = all.iter().find(|(_, turns)| *turns == begun) else {
            assert!(all.iter().any(|(_, turns)| turns.starts_with(&begun)), "{begun:?}");
            continue;
        };
        passes += usize::from(begun == ["@@@@"]);
        begun.clear();
        history.push(&position);
        position.play(*mv).unwrap();
        if let Some(outcome) = history.outcome(&position) {
            let claim = match outcome {
                Outcome::Win(Player::One) => "1-0 {White wins}",
                Outcome::Win(Player::Two) => "0-1 {Black wins}",
                Outcome::Draw => "1/2-1/2 {Draw by the rules}",
            };
            for engine in &mut engines {
                assert_eq!(engine.say("go"), [claim], "{}", position.text());
            }
            break;
        }
    }
    passes
}

#[test]
fn zola_with_passes() {
    let passes: usize = (0..6).map(|seed| play::<Zola6>("zola", seed, 40, "sd 2")).sum();
    assert!(passes > 0, "no forced pass came up");
}

#[test]
fn zola_on_other_boards() {
    play::<Zola8>("zola8", 1, 60, "sd 1");
    play::<Zola10>("zola10", 2, 120, "sd 1");
}

#[test]
fn zombies_vs_princesses() {
    for seed in 0..4 {
        play::<Zvp>("zvp", seed, 10, "sd 2");
    }
}
