//! The files of a match: both formats of the games, the report, the clocks.

use std::time::Duration;

use zugi::arbiter::{End, GameRecord, Reason};
use zugi::game::{Outcome, Player, Setup};
use zugi::records::parse_games;
use zugi::registry;

use super::support::{ENDLESS, Place, bad4, engine, match_of, winner, words_of, zugi};
use crate::support::steal_time::steal_time;

/// Plays a game by the rules; it must be over at its end and not before.
#[track_caller]
fn check_by_the_rules(game: &GameRecord) {
    let mut rules = registry().find(&game.variant).unwrap().game();
    if let Some(fen) = &game.fen {
        rules.set_up(Setup::Text(fen), &[]).unwrap();
    }
    for text in game.opening.iter().chain(game.moves.iter().map(|mv| &mv.text)) {
        assert_eq!(rules.outcome(), None, "{game}");
        assert_eq!(rules.play_text(text).as_ref(), Ok(text), "canonical: {game}");
    }
    let end = rules.outcome().map(|outcome| match outcome {
        Outcome::Win(Player::One) => End::P1win,
        Outcome::Win(Player::Two) => End::P2win,
        Outcome::Draw => End::Draw,
    });
    let expected = (game.reason == Reason::Rules).then_some(game.end);
    assert_eq!(end, expected, "{game}");
}

