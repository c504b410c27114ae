//! The tree search of a toy game with a few cards, against an exhaustive search.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::channel;
use std::thread::{self, ThreadId};
use std::time::Duration;

use zugi_game::toy::Pile;
use zugi_game::{Chance, Game, GameInProgress, Outcome, Player, RawMove};

use super::proof::tests::{bounds, bounds_after, piles};
use super::wdl::{Wdl, value_of};
use super::{TreeGame, TreeSearch};
use crate::{
    Evaluator, Limits, PvInfo, Score, Search, SearchEvent, Settings, StopToken, Strength, Value,
};

type Take = <Pile as Game>::Move;

/// Evaluates every position as even.
struct Blind;

impl Evaluator<Pile> for Blind {
    fn evaluate(&self, _: &Pile, (): &()) -> Value {
        0
    }
}

/// The expected result of player one after a decision and best play, if a draw counts `draw`.
fn expected_after(position: &Pile, decision: Take, draw: f64) -> f64 {
    bounds_after(position, decision, Player::One, draw, usize::MAX)[0]
}

/// The expected result of player one with best play.
fn expected(position: &Pile, draw: f64) -> f64 {
    bounds(position, Player::One, draw, usize::MAX)[0]
}

fn search(text: &str, limits: &Limits, settings: &Settings) -> (PvInfo, Vec<PvInfo>) {
    let game = GameInProgress::new(Pile::from_text(text).unwrap());
    let (mut reports, token) = (Vec::new(), StopToken::default());
    let mut observer = |event: SearchEvent| reports.extend(event.line());
    let best = TreeSearch::new(Blind, 1).unwrap().search(
        &game,
        limits,
        settings,
        &token,
        Some(&mut observer),
    );
    (best.unwrap(), reports)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Checks that the line of a proven win or loss has the reported length and result.
fn ends_as_scored(position: &Pile, report: &PvInfo) {
    let Some(wins) = report.score.is_win() else { return };
    let (Score::Win(plies) | Score::Loss(plies)) = report.score else { panic!("{report:?}") };
    assert_eq!(report.pv.len() as u32, plies, "{report:?}");
    let mut end = position.clone();
    report.pv.iter().for_each(|mv| end.play_unchecked(mv.typed()));
    let winner = if wins { position.to_move() } else { position.to_move().opponent() };
    assert_eq!(end.outcome(), Some(Outcome::Win(winner)), "{}: {report:?}", position.text());
}

#[test]
fn small_games_are_solved_exactly() {
    let piles = piles(400, 6, 1);
    assert!(piles.len() > 100, "{}", piles.len());
    let mut results = [0; 3];
    for (index, position) in piles.into_iter().enumerate() {
        let text = position.text();
        let settings = Settings { threads: 1 + index % 2, lines: 3, ..Settings::default() };
        let (best, reports) = search(&text, &nodes(200_000), &settings);
        for report in reports {
            ends_as_scored(&position, &report);
        }
        assert!(best.nodes < 200_000, "{text} is not solved");
        let one = expected(&position, 0.5);
        let own = if position.to_move() == Player::One { one } else { 1.0 - one };
        let [win, draw, loss] = best.wdl.unwrap().map(f64::from);
        assert_eq!(win + draw + loss, 1000.0);
        assert!((win + draw / 2.0 - 1000.0 * own).abs() < 1.01, "{text}: {own}, {best:?}");
        // The decision is one of the best.
        let played = expected_after(&position, position.decision(best.pv[0].typed()), 0.5);
        assert!((played - one).abs() < 1e-9, "{text}: {best:?}");
        match best.score {
            Score::Win(_) => {
                assert!(own == 1.0, "{text}: {best:?}");
                results[0] += 1;
            }
            Score::Loss(_) => {
                assert!(own == 0.0, "{text}: {best:?}");
                results[1] += 1;
            }
            _ => {
                assert!(own > 0.0 && own < 1.0, "{text}: {best:?}");
                results[2] += 1;
            }
        }
    }
    assert!(results.iter().all(|&count| count > 5), "{results:?}");
}

/// Contempt changes the value of a draw in play, and not in the reported probabilities.
#[test]
fn contempt_lowers_the_value_of_draws() {
    let settings = Settings { contempt: 100, ..Settings::default() };
    let (mut solved, mut drawn) = (0, 0);
    for position in piles(400, 6, 1) {
        let text = position.text();
        let is_one = position.to_move() == Player::One;
        let less = Wdl::contempt(settings.contempt, Pile::PIECE);
        let draw = if is_one { 0.5 - less } else { 0.5 + less };
        let (best, _) = search(&text, &nodes(200_000), &settings);
        if best.nodes == 200_000 {
            continue;
        }
        solved += 1;
        let [win, draws, loss] = best.wdl.unwrap();
        if let Score::Centipawns(value) = best.score {
            let worth = f64::from(win) + f64::from(draws) * (0.5 - less);
            let odds = value_of(worth / 1000.0);
            assert!((odds - value).abs() <= 6, "{text}: {odds}, {best:?}");
            drawn += usize::from(draws == 1000 && value == -400);
        }
        assert_eq!(win + draws + loss, 1000, "{text}");
        let one = expected(&position, draw);
        let decision = position.decision(best.pv[0].typed());
        let played = expected_after(&position, decision, draw);
        assert!((played - one).abs() < 1e-9, "{text}: {best:?}");
    }
    assert!(solved > 300 && drawn > 5, "{solved} {drawn}");
}

#[test]
fn the_hidden_order_of_cards_changes_nothing() {
    let answers = ["=3114231", "=1143213", "=4321311"].map(|pile| {
        let (best, _) = search(&format!("{pile} 1:2 1 0"), &nodes(500), &Settings::default());
        assert_eq!(best.pv.len(), 1, "what follows is not known: {best:?}");
        (best.pv[0].typed(), best.wdl, best.nodes)
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    // For the same cards as a set, the result is the same, and the line shows an outcome.
    let (best, _) = search("1112334 1:2 1 0", &nodes(500), &Settings::default());
    let decision = Pile::from_text("1112334 1:2 1 0").unwrap().decision(best.pv[0].typed());
    assert_eq!((decision, best.wdl, best.nodes), answers[0]);
    assert!(best.pv.len() > 1, "{best:?}");
}

#[test]
fn limits_lines_and_search_moves_are_respected() {
    let text = "111222333444 1:2 1 0";
    let position = Pile::from_text(text).unwrap();
    for count in [1, 2, 3, 17, 100] {
        assert_eq!(search(text, &nodes(count), &Settings::default()).0.nodes, count.max(2));
    }
    let pass = position.parse_move("pass").unwrap();
    let only = Limits { search_moves: vec![RawMove::of(pass)], ..nodes(50) };
    assert_eq!(search(text, &only, &Settings::default()).0.pv[0], RawMove::of(pass));
    let hour = Limits { move_time: Some(Duration::from_secs(3600)), ..only };
    let best = search(text, &Limits { nodes: Some(20_000), ..hour }, &Settings::default()).0;
    assert!(best.nodes < 20_000, "one move needs no time: {best:?}");
    // An outcome in `search_moves` selects its decision.
    let three = RawMove::of(position.parse_move("t3").unwrap());
    let three = Limits { search_moves: vec![three], ..nodes(50) };
    let best = search(text, &three, &Settings::default()).0;
    assert_eq!(position.move_text(position.decision(best.pv[0].typed())), "t");
    let two = Settings { lines: 2, ..Settings::default() };
    let (best, reports) = search(text, &Limits { depth: Some(3), ..Limits::default() }, &two);
    assert_eq!((best.depth, best.line), (3, 1));
    let lines: Vec<usize> = reports.iter().map(|report| report.line).collect();
    let (last, pairs) = lines.split_last().unwrap();
    assert!(*last == 1 && pairs.chunks(2).all(|pair| pair == [1, 2]), "{lines:?}");
}

#[test]
fn several_threads_and_weak_players_answer_with_legal_moves() {
    let text = "111222333444 1:2 1 0";
    let position = Pile::from_text(text).unwrap();
    for number in 0..40 {
        let strength = Some(Strength::from_elo(600 + 50 * number)).filter(|_| number % 2 == 0);
        let settings = Settings { threads: number as usize % 4, strength, ..Settings::default() };
        let (best, _) = search(text, &nodes(2_000), &settings);
        assert!(position.is_legal(best.pv[0].typed()), "{best:?}");
    }
}

#[test]
fn a_tree_that_outgrows_its_memory_continues() {
    let text = "1111222233334444 1:2 1 0";
    let (best, reports) = search(text, &nodes(300_000), &Settings::default());
    assert_eq!(best.nodes, 300_000);
    assert!(reports.iter().all(|report| report.hashfull <= 1000));
}

/// Panics in the first thread of a search, or in all others.
struct Faulty {
    first: ThreadId,
    in_the_first: bool,
}

impl Evaluator<Pile> for Faulty {
    fn evaluate(&self, _: &Pile, (): &()) -> Value {
        let is_first = thread::current().id() == self.first;
        assert!(is_first != self.in_the_first, "a fault for the test");
        0
    }
}

/// Whether a search with helpers returns a result although some of its threads panic.
fn result_despite_a_fault(in_the_first: bool) -> bool {
    let faulty = Faulty { first: thread::current().id(), in_the_first };
    let game = GameInProgress::new(Pile::from_text("111222333444 0:0 1 0").unwrap());
    let player = TreeSearch::new(faulty, 1).unwrap();
    let settings = Settings { threads: 3, ..Settings::default() };
    let token = StopToken::default();
    // Without a limit neither the first thread nor its helpers would end by themselves.
    let limits = if in_the_first { Limits::default() } else { nodes(2_000) };
    let search = || player.search(&game, &limits, &settings, &token, None).is_some();
    panic::catch_unwind(AssertUnwindSafe(search)).unwrap_or_default()
}

#[test]
fn a_panic_in_any_thread_ends_the_search() {
    let (sender, results) = channel();
    thread::spawn(move || {
        for in_the_first in [true, false] {
            sender.send(result_despite_a_fault(in_the_first)).unwrap();
        }
    });
    // No thread waits for ever.
    let next = || results.recv_timeout(Duration::from_secs(60)).expect("the search ends");
    assert!(!next(), "a panic of the first thread reaches the caller");
    assert!(next(), "the first thread has a result without the helpers");
}
