//! Each fault alone: the right result in time, and the match continues.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal;
use zugi::arbiter::{GameRecord, Reason, fault_reasons};

use super::support::{DEADLINE, ENDLESS, Place, bad4, engine, match_of, numbers, winner};

/// Games per match.
const GAMES: usize = 4;

/// A time limit that is never exceeded.
const EVER: &str = "movetime=43200000";

/// Plays a correct engine against a faulty one with this timeout in milliseconds. The correct
/// engine's timeout starts after its long time limit, so it never ends.
fn play(fault: &str, time: &str, patience: u64) -> Vec<GameRecord> {
    let engines = [engine("good", &bad4(""), EVER), engine("bad", &bad4(fault), time)];
    let settings = format!(
        "--variant zola-4 --recover --patience {patience} --start-patience {ENDLESS} \
         --ready-patience {ENDLESS} --new-game-patience {ENDLESS}"
    );
    let after = format!("--out m --games {GAMES} --random-plies 2 --seed 5");
    let place = Place::new();
    place.play("m", &match_of(&settings, &engines, &after));
    place.games("m")
}

/// Checks that all games have the reason, that games with a fault are lost by the faulty engine
/// (except for false reports without effect) and have a transcript.
#[track_caller]
fn check(fault: &str, reason: Reason, games: &[GameRecord]) {
    assert_eq!(numbers(games), (1..=GAMES).collect::<Vec<_>>(), "{fault}");
    for game in games {
        assert_eq!(game.reason, reason, "{fault}: {game}");
        assert_eq!(game.transcript.is_empty(), !reason.is_fault(), "{fault}: {game}");
        if reason.is_fault() {
            assert!(game.detail.starts_with("bad: "), "{fault}: {}", game.detail);
            let has = |start| game.transcript.iter().any(|line| line.starts_with(start));
            assert!(has("bad ") && has("good "), "{fault}: {game}");
        }
        if !matches!(reason, Reason::Rules | Reason::Disagreement) {
            assert_eq!(winner(game), Some("good"), "{fault}: {game}");
        }
    }
}

#[track_caller]
fn expect(fault: &str, time: &str, reason: Reason) {
    check(fault, reason, &play(fault, time, ENDLESS));
}

/// The same for an engine that falls silent, repeated with a longer timeout, since the correct one
/// may time out on a stalled machine.
#[track_caller]
fn expect_silence(fault: &str, time: &str, reason: Reason) {
    let mut games = play(fault, time, 500);
    for patience in [5_000, 50_000] {
        if games.iter().any(|game| game.reason != reason) {
            games = play(fault, time, patience);
        }
    }
    check(fault, reason, &games);
}

/// Runs all these faults, each with a time for its engine, in parallel matches, which mostly wait.
fn each(faults: &[(&str, &str)], reason: Reason, expect: impl Fn(&str, &str, Reason) + Sync) {
    thread::scope(|scope| {
        for (fault, time) in faults {
            scope.spawn(|| expect(fault, time, reason));
        }
    });
}

#[test]
fn engines_that_do_not_answer_stall() {
    let faults = [
        ("never-answers", "nodes=1"),
        ("stops-reading", "nodes=1"),
        ("never-answers", "movetime=100"),
        ("--after 2 never-answers", "nodes=1"),
        ("answers-late 600000", "nodes=1"),
    ];
    each(&faults, Reason::Stall, expect_silence);
}

#[test]
fn late_answers_lose_on_time() {
    let faults = [("answers-late 300", "movetime=50"), ("answers-late 300", "tc=0.05")];
    each(&faults, Reason::TimeLoss, expect);
}

#[test]
fn nothing_is_gained_by_a_late_move() {
    // Each move is the last one of its period.
    let games = play("answers-late 300", "tc=1/0.05+0.01", ENDLESS);
    for game in &games {
        let late = game.late.as_ref().unwrap_or_else(|| panic!("no late move: {game}"));
        assert_eq!(late.clock, Some(Duration::ZERO), "{game}");
    }
}

