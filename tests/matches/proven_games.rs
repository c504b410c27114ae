//! Checks the games of `web/test/data/proven-games.json`, the test data for programs that judge
//! games: the moves are legal, the other fields agree with them, and the values are proven again.
//! `tools/src/bin/proven_games.rs` makes them.

use std::fs;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use zugi::game::{Game, GameInProgress, Outcome, ProofLimits};
use zugi::games::zola::{Zola4, Zola6};
use zugi::games::zvp::Zvp;
use zugi::proofs::draws::DfpnSolver;
use zugi::proofs::{Provable, Solver};
use zugi::tables::{EndgameTables, HasTablebase};

const FILE: &str = "web/test/data/proven-games.json";

/// The memory for results of proofs, in MiB.
const RESULTS: u64 = 64;

#[derive(Deserialize)]
struct Document {
    about: Vec<String>,
    #[serde(rename = "zola-4")]
    zola_4: Vec<Recorded>,
    #[serde(rename = "zola-6")]
    zola_6: Vec<Recorded>,
    zvp: Vec<Recorded>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    start: String,
    first: String,
    moves: String,
    values: String,
    result: String,
    turning: Option<usize>,
    swings: usize,
    ratings: [u32; 2],
}

fn document() -> Document {
    let text = fs::read_to_string(FILE).expect(FILE);
    assert!(text.len() < 60_000, "{} bytes", text.len());
    serde_json::from_str(&text).expect(FILE)
}

/// The positions of a game, the end included.
fn positions<G: Game>(recorded: &Recorded) -> Vec<G> {
    let start = G::from_text(&recorded.start).expect(&recorded.start);
    assert_eq!(start.text(), recorded.start);
    let mut game = GameInProgress::new(start.clone());
    let mut positions = vec![start];
    for text in recorded.moves.split(' ') {
        game.play_text(text).unwrap_or_else(|error| panic!("{}: {error}", recorded.start));
        positions.push(game.position().clone());
    }
    let result = game.outcome().expect("the game is over").to_string();
    assert_eq!(result, recorded.result, "{}", recorded.start);
    positions
}

/// Whether a proven win of this position is valid with this history: no other position has occurred
/// twice since the last irreversible ply. See "What is proven" in `docs/reference/proofs.md`.
fn holds<G: Game>(before: &[G], position: &G) -> bool {
    let stretch = &before[before.len() - position.reversible_plies().min(before.len())..];
    let mut others: Vec<u64> = stretch.iter().map(Game::key).collect();
    others.retain(|&key| key != position.key());
    others.sort_unstable();
    others.windows(2).all(|pair| pair[0] != pair[1])
}

/// The outcome of a position by its letter; `W` and `L` are for the side to move.
fn outcome<G: Game>(position: &G, letter: char) -> Outcome {
    match letter {
        'W' => Outcome::Win(position.to_move()),
        'L' => Outcome::Win(position.to_move().opponent()),
        'D' => Outcome::Draw,
        _ => panic!("{letter}"),
    }
}

