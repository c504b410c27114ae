//! The tree search of Zoka: its use of hidden information, and its strength. Limits are nodes, so
//! that results do not depend on the machine.
//!
//! The long matches need a release build:
//! `cargo test --release --test session search::tree -- --ignored --nocapture`; `ZOKA_GAMES=20`
//! plays fewer games. `ZOKA_MOVETIME=200` searches by milliseconds per move instead, which needs
//! two idle cores; `ZOKA_NODES=16000` sets the nodes against greedy moves.

use std::env;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use zugi::game::{Chance, Game, GameInProgress, Hidden, Outcome, Player, RawMove, Seated};
use zugi::games::zoka::ZokaSum;
use zugi::games::zoka::{
    FourSeats, OneAgainstTwo, ThreeSeats, TwoAgainstTwo, TwoSeats, ZokaMove, ZokaPosition,
    ZokaVariant,
};
use zugi::search::{Evaluator, Limits, Search, Settings, StopToken, TreeSearch};

type ZokaSearch<V> = TreeSearch<ZokaPosition<V>, ZokaSum<V>>;

fn player<V: ZokaVariant>() -> ZokaSearch<V> {
    TreeSearch::new(ZokaSum::default(), 16).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The move within these limits, in a game with known orders.
pub fn think<S: Search>(
    player: &S,
    game: &GameInProgress<S::Game>,
    limits: &Limits,
) -> <S::Game as Game>::Move {
    // As in a game, with contempt: otherwise mutual passes would draw before any piece of Zoka is
    // placed.
    let settings = Settings { contempt: 50, ..Settings::default() };
    let token = StopToken::default();
    let mv = player.search(game, limits, &settings, &token, None).unwrap().pv[0].typed();
    assert!(game.is_legal(mv));
    mv
}

/// The decision with the best expected evaluation over its outcomes.
fn greedy<V: ZokaVariant>(game: &GameInProgress<ZokaPosition<V>>, rng: &mut Rng) -> ZokaMove {
    let (position, sum) = (game.position(), ZokaSum::<V>::default());
    let seat = position.seat();
    let shown = position.observation_for(seat);
    let worth = |next: &ZokaPosition<V>| {
        let own = next.side(seat);
        match next.outcome() {
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Win(winner)) => {
                if Some(winner) == own {
                    1e6
                } else {
                    -1e6
                }
            }
            None => {
                let value = f64::from(sum.value(next));
                if next.side(next.seat()) == own { value } else { -value }
            }
        }
    };
    let mut best = (f64::NEG_INFINITY, None);
    for decision in shown.decisions() {
        let mut mean = 0.0;
        let _ = shown.visit_outcomes(decision, &mut |mv, probability| {
            mean += probability * worth(&shown.after(mv));
            ControlFlow::Continue(())
        });
        if mean > best.0 {
            best = (mean, Some(decision));
        }
    }
    position.random_outcome(best.1.unwrap(), rng).unwrap()
}

pub fn random<G: Game>(game: &GameInProgress<G>, rng: &mut Rng) -> G::Move {
    rng.choice(game.moves()).unwrap()
}

type Other<G> = fn(&GameInProgress<G>, &mut Rng) -> <G as Game>::Move;

/// Wins, draws and losses of a search as this player; two games run at a time. `new` makes the
/// search and the start of a game by its seed.
pub fn score<S: Search>(
    own: Player,
    games: u64,
    limits: &Limits,
    new: impl Fn(u64, &mut Rng) -> (S, GameInProgress<S::Game>) + Sync,
    other: impl Fn(&GameInProgress<S::Game>, &mut Rng) -> <S::Game as Game>::Move + Sync,
) -> [usize; 3] {
    let play = |seed| {
        let mut rng = Rng::with_seed(seed);
        let (player, mut game) = new(seed, &mut rng);
        while game.outcome().is_none() {
            let is_own = game.position().to_move() == own;
            let mv = if is_own { think(&player, &game, limits) } else { other(&game, &mut rng) };
            game.play_unchecked(mv);
        }
        match game.outcome().unwrap() {
            Outcome::Win(winner) if winner == own => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        }
    };
    let half = |odd| (odd..games).step_by(2).map(play).collect::<Vec<usize>>();
    let results = thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        [half(0), odd.join().unwrap()].concat()
    });
    let count = |result| results.iter().filter(|&&other| other == result).count();
    let score = [count(0), count(1), count(2)];
    println!("{} as {own}, {limits:?}: {score:?} won, drawn and lost", S::Game::NAME);
    score
}

fn score_of_zoka<V: ZokaVariant>(
    own: Player,
    games: u64,
    most_nodes: u64,
    other: Other<ZokaPosition<V>>,
) -> [usize; 3] {
    let time = env::var("ZOKA_MOVETIME").ok();
    let move_time = time.map(|text| Duration::from_millis(text.parse().unwrap()));
    let limits = match move_time {
        Some(_) => Limits { move_time, ..Limits::default() },
        None => nodes(most_nodes),
    };
    let new = |seed, _: &mut Rng| {
        (player::<V>(), GameInProgress::new(ZokaPosition::<V>::start_with(seed)))
    };
    score(own, games, &limits, new, other)
}

