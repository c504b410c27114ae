//! Random games: the rules of the crate against the oracle at every position.
//!
//! Uniformly random moves hardly ever reach enhanced play. So there are two kinds of games: with
//! random moves only, and with players who prefer to turn over pieces, to place pieces near their
//! own, and to use moves of enhanced play.

use std::collections::BTreeMap;
use std::env;

use super::oracle::ZokaOracle;
use fastrand::Rng;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use zugi_game::{Chance, Game, Player};
use zugi_zoka::{ZokaPosition, ZokaVariant};

use super::for_all;
use super::reference::{result, sorted_moves};

/// More than the plies of any random game.
const MAX_PLIES: usize = 10_000;

struct Played {
    result: String,
    ended_by: &'static str,
    plies: usize,
    was_enhanced: bool,
    used_enhanced: bool,
}

/// Whether a move is possible in enhanced play only: a slide, a strike of two Scorers, a jump, or
/// an exchange.
fn is_of_enhanced_play(mv: &str) -> bool {
    let square = |text: &str| -> Option<(i32, i32)> {
        let rank: i32 = text.get(1..)?.parse().ok()?;
        Some((text.chars().next()? as i32, rank))
    };
    let is_long = || {
        let (from, to) = mv.split_at(mv.rfind(|c: char| c.is_ascii_lowercase())?);
        let ((file, rank), (to_file, to_rank)) = (square(from)?, square(to)?);
        Some((file - to_file).abs() + (rank - to_rank).abs() > 1)
    };
    mv.contains('=') || mv.matches('x').count() == 2 || is_long() == Some(true)
}

/// A move of a player who builds a wall near a corner and places Scorers behind it, or a move of
/// enhanced play.
fn choose_to_build<'a>(
    moves: &'a [String],
    corner: (i32, i32),
    wall: i32,
    rng: &mut Rng,
) -> &'a str {
    let enhanced: Vec<&String> = moves.iter().filter(|mv| is_of_enhanced_play(mv)).collect();
    if let Some(mv) = rng.choice(&enhanced)
        && rng.u8(..3) > 0
    {
        return mv;
    }
    let distance = |mv: &str| {
        let file = mv.as_bytes()[2] as i32 - i32::from(b'a') + 1;
        let rank: i32 = mv[3..].parse().unwrap_or(0);
        let far = (file - corner.0).abs() + (rank - corner.1).abs();
        if mv.starts_with('Z') { (far - wall).abs() } else { far }
    };
    let placements = moves.iter().filter(|mv| mv.contains('@'));
    let best = placements.min_by_key(|mv| (distance(mv), mv.as_str()));
    match best {
        Some(mv) if rng.u8(..4) > 0 => mv,
        _ => {
            let turn_overs: Vec<&String> = moves.iter().filter(|mv| mv.starts_with('t')).collect();
            match rng.choice(&turn_overs) {
                Some(mv) if rng.bool() => mv,
                _ => rng.choice(moves).map_or("0000", |mv| mv),
            }
        }
    }
}