#[test]
fn both_forms_and_the_report_say_the_same() {
    let place = Place::new();
    let engines = [
        engine("good one", &bad4("--seed 1"), "nodes=1"),
        engine("crash; {x}", &bad4("--seed 2 --after 15 exits-on-go"), "nodes=1 option.Hash=8"),
        engine("[ünï]", &bad4("--seed 3 --after 20 illegal-move"), "depth=1"),
    ];
    let before = "--variant zola-4 --recover --games 6 --max-plies 30";
    let exit = place.succeed(&match_of(before, &engines, "--random-plies 3 --out m"));
    assert_eq!(place.files(), ["m-games", "m.html", "m.json", "m.jsonl", "m.pgn", "m.txt"]);
    let games = place.games("m");
    assert_eq!(games.len(), 18);
    games.iter().for_each(check_by_the_rules);
    assert_eq!(parse_games(&place.read("m.txt")), Ok(games.clone()));
    assert!(games.iter().any(|game| game.reason == Reason::Crash));
    assert!(games.iter().any(|game| game.reason == Reason::Rules));

    let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
    assert_eq!(report["games"], games.len());
    assert_eq!(report["plies"], games.iter().map(|game| game.moves.len()).sum::<usize>());
    let standings = report["standings"].as_array().unwrap();
    let scores: Vec<f64> = standings.iter().map(|it| it["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, two| one >= two), "{scores:?}");
    for (engine, name) in (1..).zip(["good one", "crash; {x}", "[ünï]"]) {
        let standing = standings.iter().find(|standing| standing["name"] == name).unwrap();
        assert_eq!(standing["engine"], engine);
        let of_engine = || games.iter().filter(|game| game.players.contains(&name.to_owned()));
        let tally = &standing["results"]["games"];
        let wins = of_engine().filter(|game| winner(game) == Some(name)).count();
        let draws = of_engine().filter(|game| game.end == End::Draw).count();
        assert_eq!(
            (tally["wins"].as_u64(), tally["draws"].as_u64()),
            (Some(wins as u64), Some(draws as u64))
        );
        assert_eq!(tally["losses"], of_engine().count() - wins - draws);
        assert_eq!(standing["points"], wins as f64 + draws as f64 / 2.0);
    }
    for reason in Reason::ALL {
        let count = games.iter().filter(|game| game.reason == reason).count();
        let said = report["reasons"][reason.to_string()].as_u64().unwrap_or(0);
        assert_eq!(said, count as u64, "{reason}");
    }
    assert_eq!(place.header("m")["openings_from"], "3 random plies");
    let html = place.read("m.html");
    assert!(html.starts_with("<!DOCTYPE html>") && html.trim_end().ends_with("</html>"));
    assert!(html.contains("<svg") && html.contains("good one") && html.contains("[ünï]"));
    assert!(!html.contains("src=\"http") && !html.contains("href=\"http"), "self-contained");
    let boards = place.read("m-games/0001.js");
    assert_eq!(boards.matches("\"number\":").count(), 18);
    assert!(!boards.contains("No board") && boards.contains("[\\u00fcn\\u00ef]"), "{boards}");
    assert!(exit.stderr.ends_with("report: \"m.html\"\n"), "{exit:?}");
    assert!(exit.stdout.contains("18 games") && exit.stdout.contains("Hash=8"), "{exit:?}");
    assert_eq!(exit.stderr.lines().filter(|line| line.contains("/18 game ")).count(), 18);
}

#[test]
fn replay_shows_both_forms() {
    let place = Place::new();
    let engines = [engine("one", &bad4(""), "nodes=1"), engine("two", &bad4(""), "nodes=1")];
    place.succeed(&match_of("--variant zola-4 --games 4", &engines, "--out m"));
    let games = place.games("m");
    let text = place.succeed(&words_of("replay m.txt")).stdout;
    assert_eq!(text, place.succeed(&words_of("replay m.jsonl")).stdout);
    for game in &games {
        let [one, two] = &game.players;
        assert!(text.contains(&format!("game {}, zola-4: {one} (p1) - {two} (p2)", game.number)));
        let single = place.succeed(&words_of(&format!("replay m.txt --number {}", game.number)));
        assert!(text.contains(&single.stdout), "{single:?}");
        let boards = single.stdout.matches("a b c d").count();
        assert!(boards == 0 || boards > game.moves.len(), "a board for each ply: {single:?}");
        assert!(single.stdout.contains(&format!("{} (rules)", game.end)), "{single:?}");
        for (ply, mv) in (1..).zip(&game.moves) {
            let line = |player| format!("{ply}. {player} {}", mv.text);
            assert!(single.stdout.contains(&line("p1")) || single.stdout.contains(&line("p2")));
        }
    }
    for (command, part) in [
        ("replay missing", "missing"),
        ("replay m.txt --number 99", "no game 99"),
        ("replay m.html", "m.html"),
        ("replay m.json", "m.json"),
    ] {
        let exit = place.run(&words_of(command));
        assert_eq!(exit.code, Some(2), "{command}: {exit:?}");
        assert!(exit.stderr.contains(part), "{command}: {exit:?}");
        assert_eq!(exit.stderr.trim_end().lines().count(), 1, "{command}: {exit:?}");
    }
}

#[test]
fn replay_shows_records_of_older_versions() {
    let place = Place::new();
    for version in ["0.1", "0.1-dev"] {
        let path = |ext| {
            format!("{}/crates/records/tests/data/{version}.{ext}", env!("CARGO_MANIFEST_DIR"))
        };
        let show = |ext| place.succeed(&["replay".to_owned(), path(ext)]).stdout;
        let text = show("txt");
        assert_eq!(text, show("jsonl"), "{version}");
        assert!(text.contains("game 2, zola-4: hasty (p1) - first [0.1] (p2)"), "{text}");
        assert!(text.contains("p2win (time-loss) hasty: 0."), "{text}");
        assert!(text.contains("cp ") && text.contains("depth 2, "), "{text}");
    }
}

#[test]
fn the_record_says_who_played_and_from_where() {
    let place = Place::new();
    place.write("o", "startpos moves a1b1\n");
    let engines = [engine("one", &zugi(""), "depth=1"), engine("two", &bad4(""), "nodes=1")];
    let after = "--games 2 --openings o --margin 25 --out m";
    let exit = place.succeed(&match_of("--variant zola-4", &engines, after));
    let header = place.header("m");
    let name = format!("zugi {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(header["id_names"][0], name);
    assert_eq!(header["id_names"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (header["openings_from"].as_str(), header["match"]["margin"].as_f64()),
        (Some("o"), Some(25.0))
    );
    assert_eq!(header["match"]["engines"][0]["limit"]["depth"], 1);
    for note in [&*format!("one: depth=1, id name {name}\n"), "openings: o\n", "margin: 25 ms\n"] {
        assert!(exit.stdout.contains(note), "{note}: {exit:?}");
    }
}

/// The record, its games in PGN and the report name the tables of an engine that tells them.
#[test]
fn the_tables_of_an_engine_are_named() {
    let place = Place::new();
    let build = "table build --variant zola-4 --checkers 3 --dir tables";
    place.succeed(&words_of(build));
    let with = "depth=1 option.TablePath=tables";
    let engines = [
        engine("one", &zugi(""), with),
        engine("two", &zugi(""), "depth=1 option.UseCachedTables=false"),
        engine("three", &bad4(""), "depth=1"),
    ];
    let exit = place.succeed(&match_of("--variant zola-4", &engines, "--games 2 --out m"));
    let text = "up to 3 pieces from TablePath";
    assert_eq!(place.header("m")["tables"].to_string(), format!("[\"{text}\",\"none\",null]"));
    assert!(exit.stdout.contains(&format!("tables of one: {text}\ntables of two: none\n")));
    assert!(!exit.stdout.contains("tables of three"), "{exit:?}");
    let pgn = place.read("m.pgn");
    assert!(pgn.contains(&format!("[WhiteTables \"{text}\"]\n[BlackTables \"none\"]\n")), "{pgn}");
}

#[test]
fn the_times_of_moves_are_measured_against_their_limits() {
    let place = Place::new();
    let engines = [
        engine("punctual", &bad4(""), "movetime=43200000"),
        engine("late", &bad4("answers-late 60"), "movetime=20"),
        engine("late without a limit", &bad4("answers-late 60"), "nodes=1"),
    ];
    let long = ENDLESS.to_string();
    let arguments = |margin: &str| {
        let patience = format!("--patience {ENDLESS}");
        let after = format!("--games 2 --max-plies 4 --margin {margin} {patience} --out m{margin}");
        match_of("--variant zola-4", &engines, &after)
    };
    place.succeed(&arguments(&long));
    for mv in place.games(&format!("m{long}")).iter().flat_map(|game| &game.moves) {
        let over = mv.time.checked_sub(Duration::from_millis(20)).filter(|it| it.as_millis() >= 30);
        assert!(mv.overshoot.is_none() || mv.overshoot == over, "{mv}");
    }
    let worst = |margin: &str, name: &str| {
        let report: serde_json::Value =
            serde_json::from_str(&place.read(&format!("m{margin}.json"))).unwrap();
        let standings = report["standings"].as_array().unwrap().clone();
        let standing = standings.into_iter().find(|standing| standing["name"] == name).unwrap();
        standing["effort"]["worst_overshoot"].as_f64()
    };
    assert!(worst(&long, "late").is_some_and(|over| over >= 30.0));
    assert_eq!(worst(&long, "punctual"), None);
    assert_eq!(worst(&long, "late without a limit"), None);
    // A game lost by it counts, too.
    place.play("m1", &arguments("1"));
    let games = place.games("m1");
    let lost: Vec<&GameRecord> = games.iter().filter(|it| it.reason == Reason::TimeLoss).collect();
    assert_eq!(lost.len(), 4, "{games:?}");
    for game in lost {
        let late = game.late.as_ref().expect("the move");
        assert!(late.overshoot.is_some_and(|over| over >= Duration::from_millis(30)), "{late}");
        assert!(game.moves.iter().all(|mv| mv.overshoot.is_none()), "{game}");
    }
    assert!(worst("1", "late").is_some_and(|over| over >= 30.0));
}

#[test]
fn engines_are_recorded_with_what_they_say() {
    let place = Place::new();
    let engines = [engine("one", &zugi(""), "depth=3"), engine("two", &zugi(""), "nodes=300")];
    place.succeed(&match_of("--games 2", &engines, "--out m"));
    for game in place.games("m") {
        check_by_the_rules(&game);
        // The number of plies gives the side to move, since there are no passes.
        for (ply, mv) in (game.opening.len()..).zip(&game.moves) {
            let name = &game.players[ply % 2];
            assert!(mv.score.is_some(), "no score: {game}");
            assert!(mv.nodes.is_some() && mv.depth.is_some() && mv.clock.is_none(), "{game}");
            if name == "one" {
                assert!(mv.depth.unwrap() <= 3, "{game}");
            } else {
                assert!(mv.nodes.unwrap() <= 300, "{game}");
            }
        }
        let thought: Duration = game.moves.iter().map(|mv| mv.time).sum();
        assert!(thought <= game.time + Duration::from_millis(1), "{game}");
    }
}

/// Checks the recorded clocks: base and increment at first; after each move minus its time, plus
/// the increment, and plus the base after every `moves` moves.
fn check_clocks(game: &GameRecord, base: f64, increment: f64, moves: usize) {
    for seat in 0..2 {
        let mut left = base + increment;
        let of_seat = (game.opening.len()..).zip(&game.moves).filter(|(ply, _)| ply % 2 == seat);
        for (number, (_, mv)) in (1..).zip(of_seat) {
            let time = mv.time.as_secs_f64();
            left = (left - time).max(0.0) + increment;
            if moves > 0 && number % moves == 0 {
                left += base;
            }
            let clock = mv.clock.expect("a clock").as_secs_f64();
            assert!((clock - left).abs() < 5e-6 * number as f64, "{clock} and {left}: {game}");
            left = clock;
        }
    }
}

/// Plays twelve timed games of zugi; returns how many were lost on time.
fn games_by_clocks() -> usize {
    let place = Place::new();
    let mut lost = 0;
    for (number, (tc, base, increment, moves)) in
        [("0.1+0.01", 0.1, 0.01, 0), ("5/0.2", 0.2, 0.0, 5), ("0.3", 0.3, 0.0, 0)]
            .into_iter()
            .enumerate()
    {
        let time = format!("tc={tc}");
        let engines = [engine("one", &zugi(""), &time), engine("two", &zugi(""), &time)];
        let after = format!("--patience {ENDLESS} --out m{number}");
        place.succeed(&match_of("--games 4", &engines, &after));
        for game in place.games(&format!("m{number}")) {
            check_by_the_rules_but_time(&game, &mut lost);
            check_clocks(&game, base, increment, moves);
        }
    }
    lost
}

#[test]
fn clocks_add_up() {
    games_by_clocks();
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn games_are_not_lost_on_time() {
    let _alone = crate::support::alone();
    let before = steal_time();
    let lost = games_by_clocks();
    // Other virtual machines may take processor time.
    let by_others = steal_time() - before;
    let punctual = lost <= 2 || by_others > Duration::from_millis(100);
    assert!(punctual, "{lost} of 12 games lost on time, {by_others:?} taken by others");
}

fn check_by_the_rules_but_time(game: &GameRecord, lost: &mut usize) {
    check_by_the_rules(game);
    match game.reason {
        Reason::Rules | Reason::Suspended => {}
        Reason::TimeLoss => *lost += 1,
        _ => panic!("{game}"),
    }
}
