//! Ctrl-C: once to finish the running games, twice to quit. SIGTERM and SIGHUP quit at once.

use nix::sys::signal::Signal;

use super::support::{DEADLINE, ENDLESS, Place, bad4, engine, match_of, numbers, overheard};
use crate::support::ignores;

/// The message after the first signal.
const HEARD: &str = "a second Ctrl-C ends them";

fn arguments(two: &str, more: &str) -> Vec<String> {
    arguments_of(&bad4(two), more)
}

/// The same with this command for the second engine.
fn arguments_of(two: &str, more: &str) -> Vec<String> {
    let engines = [engine("one", &bad4("--seed 1"), "nodes=1"), engine("two", two, "nodes=1")];
    match_of("--variant zola-4", &engines, &format!("--out m --games 1000 {more}"))
}

#[test]
fn the_first_ctrl_c_finishes_running_games() {
    for concurrency in [1, 2] {
        let place = Place::new();
        let more = format!("--concurrency {concurrency}");
        let mut running = place.start(&arguments("answers-late 20", &more));
        running.wait_for_games("m", 2);
        // Verify that the process search finds running engines.
        let all = 1 + 2 * concurrency;
        running.wait_for("all engines", |place| place.processes().len() == all);
        running.signal(Signal::SIGINT);
        let exit = running.end(DEADLINE);
        assert_eq!(exit.code, Some(3), "{exit:?}");
        let games = place.games("m");
        let said = format!("interrupted at {} of 1,000 games", games.len());
        assert!(exit.stdout.contains(&said) && exit.stderr.contains(&said), "{exit:?}");
        assert!(place.read("m.html").contains(&said));
        assert!((2..1000).contains(&games.len()), "{} games", games.len());
        assert_eq!(numbers(&games), (1..=games.len()).collect::<Vec<_>>(), "no game is lost");
        assert_eq!(place.files(), ["m-games", "m.html", "m.json", "m.jsonl", "m.pgn"]);
        let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
        assert_eq!(report["games"], games.len(), "the report has all of them");
        assert!(exit.stdout.contains(&format!("{} games", games.len())), "{exit:?}");
        // The remaining games can be played later.
        let mut running = place.start(&arguments("answers-late 20", &format!("{more} --resume")));
        running.wait_for_games("m", games.len() + 1);
        running.signal(Signal::SIGINT);
        running.signal(Signal::SIGINT);
        running.end(DEADLINE);
    }
}

#[test]
fn the_second_ctrl_c_and_the_signals_to_terminate_quit() {
    use Signal::{SIGHUP, SIGINT, SIGTERM};
    for signals in [&[SIGINT, SIGINT] as &[_], &[SIGTERM], &[SIGHUP], &[SIGINT, SIGTERM]] {
        // A program that is started with SIGHUP ignored leaves it so.
        if signals != [SIGHUP] || !ignores(SIGHUP as u32) {
            quits(signals);
        }
    }
}

/// Checks that the last of these signals ends a match whose game hangs.
fn quits(signals: &[Signal]) {
    let place = Place::new();
    // In about the second game the second engine hangs, and the match waits.
    let command = bad4("--seed 2 --after 20 never-answers");
    let command = overheard("said", &command);
    let mut running = place.start(&arguments_of(&command, &format!("--patience {ENDLESS}")));
    running.wait_for_games("m", 1);
    let asked = |place: &Place| place.read("said").matches("\ngo ").count();
    running.wait_for("a move that never comes", |place| asked(place) > 20);
    for (index, signal) in signals.iter().enumerate() {
        if index > 0 {
            running.wait_for_error(HEARD);
            assert!(!running.has_ended());
        }
        running.signal(*signal);
    }
    let exit = running.end(DEADLINE);
    assert_eq!(exit.code, Some(3), "{signals:?}: {exit:?}");
    assert!(exit.stdout.contains("interrupted at"), "{signals:?} write no report: {exit:?}");
    let games = place.games("m");
    assert!(games.iter().all(|game| !game.reason.is_fault()), "abandoned games are no games");
}

#[test]
fn an_ignored_hangup_ends_nothing() {
    let place = Place::new();
    let mut running = place.start_by("trap '' HUP", &arguments("answers-late 20", ""));
    running.wait_for_games("m", 1);
    running.signal(Signal::SIGHUP);
    running.wait_for_games("m", 3);
    running.signal(Signal::SIGINT);
    running.wait_for_error(HEARD);
    assert_eq!(running.end(DEADLINE).code, Some(3));
}

#[test]
fn a_signal_before_the_first_game_leaves_nothing_behind() {
    let place = Place::new();
    let mut running = place.start(&arguments("ignores-quit", &format!("--patience {ENDLESS}")));
    running.wait_for("an engine", |place| place.processes().len() > 1);
    running.signal(Signal::SIGINT);
    running.signal(Signal::SIGINT);
    let exit = running.end(DEADLINE);
    assert_eq!(exit.code, Some(3), "{exit:?}");
}
