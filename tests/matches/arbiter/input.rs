//! Invalid arguments: a one-line error before any game, and exit code 2.

use super::support::{DEADLINE, Place, bad, bad4, engine, match_of, words_of};

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
    let variant = if after.contains("--variant") { "" } else { "--variant zola-4" };
    let after = format!("{after} --out m");
    refuse_at(&Place::new(), &match_of(variant, engines, &after), parts, &[]);
}

fn good(name: &str) -> Vec<String> {
    engine(name, &bad4(""), "nodes=1")
}

#[test]
fn wrong_arguments_of_a_match_are_one_error() {
    let engines = [good("a"), good("b")];
    let other = |words: &str| [good("a"), engine("b", &bad(""), words)];
    refuse(&other("nodes=1 hash=16"), "", &["engine 2 (b)", "unknown field `hash`"]);
    refuse(&other("nodes=1 dir=no"), "", &["\"b\" does not start", "cannot use \""]);
    refuse(&other("nodes=1 stderr=no/e"), "", &["\"b\" does not start", "cannot use \""]);
    for (after, parts) in [
        ("--games 5", vec!["games is 5", "expected 4 or 6,", "5 with no-swap"]),
        ("--variant zola-6 --start 0", vec!["start is 0", "from 1 to"]),
        ("--variant zola-6 --start 9999", vec!["start is 9999", "from 1 to 100"]),
        ("--start 2 --random-plies 2", vec!["start is 2", "1 without a file"]),
        ("--openings missing", vec!["openings", "\"missing\""]),
        ("--openings .", vec!["openings", "\".\""]),
        ("--variant zoka --tables small", vec!["variant \"zoka\" cannot read endgame tables: "]),
        ("--reveal", vec!["reveal: variant \"zola-4\" has no hidden pieces: every seat"]),
        ("--variant generic --reveal", vec!["reveal: variant \"generic\" has no hidden pieces"]),
    ] {
        refuse(&engines, after, &parts);
    }
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
    for part in ["concurrency is 30", "at most 3", "allows 100"] {
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
fn words_that_the_command_line_refuses_are_named() {
    let engines = [good("a"), good("b")];
    let most = "0..=86400000";
    for (after, parts) in [
        ("--max-plies 0", ["--max-plies", "'0'"]),
        ("--games x", ["--games", "'x'"]),
        ("--frobnicate", ["--frobnicate", "unexpected"]),
        // The greatest time is a day.
        ("--margin 86400001", ["--margin", most]),
        ("--patience 86400001", ["--patience", most]),
        ("--start-patience 5", ["--start-patience", "expected --patience MS"]),
        ("--new-game-patience 5", ["-patience", "expected --patience MS"]),
        ("--variant chess", ["chess", "zola-6"]),
    ] {
        let exit = Place::new().end_with(2, &match_of("", &engines, after));
        assert!(parts.iter().all(|part| exit.stderr.contains(part)), "{after}: {exit:?}");
    }
}

#[test]
fn a_wrong_line_of_an_openings_file_is_named() {
    let arguments =
        match_of("--variant zola-4", &[good("a"), good("b")], "--openings o --out m --games 2");
    for (content, parts) in [
        (
            &b"startpos\n# comment\nstartpos moves a1b1 a1b1\n"[..],
            vec!["line 3", "\"a1b1\"", "legal"],
        ),
        (b"# nothing\n", vec!["at least one opening"]),
        (b"startpos\n\0\x1b[2J\n", vec!["line 2"]),
        (b"\xff\xfe\n", vec!["\"o\""]),
    ] {
        let place = Place::new();
        std::fs::write(place.path("o"), content).unwrap();
        refuse_at(&place, &arguments, &parts, &["o"]);
    }
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
    place.write("eng", "");
    let engines = [good("a"), engine("broken", command, &format!("nodes=1 {more}"))];
    let settings = format!("--variant zola-4 --patience {patience}");
    let exit = place.end_with(2, &match_of(&settings, &engines, "--out m"));
    assert!(!exit.stderr.contains("game 1"), "{exit:?}");
    // Once fixed, the same command line works.
    assert_eq!(place.files(), ["eng"], "nothing is written yet");
    let mut lines = exit.stderr.lines().filter(|line| line.contains("\"broken\""));
    let line = lines.next()?.to_owned();
    assert_eq!(lines.next(), None, "one line names it: {exit:?}");
    if command.contains("throws-at-start") {
        assert!(exit.stderr.contains("  broken ! ValueError: a bug"), "{exit:?}");
    }
    Some(line)
}

#[test]
fn an_engine_that_does_not_start_is_named() {
    for (command, more, parts) in [
        ("cmd=/no/such/program", "", &["/no/such/program"][..]),
        ("cmd=eng", "", &["or \"./eng\" for the one in this directory"]),
        (&bad("throws-at-start"), "", &["exit status: 1"]),
        (&bad(""), "option.Threads=2", &["\"Threads\"", "Hash"]),
        (&bad("never-answers-ugi"), "", &["ugiok", "within 500 ms", "--patience"]),
        (&bad("never-ready"), "", &["readyok", "within 500 ms"]),
    ] {
        // On a stalled machine other engines may be late, too.
        let said = [500, 5_000, 50_000].into_iter().any(|patience| {
            let line = complaint_of_start(command, more, patience).unwrap_or_default();
            let line = line.replace(&format!("{patience} ms"), "500 ms");
            parts.iter().all(|part| line.contains(part))
        });
        assert!(said, "{command} {more}: no {parts:?}");
    }
}
