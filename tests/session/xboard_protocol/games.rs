//! Whole games between two engines, with moves relayed as a GUI does, checked by the library's
//! rules.

use fastrand::Rng;
use zugi::game::board::SquareName;
use zugi::game::{History, Outcome, Player};
use zugi::games::zola::Zola6;
use zugi::games::zvp::Zvp;
use zugi::show::{Action, Presentation};

use super::{Board, moved};

/// A move as turns in the GUI, without the passes between them.
fn turns<G: Presentation>(position: &G, mv: G::Move) -> Vec<String> {
    let files = G::board_spec().board.files;
    let name = |at: SquareName| {
        let square = at.square();
        let rank = square.rank(files) + u8::from(files != 10);
        format!("{}{rank}", char::from(b'a' + square.file(files)))
    };
    // Letters of pieces: `P` for men, `Q` for promoted ones.
    let letter = |piece: char| if piece.is_uppercase() { 'Q' } else { 'P' };
    let actions = position.actions(mv);
    let mut turns = Vec::new();
    let mut piece = 'x';
    for leg in actions.chunk_by(|_, next| !matches!(next, Action::Lift(_))) {
        let Action::Lift(from) = leg[0] else { panic!("{actions:?}") };
        piece = position.piece(from.square()).unwrap_or(piece);
        let before = piece;
        let &Action::Put(to) = leg.iter().find(|action| matches!(action, Action::Put(_))).unwrap()
        else {
            unreachable!()
        };
        let (mut over, mut victim, mut becomes) = (None, None, None);
        for action in &leg[1..] {
            match *action {
                Action::Remove(at) if at != to => over = Some(at),
                Action::Change(at, now) if at == to => becomes = Some(now),
                Action::Change(at, now) => (over, victim) = (Some(at), Some(now)),
                _ => {}
            }
        }
        piece = becomes.unwrap_or(piece);
        let promotion = |piece: Option<char>| {
            piece.map_or_else(String::new, |piece| letter(piece).to_ascii_lowercase().to_string())
        };
        let (from, to) = (name(from), name(to));
        match (over.map(name), victim) {
            (Some(over), Some(victim)) => {
                let victim = Some(victim).filter(|&victim| victim != before);
                turns.push(format!("{from}{over}{}", promotion(victim)));
                turns.push(format!("{}@{to}", letter(piece)));
            }
            (Some(over), None) => {
                turns.push(format!("{from}{over},{over}{to}{}", promotion(becomes)))
            }
            (None, _) => turns.push(format!("{from}{to}{}", promotion(becomes))),
        }
    }
    if turns.is_empty() { vec!["@@@@".to_owned()] } else { turns }
}

/// Plays random plies, then lets two engines finish the game. Returns the number of passes.
fn play<G: Presentation>(variant: &str, seed: u64, plies: usize, settings: &str) -> usize {
    let mut rng = Rng::with_seed(seed);
    let mut engines = [Board::with(variant), Board::with(variant)];
    for engine in &mut engines {
        engine.say(&format!("force\n{settings}"));
    }
    let mut position = G::start();
    let mut history = History::default();
    // The turns of the current move so far.
    let mut begun: Vec<String> = Vec::new();
    let mut passes = 0;
    for turn in 0.. {
        let mover = turn % 2;
        let is_pause = begun.len() % 2 == 1 && !begun.is_empty();
        let all: Vec<(G::Move, Vec<String>)> = position
            .moves()
            .into_iter()
            .map(|mv| {
                // The other side passes between the turns.
                let turns = turns(&position, mv).join(" @@@@ ");
                (mv, turns.split(' ').map(str::to_owned).collect())
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
fn two_engines_play_zola_with_passes_by_the_rules() {
    let passes: usize = (0..6).map(|seed| play::<Zola6>("zola", seed, 40, "sd 2")).sum();
    assert!(passes > 0, "no forced pass came up");
}

#[test]
fn two_engines_play_zombies_vs_princesses_by_the_rules() {
    for seed in 0..4 {
        play::<Zvp>("zvp", seed, 10, "sd 2");
    }
}
