//! The conformance tests: one generic suite for the tests of each game.
//!
//! The functions panic with the position and the fault, as assertions do.

mod chance;
mod damage;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use fastrand::Rng;

use super::{Game, Outcome, Pack, PackedMove, Player, perft};

pub use chance::{check_chance, check_hidden};

/// Longer games count as endless.
const MAX_PLIES: usize = 10_000;

/// Plays `games` random games from the start positions and checks the contract of [`Game`] at each
/// position. It also reads damaged position texts: each must be refused, or be the text of a legal
/// position.
///
/// # Panics
/// The game breaks its contract.
pub fn check<G: Game>(games: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let starts: Vec<G> = [Some(G::start()), G::pie_start()].into_iter().flatten().collect();
    for start in starts.iter().cycle().take(games) {
        let game = random_game(start, &mut rng);
        for position in &game {
            check_position(position, &mut rng);
        }
        check_course(&game);
    }
}

/// Checks that a position's images under all symmetries have correct keys and the same perft.
///
/// # Panics
/// A key is wrong, or the counts differ.
pub fn check_symmetries<G: Game>(position: &G, depth: u32) {
    let images = position.images();
    assert_eq!(images.first(), Some(position), "the first image is the position itself");
    let expected = perft(position, depth);
    for image in images {
        assert_eq!(image.key(), image.key_from_scratch(), "{}", image.text());
        assert_eq!(
            perft(&image, depth),
            expected,
            "perft {depth} of {} as an image of {}",
            image.text(),
            position.text()
        );
    }
}

/// Plays `games` random games and checks that packing and unpacking keeps each position.
///
/// # Panics
/// A position differs.
pub fn check_pack<G: Pack>(games: usize, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let starts: Vec<G> = [Some(G::start()), G::pie_start()].into_iter().flatten().collect();
    for start in starts.iter().cycle().take(games) {
        for position in random_game(start, &mut rng) {
            let mut bytes = vec![0xff; G::PACKED_BYTES];
            position.pack(&mut bytes);
            let unpacked = G::unpack(&bytes).map(|position| (position.text(), position.key()));
            assert_eq!(unpacked, Some((position.text(), position.key())), "{bytes:?}");
            assert_eq!(G::unpack(&bytes[1..]), None, "{bytes:?}");
        }
    }
}

/// The positions of a random game, from the first to the finished one.
///
/// # Panics
/// The game does not end.
pub fn random_game<G: Game>(start: &G, rng: &mut Rng) -> Vec<G> {
    let mut positions = vec![start.clone()];
    let mut position = start.clone();
    while let Some(mv) = rng.choice(position.moves()) {
        position.play_unchecked(mv);
        positions.push(position.clone());
        assert!(positions.len() < MAX_PLIES, "no end in sight: {}", position.text());
    }
    positions
}

/// The winner of a game without draws, by a full search: the reference for tables and proofs.
/// `seen` caches the winners.
///
/// # Panics
/// A game ends with a draw.
pub fn winner<G: Game>(position: &G, seen: &mut HashMap<G, Player>) -> Player {
    if let Some(&winner) = seen.get(position) {
        return winner;
    }
    let mover = position.to_move();
    let winner = match position.outcome() {
        Some(Outcome::Win(winner)) => winner,
        Some(Outcome::Draw) => panic!("a draw: {}", position.text()),
        None => {
            let wins = |&mv: &G::Move| winner(&position.after(mv), seen) == mover;
            if position.moves().iter().any(wins) { mover } else { mover.opponent() }
        }
    };
    seen.insert(position.clone(), winner);
    winner
}

