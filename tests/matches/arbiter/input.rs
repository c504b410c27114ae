//! Invalid arguments: a one-line error before any game, and exit code 2.

use super::support::{DEADLINE, ENDLESS, Place, bad, bad4, engine, match_of, words_of};

/// Checks that a match is rejected with one line that has all these parts, and writes only the
/// given files.
#[track_caller]
fn refuse_at(place: &Place, arguments: &[String], parts: &[&str], files: &[&str]) {
    let exit = place.run(arguments);
    assert_eq!(exit.code, Some(2), "{arguments:?}: {exit:?}");
    assert_eq!(exit.stdout, "", "{arguments:?}");
    assert_eq!(exit.stderr.trim_end().lines().count(), 1, "{arguments:?}: {}", exit.stderr);
    for part in parts {
        assert!(exit.stderr.contains(part), "no {part:?} in {:?}", exit.stderr);
    }
    assert_eq!(place.files(), files, "{arguments:?}");
}

#[track_caller]
fn refuse(engines: &[Vec<String>], after: &str, parts: &[&str]) {
    let after = format!("{after} --out m");
    refuse_at(&Place::new(), &match_of("--variant zola-4", engines, &after), parts, &[]);
}

fn good(name: &str) -> Vec<String> {
    engine(name, &bad4(""), "nodes=1")
}

fn words(text: &str) -> Vec<String> {
    words_of(&format!("--engine {text}"))
}

#[test]
fn wrong_words_of_an_engine() {
    let command = bad("");
    for (wrong, parts) in [
        (words("name=b nodes=1"), vec!["engine 2", "cmd"]),
        (engine("b", "cmd=", "nodes=1"), vec!["engine 2", "cmd"]),
        (engine("b", "cmd='unclosed", "nodes=1"), vec!["engine 2", "cmd", "unclosed"]),
        (engine("b", &command, ""), vec!["engine 2 (b)", "tc=", "movetime=", "depth=", "nodes="]),
        (
            engine("b", &command, "tc=1 depth=4"),
            vec!["engine 2 (b)", "tc=1", "depth=4", "expected one of"],
        ),
        (
            engine("b", &command, "tc=x"),
            vec!["engine 2", "tc", "\"x\"", "[MOVES/][MINUTES:]SECONDS"],
        ),
        (engine("b", &command, "tc=0"), vec!["engine 2", "tc", "\"0\""]),
        (engine("b", &command, "nodes=0"), vec!["engine 2", "nodes", "\"0\""]),
        (engine("b", &command, "depth=-1"), vec!["engine 2", "depth", "\"-1\""]),
        (engine("b", &command, "movetime=1.5"), vec!["engine 2", "movetime", "\"1.5\""]),
        (engine("b", &command, "nodes=1 hash=16"), vec!["engine 2", "hash=16"]),
        (engine("b", &command, "nodes=1 option.=16"), vec!["engine 2", "option.=16"]),
        (engine("b", &command, "nodes=1 word"), vec!["engine 2", "\"word\""]),
        (engine("", &command, "nodes=1"), vec!["engine 2", "name="]),
        (engine("b", &command, "nodes=1 restart=1"), vec!["engine 2", "\"1\"", "on or off"]),
        (engine("b", &command, "nodes=1 proto=x"), vec!["engine 2", "\"x\"", "ugi or uci"]),
        (engine("b", &command, "nodes=1 dir=no"), vec!["\"b\" does not start", "cannot use"]),
    ] {
        refuse(&[good("a"), wrong], "", &parts);
    }
    let both = [good("a"), good("b")];
    for (wrong, parts) in [
        ("--start 0", ["--start is 0", "from 1 to"]),
        ("--start 9999", ["--start is 9999", "from 1 to 100"]),
        ("--start 2 --random-plies 2", ["--start is 2", "1 without a file"]),
        ("--resign moves=0 score=5", ["resign: moves is \"0\"", "a number from 1"]),
        ("--sprt elo0=0 elo1=5 model=bayes", ["sprt: model is \"bayes\"", "normalized"]),
    ] {
        refuse(&both, wrong, &parts);
    }
    refuse(&[good("a"), good("b"), good("a")], "", &["two engines", "\"a\""]);
    refuse(&[good("a")], "", &["1 engine given", "at least two"]);
}

