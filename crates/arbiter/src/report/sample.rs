//! Made-up games for the tests of the reports.

use std::time::Duration;

use zugi_game::Player;
use zugi_records::{End, GameRecord, MoveRecord, Reason};

use super::super::schedule::Schedule;

pub fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// A game of four moves.
pub fn game(number: usize, one: &str, two: &str, end: End, reason: Reason) -> GameRecord {
    let mv = |player, text: &str, score: &str| MoveRecord {
        player: Some(player),
        text: text.to_owned(),
        score: score.parse().ok(),
        depth: Some(7),
        nodes: Some(1000),
        time: Duration::from_millis(50),
        clock: Some(Duration::from_secs(9)),
        ..MoveRecord::default()
    };
    let [p1, p2] = Player::BOTH;
    let late = MoveRecord {
        overshoot: Some(Duration::from_micros(15_250)),
        ..mv(if end == End::P1win { p2 } else { p1 }, "a3a4", "cp 0")
    };
    GameRecord {
        number,
        variant: "zola".to_owned(),
        players: [one.to_owned(), two.to_owned()],
        opening: vec!["b6c6".to_owned(), format!("a{}b{0}", (number - 1) / 2 % 6 + 1)],
        started: 1_700_000_000_000 + 1000 * number as u64,
        time: Duration::from_millis(2500),
        end,
        reason,
        detail: if reason.is_fault() { format!("{reason} after move 3") } else { String::new() },
        late: (reason == Reason::TimeLoss).then_some(late),
        moves: vec![
            mv(p1, "c1b1", "cp 12"),
            mv(p2, "d6d5", "cp -30"),
            mv(p1, "a2a3", "mate 4"),
            mv(p2, "b5b4", "mate -3"),
        ],
        transcript: if reason.is_fault() {
            vec!["> go".into(), "< <b>\"&'".into()]
        } else {
            vec![]
        },
        ..GameRecord::default()
    }
}

/// A round robin, the first engine the strongest, with some faults.
pub fn tournament(engines: &[&str], games: usize) -> Vec<GameRecord> {
    let meetings = engines.len() * (engines.len() - 1) / 2;
    let schedule = Schedule {
        gauntlet: false,
        engines: engines.len(),
        games_each: games / meetings,
        openings: 50,
        paired: true,
    };
    let mut rng = fastrand::Rng::with_seed(5);
    let mut play = |number, [one, two]: [usize; 2]| {
        let strength = 0.5 + 0.12 * (two as f64 - one as f64) + 0.05;
        let reason = match rng.u32(0..100) {
            0..3 => Reason::TimeLoss,
            3..5 => Reason::Crash,
            5..6 => Reason::IllegalMove,
            6..12 => Reason::Adjudication,
            12..14 => Reason::Length,
            14..15 => Reason::Disagreement,
            _ => Reason::Rules,
        };
        let end = match rng.f64() {
            _ if reason == Reason::Disagreement => End::None,
            _ if reason == Reason::Length => End::Draw,
            r if r < strength - 0.1 => End::P1win,
            r if r < strength + 0.1 => End::Draw,
            _ => End::P2win,
        };
        let mut record = game(number, engines[one], engines[two], end, reason);
        record.moves = record.moves.iter().cycle().take(rng.usize(20..90)).cloned().collect();
        record
    };
    let pairings = (1..).map_while(|number| schedule.get(number));
    pairings.map(|pairing| play(pairing.number, pairing.players)).collect()
}