#[test]
fn who_is_late_beside_a_late_one_may_be_innocent() {
    let late = bad4("answers-late 300");
    let play = |other: &str, time: &str| {
        let place = Place::new();
        let engines = [engine("a", &late, "movetime=10"), engine("b", other, time)];
        let after = "--games 2 --random-plies 2 --recover --out m";
        let exit = place.play("m", &match_of("--variant zola-4", &engines, after));
        (place, exit)
    };
    let said = "2 of 2 games were lost on time, and both engines were late: the machine was busy";
    let (place, exit) = play(&late, "movetime=10");
    assert!(exit.stdout.contains(said), "{}", exit.stdout);
    assert!(place.read("m.html").contains(said));
    let (_, exit) = play(&bad4(""), EVER);
    assert!(!exit.stdout.contains("engines were late"), "{}", exit.stdout);
}

/// Suspends the match for longer than the engine may think, with its answer in the pipe. Fails if
/// the machine itself stalls for seconds.
#[test]
#[ignore = "measures time: scripts/long.sh"]
fn a_match_that_was_suspended_blames_nobody() {
    let _alone = crate::support::alone();
    let place = Place::new();
    let words = bad4("answers-late 300");
    let overheard = format!("tee -a said | {}", words.trim_start_matches("cmd="));
    let command = format!("cmd=sh -c {}", shell_words::quote(&overheard));
    let engines = [engine("a", &command, "movetime=3000"), engine("b", &bad4(""), "nodes=1")];
    let arguments = match_of("--variant zola-4", &engines, "--games 2 --out m --random-plies 2");
    let mut running = place.start(&arguments);
    running.wait_for("a search", |place| {
        place.path("said").exists() && place.read("said").contains("go movetime")
    });
    running.signal(Signal::SIGSTOP);
    thread::sleep(Duration::from_secs(4));
    running.signal(Signal::SIGCONT);
    let exit = running.end(DEADLINE);
    assert_eq!(exit.code, Some(0), "{exit:?}");
    let games = place.games("m");
    let of = |reason| games.iter().filter(|game| game.reason == reason).count();
    assert_eq!((of(Reason::Suspended), of(Reason::TimeLoss)), (1, 0), "{exit:?}");
    let said = "1 of 2 games do not count: zugi itself stood still";
    assert!(exit.stdout.contains(said) && place.read("m.html").contains(said), "{exit:?}");
    assert!(exit.stderr.contains(": standstill: a: "), "{exit:?}");
}

#[test]
fn engines_that_exit_crash() {
    let faults = [
        "exits-on-go",
        "--after 1 exits-on-go",
        "throws",
        "exits-after-bestmove",
        "closes-stdout",
        "orphans-child",
    ];
    each(&faults.map(|fault| (fault, "nodes=1")), Reason::Crash, expect);
}

#[test]
fn illegal_moves_lose() {
    let faults = [("illegal-move", "nodes=1"), ("--after 1 illegal-move", "tc=600+1")];
    each(&faults, Reason::IllegalMove, expect);
}

#[test]
fn answers_that_are_none_are_malformed() {
    let faults = ["garbage", "endless-garbage", "no-word", "two-words", "two-bestmoves"];
    each(&faults.map(|fault| (fault, "nodes=1")), Reason::Malformed, |fault, time, reason| {
        let expect = if fault == "garbage" { expect_silence } else { expect };
        expect(fault, time, reason);
    });
}

#[test]
fn floods_are_malformed() {
    // They are detected by size, before any timeout.
    let faults = ["floods 100", "floods-line 100", "floods-infos 100"];
    each(&faults.map(|fault| (fault, "nodes=1")), Reason::Malformed, expect);
}

#[test]
fn lies_are_disagreements() {
    let faults = ["lies-about-result", "lies-about-gameover", "three-word-response"];
    each(&faults.map(|fault| (fault, "nodes=1")), Reason::Disagreement, expect);
}

