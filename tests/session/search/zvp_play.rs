//! The strength in Zombies vs Princesses Draughts: against random moves and against the engine at
//! depth 2, with either colour. For a release build: `cargo test --release --test session zvp_play
//! -- --ignored --nocapture`.

use std::env;
use std::time::Duration;

use fastrand::Rng;
use zugi::engine::Engine;
use zugi::game::{Game, GameInProgress, Outcome, Player};
use zugi::games::zvp::{Zvp, ZvpMove};
use zugi::search::eval::net::Net;
use zugi::search::{AlphaBeta, Limits, Search, Settings, StopToken, Value};

/// The time for each move of the engine.
const MOVE_TIME: Duration = Duration::from_millis(50);

/// The random plies at the start of games against depth 2.
const OPENING: usize = 4;

/// A number from the environment, to play a part of a match.
fn number(name: &str, default: usize) -> usize {
    env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// The engine's move, with its default contempt in games.
fn think(
    game: &GameInProgress<Zvp>,
    limits: &Limits,
    player: &AlphaBeta<Zvp, Net<Zvp>>,
) -> ZvpMove {
    let engine = Engine::new(&zugi::registry(), Zvp::NAME).unwrap();
    let contempt: Value = engine.values().contempt;
    let settings = Settings { overhead: Duration::ZERO, contempt, ..Settings::default() };
    player.search(game, limits, &settings, &StopToken::default(), None).unwrap().pv[0].typed()
}

fn timed() -> Limits {
    Limits { move_time: Some(MOVE_TIME), ..Limits::default() }
}

/// Plays a game after some random plies; `None` if these end it.
fn play(
    opening: usize,
    rng: &mut Rng,
    mut mover: impl FnMut(&GameInProgress<Zvp>, &mut Rng) -> ZvpMove,
) -> Option<Outcome> {
    let mut game = GameInProgress::new(Zvp::start());
    for ply in 0.. {
        if let Some(outcome) = game.outcome() {
            return (ply > opening).then_some(outcome);
        }
        let mv = match ply {
            _ if ply < opening => rng.choice(game.moves()).unwrap(),
            _ => mover(&game, rng),
        };
        assert!(game.is_legal(mv));
        game.play_unchecked(mv);
    }
    None
}

/// Wins, draws and losses of the engine as this player.
fn score(
    engine: Player,
    games: usize,
    opening: usize,
    mut other: impl FnMut(&GameInProgress<Zvp>, &mut Rng) -> ZvpMove,
) -> [usize; 3] {
    let player = AlphaBeta::new(Net::default(), 16).unwrap();
    let mut score = [0; 3];
    for seed in 0..games as u64 {
        let mut rng = Rng::with_seed(seed);
        let outcome = play(opening, &mut rng, |game, rng| {
            if game.position().to_move() == engine {
                think(game, &timed(), &player)
            } else {
                other(game, rng)
            }
        });
        score[match outcome.unwrap() {
            Outcome::Win(winner) if winner == engine => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        }] += 1;
    }
    println!("as {engine}: {score:?} won, drawn and lost");
    score
}

/// Runs in a thread with enough stack for a search.
fn with_stack(test: impl FnOnce() + Send + 'static) {
    zugi::search::spawn(test).unwrap().join().unwrap();
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn random_moves_never_win_or_draw() {
    with_stack(|| {
        let games = number("ZVP_GAMES", 200);
        for engine in Player::BOTH {
            let score = score(engine, games, 0, |game, rng| rng.choice(game.moves()).unwrap());
            assert_eq!(score, [games, 0, 0], "as {engine}");
        }
    });
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn the_engine_beats_itself_at_depth_2() {
    with_stack(|| {
        let games = number("ZVP_GAMES", 50);
        let [won, _, _] = Player::BOTH
            .map(|engine| {
                let player = AlphaBeta::new(Net::default(), 1).unwrap();
                let limits = Limits { depth: Some(2), ..Limits::default() };
                score(engine, games, OPENING, |game, _| think(game, &limits, &player))
            })
            .into_iter()
            .fold([0; 3], |sum, of_colour| std::array::from_fn(|i| sum[i] + of_colour[i]));
        let all = 2 * games;
        assert!(10 * won >= 9 * all, "{won} wins of {all}");
    });
}