fn check_records<G: Game>(games: &[Recorded]) {
    assert_eq!(games.len(), 30, "{}", G::NAME);
    for game in games {
        let positions = positions::<G>(game);
        let said = format!("{}, {}", G::NAME, game.start);
        assert_eq!(positions[0].to_move().to_string(), game.first, "{said}");
        assert_eq!(positions.len(), game.values.len(), "{said}");
        assert!(game.ratings.iter().all(|rating| (600..=2_600).contains(rating)), "{said}");
        let letters = positions.iter().zip(game.values.chars());
        let outcomes: Vec<Outcome> = letters.map(|(it, letter)| outcome(it, letter)).collect();
        // Each recorded win or loss must be valid with the positions before it.
        for (ply, (position, outcome)) in positions.iter().zip(&outcomes).enumerate() {
            let is_proof = *outcome != Outcome::Draw && ply + 1 < positions.len();
            assert!(!is_proof || holds(&positions[..ply], position), "{said}, ply {ply}");
        }
        let (mut turning, mut swings) = (None, 0);
        let end = outcomes[outcomes.len() - 1];
        assert_eq!(end.to_string(), game.result, "{said}");
        for (ply, pair) in outcomes.windows(2).enumerate() {
            let mover = positions[ply].to_move();
            assert_eq!(positions[ply + 1].to_move(), mover.opponent(), "{said}");
            if pair[0] == pair[1] {
                continue;
            }
            swings += 1;
            // A move never improves the value for its player.
            let is_worse =
                pair[0] == Outcome::Win(mover) || pair[1] == Outcome::Win(mover.opponent());
            assert!(is_worse, "{said}, ply {ply}");
            if pair[1] == end && end == Outcome::Win(mover.opponent()) {
                turning = Some(ply);
            }
        }
        assert_eq!((turning, swings), (game.turning, game.swings), "{said}");
    }
    let several = games.iter().filter(|game| game.swings >= 3).count();
    let from_the_start = games.iter().filter(|game| game.swings == 0).count();
    assert!(several >= 12 && from_the_start >= 2, "{several}, {from_the_start}");
}

#[test]
fn proven_games_are_legal_and_turn_where_they_say() {
    let document = document();
    assert!(document.about.len() > 5);
    check_records::<Zola4>(&document.zola_4);
    check_records::<Zola6>(&document.zola_6);
    check_records::<Zvp>(&document.zvp);
}

/// Compares the values of every `step`-th game with those of `proven`, from the end of the game.
/// `proven` searches without limits, and returns `None` for positions that it skips.
fn check_values<G: Game>(
    games: &[Recorded],
    step: usize,
    mut proven: impl FnMut(&G) -> Option<Outcome>,
) {
    for game in games.iter().step_by(step) {
        let positions = positions::<G>(game);
        let letters = positions.iter().zip(game.values.bytes().map(char::from)).rev();
        // The final position is skipped, because its result can depend on the positions before it.
        for (position, letter) in letters.skip(1) {
            let said = position.text();
            if let Some(proven) = proven(position) {
                assert_eq!(proven, outcome(position, letter), "{said}");
            }
        }
    }
}

fn limits() -> ProofLimits {
    ProofLimits::default()
}

fn check_by_proofs<G: HasTablebase + Provable>(games: &[Recorded], step: usize, pieces: u32) {
    let tables = EndgameTables::<G>::make(pieces).expect("the rules");
    let solver = Solver::<G, _>::new(&tables, RESULTS).expect("memory");
    let running = AtomicBool::new(false);
    check_values::<G>(games, step, |position| {
        solver.solve(position, &limits(), &running, |_| ()).winner().map(Outcome::Win)
    });
}

/// Checks only positions of at most `most` pieces, with tables of up to `pieces` pieces. It is
/// quick if `pieces` is at least `most`.
fn check_with_draws(games: &[Recorded], most: u32, pieces: u32) {
    let tables = EndgameTables::<Zvp>::make(pieces).expect("the rules");
    let solver = DfpnSolver::<Zvp, _>::new(&tables, RESULTS).expect("memory");
    let running = AtomicBool::new(false);
    check_values::<Zvp>(games, 1, |position| {
        if HasTablebase::pieces(position) > most {
            return None;
        }
        solver.solve(position, &limits(), &running, |_| ()).outcome
    });
}

#[test]
fn values_of_some_games_are_proven_again() {
    let document = document();
    check_by_proofs::<Zola4>(&document.zola_4, 1, 16);
    check_by_proofs::<Zola6>(&document.zola_6, 30, 6);
    check_with_draws(&document.zvp, 3, 3);
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn values_of_all_games_are_proven_again() {
    let document = document();
    check_by_proofs::<Zola6>(&document.zola_6, 1, 8);
    check_with_draws(&document.zvp, 5, 5);
}
