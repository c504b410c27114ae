//! Killed matches are resumed without losses.

use std::fs::{remove_dir_all, remove_file};

use nix::sys::signal::Signal;
use zugi::records::GameFile;
use zugi::registry;

use super::support::{DEADLINE, Place, bad, bad4, engine, match_of, numbers, zugi};

fn arguments(games: usize, more: &str) -> Vec<String> {
    arguments_of(games, &format!("{more} --random-plies 3 --games"))
}

/// `before` are options and `--games`.
fn arguments_of(games: usize, before: &str) -> Vec<String> {
    let engines = [engine("one", &bad4(""), "nodes=1"), engine("two", &bad4(""), "nodes=1")];
    match_of("--variant zola-4", &engines, &format!("--out m {before} {games}"))
}

/// Plays until the record has this many games, and kills the match; starts again if the match ended
/// before. Returns the record.
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
        // An incomplete line and block, as left by a power cut during a write.
        place.write("m.jsonl", format!("{before}{{\"number\":7,\"variant\":\"zo"));
        let text = place.read("m.pgn");
        place.write("m.pgn", &text[..text.len() - 20]);
        let whole = &before[..before.rfind('\n').unwrap() + 1];
        let after = kill_after(&place, &arguments("--resume"), games);
        assert!(after.starts_with(whole), "finished games are unchanged");
        before = after;
    }
    // It may end within a character.
    place.write("m.jsonl", [before.as_bytes(), b"{\"p1\":\"\xc3"].concat());
    place.succeed(&arguments("--resume"));
    let after = place.read("m.jsonl");
    assert!(after.starts_with(&before[..before.rfind('\n').unwrap() + 1]));
    let games = place.games("m");
    assert_eq!(numbers(&games), (1..=30).collect::<Vec<_>>(), "each exactly once");
    let pgn = GameFile::read(place.read("m.pgn"), &registry()).unwrap();
    assert_eq!((pgn.len(), pgn.summary()), (30, None));
    // There is nothing left to do, and nothing changes.
    place.succeed(&arguments("--resume"));
    assert_eq!(place.read("m.jsonl"), after);
}

#[test]
fn more_games_go_on_with_a_finished_match() {
    for (variant, openings) in [
        ("zola-4", "--openings o"),
        ("zola-4", "--random-plies 3"),
        // Each pair has a shuffle of its own.
        ("zoka-1v2", ""),
    ] {
        let place = Place::new();
        place.write("o", "startpos moves a1b1\nstartpos moves a1a2\nstartpos moves d4c4\n");
        let command = bad(&format!("--variant {variant}"));
        let engines = [engine("one", &command, "nodes=1"), engine("two", &command, "nodes=1")];
        let arguments = |more: &str| {
            let after = format!("--out m {openings} {more}");
            match_of(&format!("--variant {variant}"), &engines, &after)
        };
        place.succeed(&arguments("--games 4"));
        let before = place.read("m.jsonl");
        let exit = place.end_with(2, &arguments("--games 4 --resume --seed 2"));
        let said = ["is the record of another match", "--seed was 1 and is 2"];
        assert!(said.iter().all(|part| exit.stderr.contains(part)), "{exit:?}");
        place.succeed(&arguments("--games 10 --resume"));
        assert!(place.read("m.jsonl").starts_with(&before));
        assert_eq!(numbers(&place.games("m")), (1..=10).collect::<Vec<_>>());
    }
}

#[test]
fn openings_that_came_again_stay_those_of_the_record() {
    let place = Place::new();
    let line = |mv: &str| format!("startpos moves {mv}\n");
    let two = line("a1b1") + &line("a1a2");
    let more = "--openings o --order sequential --resume --games";
    place.write("o", &two);
    place.succeed(&arguments_of(6, more));
    place.write("o", two + &line("d4c4"));
    place.succeed(&arguments_of(10, more));
    let mut games = place.games("m");
    games.sort_by_key(|game| game.number);
    let openings: Vec<&str> = games.iter().step_by(2).map(|game| &*game.opening[0]).collect();
    assert_eq!(openings, ["a1b1", "a1a2", "a1b1", "a1a2", "a1b1"]);
}

