//! Games that only the engines know.

use zugi::arbiter::{End, GameRecord, Reason};
use zugi::game::{Game, Outcome, Player};
use zugi::games::zola::Zola4;

use super::support::{Place, bad4, engine, match_of, numbers, winner};

/// Who has won by the rules of 4x4 after the game's moves; `None` while it goes on.
fn outcome(game: &GameRecord) -> Option<End> {
    let mut position = Zola4::start();
    let moves = game.moves.iter().map(|mv| &mv.text);
    for text in game.opening.iter().chain(moves) {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    position.outcome().map(|outcome| match outcome {
        Outcome::Win(Player::One) => End::P1win,
        Outcome::Win(Player::Two) => End::P2win,
        Outcome::Draw => End::Draw,
    })
}

#[track_caller]
fn play(command: &str, settings: &str, after: &str) -> Vec<GameRecord> {
    play_to(0, command, settings, after)
}

/// Plays to an exit code.
#[track_caller]
fn play_to(code: i32, command: &str, settings: &str, after: &str) -> Vec<GameRecord> {
    let place = Place::new();
    let engines = [engine("good", &bad4(""), "nodes=1"), engine("bad", command, "nodes=1")];
    let settings = format!("--variant generic --patience 500 {settings}");
    place.write("openings", "startpos\nstartpos moves a1b1 a2b2\n");
    place.end_with(code, &match_of(&settings, &engines, &format!("--out m --games 4 {after}")));
    let games = place.games("m");
    assert_eq!(numbers(&games), [1, 2, 3, 4]);
    assert!(games.iter().all(|game| game.variant == "generic"));
    // The record has no board to show, but its moves.
    let shown = place.succeed(&["replay".to_owned(), "m.txt".to_owned()]).stdout;
    assert_eq!(shown.matches("game ").count(), 4, "{shown}");
    games
}

#[test]
fn whole_games_without_a_referee() {
    for game in play(&bad4(""), "", "") {
        assert_eq!((game.reason, Some(game.end)), (Reason::Rules, outcome(&game)), "{game}");
        assert!(game.opening.is_empty() && game.moves.len() > 4, "{game}");
    }
    let games = play(&bad4(""), "", "--openings openings");
    for game in &games {
        assert_eq!((game.reason, Some(game.end)), (Reason::Rules, outcome(game)), "{game}");
    }
    assert_eq!(games.iter().filter(|game| game.opening.len() == 2).count(), 2);
}

#[test]
fn lies_are_disagreements_and_nobody_wins() {
    for game in play_to(6, &bad4("lies-about-gameover"), "", "") {
        assert_eq!((game.reason, game.end), (Reason::Disagreement, End::None), "{game}");
        assert!(game.detail.contains("query gameover"), "{}", game.detail);
        assert!(game.moves.is_empty() && !game.transcript.is_empty(), "{game}");
    }
    for game in play_to(6, &bad4("lies-about-result"), "", "") {
        assert_eq!((game.reason, game.end), (Reason::Disagreement, End::None), "{game}");
        assert!(game.detail.contains("query result"), "{}", game.detail);
        assert!(outcome(&game).is_some(), "{game}");
    }
}

#[test]
fn faults_are_told_apart_as_ever() {
    for (fault, reason) in [
        ("never-answers", Reason::Stall),
        ("exits-on-go", Reason::Crash),
        ("three-word-response", Reason::Malformed),
    ] {
        for game in play(&bad4(fault), "--recover", "") {
            assert_eq!((game.reason, winner(&game)), (reason, Some("good")), "{fault}: {game}");
            assert!(!game.transcript.is_empty());
        }
    }
}

#[test]
fn an_illegal_move_is_not_the_arbiters_to_judge() {
    // The engines take no notice of it, and so the game stands still until it is too
    // long.
    for (settings, plies) in [("--max-plies 20", 20), ("", 1000)] {
        for game in play(&bad4("illegal-move"), settings, "") {
            assert_eq!((game.reason, game.end), (Reason::Length, End::Draw), "{}", game.detail);
            assert_eq!(game.moves.len(), plies);
        }
    }
    // An engine that takes it for another move is soon somewhere else.
    let place = Place::new();
    let engines = [
        engine("one", &bad4("illegal-move"), "nodes=1"),
        engine("two", &bad4("accepts-illegal"), "nodes=1"),
    ];
    let after = "--games 2 --max-plies 50 --patience 500 --out m";
    place.end_with(6, &match_of("--variant generic", &engines, after));
    for game in place.games("m") {
        assert_eq!((game.reason, game.end), (Reason::Disagreement, End::None), "{game}");
    }
}
