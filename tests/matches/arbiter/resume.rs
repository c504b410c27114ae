//! Killed matches are resumed without losses.

use std::fs::{Permissions, remove_dir_all, remove_file, set_permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use nix::sys::signal::Signal;
use zugi::records::parse_games;

use super::support::{DEADLINE, Place, bad4, engine, match_of, numbers, zugi};

fn arguments(games: usize, more: &str) -> Vec<String> {
    let engines = [engine("one", &bad4(""), "nodes=1"), engine("two", &bad4(""), "nodes=1")];
    let after = format!("--out m --random-plies 3 --games {games} {more}");
    match_of("--variant zola-4", &engines, &after)
}

/// Plays until some games are finished, and kills the match; repeats if it was done before.
fn kill_after(place: &Place, arguments: &[String], games: usize) -> String {
    let there = place.files().into_iter().filter(|name| place.path(name).is_file());
    let before: Vec<(String, String)> =
        there.map(|name| (name.clone(), place.read(&name))).collect();
    for _ in 0..50 {
        let mut running = place.start(arguments);
        if running.sees_games("m", games) {
            running.signal(Signal::SIGKILL);
        }
        if running.end(DEADLINE).code.is_none() {
            return place.read("m.jsonl");
        }
        for path in place.files().iter().map(|name| place.path(name)) {
            let removed = if path.is_dir() { remove_dir_all(path) } else { remove_file(path) };
            removed.unwrap();
        }
        before.iter().for_each(|(name, text)| place.write(name, text));
    }
    panic!("it was always done before it could be killed");
}

#[test]
fn a_killed_match_goes_on_and_finished_games_stay_as_they_are() {
    let place = Place::new();
    let engines = [
        engine("one", &bad4(""), "nodes=1"),
        engine("two", &bad4("answers-late 5"), "nodes=1"),
        engine("three", &bad4(""), "nodes=1"),
    ];
    let arguments = |more: &str| {
        let after = format!("--out m --random-plies 3 --games 10 {more}");
        match_of("--variant zola-4 --concurrency 2", &engines, &after)
    };
    let mut before = kill_after(&place, &arguments(""), 5);
    for games in [12, 20] {
        // An incomplete line and block, as left by a kill during a write.
        place.write("m.jsonl", &format!("{before}{{\"number\":7,\"variant\":\"zo"));
        let text = place.read("m.txt");
        place.write("m.txt", &format!("{text}[number 7]\n[varia"));
        let whole = &before[..before.rfind('\n').unwrap() + 1];
        let after = kill_after(&place, &arguments("--resume"), games);
        assert!(after.starts_with(whole), "finished games are unchanged");
        before = after;
    }
    place.succeed(&arguments("--resume"));
    let after = place.read("m.jsonl");
    assert!(after.starts_with(&before[..before.rfind('\n').unwrap() + 1]));
    let games = place.games("m");
    assert_eq!(numbers(&games), (1..=30).collect::<Vec<_>>(), "each exactly once");
    assert_eq!(parse_games(&place.read("m.txt")), Ok(games));
    // There is nothing left to do, and nothing changes.
    place.succeed(&arguments("--resume"));
    assert_eq!(place.read("m.jsonl"), after);
}

#[test]
fn more_games_go_on_with_a_finished_match() {
    let place = Place::new();
    place.write("o", "startpos moves a1b1\nstartpos moves a1a2\nstartpos moves d4c4\n");
    let openings = |games| {
        let engines = [engine("one", &bad4(""), "nodes=1"), engine("two", &bad4(""), "nodes=1")];
        match_of("--variant zola-4", &engines, &format!("--out m --openings o --games {games}"))
    };
    place.succeed(&openings(4));
    let before = place.read("m.jsonl");
    let mut more = openings(10);
    more.push("--resume".to_owned());
    place.succeed(&more);
    assert!(place.read("m.jsonl").starts_with(&before));
    assert_eq!(numbers(&place.games("m")), (1..=10).collect::<Vec<_>>());
}

#[test]
fn more_games_with_random_openings_go_on_too() {
    let place = Place::new();
    place.succeed(&arguments(4, ""));
    let before = place.read("m.jsonl");
    place.succeed(&arguments(10, "--resume"));
    assert!(place.read("m.jsonl").starts_with(&before));
    assert_eq!(numbers(&place.games("m")), (1..=10).collect::<Vec<_>>());
}

#[test]
fn another_match_is_not_taken_up() {
    let place = Place::new();
    place.succeed(&arguments(2, ""));
    let before = place.read("m.jsonl");
    let engines = |time: &str, option: &str| {
        [engine("one", &bad4(""), time), engine("two", &bad4(""), &format!("nodes=1 {option}"))]
    };
    let same = "--out m --random-plies 3 --games 2 --resume";
    let (zola, plain) = ("--variant zola-4", || engines("nodes=1", ""));
    for (before, engines, after, how) in [
        (
            zola,
            engines("nodes=2", ""),
            same.to_owned(),
            "engine \"one\": its limit was nodes=1 and is nodes=2",
        ),
        (
            zola,
            engines("nodes=1", "option.Hash=8"),
            same.to_owned(),
            "engine \"two\": option.Hash was not given and is \"8\"",
        ),
        (zola, plain(), format!("{same} --seed 2"), "--seed was 1 and is 2"),
        (zola, plain(), format!("{same} --max-plies 9"), "--max-plies was not given and is 9"),
        (zola, plain(), format!("{same} --no-swap"), "--no-swap was not given and is given"),
        (
            "--variant generic",
            plain(),
            "--out m --games 2 --resume".to_owned(),
            "--variant was \"zola-4\" and is \"generic\"",
        ),
    ] {
        let exit = place.run(&match_of(before, &engines, &after));
        assert_eq!(exit.code, Some(2), "{exit:?}");
        assert!(
            exit.stderr.contains(&format!("the same arguments, but {how}"))
                || exit.stderr.contains(&format!("; {how}")),
            "{exit:?}"
        );
        assert!(exit.stderr.contains("is the record of another match"), "{exit:?}");
    }
    assert_eq!(place.read("m.jsonl"), before);
}

#[test]
fn existing_files_are_not_written_over() {
    let place = Place::new();
    place.succeed(&arguments(2, ""));
    let before = place.read("m.jsonl");
    let exit = place.run(&arguments(2, ""));
    assert_eq!(exit.code, Some(2), "{exit:?}");
    assert!(exit.stderr.contains("m.jsonl") && exit.stderr.contains("--resume"), "{exit:?}");
    assert_eq!(place.read("m.jsonl"), before);
}

/// A rejected match leaves no file.
#[test]
fn files_of_others_are_not_written_over() {
    for other in ["m.txt", "m.pgn"] {
        let place = Place::new();
        place.write(other, "mine");
        let exit = place.end_with(2, &arguments(2, ""));
        assert!(exit.stderr.contains(other) && exit.stderr.contains("another name"), "{exit:?}");
        assert!(!exit.stderr.contains("--resume"), "nothing to go on with: {exit:?}");
        assert_eq!(place.files(), [other]);
        assert_eq!(place.read(other), "mine");
    }
}

#[test]
fn a_record_in_use_is_not_taken_up() {
    let place = Place::new();
    let engines =
        [engine("one", &bad4(""), "nodes=1"), engine("two", &bad4("answers-late 20"), "nodes=1")];
    let arguments = |more: &str| {
        match_of("--variant zola-4", &engines, &format!("--out m --games 1000 {more}"))
    };
    let mut running = place.start(&arguments(""));
    running.wait_for_games("m", 1);
    let prefix = place.path("m");
    let other = Command::new(env!("CARGO_BIN_EXE_zugi"))
        .args(arguments("--resume"))
        .current_dir(prefix.parent().unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8(other.stderr).unwrap();
    assert_eq!(other.status.code(), Some(2), "{said}");
    assert!(said.contains("m.jsonl") && said.contains("in use by another match"), "{said}");
    running.signal(Signal::SIGKILL);
    running.end(DEADLINE);
    let numbers = numbers(&place.games("m"));
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "each exactly once");
}

#[test]
fn a_record_with_a_game_twice_is_not_taken_up() {
    let place = Place::new();
    place.succeed(&arguments(4, ""));
    let before = place.read("m.jsonl");
    let third = before.lines().nth(3).unwrap();
    let twice = format!("{before}{third}\n");
    place.write("m.jsonl", &twice);
    let exit = place.end_with(2, &arguments(10, "--resume"));
    let said = "line 6: expected each game once, but game 3 is in line 4, too";
    assert!(exit.stderr.contains(said), "{exit:?}");
    assert_eq!(place.read("m.jsonl"), twice, "and is left as it was");
}

#[test]
fn an_engine_that_introduces_itself_differently_is_warned_about() {
    let place = Place::new();
    place.succeed(&arguments(2, ""));
    let before = place.read("m.jsonl");
    let exit = place.succeed(&arguments(2, "--resume"));
    assert!(!exit.stderr.contains("introduces"), "{exit:?}");
    let names = place.header("m")["id_names"].to_string();
    let name = names.trim_matches(['[', ']']).split(',').next().unwrap();
    for (recorded, said) in [("\"older 1.0\"", "as \"older 1.0\""), ("null", "without a name")] {
        place.write("m.jsonl", &before.replacen(&names, &format!("[{name},{recorded}]"), 1));
        let exit = place.succeed(&arguments(2, "--resume"));
        let warning = format!(
            "warning: engine \"two\" introduces itself as {name}, in the record it did {said}\n"
        );
        assert!(exit.stderr.contains(&warning), "{exit:?}");
        assert!(!exit.stderr.contains("engine \"one\""), "{exit:?}");
    }
}

#[test]
fn an_engine_with_other_tables_is_warned_about() {
    let place = Place::new();
    let engines = [engine("one", &zugi(""), "nodes=1"), engine("two", &bad4(""), "nodes=1")];
    let arguments = |after: &str| match_of("--variant zola-4", &engines, after);
    place.succeed(&arguments("--games 2 --out m"));
    let before = place.read("m.jsonl");
    place.write("m.jsonl", &before.replacen("[\"none\",null]", "[\"many\",null]", 1));
    let exit = place.succeed(&arguments("--games 2 --out m --resume"));
    let warning = "warning: engine \"one\" has the tables \"none\", in the record \"many\"\n";
    assert!(exit.stderr.contains(warning), "{exit:?}");
    assert_eq!(place.header("m")["tables"][0], "many");
}

#[test]
fn a_replaced_program_is_named_in_games_and_report() {
    let place = Place::new();
    let words = shell_words::split(bad4("").trim_start_matches("cmd=")).unwrap();
    let install = |comment: &str| {
        let script = format!("#!/bin/sh\n# {comment}\nexec {}\n", shell_words::join(&words));
        place.write("engine", &script);
        set_permissions(place.path("engine"), Permissions::from_mode(0o755)).unwrap();
    };
    let engines = [engine("one", &bad4(""), "nodes=1"), engine("two", "cmd=./engine", "nodes=1")];
    let arguments = |games| {
        match_of("--variant zola-4", &engines, &format!("--out m --resume --games {games}"))
    };
    install("the first");
    let first = place.succeed(&arguments(2));
    assert!(!first.stdout.contains("another one"), "{first:?}");
    install("the second one");
    let exit = place.succeed(&arguments(6));
    install("the first");
    place.succeed(&arguments(8));
    let games = place.games("m");
    let programs: Vec<Option<&str>> = games
        .iter()
        .map(|game| {
            let [one, two] = &game.programs;
            let seat = usize::from(game.players[1] == "two");
            assert!([one, two][1 - seat].is_none());
            game.programs[seat].as_deref()
        })
        .collect();
    let second = programs[2].expect("a checksum");
    assert_eq!(programs, [[None; 2].as_slice(), &[Some(second); 4], &[None; 2]].concat());
    let note = format!("another one in 4 games, SHA-256 {}", &second[..16]);
    let recorded = place.header("m")["programs"][1]["sha256"].as_str().unwrap().to_owned();
    assert_ne!(recorded, second);
    for report in [&exit.stdout, &place.read("m.json"), &place.read("m.html")] {
        assert!(report.contains(&note) && report.contains(&recorded[..16]), "{report}");
    }
}

#[test]
fn a_record_of_another_version_is_not_taken_up() {
    let place = Place::new();
    place.succeed(&arguments(2, ""));
    let ours = place.read("m.jsonl");
    assert!(ours.starts_with("{\"format\":2,\"match\":{"), "{ours}");
    let old = include_str!("../../../crates/records/tests/data/0.1.jsonl");
    for text in [old.to_owned(), ours.replacen("\"format\":2", "\"format\":3", 1)] {
        place.write("m.jsonl", &text);
        let exit = place.end_with(2, &arguments(10, "--resume"));
        assert!(exit.stderr.contains("is a record of another version of zugi"), "{exit:?}");
        assert_eq!(place.read("m.jsonl"), text, "and is left as it was");
    }
}

/// A first start with `--resume` begins the match, even if a kill has left an empty record.
#[test]
fn without_a_record_the_match_begins() {
    let place = Place::new();
    for left in [None, Some("")] {
        for name in place.files().iter().filter(|name| place.path(name).is_file()) {
            remove_file(place.path(name)).unwrap();
        }
        if let Some(left) = left {
            place.write("m.jsonl", left);
            place.write("m.txt", left);
        }
        place.succeed(&arguments(2, "--resume"));
        assert_eq!(numbers(&place.games("m")), [1, 2]);
        assert_eq!(parse_games(&place.read("m.txt")), Ok(place.games("m")));
    }
    place.succeed(&arguments(4, "--resume"));
    assert_eq!(numbers(&place.games("m")), [1, 2, 3, 4]);
}

/// Files that do not belong to a match are not overwritten, even beside an empty record.
#[test]
fn files_of_others_are_not_written_over_by_a_beginning_with_resume() {
    for left in [None, Some("")] {
        let place = Place::new();
        place.write("m.pgn", "mine");
        left.inspect(|left| place.write("m.jsonl", left));
        let exit = place.end_with(2, &arguments(2, "--resume"));
        assert!(exit.stderr.contains("m.pgn") && exit.stderr.contains("another name"), "{exit:?}");
        assert_eq!(place.read("m.pgn"), "mine");
        assert!(!place.path("m.txt").exists());
    }
}

#[test]
fn what_is_no_record_is_not_taken_up() {
    let place = Place::new();
    place.write("m.jsonl", "hello\n");
    let exit = place.run(&arguments(2, "--resume"));
    assert_eq!(exit.code, Some(2), "{exit:?}");
    assert!(exit.stderr.contains("m.jsonl") && exit.stderr.contains("line 1"), "{exit:?}");
    assert_eq!(place.read("m.jsonl"), "hello\n", "and is left as it was");
}