/// Plays a game with both implementations, and compares position, moves, result and scores after
/// each ply.
fn game_with_oracle<V: ZokaVariant>(seed: u64, builds: bool) -> Played {
    let mut rng = Rng::with_seed(seed);
    let start = ZokaPosition::<V>::start_with(seed);
    let shown = zugi_game::Hidden::observation_for(&start, 0);
    // Half of the games have ordered lines, half have sets.
    let mut position = if rng.bool() { start } else { shown };
    let mut oracle = ZokaOracle::from_text(V::NAME, &position.text()).unwrap();
    let (mut was_enhanced, mut used_enhanced) = (false, false);
    let size = if V::NAME == "zoka" { 8 } else { 10 };
    let corners = [(1, 1), (size, size), (1, size), (size, 1)];
    for plies in 0..MAX_PLIES {
        let text = oracle.text();
        assert_eq!(position.text(), text);
        assert_eq!(position.key(), position.key_from_scratch(), "{text}");
        let moves = oracle.moves();
        assert_eq!(sorted_moves(&position), moves, "{text}");
        assert_eq!(result(&position), oracle.result(), "{text}");
        assert_eq!(position.scores(), oracle.final_scores(), "{text}");
        let side = position.to_move();
        assert_eq!(side.index() + 1, oracle.side_to_move(), "{text}");
        for player in Player::BOTH {
            let enhanced = position.perfectly_protected(player) != zugi_game::board::Bits::EMPTY;
            assert_eq!(enhanced, oracle.is_enhanced(player.index() + 1), "{text}");
            was_enhanced |= enhanced && player == side;
        }
        if moves.is_empty() {
            let ended_by = match position.turns_left() {
                Some(0) => "last pieces",
                _ if position.quiet_turns() >= 200 => "200 quiet turns",
                _ => "passes",
            };
            let result = result(&position);
            return Played { result, ended_by, plies, was_enhanced, used_enhanced };
        }
        let seat = zugi_game::Seated::seat(&position);
        let mv = if builds {
            choose_to_build(&moves, corners[seat], 1 + (seed % 3) as i32, &mut rng)
        } else {
            rng.choice(&moves).unwrap()
        };
        used_enhanced |= is_of_enhanced_play(mv);
        position.play_unchecked(position.parse_move(mv).unwrap());
        oracle = oracle.after(mv);
    }
    panic!("no end in sight: {}", position.text());
}

fn play_few<V: ZokaVariant>() {
    let mut used = 0;
    for seed in 0..8 {
        let played = game_with_oracle::<V>(seed, seed > 0);
        used += usize::from(played.used_enhanced);
    }
    assert!(used > 0, "no enhanced play was compared in {}", V::NAME);
}

#[test]
fn random_games_agree_with_the_oracle() {
    for_all!(play_few());
}

fn play_many<V: ZokaVariant>(games: u64) {
    for (builds, name) in [(false, "any move"), (true, "builders")] {
        let count = games / 2;
        let played: Vec<Played> =
            (0..count).into_par_iter().map(|seed| game_with_oracle::<V>(seed, builds)).collect();
        let share = |count: usize| 100.0 * count as f64 / played.len() as f64;
        let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
        for game in &played {
            *ends.entry(game.result.as_str()).or_default() += 1;
            *ends.entry(game.ended_by).or_default() += 1;
        }
        let plies: usize = played.iter().map(|game| game.plies).sum();
        let longest = played.iter().map(|game| game.plies).max().unwrap();
        let count_of = |is: fn(&Played) -> bool| played.iter().filter(|game| is(game)).count();
        println!(
            "{} {name}: {} games, {} positions, {:.1} plies a game, {longest} at most; enhanced play possible \
             {:.1} %, used {:.1} %",
            V::NAME,
            played.len(),
            plies + played.len(),
            plies as f64 / played.len() as f64,
            share(count_of(|game| game.was_enhanced)),
            share(count_of(|game| game.used_enhanced)),
        );
        for (end, count) in ends {
            println!("    {end}: {:.1} %", share(count));
        }
    }
}

/// Takes twenty seconds of one core, because the oracle is slow; `ZOKA_GAMES` sets the number of
/// games.
#[test]
#[ignore = "slow: scripts/long.sh"]
fn many_random_games_of_each_variant_end_and_agree_with_the_oracle() {
    let games = env::var("ZOKA_GAMES").map_or(200, |number| number.parse().unwrap());
    for_all!(play_many(games));
}

#[test]
fn moves_of_enhanced_play_are_told_apart() {
    for mv in ["c3=Z", "a1xa2xa3", "c3c5", "a10a8", "j10b10"] {
        assert!(is_of_enhanced_play(mv), "{mv}");
    }
    for mv in ["0000", "t", "tZ", "Z@c3", "c3c4", "a10a9", "a1xa7", "i10j10"] {
        assert!(!is_of_enhanced_play(mv), "{mv}");
    }
}
