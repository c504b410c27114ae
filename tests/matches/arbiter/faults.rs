//! Each fault alone: the right result in time, and the match continues.

use std::fs;
use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal;
use zugi::arbiter::{GameRecord, Reason, fault_reasons};

use super::hostile::TABLE;
use super::support::{
    DEADLINE, ENDLESS, Place, bad4, engine, match_of, numbers, overheard, scripted, winner,
};

const GAMES: usize = 4;

/// A time limit that is never exceeded.
const HALF_A_DAY: &str = "movetime=43200000";

/// Plays a correct engine against a faulty one with this timeout in milliseconds. The correct
/// engine's timeout begins after its time limit of half a day, so it never expires.
fn play(fault: &str, time: &str, patience: u64) -> Vec<GameRecord> {
    let engines = [engine("good", &bad4(""), HALF_A_DAY), engine("bad", &bad4(fault), time)];
    let settings = format!("--variant zola-4 --recover --patience {patience}");
    let after = format!("--out m --games {GAMES} --random-plies 2 --seed 5");
    let place = Place::new();
    place.play("m", &match_of(&settings, &engines, &after));
    place.games("m")
}

/// Checks that all games have this reason, and that games with a fault have a transcript and are
/// lost by the faulty engine, except in a disagreement.
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

#[test]
fn each_kind_of_fault_loses_the_game_and_the_match_goes_on() {
    let rows = TABLE.iter().filter_map(|row| Some((row.behaviour, row.in_match?)));
    // In parallel, since they mostly wait.
    thread::scope(|scope| {
        for (fault, reason) in rows {
            scope.spawn(move || {
                // The correct engine, too, may time out on a stalled machine.
                let patience: &[u64] =
                    if reason == Reason::Stall { &[500, 5_000, 50_000] } else { &[ENDLESS] };
                let play = |&patience: &u64| play(fault, "nodes=1", patience);
                let are_right =
                    |games: &Vec<GameRecord>| games.iter().all(|game| game.reason == reason);
                let games = patience.iter().map(play).find(are_right);
                check(fault, reason, &games.unwrap_or_else(|| panic!("{fault}: no {reason}")));
            });
        }
    });
}

#[test]
fn nothing_is_gained_by_a_late_move() {
    // Each move is the last one of its period.
    let games = play("answers-late 300", "tc=1/0.05+0.01", ENDLESS);
    check("answers-late 300", Reason::TimeLoss, &games);
    for game in &games {
        let late = game.late.as_ref().unwrap_or_else(|| panic!("no late move: {game}"));
        assert_eq!(late.clock, Some(Duration::ZERO), "{game}");
    }
}

/// Suspends the program that runs the match for longer than the engine may think; meanwhile the
/// engine writes its answer into the pipe. Fails if the machine itself stalls for seconds.
#[test]
#[ignore = "measures time: scripts/long.sh"]
fn a_match_that_was_suspended_blames_nobody() {
    let _alone = crate::support::alone();
    let place = Place::new();
    let command = overheard("said", &bad4("answers-late 300"));
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
    assert!(exit.stderr.contains(": standstill: a: "), "{exit:?}");
}

#[test]
fn what_an_engine_writes_to_its_standard_error_is_recorded_and_shown() {
    let place = Place::new();
    let engines = [engine("good", &bad4(""), "nodes=1"), engine("bad", &bad4("throws"), "nodes=1")];
    let before = "--variant zola-4 --recover --games 2";
    let exit = place.succeed(&match_of(before, &engines, "--out m"));
    let detail = "crash: bad: the process has ended (exit status: 1); expected bestmove";
    for number in [1, 2] {
        assert!(exit.stderr.contains(&format!("game {number}: {detail}")), "{exit:?}");
    }
    let shown =
        "  bad ! Traceback (most recent call last):\n  bad ! ValueError: a bug \u{fffd}[31m";
    assert_eq!(exit.stderr.matches(shown).count(), 2, "{exit:?}");
    for game in place.games("m") {
        let said: Vec<(&str, &str)> = fault_reasons::error_lines(&game).collect();
        let expected = [
            ("bad", "Traceback (most recent call last):"),
            ("bad", "ValueError: a bug \u{1b}[31min red"),
        ];
        assert_eq!(said, expected, "{game}");
    }
    assert!(place.read("m.jsonl").contains(" ! ValueError: a bug"));
    assert!(place.read("m-games/0001.js").contains(" ! ValueError: a bug"));
    place.succeed(&match_of(before, &engines, "--log-file log"));
    assert!(place.read("log").contains(" bad ! ValueError: a bug"), "{}", place.read("log"));
}

#[test]
fn without_recovery_an_engine_that_crashes_plays_no_further_part() {
    let place = Place::new();
    let engines = [
        engine("one", &bad4(""), "nodes=1"),
        engine("bad", &bad4("--after 3 exits-on-go"), "nodes=1"),
        // Illegal moves do not take an engine out.
        engine("illegal", &bad4("illegal-move"), "nodes=1"),
    ];
    let after = "--out m --games 6 --random-plies 2";
    let exit = place.end_with(4, &match_of("--variant zola-4", &engines, after));
    let said = "engine bad is out: 7 of 18 games were played";
    assert!(exit.stdout.contains(said) && exit.stderr.contains(said), "{exit:?}");
    assert!(place.read("m.html").contains(said) && place.read("m.json").contains("engine-out"));
    let (of_bad, others): (Vec<_>, Vec<_>) =
        place.games("m").into_iter().partition(|game| game.players.contains(&"bad".into()));
    assert_eq!((of_bad.len(), of_bad[0].reason), (1, Reason::Crash), "{of_bad:?}");
    assert_eq!(others.len(), 6);
    assert!(others.iter().all(|game| game.reason == Reason::IllegalMove), "{others:?}");
}

#[test]
fn an_engine_that_does_not_start_again_loses_each_game() {
    let place = Place::new();
    // It starts only once, for the check before the match.
    let script = "if [ -e started ]; then echo id name too late; exit 3; fi; \
        touch started; exec \"$0\" \"$@\"";
    let once = scripted(script);
    for (settings, count) in [("--recover", 4), ("", 1)] {
        let prefix = format!("m{count}");
        let engines = [engine("good", &bad4(""), "nodes=1"), engine("once", &once, "nodes=1")];
        let settings = format!("--variant zola-4 {settings}");
        let after = format!("--games 4 --out {prefix}");
        let code = if settings.contains("--recover") { 0 } else { 4 };
        place.end_with(code, &match_of(&settings, &engines, &after));
        fs::remove_file(place.path("started")).unwrap();
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
    let engine_once =
        format!("{}\n[ -e first ] && rm engine\ntouch first", bad4("").trim_start_matches("cmd="));
    let install = || place.install("engine", &engine_once);
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
    let once = scripted(script);
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
