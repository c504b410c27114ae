//! The files of a match: both formats of the games, the report, the clocks.

use std::time::Duration;

use zugi::arbiter::{End, GameRecord, Reason};
use zugi::records::GameFile;
use zugi::registry;

use super::support::{
    ENDLESS, Place, bad4, check_by_the_rules, engine, match_of, winner, words_of, zugi,
};

#[test]
fn all_files_of_a_match_say_the_same() {
    let place = Place::new();
    let engines = [
        engine("good one", &bad4("--seed 1"), "nodes=1"),
        engine("crash; {x}", &bad4("--seed 2 --after 15 exits-on-go"), "nodes=1 option.Hash=8"),
        engine("[ünï]", &bad4("--seed 3 --after 20 illegal-move"), "depth=1"),
    ];
    let before = "--variant zola-4 --recover --games 6 --max-plies 20";
    let exit = place.succeed(&match_of(before, &engines, "--random-plies 3 --out m"));
    assert_eq!(place.files(), ["m-games", "m.html", "m.json", "m.jsonl", "m.pgn"]);
    let games = place.games("m");
    assert_eq!(games.len(), 18);
    games.iter().for_each(check_by_the_rules);
    let pgn = GameFile::read(place.read("m.pgn"), &registry()).unwrap();
    assert_eq!((pgn.len(), pgn.summary()), (18, None));
    for (read, game) in pgn.games().zip(&games) {
        assert_eq!((read.number, &read.players, read.end), (game.number, &game.players, game.end));
        let played = game.opening.iter().chain(game.moves.iter().map(|mv| &mv.text));
        assert!(read.moves.iter().map(|mv| &mv.text).eq(played), "{read}{game}");
        assert_eq!(read.reason.is_fault(), game.reason.is_fault(), "{read}{game}");
    }
    let of = |reason| games.iter().filter(move |game| game.reason == reason);
    for game in of(Reason::Length) {
        assert_eq!((game.end, game.moves.len()), (End::Draw, 20), "{game}");
    }
    assert!(
        [Reason::Length, Reason::Crash, Reason::Rules]
            .map(of)
            .iter_mut()
            .all(|it| it.next().is_some())
    );

    let report: serde_json::Value = serde_json::from_str(&place.read("m.json")).unwrap();
    assert_eq!(report["games"], games.len());
    for &reason in Reason::ALL {
        let said = report["reasons"][reason.to_string()].as_u64().unwrap_or(0);
        assert_eq!(said, of(reason).count() as u64, "{reason}");
    }
    for standing in report["standings"].as_array().unwrap() {
        let name = standing["name"].as_str().unwrap();
        let wins = games.iter().filter(|game| winner(game) == Some(name)).count();
        assert_eq!(standing["results"]["games"]["wins"], wins, "{name}");
    }
    assert_eq!(place.header("m")["openings_from"], "3 random plies");
    let html = place.read("m.html");
    assert!(html.contains("<svg") && html.contains("good one") && html.contains("[ünï]"));
    let boards = place.read("m-games/0001.js");
    assert_eq!(boards.matches("\"number\":").count(), 18);
    assert!(!boards.contains("No board") && boards.contains("[\\u00fcn\\u00ef]"), "{boards}");
    assert!(exit.stderr.ends_with("report: \"m.html\"\n"), "{exit:?}");
    assert!(exit.stdout.contains("18 games") && exit.stdout.contains("Hash=8"), "{exit:?}");
    assert_eq!(exit.stderr.lines().filter(|line| line.contains("/18 game ")).count(), 18);
}

#[test]
fn replay_shows_each_game() {
    let place = Place::new();
    let engines = [engine("one", &bad4(""), "nodes=1"), engine("two", &bad4(""), "nodes=1")];
    place.succeed(&match_of("--variant zola-4 --games 2", &engines, "--out m"));
    let text = place.succeed(&words_of("replay m.jsonl")).stdout;
    for game in &place.games("m") {
        let [one, two] = &game.players;
        assert!(text.contains(&format!("game {}, zola-4: {one} (p1) - {two} (p2)", game.number)));
        let single = place.succeed(&words_of(&format!("replay m.jsonl --number {}", game.number)));
        assert!(text.contains(&single.stdout), "{single:?}");
        let boards = single.stdout.matches("a   b   c   d").count();
        assert!(boards > game.moves.len(), "a board for each ply: {single:?}");
        assert!(single.stdout.contains(&format!("{} (rules)", game.end)), "{single:?}");
        for (ply, mv) in (1..).zip(&game.moves) {
            let line = format!("{ply}. {} {}", mv.player.unwrap(), mv.text);
            assert!(single.stdout.contains(&line), "{line}: {single:?}");
        }
    }
    for (command, part) in [
        ("replay missing", "missing"),
        ("replay m.jsonl --number 99", "no game 99"),
        ("replay m.html", "m.html"),
        ("replay m.json", "m.json"),
    ] {
        let exit = place.end_with(2, &words_of(command));
        assert!(exit.stderr.contains(part), "{command}: {exit:?}");
        assert_eq!(exit.stderr.trim_end().lines().count(), 1, "{command}: {exit:?}");
    }
}

#[test]
fn the_record_says_who_played_and_what_engines_said() {
    let place = Place::new();
    place.write("o", "startpos moves a1b1\n");
    let engines = [
        engine("one", &zugi(""), "depth=3"),
        engine("two", &zugi(""), "nodes=300"),
        engine("three", &bad4(""), "nodes=1"),
    ];
    let after = "--games 2 --openings o --margin 25 --out m";
    let exit = place.succeed(&match_of("--variant zola-4", &engines, after));
    let header = place.header("m");
    let name = format!("zugi {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(header["id_names"], serde_json::json!([name, name, "bad_engine"]));
    assert_eq!((&header["openings_from"], &header["match"]["margin"]), (&"o".into(), &25.into()));
    assert_eq!(header["match"]["engine"][0]["depth"], 3);
    for note in [&*format!("one: depth=3, id name {name}\n"), "openings: o\n", "margin: 25 ms\n"] {
        assert!(exit.stdout.contains(note), "{note}: {exit:?}");
    }
    let pgn = place.read("m.pgn");
    for tag in ["[WhiteDepth \"3\"]", "[BlackNodes \"300\"]", "[BlackEngine \"bad_engine\"]"] {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
    for game in place.games("m") {
        check_by_the_rules(&game);
        for mv in &game.moves {
            let has_limit = match game.players[mv.player.unwrap().index()].as_str() {
                "one" => mv.nodes.is_some() && mv.depth.unwrap() <= 3,
                "two" => mv.depth.is_some() && mv.nodes.unwrap() <= 300,
                _ => mv.nodes.is_none() && mv.score.is_none(),
            };
            assert!(has_limit && mv.clock.is_none(), "{mv}: {game}");
            assert_eq!(mv.score.is_some(), mv.nodes.is_some(), "{game}");
        }
        let thought: Duration = game.moves.iter().map(|mv| mv.time).sum();
        assert!(thought <= game.time + Duration::from_millis(1), "{game}");
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
    assert!(pgn.contains(&format!("[WhiteTables \"{text}\"]\n")), "{pgn}");
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
    // An overshoot that loses the game counts, too.
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