#[test]
fn wrong_settings_of_the_match() {
    let engines = [good("a"), good("b")];
    for (after, parts) in [
        ("--sprt elo0=0", vec!["sprt", "elo1"]),
        ("--sprt elo0=5 elo1=0", vec!["sprt", "elo1", "above elo0"]),
        ("--sprt elo0=0 elo1=5 gamma=1", vec!["sprt", "gamma"]),
        ("--sprt elo0=0 elo1=5 alpha=0.9", vec!["sprt", "alpha", "0.9"]),
        ("--win moves=4", vec!["win", "score is missing", "score=800"]),
        ("--win moves=0 score=8", vec!["win", "moves is \"0\""]),
        ("--draw moves=4 score=x", vec!["draw", "score is \"x\""]),
        ("--draw moves=4 score=1 until=3", vec!["until=3"]),
        ("--games 0", vec!["--games is 0", "an even number from 2"]),
        ("--games 1", vec!["--games is 1", "expected 2,", "1 with --no-swap"]),
        ("--games 5", vec!["--games is 5", "expected 4 or 6,", "5 with --no-swap"]),
        ("--games 0 --no-swap", vec!["--games is 0", "a number from 1"]),
        ("--games 10000000000", vec!["--games is 10000000000", "at most 1000000"]),
        ("--concurrency 0", vec!["--concurrency is 0", "a number from 1"]),
        ("--openings missing", vec!["openings", "\"missing\""]),
        ("--openings .", vec!["openings", "\".\""]),
    ] {
        refuse(&engines, after, &parts);
    }
    let three = [good("a"), good("b"), good("c")];
    refuse(&three, "--sprt elo0=0 elo1=5", &["3 engines", "two for an SPRT"]);
}

#[test]
fn random_openings_that_are_too_few() {
    let place = Place::new();
    let arguments = |games| {
        let after = format!("--random-plies 1 --games {games}");
        match_of("--variant zola-4", &[good("a"), good("b")], &after)
    };
    // There are 16 first moves.
    let exit = place.end_with(5, &arguments(34));
    assert!(exit.stderr.contains("only 16 openings of 1 random plies: expected 17"), "{exit:?}");
    place.succeed(&arguments(32));
}

#[test]
fn the_help_lists_the_exit_codes() {
    let help = Place::new().succeed(&words_of("match --help")).stdout;
    for code in ["0  all games", "3  interrupted", "4  an engine failed", "5  not", "6  no game"] {
        assert!(help.contains(code), "{code}: {help}");
    }
}

#[test]
fn a_concurrency_that_needs_too_many_open_files() {
    let place = Place::new();
    let arguments =
        match_of("--variant zola-4", &[good("a"), good("b")], "--concurrency 30 --out m");
    let exit = place.start_by("ulimit -n 100", &arguments).end(DEADLINE);
    assert_eq!(exit.code, Some(2), "{exit:?}");
    for part in ["--concurrency is 30", "at most 3", "allows 100"] {
        assert!(exit.stderr.contains(part), "no {part:?} in {exit:?}");
    }
    assert!(place.files().is_empty(), "{:?}", place.files());
    // The limit is raised where that is allowed.
    let arguments =
        match_of("--variant zola-4", &[good("a"), good("b")], "--concurrency 3 --games 6");
    let exit = place.start_by("ulimit -S -n 20", &arguments).end(DEADLINE);
    assert_eq!(exit.code, Some(0), "{exit:?}");
}

#[test]
fn words_that_clap_refuses() {
    let engines = [good("a"), good("b")];
    for after in [
        "--max-plies 0",
        "--games x",
        "--games -1",
        "--concurrency -1",
        "--frobnicate",
        "--seed 1.5",
    ] {
        let place = Place::new();
        let exit = place.run(&match_of("--variant zola-4", &engines, after));
        assert_eq!(exit.code, Some(2), "{after}: {exit:?}");
        let mut words = after.split(' ');
        assert!(words.any(|word| exit.stderr.contains(word)), "{after}: {exit:?}");
    }
    let exit = Place::new().run(&match_of("--variant chess", &engines, ""));
    assert_eq!(exit.code, Some(2));
    assert!(exit.stderr.contains("chess") && exit.stderr.contains("zola-6"), "{exit:?}");
}

#[test]
fn nobody_waits_for_longer_than_a_day() {
    let engines = [good("a"), good("b")];
    for option in ["margin", "patience", "start-patience", "ready-patience", "quit-patience"] {
        let arguments =
            match_of("--variant zola-4", &engines, &format!("--{option} {}", 86_400_001));
        let exit = Place::new().run(&arguments);
        assert_eq!(exit.code, Some(2), "{exit:?}");
        for part in ["'86400001'", option, "0..=86400000"] {
            assert!(exit.stderr.contains(part), "no {part:?} in {exit:?}");
        }
    }
}