/// The answer is the same for fifty orders of the same face-down sets.
#[test]
fn hidden_orders_change_no_move() {
    let (player, mut rng) = (player::<TwoSeats>(), Rng::with_seed(5));
    let mut positions = Vec::new();
    while positions.len() < 100 {
        let mut game = GameInProgress::new(ZokaPosition::<TwoSeats>::start_with(rng.u64(..)));
        for _ in 0..rng.usize(0..40) {
            if game.outcome().is_none() {
                game.play_unchecked(random(&game, &mut rng));
            }
        }
        let lines = game.position().line(0).set().count() + game.position().line(1).set().count();
        if game.outcome().is_none() && lines > 6 {
            positions.push(game.position().clone());
        }
    }
    for position in positions {
        let shown = position.observation_for(position.seat());
        let mut answers = (0..50).map(|_| {
            let game = GameInProgress::new(shown.guess(0, &mut rng));
            think(&player, &game, &nodes(60))
        });
        let first = answers.next().unwrap();
        assert!(answers.all(|answer| answer == first), "{}", shown.text());
    }
}

/// Four passes in a row end the game as a draw before any piece is placed.
#[test]
fn no_game_is_given_away_by_passing() {
    let player = player::<TwoSeats>();
    for seed in 0..50 {
        let mut game = GameInProgress::new(ZokaPosition::<TwoSeats>::start_with(seed));
        let pass = game.position().parse_move("0000").unwrap();
        (0..3).for_each(|_| game.play_unchecked(pass));
        assert_ne!(think(&player, &game, &nodes(2_000)), pass, "seed {seed}");
    }
}

/// Passing forever does not win: repetitions are draws in every line and thread.
#[test]
fn a_repeated_position_counts_as_a_draw() {
    let before = "......../......../......../......../......../aZ......./a6aZ.b3bZ.../aZaZ.bZbZ... \
                  2 - -/- Z1235/ZZ1456 Z/Z 2:4 -/- 0:0:-";
    let mut circle = GameInProgress::new(ZokaPosition::<TwoSeats>::from_text(before).unwrap());
    let moves = ["e1f1", "0000", "f1g1", "0000", "g1g2", "0000", "g2f2", "0000"];
    circle.play_texts(&moves.map(str::to_owned)).unwrap();
    let straight = GameInProgress::new(circle.position().clone());
    let player = player::<TwoSeats>();
    let back = circle.position().parse_move("f2f1").unwrap();
    let limits = Limits { search_moves: vec![RawMove::of(back)], ..nodes(300) };
    let drawn = |game: &GameInProgress<_>, threads| {
        let settings = Settings { threads, ..Settings::default() };
        let token = StopToken::default();
        player.search(game, &limits, &settings, &token, None).unwrap().wdl.unwrap()[1]
    };
    for threads in [1, 2] {
        assert_eq!(drawn(&circle, threads), 1000);
        assert!(drawn(&straight, threads) < 500);
    }
    // A depth limit still ends the search.
    let deep = Limits { nodes: None, depth: Some(8), ..limits.clone() };
    let token = StopToken::default();
    let found = player.search(&circle, &deep, &Settings::default(), &token, None).unwrap();
    assert_eq!((found.depth, found.pv), (8, vec![RawMove::of(back)]));
}

#[test]
fn the_search_beats_random_moves() {
    for own in Player::BOTH {
        assert_eq!(score_of_zoka::<TwoSeats>(own, 10, 100, random), [10, 0, 0]);
    }
}

pub fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().unwrap())
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn the_search_beats_random_moves_always_and_greedy_ones_mostly() {
    let games = number("ZOKA_GAMES", 100) / 2;
    let all = |scores: [[usize; 3]; 2]| scores[0][0] + scores[1][0];
    let against_random =
        Player::BOTH.map(|own| score_of_zoka::<TwoSeats>(own, games, 4_000, random));
    assert_eq!(all(against_random), 2 * games as usize);
    let against_greedy = Player::BOTH
        .map(|own| score_of_zoka::<TwoSeats>(own, games, number("ZOKA_NODES", 4_000), greedy));
    assert!(10 * all(against_greedy) >= 9 * 2 * games as usize, "{against_greedy:?}");
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn each_side_of_each_variant_beats_random_moves() {
    fn check<V: ZokaVariant>(games: u64) {
        for own in Player::BOTH {
            let [won, ..] = score_of_zoka::<V>(own, games, 1_000, random);
            assert!(20 * won >= 19 * games as usize, "{} as {own}: {won}", V::NAME);
        }
    }
    let games = number("ZOKA_GAMES", 100);
    check::<ThreeSeats>(games);
    check::<FourSeats>(games);
    check::<OneAgainstTwo>(games);
    check::<TwoAgainstTwo>(games);
}
