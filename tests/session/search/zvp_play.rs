//! The strength in Zombies vs Princesses Draughts: against random moves and against the engine at
//! depth 2, with either colour. For a release build: `cargo test --release --test session zvp_play
//! -- --ignored --nocapture`.

use std::time::Duration;

use fastrand::Rng;
use zugi::game::{Game, GameInProgress, Player};
use zugi::games::zvp::Zvp;
use zugi::search::eval::net::Net;
use zugi::search::{AlphaBeta, Limits, Search};

use super::tree::{number, random, score, think};

fn limits() -> Limits {
    Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() }
}

/// An engine and a game that begins with some random plies.
fn after_plies(plies: usize, rng: &mut Rng) -> (AlphaBeta<Zvp, Net<Zvp>>, GameInProgress<Zvp>) {
    let mut game = GameInProgress::new(Zvp::start());
    for _ in 0..plies {
        game.play_unchecked(random(&game, rng));
    }
    (AlphaBeta::new(Net::default(), 16).unwrap(), game)
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn random_moves_never_win_or_draw() {
    let games = number("ZVP_GAMES", 200);
    for own in Player::BOTH {
        let score = score(own, games, &limits(), |_, rng| after_plies(0, rng), random);
        assert_eq!(score, [games as usize, 0, 0], "as {own}");
    }
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn the_engine_beats_itself_at_depth_2() {
    let games = number("ZVP_GAMES", 50);
    let player = AlphaBeta::<Zvp, _>::new(Net::default(), 1).unwrap();
    let depth_2 = Limits { depth: Some(2), ..Limits::default() };
    let won: usize = Player::BOTH
        .map(|own| {
            let other = |game: &_, _: &mut Rng| think(&player, game, &depth_2);
            score(own, games, &limits(), |_, rng| after_plies(4, rng), other)[0]
        })
        .iter()
        .sum();
    assert!(10 * won >= 9 * 2 * games as usize, "{won} wins of {}", 2 * games);
}
