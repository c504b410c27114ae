//! One way to fail at a time: the right outcome, in time, and the match goes on.

use std::time::Duration;

use zugi::arbiter::Reason;

use super::support::{Place, bad4, engine, match_of, numbers, winner};

/// Games of each match.
const GAMES: usize = 4;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a busy machine may add to a whole match.
const SLACK: Duration = Duration::from_secs(8);

/// Plays a good engine against one that fails; all games have the reason, those with a
/// fault are lost by the bad one (but for a lie, which changes nothing), and are
/// recorded with a transcript.
#[track_caller]
fn expect(fault: &str, time: &str, reason: Reason) {
    expect_within(PATIENCE, fault, time, reason);
}

#[track_caller]
fn expect_within(patience: Duration, fault: &str, time: &str, reason: Reason) {
    let place = Place::new();
    let engines = [engine("good", &bad4(""), "nodes=1"), engine("bad", &bad4(fault), time)];
    let settings = format!("--variant zola-4 --recover --patience {}", patience.as_millis());
    let after = format!("--out m --games {GAMES} --random-plies 2 --seed 5");
    let exit = place.succeed(&match_of(&settings, &engines, &after));
    let games = place.games("m");
    assert_eq!(numbers(&games), (1..=GAMES).collect::<Vec<_>>(), "{fault}");
    for game in &games {
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
    let limit = (patience + Duration::from_secs(1)) * GAMES as u32 + SLACK;
    assert!(exit.elapsed < limit, "{fault} took {:?}", exit.elapsed);
    println!("{fault}: {reason} in {:?}", exit.elapsed);
}

#[test]
fn engines_that_do_not_answer_stall() {
    expect("never-answers", "nodes=1", Reason::Stall);
    expect("stops-reading", "nodes=1", Reason::Stall);
    expect("--after 2 never-answers", "movetime=100", Reason::Stall);
    expect("answers-late 60000", "nodes=1", Reason::Stall);
}

#[test]
fn late_answers_lose_on_time() {
    expect("answers-late 300", "movetime=50", Reason::TimeLoss);
    expect("answers-late 300", "tc=0.05", Reason::TimeLoss);
}

#[test]
fn engines_that_exit_crash() {
    expect("exits-on-go", "nodes=1", Reason::Crash);
    expect("--after 1 exits-on-go", "nodes=1", Reason::Crash);
    expect("throws", "nodes=1", Reason::Crash);
    expect("exits-after-bestmove", "nodes=1", Reason::Crash);
    expect("closes-stdout", "nodes=1", Reason::Crash);
    expect("orphans-child", "nodes=1", Reason::Crash);
}

#[test]
fn illegal_moves_lose() {
    expect("illegal-move", "nodes=1", Reason::IllegalMove);
    expect("--after 1 illegal-move", "tc=5+0.1", Reason::IllegalMove);
}

#[test]
fn answers_that_are_none_are_malformed() {
    expect("garbage", "nodes=1", Reason::Malformed);
    expect("endless-garbage", "nodes=1", Reason::Malformed);
    expect("no-word", "nodes=1", Reason::Malformed);
    expect("two-words", "nodes=1", Reason::Malformed);
    expect("two-bestmoves", "nodes=1", Reason::Malformed);
}

#[test]
fn floods_are_malformed() {
    // They are found by how much they are, long before the patience is over.
    for fault in ["floods 100", "floods-line 100", "floods-infos 100"] {
        expect_within(Duration::from_secs(10), fault, "nodes=1", Reason::Malformed);
    }
}

#[test]
fn lies_are_disagreements() {
    expect("lies-about-result", "nodes=1", Reason::Disagreement);
    expect("lies-about-gameover", "nodes=1", Reason::Disagreement);
    expect("three-word-response", "nodes=1", Reason::Disagreement);
}

#[test]
fn habits_are_no_faults() {
    for habit in ["third-word", "garbage-lines", "banner", "chatter", "crlf", "short-line"] {
        expect(habit, "nodes=1", Reason::Rules);
    }
    expect("slow-start 100", "nodes=1", Reason::Rules);
    expect("dies-of-unknown", "tc=60+1", Reason::Rules);
    expect("dies-of-crlf", "depth=1", Reason::Rules);
    expect("no-blank-after-moves", "movetime=1000", Reason::Rules);
}

#[test]
fn stubborn_processes_end_with_the_match() {
    expect("ignores-quit", "nodes=1", Reason::Rules);
    expect("spawns-child", "nodes=1", Reason::Rules);
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
        let said: Vec<(&str, &str)> = game.errors().collect();
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
    let engines =
        [engine("good", &bad4(""), "nodes=1"), engine("slow", &bad4("slow-start 1500"), "nodes=1")];
    // Less patience than the start takes, for everything else.
    place.succeed(&match_of("--variant zola-4 --patience 1000 --games 2", &engines, ""));
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
    // It starts once, for the check before the match.
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
fn an_engine_that_ends_with_the_game_plays_the_next_one() {
    // It answers one query, and is gone before the second.
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
