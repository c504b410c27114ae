//! Per-engine settings, and ends of games caused by one engine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use zugi::arbiter::Reason;

use super::support::{ENDLESS, Exit, Place, bad, bad4, engine, match_of, winner, zugi};

/// A match of two games between an engine with these arguments and a correct one; its record is
/// `m`.
#[track_caller]
fn two_games(place: &Place, command: &str, more: &str, after: &str) -> Exit {
    let engines = [engine("a", command, more), engine("b", &bad4(""), "nodes=1")];
    let after = format!("--games 2 --out m {after}");
    place.succeed(&match_of("--variant zola-4", &engines, &after))
}

/// The command of zugi, with all its input copied to this file.
fn overheard(name: &str) -> String {
    format!("cmd=sh -c 'tee -a {name} | {}'", env!("CARGO_BIN_EXE_zugi"))
}

#[test]
fn an_engine_may_speak_uci() {
    let place = Place::new();
    two_games(&place, &overheard("said"), "proto=uci tc=600:00+1", "");
    let said = place.read("said");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "uci");
    assert_eq!(lines.iter().filter(|line| **line == "ucinewgame").count(), 2, "{said}");
    let clocks = |line: &&&str| line.starts_with("go wtime ") && line.contains(" winc 1000");
    assert!(lines.iter().filter(clocks).count() > 3, "{said}");
    assert!(
        !said.contains("ugi\n") && !said.contains("p1time") && !said.contains("query"),
        "{said}"
    );
    assert!(place.games("m").iter().all(|game| !game.reason.is_fault()));
}

#[test]
fn uci_has_no_words_for_games_that_only_engines_know() {
    let place = Place::new();
    let engines = [engine("a", &bad(""), "nodes=1 proto=uci"), engine("b", &bad(""), "nodes=1")];
    let exit = place.end_with(2, &match_of("--variant generic", &engines, "--games 2"));
    assert!(exit.stderr.contains("engine \"a\" has proto=uci: expected proto=ugi"), "{exit:?}");
}

#[test]
fn an_engine_may_be_started_for_each_game() {
    let starts = |more: &str| {
        let place = Place::new();
        two_games(&place, &overheard("said"), &format!("nodes=1 {more}"), "");
        place.read("said").lines().filter(|line| *line == "ugi").count()
    };
    // One more start for the check before the match.
    assert_eq!(starts("restart=on"), 3);
    assert_eq!(starts("restart=off"), 2);
}

#[test]
fn an_engine_has_a_directory_and_a_file_for_its_errors() {
    let place = Place::new();
    fs::create_dir(place.path("home")).unwrap();
    let program = env!("CARGO_BIN_EXE_zugi");
    place.write(
        "home/engine",
        &format!("#!/bin/sh\necho here I am >&2\npwd >where\nexec '{program}'\n"),
    );
    fs::set_permissions(place.path("home/engine"), fs::Permissions::from_mode(0o755)).unwrap();
    two_games(&place, "cmd=./engine", "nodes=1 dir=home stderr=errors", "");
    let home = place.path("home").canonicalize().unwrap();
    assert_eq!(place.read("home/where").trim_end(), home.to_str().unwrap());
    assert_eq!(place.read("errors"), "here I am\n".repeat(2), "before the match, and in it");
}

#[test]
fn a_bare_name_is_the_program_in_the_directory() {
    let place = Place::new();
    // A program of the same name is in the system's path.
    fs::create_dir(place.path("home")).unwrap();
    let script = format!("#!/bin/sh\nexec '{}'\n", env!("CARGO_BIN_EXE_zugi"));
    place.write("home/true", &script);
    fs::set_permissions(place.path("home/true"), fs::Permissions::from_mode(0o755)).unwrap();
    let exit = two_games(&place, "cmd=true", "nodes=1 dir=home", "");
    let programs = &place.header("m")["programs"];
    let path = place.path("home/true").canonicalize().unwrap();
    let recorded = programs[0]["path"].as_str().unwrap();
    assert_eq!(fs::canonicalize(recorded).unwrap(), path);
    assert_eq!(programs[0]["size"], script.len());
    let sum = Command::new("sha256sum").arg(&path).output().unwrap();
    let sum = String::from_utf8(sum.stdout).unwrap().split(' ').next().unwrap().to_owned();
    assert_eq!(programs[0]["sha256"], sum);
    let note =
        format!("program of a: {recorded}, {} bytes, SHA-256 {}…\n", script.len(), &sum[..16]);
    assert!(exit.stdout.contains(&note), "{note} in {}", exit.stdout);
    assert!(exit.stdout.contains("program of b: /"), "{}", exit.stdout);
}

