//! Games in the real XBoard on a virtual screen: matches between two engines, and games of a user
//! with the mouse against the engine. The library's rules follow XBoard's log and check the saved
//! results.
//!
//! Without XBoard, Xvfb or xdotool the tests pass with a message: see [`screen::tools`].

mod mouse;
mod screen;

use crate::support::referee::Referee;
use fastrand::Rng;
use screen::{Screen, XBoard, tools};

/// Quick games: engines that search one ply.
const QUICK: &[&str] = &["-depth", "1"];

/// XBoard's options for an engine with this rating.
fn rating(elo: u32) -> String {
    format!("UGI_LimitStrength=1,UGI_Elo={elo}")
}

/// The most matches to wait for a pass.
const MATCHES: usize = 30;

fn pgn_result(result: &str) -> &'static str {
    match result {
        "p1win" => "1-0",
        "p2win" => "0-1",
        _ => "*",
    }
}

/// A match by the library's rules, from the moves in XBoard's log.
struct Match {
    /// The results by the library's rules.
    expected: Vec<&'static str>,
    passes: usize,
}

/// Follows the games of a match: moves must be legal, and the last game over.
fn follow(variant: &str, log: &str) -> Match {
    let mut followed = Match { expected: Vec::new(), passes: 0 };
    let mut game = Referee::new(variant);
    for mv in log.lines().filter_map(screen::engine_move) {
        let mv = if mv == screen::PASS { "0000" } else { mv };
        followed.passes += usize::from(mv == "0000");
        game.play(mv);
        if game.is_over() {
            followed.expected.push(pgn_result(&game.result()));
            game = Referee::new(variant);
        }
    }
    assert!(game.moves.is_empty(), "a game was not played out: {:?}", game.moves);
    followed
}

/// Plays matches of two games until a player had to pass. This occurs in half of the games between
/// engines that are not too weak; the ratings determine the games.
fn engines_play(variant: &str, name: &str) {
    let Some(tools) = tools() else { return };
    let screen = Screen::start(tools);
    let mut rng = Rng::with_seed(1);
    for _ in 0..MATCHES {
        let mut xboard = XBoard::start(&screen, name, |command, engine| {
            command.args(["-scp", engine, "-matchGames", "2", "-matchPause", "10"]).args(QUICK);
            for engine in ["-firstOptions", "-secondOptions"] {
                command.args([engine, &rating(rng.u32(1000..=2000))]);
            }
        });
        xboard.wait();
        let played = follow(variant, &xboard.log());
        assert_eq!(played.expected.len(), 2, "games");
        assert_eq!(xboard.results(), played.expected);
        if played.passes > 0 {
            return;
        }
    }
    panic!("no forced pass came up in {MATCHES} matches");
}

#[test]
fn engines_play_zola() {
    engines_play("zola-6", "zola");
}

/// Plays a game by mouse to its end; returns whether the user had to pass.
fn user_plays(screen: &Screen, variant: &str, name: &str, rng: &mut Rng) -> bool {
    let mut xboard = XBoard::start(screen, name, |command, _| {
        command.args(["-firstOptions", &rating(600)]).args(QUICK);
    });
    let mut game = mouse::Game::new(&mut xboard, variant);
    game.try_illegal_move(rng);
    while !game.is_over() {
        if rng.u8(..4) == 0 {
            game.try_illegal_move(rng);
        }
        game.make_move(rng);
    }
    let (expected, passed) = game.finish();
    assert_eq!(xboard.results(), [pgn_result(&expected)]);
    passed
}

/// Depends on time: a click hits its square only if XBoard has already drawn its windows.
#[test]
#[ignore = "measures time: scripts/long.sh"]
fn a_user_plays_by_mouse() {
    let Some(tools) = tools() else { return };
    let screen = Screen::start(tools);
    let mut rng = Rng::with_seed(1);
    user_plays(&screen, "zola-6", "zola", &mut rng);
    // On the smallest board the user often has to pass.
    let passed = (0..3).any(|_| user_plays(&screen, "zola-4", "zola4", &mut rng));
    println!("the user had to pass: {passed}");
}
