//! Per-engine settings, and ends of games caused by one engine.

use std::fs;
use std::process::Command;

use zugi::arbiter::Reason;

use super::support::{Exit, Place, bad4, engine, match_of, overheard, scripted, winner, zugi};

/// A match of two games between an engine with these arguments and a correct one; its record is
/// `m`.
#[track_caller]
fn two_games(place: &Place, command: &str, more: &str, after: &str) -> Exit {
    let engines = [engine("a", command, more), engine("b", &bad4(""), "nodes=1")];
    let after = format!("--games 2 --out m {after}");
    place.succeed(&match_of("--variant zola-4", &engines, &after))
}

#[test]
fn an_engine_may_speak_uci_and_start_for_each_game() {
    let place = Place::new();
    two_games(&place, &overheard("said", &zugi("")), "proto=uci tc=40/600:00+1 restart=on", "");
    let said = place.read("said");
    let count = |text: &str| said.lines().filter(|line| *line == text).count();
    // One more start for the check before the match.
    assert_eq!((count("uci"), count("ucinewgame")), (3, 2), "{said}");
    let clocks = |line: &&str| line.starts_with("go wtime ") && line.contains(" winc 1000");
    assert!(said.lines().filter(clocks).count() > 3, "{said}");
    let to_go = |moves: &str| said.lines().filter(|line| line.ends_with(moves)).count();
    assert_eq!((to_go(" movestogo 40"), to_go(" movestogo 39")), (2, 2), "{said}");
    assert!(
        !said.contains("ugi\n") && !said.contains("p1time") && !said.contains("query"),
        "{said}"
    );
    assert!(place.games("m").iter().all(|game| !game.reason.is_fault()));
    two_games(&place, &overheard("ugi", &zugi("")), "nodes=1 restart=off", "--force");
    assert_eq!(place.read("ugi").lines().filter(|line| *line == "ugi").count(), 2);
}

#[test]
fn an_engine_has_a_directory_and_a_file_for_its_errors() {
    let place = Place::new();
    fs::create_dir(place.path("home")).unwrap();
    // A bare name means the program in the engine's directory, even if the system's path has one of
    // the same name.
    let program = env!("CARGO_BIN_EXE_zugi");
    place.install("home/true", &format!("echo here I am >&2\npwd >where\nexec '{program}'"));
    let exit = two_games(&place, "cmd=true", "nodes=1 dir=home stderr=errors", "");
    let home = place.path("home").canonicalize().unwrap();
    assert_eq!(place.read("home/where").trim_end(), home.to_str().unwrap());
    assert_eq!(place.read("errors"), "here I am\n".repeat(2), "before the match, and in it");
    let programs = &place.header("m")["programs"];
    let recorded = programs[0]["path"].as_str().unwrap();
    assert_eq!(fs::canonicalize(recorded).unwrap(), home.join("true"));
    let size = place.read("home/true").len();
    assert_eq!(programs[0]["size"], size);
    let sum = Command::new("sha256sum").arg(home.join("true")).output().unwrap();
    let sum = String::from_utf8(sum.stdout).unwrap().split(' ').next().unwrap().to_owned();
    assert_eq!(programs[0]["sha256"], sum);
    let note = format!("program of a: {recorded}, {size} bytes, SHA-256 {}…\n", &sum[..16]);
    assert!(exit.stdout.contains(&note), "{note} in {}", exit.stdout);
    assert!(exit.stdout.contains("program of b: /"), "{}", exit.stdout);
}

#[test]
fn an_engine_that_refuses_the_variant_does_not_begin() {
    let place = Place::new();
    let script = "while read -r line; do case \"$line\" in \
        ugi) echo option name UGI_Variant type string default zola-6; echo ugiok;; \
        setoption*) echo info string error: not mine;; \
        isready) echo readyok;; \
        quit) exit;; esac; done";
    let engines = [engine("a", &scripted(script), "nodes=1"), engine("b", &bad4(""), "nodes=1")];
    let exit = place.end_with(2, &match_of("--variant zola-4", &engines, "--games 2"));
    assert!(exit.stderr.contains("engine \"a\" does not start: it says \"not mine\""), "{exit:?}");
}

#[test]
fn a_long_name_is_whole_in_the_record_alone() {
    let place = Place::new();
    let long = "x".repeat(100_000);
    // The engine with the long name is always late; the messages about that include the name.
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
    let engines =
        [engine("a", &late, "movetime=50"), engine("b", &late, "movetime=50 margin=43200000")];
    place.play("m", &match_of("--variant zola-4 --margin 1", &engines, "--games 2 --out m"));
    for game in place.games("m") {
        assert_eq!((winner(&game), game.reason), (Some("b"), Reason::TimeLoss));
    }
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
    let scores = quiet.lines().filter(|line| line.starts_with("a ")).count();
    assert_eq!((count("Engine"), scores), (2, 2), "each time with the score: {quiet}");
    let after_two = quiet.lines().find(|line| line.contains(" a ")).unwrap();
    assert_eq!(after_two.split_ascii_whitespace().nth(2), Some("2"), "{quiet}");
}