#[test]
fn a_program_that_is_not_found_gets_a_tip() {
    let place = Place::new();
    place.write("eng", "");
    let engines = [engine("a", "cmd=eng", "nodes=1"), engine("b", &bad4(""), "nodes=1")];
    let exit = place.end_with(2, &match_of("", &engines, "--games 2"));
    assert!(exit.stderr.contains(r#"or "./eng" for the one in this directory"#), "{exit:?}");
}

#[test]
fn names_that_look_the_same_are_refused() {
    let place = Place::new();
    let long = "x".repeat(100);
    for (one, two) in [("a", "A"), ("a", "a "), (long.as_str(), &format!("{long}2"))] {
        let engines = [engine(one, &bad4(""), "nodes=1"), engine(two, &bad4(""), "nodes=1")];
        let exit = place.end_with(2, &match_of("", &engines, "--games 2"));
        assert!(exit.stderr.contains(" look the same: expected names that differ"), "{exit:?}");
    }
    let engines = [engine(" ", &bad4(""), "nodes=1"), engine("b", &bad4(""), "nodes=1")];
    let exit = place.end_with(2, &match_of("", &engines, "--games 2"));
    assert!(exit.stderr.contains("expected name= and a name of more than blanks"), "{exit:?}");
}

#[test]
fn a_long_name_is_whole_in_the_record_alone() {
    let place = Place::new();
    let long = "x".repeat(100_000);
    // The other engine is always late; its messages include the name.
    let engines =
        [engine(&long, &bad4("answers-late 300"), "movetime=1"), engine("b", &bad4(""), "nodes=1")];
    let exit =
        place.succeed(&match_of("--variant zola-4", &engines, "--games 2 --recover --out m"));
    assert!(place.games("m").iter().any(|game| game.players.contains(&long)));
    let reports = ["m.json", "m.html", "m-games/0001.js"].map(|name| place.read(name));
    for text in [exit.stdout, exit.stderr].into_iter().chain(reports) {
        assert!(!text.contains(&"x".repeat(80)), "{}", text.len());
        assert!(text.contains(&"x".repeat(79)), "{text}");
    }
}

#[test]
fn a_margin_of_its_own_is_for_one_engine_alone() {
    let late = bad4("answers-late 150");
    let place = Place::new();
    two_games(&place, &late, "movetime=50 margin=43200000", "--margin 1");
    assert!(place.games("m").iter().all(|game| !game.reason.is_fault()));
    let place = Place::new();
    let engines =
        [engine("a", &late, "movetime=50"), engine("b", &late, "movetime=50 margin=43200000")];
    place.play("m", &match_of("--variant zola-4 --margin 1", &engines, "--games 2 --out m"));
    for game in place.games("m") {
        assert_eq!((winner(&game), game.reason), (Some("b"), Reason::TimeLoss));
    }
}

#[test]
fn each_answer_has_a_patience_of_its_own() {
    let place = Place::new();
    let engines = [engine("a", &bad4("never-ready"), "nodes=1"), engine("b", &bad4(""), "nodes=1")];
    let waits = |start: u64| {
        let after = format!("--games 2 --patience {ENDLESS} --start-patience {start}");
        let said = place.end_with(2, &match_of("--variant zola-4", &engines, &after)).stderr;
        said.contains(&format!("no readyok to isready within {start} ms"))
    };
    // On a stalled machine other waits may time out, too.
    assert!([300, 3_000, 30_000].into_iter().any(waits));
}

#[test]
fn a_move_without_time_is_waited_for_longer_than_a_late_one() {
    // Zugi's first search without a clock builds tables, which takes longer than the timeout of a
    // late move.
    let waits = |more: &str| {
        let place = Place::new();
        two_games(&place, &bad4(""), "nodes=1", more);
        let timeouts = place.header("m")["match"]["timeouts"].clone();
        ["search", "late", "ready", "new_game"].map(|name| timeouts[name].as_f64())
    };
    let default = [60_000.0, 10_000.0, 10_000.0, 10_000.0].map(Some);
    let asked = [700_000.0, 700_000.0, 700_000.0, 5_000_000.0].map(Some);
    assert_eq!(waits(""), default);
    assert_eq!(waits("--patience 700000 --new-game-patience 5000000"), asked);
    let place = Place::new();
    let after = "--games 2 --patience 300 --recover";
    let engines =
        [engine("a", &bad4("answers-late 60000"), "nodes=1"), engine("b", &bad4(""), "nodes=1")];
    let said = place.succeed(&match_of("--variant zola-4", &engines, after)).stderr;
    assert!(said.contains("no bestmove to go within 300 ms"), "{said}");
}

#[test]
fn an_engine_that_says_that_it_has_lost_resigns() {
    let place = Place::new();
    let more = "option.PieRule=false nodes=300";
    let engines = [engine("a", &zugi(""), more), engine("b", &bad4(""), "nodes=1")];
    let after = "--games 20 --resign moves=1 score=400 --out m";
    place.succeed(&match_of("--variant zola-4 --each option.Hash=1", &engines, after));
    let details: Vec<String> = place.games("m").into_iter().map(|game| game.detail).collect();
    assert!(details.iter().all(|detail| detail.is_empty() || detail == "a resigns"), "{details:?}");
}

#[test]
fn a_quiet_match_shows_the_standings_alone() {
    let place = Place::new();
    let engines = [engine("a", &bad4(""), "nodes=1"), engine("b", &bad4("--seed 2"), "nodes=1")];
    let said = |more: &str| {
        let after = format!("--games 4 {more}");
        place.succeed(&match_of("--variant zola-4", &engines, &after)).stderr
    };
    let games = |said: &str| said.lines().filter(|line| line.contains(" game ")).count();
    assert_eq!(games(&said("")), 4);
    let quiet = said("--quiet --interval 2");
    assert_eq!(games(&quiet), 0, "{quiet}");
    let count = |part: &str| quiet.lines().filter(|line| line.contains(part)).count();
    assert_eq!((count("Engine"), count(", careful ")), (2, 2), "each time with the score: {quiet}");
    let after_two = quiet.lines().find(|line| line.contains(" a ")).unwrap();
    assert_eq!(after_two.split_ascii_whitespace().nth(2), Some("2"), "{quiet}");
}

#[test]
fn openings_are_played_as_they_stand() {
    let place = Place::new();
    let moves = ["a1b1", "a1a2", "d4c4", "d4d3"];
    let file: String = moves.iter().map(|mv| format!("startpos moves {mv}\n")).collect();
    place.write("o", &file);
    let engines = [engine("a", &bad4(""), "nodes=1"), engine("b", &bad4(""), "nodes=1")];
    let openings = |name: &str, more: &str| -> Vec<String> {
        let after = format!("--games 8 --openings o --out {name} {more}");
        place.succeed(&match_of("--variant zola-4", &engines, &after));
        let mut games = place.games(name);
        games.sort_by_key(|game| game.number);
        games.iter().step_by(2).map(|game| game.opening.concat()).collect()
    };
    assert_eq!(openings("one", "--order sequential"), moves);
    assert_eq!(
        openings("two", "--order sequential --start 3"),
        [moves[2], moves[3], moves[0], moves[1]]
    );
    let (shuffled, later) = (openings("three", "--seed 3"), openings("four", "--seed 3 --start 2"));
    assert_eq!(shuffled[1..], later[..3]);
    assert_ne!(shuffled, moves);
}