#[test]
fn a_wrong_line_of_an_openings_file_is_named() {
    let arguments =
        match_of("--variant zola-4", &[good("a"), good("b")], "--openings o --out m --games 2");
    for (content, parts) in [
        ("startpos\n# comment\nstartpos moves a1b1 a1b1\n", vec!["line 3", "\"a1b1\"", "legal"]),
        ("startpos\nhello\n", vec!["line 2", "hello"]),
        ("startpos moves zz\n", vec!["line 1", "\"zz\"", "within a1 to d4"]),
        ("\n\n4/4/4/4 r -\n", vec!["line 3"]),
        ("# nothing\n", vec!["at least one opening"]),
        ("", vec!["at least one opening"]),
        ("startpos\n\u{0}\u{1b}[2J\n", vec!["line 2"]),
    ] {
        let place = Place::new();
        place.write("o", content);
        refuse_at(&place, &arguments, &parts, &["o"]);
    }
    let place = Place::new();
    std::fs::write(place.path("o"), [0xff, 0xfe, b'\n']).unwrap();
    refuse_at(&place, &arguments, &["\"o\""], &["o"]);
}

#[test]
fn an_unwritable_output_is_found_before_the_first_game() {
    let place = Place::new();
    let engines = [good("a"), good("b")];
    for out in ["missing/m", "/dev/null/m"] {
        let arguments = match_of("--variant zola-4", &engines, &format!("--out {out}"));
        refuse_at(&place, &arguments, &[out], &[]);
    }
    std::fs::create_dir(place.path("m.html")).unwrap();
    let exit = place.run(&match_of("--variant zola-4", &engines, "--out m"));
    assert_eq!(exit.code, Some(2), "{exit:?}");
    assert!(exit.stderr.contains("m.html"), "{exit:?}");
    assert!(!exit.stderr.contains("game 1"), "{exit:?}");
}

/// The error line for an engine that does not start within this many milliseconds, if it names that
/// engine.
fn complaint_of_start(command: &str, more: &str, patience: u64) -> Option<String> {
    let place = Place::new();
    let engines = [good("a"), engine("broken", command, &format!("nodes=1 {more}"))];
    let settings = format!("--variant zola-4 --start-patience {patience}");
    let exit = place.end_with(2, &match_of(&settings, &engines, "--out m"));
    assert!(!exit.stderr.contains("game 1"), "{exit:?}");
    // Once fixed, the same command line works.
    assert_eq!(place.files(), [""; 0], "nothing is written yet");
    if command.contains("throws-at-start") {
        assert!(exit.stderr.contains("  broken ! ValueError: a bug"), "{exit:?}");
    }
    let mut lines = exit.stderr.lines().filter(|line| line.contains("\"broken\""));
    let line = lines.next()?.to_owned();
    assert_eq!(lines.next(), None, "one line names it: {exit:?}");
    Some(line)
}

#[test]
fn an_engine_that_does_not_start_is_named() {
    for (command, more, parts) in [
        ("cmd=/no/such/program", "", &["/no/such/program"][..]),
        ("cmd=/dev/null", "", &["/dev/null"]),
        ("cmd=true", "", &["exit status: 0"]),
        (&bad("exits-before-ugiok"), "", &["exit status: 3"]),
        (&bad("throws-at-start"), "", &["exit status: 1"]),
        (&bad(""), "option.Threads=2", &["\"Threads\"", "Hash"]),
        (&bad(""), "option.Hash=0", &["\"Hash\"", "from 1 to 1024"]),
    ] {
        let line = complaint_of_start(command, more, ENDLESS).expect("its name");
        assert!(parts.iter().all(|part| line.contains(part)), "no {parts:?} in {line:?}");
    }
}

#[test]
fn an_engine_that_never_starts_is_named() {
    for (command, parts) in [
        ("cmd=cat", &["ugiok"][..]),
        (&bad("never-answers-ugi"), &["ugiok", "--start-patience"]),
        (&bad("never-reads-stdin"), &["ugiok"]),
        (&bad("never-ready"), &["readyok"]),
        (&bad("slow-start 600000"), &["ugiok"]),
    ] {
        // On a stalled machine other engines may be late, too.
        let said = [500, 5_000, 50_000].into_iter().any(|patience| {
            complaint_of_start(command, "", patience).is_some_and(|line| {
                line.contains(&format!("{patience} ms")) && parts.iter().all(|it| line.contains(it))
            })
        });
        assert!(said, "{command}");
    }
}
