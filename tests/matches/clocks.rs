//! Games with clocks that the arbiter keeps.
//!
//! The ordinary test accepts games that are lost on time. The others need a release build and an
//! idle machine; `ZUGI_GAMES` (200) is the number of games of each long match: `cargo test
//! --release --test matches clocks:: -- --ignored --nocapture`.

use zugi::arbiter::{GameRecord, Reason};

use crate::arbiter::support::{ENDLESS, Place, check_by_the_rules, engine, match_of, zugi};
use crate::support::alone;
use crate::support::steal_time::{TICK, steal_time};

/// The variants, and how many of six games are of each.
const VARIANTS: [(&str, usize); 4] = [("zola-6", 3), ("zola-8", 1), ("zola-10", 1), ("zola-4", 1)];

/// How often to repeat games that were lost on time: a machine that stalls is late once, a faulty
/// engine every time.
const TRIES: usize = 3;

/// One late move is tolerated per this many moves.
const MOVES_PER_STALL: usize = 1000;

/// Plays games of zugi against itself. All are played by the rules, but some may be lost on time.
fn play(variant: &str, limit: &str, margin: u64, games: usize) -> Vec<GameRecord> {
    let place = Place::new();
    let engines = ["one", "two"].map(|name| engine(name, &zugi(""), limit));
    let before = format!("--variant {variant} --games {games} --no-swap --random-plies 5");
    let after = format!("--margin {margin} --patience {ENDLESS} --out m");
    place.play("m", &match_of(&before, &engines, &after));
    let games = place.games("m");
    for game in &games {
        check_by_the_rules(game);
        assert!(matches!(game.reason, Reason::Rules | Reason::TimeLoss), "{game}");
    }
    games
}

/// Checks that games are lost on time only where the machine stalls: hardly any, and not again when
/// repeated. A move may exceed its limit by `margin` milliseconds.
fn check_punctuality(limit: &str, margin: u64, games: usize) {
    let _alone = alone();
    let before = steal_time();
    let (mut moves, mut stalls) = (0, 0);
    for (variant, of_six) in VARIANTS {
        let mut games = (games * of_six).div_ceil(6);
        for attempt in 1.. {
            let played = play(variant, limit, margin, games);
            moves += played.iter().map(|game| game.moves.len()).sum::<usize>();
            let lost = played.iter().filter(|game| game.reason == Reason::TimeLoss);
            games = lost.inspect(|game| println!("lost on time: {}", game.detail)).count();
            if games == 0 {
                break;
            }
            assert!(attempt < TRIES, "{variant}, {limit}: {games} games lost on time again");
            stalls += games;
        }
    }
    // Other virtual machines may take processor time.
    let stolen = (steal_time() - before).div_duration_f64(TICK) as usize;
    println!("{limit}: {moves} moves, {stalls} stalls, {stolen} ticks stolen");
    let tolerated = 1 + moves / MOVES_PER_STALL + stolen;
    assert!(stalls <= tolerated, "{limit}: {stalls} stalls in {moves} moves");
}

fn check_many(limit: &str, margin: u64) {
    let games = std::env::var("ZUGI_GAMES").map_or(200, |text| text.parse().expect("a number"));
    check_punctuality(limit, margin, games);
}

/// Checks the recorded clocks: base and increment at first; after each move minus its time, plus
/// the increment, and plus the base after every `moves` moves.
fn check_clocks(game: &GameRecord, base: f64, increment: f64, moves: usize) {
    for seat in 0..2 {
        let mut left = base + increment;
        let of_seat = (game.opening.len()..).zip(&game.moves).filter(|(ply, _)| ply % 2 == seat);
        for (number, (_, mv)) in (1..).zip(of_seat) {
            let time = mv.time.as_secs_f64();
            left = (left - time).max(0.0) + increment;
            if moves > 0 && number % moves == 0 {
                left += base;
            }
            let clock = mv.clock.expect("a clock").as_secs_f64();
            assert!((clock - left).abs() < 5e-6 * number as f64, "{clock} and {left}: {game}");
            left = clock;
        }
    }
}

#[test]
fn the_recorded_clocks_add_up() {
    let controls = [("0.1+0.01", 0.1, 0.01, 0), ("5/0.2", 0.2, 0.0, 5), ("0.3", 0.3, 0.0, 0)];
    for ((variant, _), (tc, base, increment, moves)) in
        VARIANTS.into_iter().zip(controls.into_iter().cycle())
    {
        for game in play(variant, &format!("tc={tc}"), 10, 3) {
            check_clocks(&game, base, increment, moves);
        }
    }
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn games_with_each_kind_of_limit_are_not_lost_on_time() {
    for (limit, margin) in
        [("tc=0.1+0.01", 0), ("tc=1+0.01", 0), ("tc=5/0.2", 0), ("tc=0.3", 0), ("movetime=10", 10)]
    {
        check_punctuality(limit, margin, 6);
    }
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn games_at_100_ms_and_10_ms_a_move() {
    check_many("tc=0.1+0.01", 0);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn games_at_100_ms_and_1_ms_a_move() {
    check_many("tc=0.1+0.001", 0);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn games_at_10_ms_a_move() {
    check_many("movetime=10", 10);
}