fn check_position<G: Game>(position: &G, rng: &mut Rng) {
    let text = position.text();
    let moves = position.moves();
    assert_eq!(position.key(), position.key_from_scratch(), "incremental key of {text}");
    assert_eq!(G::from_text(&text).as_ref(), Ok(position), "position text read back");
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "no moves iff over: {text}");
    assert_eq!(position.moves(), moves, "the order of the moves of {text}");
    assert_eq!(position.count_moves(), moves.len() as u64, "count_moves of {text}");
    let replies: u64 = moves.iter().map(|&mv| position.after(mv).moves().len() as u64).sum();
    assert_eq!(position.count_replies(), replies, "count_replies of {text}");
    check_moves(position, &moves);
    check_any_bits(position, &moves, rng);
    check_early_exit(position, &moves);
    damage::check_damaged_texts(position, rng);
}

fn check_moves<G: Game>(position: &G, moves: &[G::Move]) {
    let text = position.text();
    let plies_to_draw = |position: &G| position.plies_to_draw().map_or(usize::MAX, usize::from);
    let to_draw = plies_to_draw(position);
    assert!(to_draw > 0 || position.outcome().is_some(), "no ply to a draw: {text}");
    let bits: HashSet<u32> = moves.iter().map(|mv| mv.to_bits()).collect();
    assert_eq!(bits.len(), moves.len(), "a move is generated twice in {text}");
    for &mv in moves {
        let name = position.move_text(mv);
        assert_eq!(G::Move::from_bits(mv.to_bits()), mv, "bits of {name}");
        assert_eq!(position.parse_move(&name), Ok(mv), "move text in {text}");
        assert!(!name.contains(char::is_whitespace), "{name:?} is not one word");
        assert!(position.is_legal(mv), "{name} is generated but not legal in {text}");
        let next = position.after(mv);
        assert_ne!(next.key(), position.key(), "{name} does not change the key of {text}");
        assert!(plies_to_draw(&next) >= to_draw - 1, "{name} counts more than a ply in {text}");
    }
}

/// Bit patterns are legal exactly if the game generates them. Playing an illegal one must not
/// panic.
fn check_any_bits<G: Game>(position: &G, moves: &[G::Move], rng: &mut Rng) {
    let legal: HashSet<G::Move> = moves.iter().copied().collect();
    let random: Vec<u32> = (0..64).map(|_| rng.u32(..)).collect();
    let text = position.text();
    // Each position tries a sample of the patterns below 2^16, because `is_legal` may generate all
    // moves; many positions together cover them.
    for bits in (rng.u32(..64)..1 << 16).step_by(64 + rng.usize(..256)).chain(random) {
        let mv = G::Move::from_bits(bits);
        assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv:?} ({bits:#x}) in {text}");
        let mut tried = position.clone();
        if tried.play(mv).is_err() {
            assert_eq!(&tried, position, "a refused move changed {text}");
        }
        let _ = position.after(mv);
    }
}

fn check_early_exit<G: Game>(position: &G, moves: &[G::Move]) {
    for wanted in [1, moves.len() / 2, moves.len()] {
        let mut seen = Vec::new();
        let flow = position.visit_moves(&mut |mv| {
            seen.push(mv);
            if seen.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let reached = (1..=moves.len()).contains(&wanted);
        assert_eq!(flow.is_break(), reached);
        assert_eq!(seen, moves[..if reached { wanted } else { moves.len() }]);
    }
}

fn check_course<G: Game>(game: &[G]) {
    let last = game.last().expect("a game has a position");
    assert!(G::DRAWS || last.outcome() != Some(Outcome::Draw), "a draw: {}", last.text());
    assert!(G::DRAWS || G::REPETITION.drawing_occurrence().is_none(), "repetitions draw");
    if G::REPETITION.is_possible() {
        let mut last_seen = HashMap::new();
        for (ply, position) in game.iter().enumerate() {
            if let Some(earlier) = last_seen.insert(position.key(), ply) {
                let reversible = position.reversible_plies();
                assert!(ply - earlier <= reversible, "recurred: {}", position.text());
            }
        }
    } else {
        let different: HashSet<&G> = game.iter().collect();
        assert_eq!(different.len(), game.len(), "a position recurred");
        let keys: HashSet<u64> = game.iter().map(G::key).collect();
        assert_eq!(keys.len(), game.len(), "two positions share a key");
    }
}