#[test]
fn existing_files_are_not_written_over() {
    for (files, more, said) in [
        (&["m.pgn"][..], "", ["m.pgn", "another name"]),
        (&["m.pgn"], "--resume", ["m.pgn", "another name"]),
        // A kill has left an empty record.
        (&["m.jsonl", "m.pgn"], "--resume", ["m.pgn", "another name"]),
        (&["m.jsonl"], "", ["m.jsonl", "--resume"]),
    ] {
        let place = Place::new();
        let content = |name: &str| if name == "m.jsonl" { "" } else { "mine" };
        files.iter().for_each(|name| place.write(name, content(name)));
        let exit = place.end_with(2, &arguments(2, more));
        assert!(said.iter().all(|part| exit.stderr.contains(part)), "{exit:?}");
        let can_go_on = files.contains(&"m.jsonl");
        assert_eq!(exit.stderr.contains("--resume"), can_go_on && more.is_empty(), "{exit:?}");
        assert_eq!(place.files(), files, "{more}");
        assert!(files.iter().all(|name| place.read(name) == content(name)), "{files:?} {more}");
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
    place.write("m.game-1000.moves", "of the running match");
    for more in ["--resume", "--force"] {
        let other = crate::support::zugi()
            .args(arguments(more))
            .current_dir(prefix.parent().unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8(other.stderr).unwrap();
        assert_eq!(other.status.code(), Some(2), "{said}");
        assert!(said.contains("m.jsonl") && said.contains("in use by another match"), "{said}");
        assert_eq!(place.read("m.game-1000.moves"), "of the running match");
    }
    running.signal(Signal::SIGKILL);
    running.end(DEADLINE);
    let numbers = numbers(&place.games("m"));
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "each exactly once");
}

#[test]
fn a_record_that_cannot_be_gone_on_with_is_left_as_it_was() {
    let place = Place::new();
    place.succeed(&arguments(4, ""));
    let ours = place.read("m.jsonl");
    assert!(ours.starts_with("{\"format\":3,\"match\":{"), "{ours}");
    let old = include_str!("../../../crates/records/tests/data/0.2.jsonl");
    let twice = format!("{ours}{}\n", ours.lines().nth(3).unwrap());
    for (text, said) in [
        (twice, "line 6: expected each game once, but game 3 is in line 4, too"),
        (old.to_owned(), "is a record of another version of zugi"),
        (
            ours.replacen("\"format\":3", "\"format\":2", 1),
            "is a record of another version of zugi",
        ),
        ("hello\n".to_owned(), "line 1"),
    ] {
        place.write("m.jsonl", &text);
        let exit = place.end_with(2, &arguments(10, "--resume"));
        assert!(exit.stderr.contains("m.jsonl") && exit.stderr.contains(said), "{exit:?}");
        assert_eq!(place.read("m.jsonl"), text, "and is left as it was");
    }
}

#[test]
fn an_engine_that_introduces_itself_differently_is_warned_about() {
    let place = Place::new();
    let engines = [
        engine("one", &zugi(""), "nodes=1 option.UseCachedTables=false"),
        engine("two", &bad4(""), "nodes=1"),
    ];
    let arguments =
        |more: &str| match_of("--variant zola-4", &engines, &format!("--games 2 --out m {more}"));
    place.succeed(&arguments(""));
    let before = place.read("m.jsonl");
    let exit = place.succeed(&arguments("--resume"));
    assert!(!exit.stderr.contains("warning: engine"), "{exit:?}");
    for (from, to, warning) in [
        (
            "\"bad_engine\"]",
            "\"older 1.0\"]",
            "engine \"two\" introduces itself as \"bad_engine\", in the record it did as \"older 1.0\"",
        ),
        (
            "\"bad_engine\"]",
            "null]",
            "engine \"two\" introduces itself as \"bad_engine\", in the record it did without a name",
        ),
        (
            "[\"none\",null]",
            "[\"many\",null]",
            "engine \"one\" has the tables \"none\", in the record \"many\"",
        ),
    ] {
        place.write("m.jsonl", before.replacen(from, to, 1));
        let exit = place.succeed(&arguments("--resume"));
        assert!(exit.stderr.contains(&format!("warning: {warning}\n")), "{exit:?}");
        assert_eq!(exit.stderr.matches("warning: engine").count(), 1, "{exit:?}");
        assert!(place.read("m.jsonl").contains(to), "the first line stays");
    }
}

#[test]
fn a_replaced_program_is_named_in_games_and_report() {
    let place = Place::new();
    let install = |comment: &str| {
        let command = bad4("");
        let command = command.trim_start_matches("cmd=");
        place.install("engine", &format!("# {comment}\nexec {command}"));
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

/// A first start with `--resume` begins the match, even if a kill has left an empty record.
#[test]
fn without_a_record_the_match_begins() {
    for left in [&[][..], &["m.jsonl", "m.pgn"]] {
        let place = Place::new();
        left.iter().for_each(|name| place.write(name, ""));
        place.succeed(&arguments(2, "--resume"));
        assert_eq!(numbers(&place.games("m")), [1, 2]);
    }
}