#[test]
fn habits_are_no_faults() {
    let habits = ["third-word", "garbage-lines", "banner", "chatter", "crlf", "short-line"];
    each(&habits.map(|habit| (habit, "nodes=1")), Reason::Rules, expect);
    let others = [
        ("slow-start 100", "nodes=1"),
        ("dies-of-unknown", "tc=600+1"),
        ("dies-of-crlf", "depth=1"),
        ("no-blank-after-moves", EVER),
    ];
    each(&others, Reason::Rules, expect);
}

#[test]
fn stubborn_processes_end_with_the_match() {
    each(&[("ignores-quit", "nodes=1"), ("spawns-child", "nodes=1")], Reason::Rules, expect);
}

#[test]
fn what_an_engine_writes_to_its_standard_error_is_recorded_and_shown() {
    let place = Place::new();
    let engines = [engine("good", &bad4(""), "nodes=1"), engine("bad", &bad4("throws"), "nodes=1")];
    let exit = place.succeed(&match_of("--variant zola-4 --recover --games 2", &engines, ""));
    let detail = "crash: bad: the process has ended (exit status: 1); expected bestmove";
    for number in [1, 2] {
        assert!(exit.stderr.contains(&format!("game {number}: {detail}")), "{exit:?}");
    }
    let shown =
        "  bad ! Traceback (most recent call last):\n  bad ! ValueError: a bug \u{fffd}[31m";
    assert_eq!(exit.stderr.matches(shown).count(), 2, "{exit:?}");
    place.succeed(&match_of("--variant zola-4 --recover --games 2", &engines, "--out m"));
    for game in place.games("m") {
        let said: Vec<(&str, &str)> = fault_reasons::error_lines(&game).collect();
        let expected = [
            ("bad", "Traceback (most recent call last):"),
            ("bad", "ValueError: a bug \u{1b}[31min red"),
        ];
        assert_eq!(said, expected, "{game}");
    }
    assert!(place.read("m.txt").contains(" ! ValueError: a bug"));
    assert!(place.read("m-games/0001.js").contains(" ! ValueError: a bug"));
}

#[test]
fn a_slow_starter_has_a_patience_of_its_own() {
    let place = Place::new();
    let engines = [engine("good", &bad4(""), EVER), engine("slow", &bad4("slow-start 300"), EVER)];
    // The general timeout is shorter than the engine's start.
    let patience = format!("--ready-patience {ENDLESS} --new-game-patience {ENDLESS}");
    let settings = format!("--variant zola-4 --patience 100 {patience} --games 2");
    place.succeed(&match_of(&settings, &engines, ""));
}

#[test]
fn logs_call_engines_by_their_names() {
    let place = Place::new();
    let engines = [engine("good", &bad4(""), "nodes=1"), engine("bad", &bad4("throws"), "nodes=1")];
    let settings = "--variant zola-4 --recover --games 2 --log-file log";
    place.succeed(&match_of(settings, &engines, ""));
    assert!(place.read("log").contains(" bad ! ValueError: a bug"), "{}", place.read("log"));
}

#[test]
fn without_recovery_a_failed_engine_plays_no_further_part() {
    let place = Place::new();
    let engines = [
        engine("one", &bad4(""), "nodes=1"),
        engine("bad", &bad4("--after 3 exits-on-go"), "nodes=1"),
        engine("two", &bad4(""), "nodes=1"),
    ];
    let after = "--out m --games 6 --random-plies 2";
    let exit = place.end_with(4, &match_of("--variant zola-4", &engines, after));
    let said = "engine bad is out: 7 of 18 games were played";
    assert!(exit.stdout.contains(said) && exit.stderr.contains(said), "{exit:?}");
    assert!(place.read("m.html").contains(said) && place.read("m.json").contains("engine-out"));
    let games = place.games("m");
    let of_bad: Vec<_> = games.iter().filter(|game| game.players.contains(&"bad".into())).collect();
    assert_eq!(of_bad.len(), 1, "{of_bad:?}");
    assert_eq!(of_bad[0].reason, Reason::Crash);
    assert_eq!(games.len(), 7, "6 of the others");
    assert_eq!(games.iter().filter(|game| game.reason == Reason::Rules).count(), 6);
}

