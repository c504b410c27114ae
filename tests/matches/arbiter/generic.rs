//! Matches of games whose rules only the engines know.

use zugi::arbiter::{End, GameRecord, Reason};
use zugi::game::Game;
use zugi::games::zola::Zola4;

use super::support::{ENDLESS, Place, bad4, end_of, engine, match_of, numbers, winner, zugi};

/// The result of the game's moves by the rules of 4x4.
fn outcome(game: &GameRecord) -> End {
    let mut position = Zola4::start();
    let moves = game.moves.iter().map(|mv| &mv.text);
    for text in game.opening.iter().chain(moves) {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    end_of(position.outcome())
}

/// Plays a match between two commands, named good and bad, and checks its exit code; returns its
/// games and messages.
#[track_caller]
fn play(
    code: i32,
    [good, bad]: [&str; 2],
    settings: &str,
    after: &str,
) -> (Vec<GameRecord>, String) {
    let place = Place::new();
    // The timeout of the good engine starts after its long time limit.
    let engines = [engine("good", good, "movetime=43200000"), engine("bad", bad, "nodes=1")];
    let settings = format!("--variant generic --patience {ENDLESS} {settings}");
    place.write("openings", "startpos\nstartpos moves a1b1 a2b2\n");
    let after = format!("--out m --games 4 {after}");
    let exit = place.end_with(code, &match_of(&settings, &engines, &after));
    let games = place.games("m");
    assert_eq!(numbers(&games), [1, 2, 3, 4]);
    assert!(games.iter().all(|game| game.variant == "generic"));
    // The record has no boards, only moves.
    let shown = place.succeed(&["replay".to_owned(), "m.jsonl".to_owned()]).stdout;
    assert_eq!(shown.matches("game ").count(), 4, "{shown}");
    (games, exit.stderr)
}

/// The command of an engine that does not answer these queries.
fn plain(without: &str, fault: &str) -> String {
    bad4(&format!("--without {without} {fault}"))
}

#[test]
fn games_without_a_referee_end_as_the_rules_say() {
    // An engine that ends at unknown questions is not asked them.
    for (bad, after, opened) in
        [(bad4(""), "--openings openings", 2), (plain("islegal,fen", "dies-of-unknown"), "", 0)]
    {
        let games = play(0, [&bad4(""), &bad], "", after).0;
        for game in &games {
            assert_eq!((game.reason, game.end), (Reason::Rules, outcome(game)), "{game}");
            assert!(game.end != End::None && game.moves.len() > 4, "{game}");
        }
        assert_eq!(games.iter().filter(|game| game.opening.len() == 2).count(), opened);
    }
}

#[test]
fn lies_are_disagreements_and_nobody_wins() {
    for (lie, question, is_over) in [
        ("lies-about-gameover", "query gameover", false),
        ("lies-about-result", "query result", true),
    ] {
        for game in play(6, [&bad4(""), &bad4(lie)], "", "").0 {
            assert_eq!((game.reason, game.end), (Reason::Disagreement, End::None), "{game}");
            assert!(game.detail.contains(question), "{}", game.detail);
            assert_eq!((outcome(&game) != End::None, game.moves.is_empty()), (is_over, !is_over));
            assert!(!game.transcript.is_empty(), "{game}");
        }
    }
}

#[test]
fn an_answer_that_is_none_is_malformed() {
    for game in play(0, [&bad4(""), &bad4("three-word-response")], "--recover", "").0 {
        assert_eq!((game.reason, winner(&game)), (Reason::Malformed, Some("good")), "{game}");
        assert!(!game.transcript.is_empty());
    }
}

/// What an engine leaves out of the optional answers, and how it then denies the move a1a1.
const DENIALS: [(&str, &str); 3] = [
    ("nothing", "query islegal a1a1: false"),
    ("islegal,errors", "query fen: "),
    ("islegal,fen", "no such position"),
];

#[test]
fn a_mover_that_denies_its_own_move_loses() {
    for (without, why) in DENIALS {
        let (good, bad) = (plain(without, ""), plain(without, "illegal-move"));
        for game in play(0, [&good, &bad], "", "").0 {
            assert_eq!((game.reason, winner(&game)), (Reason::IllegalMove, Some("good")), "{game}");
            let expected = format!("bad: \"a1a1\", and by its own word: {why}");
            assert!(game.detail.starts_with(&expected), "{without}: {}", game.detail);
            assert!(!game.transcript.is_empty());
        }
    }
}

#[test]
fn ones_word_against_the_others_does_not_count() {
    let bad = plain("islegal,fen,errors", "illegal-move");
    let deny = |(without, why)| (plain(without, ""), format!("bad: \"a1a1\", but good: {why}"));
    // The last engine takes an illegal move for some legal one, so it soon has a different
    // position.
    for (good, why) in
        DENIALS.map(deny).into_iter().chain([(bad4("accepts-illegal"), String::new())])
    {
        for game in play(6, [&good, &bad], "", "").0 {
            assert_eq!((game.reason, game.end), (Reason::Disagreement, End::None), "{game}");
            assert!(game.detail.starts_with(&why), "{good}: {}", game.detail);
        }
    }
}

#[test]
fn an_illegal_move_that_both_engines_accept_ends_no_game() {
    let engines = ["", "illegal-move"].map(|fault| plain("islegal,fen,errors", fault));
    for (settings, plies) in [("--max-plies 20", 20), ("", 1000)] {
        for game in play(6, engines.each_ref().map(String::as_str), settings, "").0 {
            assert_eq!((game.reason, game.end), (Reason::Length, End::None), "{}", game.detail);
            assert_eq!(game.moves.len(), plies);
        }
    }
}

#[test]
fn openings_are_tried_on_the_engines() {
    for (opening, problem) in [
        ("startpos moves zz", "no such position"),
        ("4/4/1b2/r3 r - moves a1b2", "the game is over there"),
    ] {
        let place = Place::new();
        place.write("o", format!("startpos\n{opening}\n"));
        let engines = [engine("a", &bad4(""), "nodes=1"), engine("b", &bad4(""), "nodes=1")];
        let arguments = match_of("--variant generic", &engines, "--openings o --out m");
        let exit = place.end_with(2, &arguments);
        let said = format!("engine \"a\", opening 2 {opening:?}: expected one that it takes, but");
        assert!(exit.stderr.contains(&format!("{said} {problem}")), "{exit:?}");
        assert_eq!(place.files(), ["o"], "no game was played");
    }
}

#[test]
fn few_openings_and_games_that_repeat_are_told() {
    let warning = |after| play(0, [&bad4(""), &bad4("")], "", after).1;
    assert!(warning("").contains("warning: no openings"), "{}", warning(""));
    let few = warning("--no-swap --openings openings");
    assert!(few.contains("warning: 2 openings for 4 rounds"), "{few}");
    let enough = warning("--openings openings");
    assert!(!enough.contains("warning"), "{enough}");
    let place = Place::new();
    let engines = [engine("a", &zugi(""), "depth=1"), engine("b", &zugi(""), "depth=1")];
    let settings = "--variant zola-4 --random-plies 0 --games 6";
    let exit = place.succeed(&match_of(settings, &engines, "--out m"));
    let said = "4 of 6 games are move by move what others were";
    assert!(exit.stdout.contains(said) && place.read("m.html").contains(said), "{exit:?}");
}
