//! A rival that shares no search with the engine: an expectimax search of two plies with its own
//! evaluation; and games of the engine against it.

use std::env;
use std::ops::ControlFlow;

use fastrand::Rng;
use rayon::prelude::*;
use zugi_game::board::Bits;
use zugi_game::{Chance, Game, GameInProgress, Hidden, Outcome, Player, Seated};
use zugi_zoka::{Grid, TwoSeats, Zoka, ZokaMove, ZokaPiece, ZokaPosition, ZokaVariant};

use super::games::think;

const PLIES: u32 = 2;

/// The value of a won game, in points.
const WON: f64 = 1_000.0;

/// The value of a position for player one, in points.
fn evaluate<V: ZokaVariant>(position: &ZokaPosition<V>) -> f64 {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(Player::One) => WON,
            Outcome::Win(Player::Two) => -WON,
            // It is worth as much as an even position, so a player who only waits for a draw gains
            // nothing.
            Outcome::Draw => 0.0,
        };
    }
    side(position, Player::One) - side(position, Player::Two)
}

fn side<V: ZokaVariant>(position: &ZokaPosition<V>, player: Player) -> f64 {
    let (own, enemy) = (position.side_pieces(player), position.side_pieces(player.opponent()));
    let none = own.zokers & !own.zokers;
    let spoiled = own.spoiled::<V::Grid>(&enemy, none);
    let (protected, held) = (position.protected(player), position.held(player));
    let attacked = seen_from::<V>(enemy.zokers, own.pieces() | enemy.pieces());
    let mut sum = 1.5 * f64::from(position.struck()[player.index()]);
    let mut perfect = false;
    for seat in (0..V::SEATS).filter(|&seat| position.side_of(seat) == player) {
        for value in 1..=6 {
            let Some(square) = position.scorer(seat, value) else { continue };
            let points = f64::from(value);
            sum += points
                * match () {
                    () if !spoiled.contains(square) => 1.0,
                    () if attacked.contains(square) => -1.0,
                    () if held.contains(square) => 0.0,
                    () if protected.contains(square) => 0.6,
                    () => 0.1,
                };
            perfect |= !spoiled.contains(square);
        }
        let hand = position.hand_of(seat);
        sum += 0.5 * f64::from(hand.count());
        sum += 0.6 * f64::from(hand.count_of(ZokaPiece::ZOKER));
        sum += 0.7 * f64::from(position.zokers(seat).count());
    }
    let room = (V::Grid::BOARD & !own.zokers & !spoiled).count();
    sum + 0.4 * f64::from(room.min(9)) + if perfect { 2.0 } else { 0.0 }
}

/// The first pieces that these squares see along files and ranks.
fn seen_from<V: ZokaVariant>(
    from: <V::Grid as Grid>::Set,
    pieces: <V::Grid as Grid>::Set,
) -> <V::Grid as Grid>::Set {
    let mut met = from & !from;
    for direction in zugi_zoka::GridDirection::ALL {
        let mut at = V::Grid::shift(direction, from);
        while !at.is_empty() {
            met = met | at & pieces;
            at = V::Grid::shift(direction, at & !pieces);
        }
    }
    met
}

/// The expected value of a decision for player one, by a search of this number of plies.
fn expected<V: ZokaVariant>(position: &ZokaPosition<V>, decision: ZokaMove, plies: u32) -> f64 {
    let mut mean = 0.0;
    let _ = position.visit_outcomes(decision, &mut |mv, probability| {
        mean += probability * value(&position.after(mv), plies - 1);
        ControlFlow::Continue(())
    });
    mean
}

fn value<V: ZokaVariant>(position: &ZokaPosition<V>, plies: u32) -> f64 {
    if plies == 0 || position.outcome().is_some() {
        return evaluate(position);
    }
    let values = position.decisions().into_iter().map(|mv| expected(position, mv, plies));
    if position.to_move() == Player::One {
        values.fold(f64::NEG_INFINITY, f64::max)
    } else {
        values.fold(f64::INFINITY, f64::min)
    }
}

/// The rival's decision, from what its seat knows.
fn rival<V: ZokaVariant>(game: &GameInProgress<ZokaPosition<V>>) -> ZokaMove {
    let shown = game.position().observation_for(game.position().seat());
    let sign = if shown.to_move() == Player::One { 1.0 } else { -1.0 };
    let worth = |&mv: &ZokaMove| sign * expected(&shown, mv, PLIES);
    // Of equal decisions, the first one.
    let decisions = shown.decisions();
    let best = decisions.iter().rev().max_by(|a, b| worth(a).total_cmp(&worth(b)));
    *best.expect("the game is not over")
}

/// The outcome of a game from the shuffle of this seed and eight random plies.
fn play(seed: u64, mut player: impl FnMut(&GameInProgress<Zoka>, &mut Rng) -> ZokaMove) -> Outcome {
    let mut rng = Rng::with_seed(seed);
    let mut game = GameInProgress::new(ZokaPosition::<TwoSeats>::start_with(seed));
    for ply in 0.. {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let decision = match ply {
            0..8 => game.position().decisions()[rng.usize(..game.position().decisions().len())],
            _ => player(&game, &mut rng),
        };
        let outcome = game.position().random_outcome(decision, &mut rng).expect("a decision");
        game.play_unchecked(outcome);
    }
    unreachable!("a game ends")
}

/// The numbers of games that the rival wins, draws and loses; it plays each shuffle from both
/// sides.
fn score(
    games: u64,
    opponent: impl Fn(&GameInProgress<Zoka>, &mut Rng) -> ZokaMove + Sync,
) -> [usize; 3] {
    let results = (0..games).into_par_iter().map(|number| {
        let own = Player::BOTH[(number % 2) as usize];
        let outcome = play(number / 2, |game, rng| {
            if game.position().to_move() == own { rival(game) } else { opponent(game, rng) }
        });
        match outcome {
            Outcome::Win(winner) if winner == own => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        }
    });
    let results: Vec<usize> = results.collect();
    [0, 1, 2].map(|result| results.iter().filter(|&&other| other == result).count())
}

fn random(game: &GameInProgress<Zoka>, rng: &mut Rng) -> ZokaMove {
    let decisions = game.position().decisions();
    decisions[rng.usize(..decisions.len())]
}

#[test]
fn the_rival_beats_random_moves() {
    assert_eq!(score(4, random), [4, 0, 0]);
}

/// `ZOKA_GAMES` sets the number of games, `ZOKA_NODES` the nodes of the engine.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn the_engine_beats_the_rival() {
    let number = |name, default| env::var(name).map_or(default, |text| text.parse().unwrap());
    let (games, nodes) = (number("ZOKA_GAMES", 100), number("ZOKA_NODES", 1_000));
    let [won, drawn, lost] = score(games, |game, _| think(game, nodes));
    println!("the rival against {nodes} nodes: {won} won, {drawn} drawn, {lost} lost");
    assert!(lost > won, "{won} {drawn} {lost}");
}