#[test]
fn an_illegal_move_does_not_end_an_engines_part() {
    let place = Place::new();
    let engines =
        [engine("good", &bad4(""), "nodes=1"), engine("bad", &bad4("illegal-move"), "nodes=1")];
    place.succeed(&match_of("--variant zola-4", &engines, "--out m --games 6"));
    assert_eq!(place.games("m").len(), 6);
}

#[test]
fn an_engine_that_does_not_start_again_loses_each_game() {
    let place = Place::new();
    // It starts only once, for the check before the match.
    let script = "if [ -e started ]; then echo id name too late; exit 3; fi; \
        touch started; exec \"$0\" \"$@\"";
    let words = shell_words::split(bad4("").trim_start_matches("cmd=")).unwrap();
    let once = format!("cmd=sh -c {} {}", shell_words::quote(script), shell_words::join(words));
    for (settings, count) in [("--recover", 4), ("", 1)] {
        let prefix = format!("m{count}");
        let engines = [engine("good", &bad4(""), "nodes=1"), engine("once", &once, "nodes=1")];
        let settings = format!("--variant zola-4 {settings}");
        let after = format!("--games 4 --out {prefix}");
        let code = if settings.contains("--recover") { 0 } else { 4 };
        place.end_with(code, &match_of(&settings, &engines, &after));
        std::fs::remove_file(place.path("started")).unwrap();
        let games = place.games(&prefix);
        assert_eq!(games.len(), count);
        for game in games {
            assert_eq!((game.reason, winner(&game)), (Reason::Crash, Some("good")), "{game}");
            assert!(game.detail.starts_with("once does not start: "), "{}", game.detail);
            let said =
                |line: &String| line.starts_with("once ") && line.ends_with("< id name too late");
            assert!(game.transcript.iter().any(said), "what it said last: {game}");
        }
    }
}

#[test]
fn an_engine_that_the_system_does_not_start_again_has_no_fault() {
    let place = Place::new();
    let words = shell_words::split(bad4("").trim_start_matches("cmd=")).unwrap();
    let script = format!(
        "#!/bin/sh\n{}\n[ -e first ] && rm engine\ntouch first\n",
        shell_words::join(words)
    );
    let install = || {
        place.write("engine", &script);
        fs::set_permissions(place.path("engine"), Permissions::from_mode(0o755)).unwrap();
    };
    let engines = [
        engine("good", &bad4(""), "nodes=1"),
        engine("gone", "cmd=./engine", "nodes=1 restart=on"),
    ];
    let arguments = match_of("--variant zola-4 --recover", &engines, "--games 4 --out m --resume");
    install();
    let exit = place.end_with(1, &arguments);
    let why = "engine \"gone\" does not start: cannot start \"./engine\": ";
    assert!(exit.stderr.contains(why) && exit.stderr.contains("1 of 4 games"), "{exit:?}");
    assert_eq!(numbers(&place.games("m")), [1]);
    install();
    fs::remove_file(place.path("first")).unwrap();
    place.end_with(1, &arguments);
    assert_eq!(numbers(&place.games("m")), [1, 2]);
    assert!(place.games("m").iter().all(|game| !game.reason.is_fault()));
}

#[test]
fn an_engine_that_ends_with_the_game_plays_the_next_one() {
    // It answers one query, and exits before the second.
    let script = "while read -r line; do echo \"$line\"; \
        case \"$line\" in query*) exit;; esac; done | \"$0\" \"$@\"";
    let words = shell_words::split(bad4("").trim_start_matches("cmd=")).unwrap();
    let once = format!("cmd=sh -c {} {}", shell_words::quote(script), shell_words::join(words));
    let place = Place::new();
    let engines = [engine("good", &bad4(""), "nodes=1"), engine("once", &once, "nodes=1")];
    place.succeed(&match_of("--variant zola-4 --recover", &engines, "--games 4 --out m"));
    let games = place.games("m");
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game.reason, Reason::Disagreement, "{game}");
        assert!(game.detail.starts_with("once: query result: "), "{}", game.detail);
        assert!(winner(&game).is_some() && !game.moves.is_empty(), "by the rules: {game}");
    }
}
