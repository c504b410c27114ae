//! The proof search against brute force and tables, its limits and its estimates.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fastrand::Rng;
use zugi_game::conformance::winner;
use zugi_game::{Game, Outcome, Player, Probe, Proof, ProofLimits, ProofReport};
use zugi_proofs::{EstimateRequest, FileProver, Provable, Solver, WinnerMoves, WorkEstimate};
use zugi_tables::{EndgameTables, HasTablebase, PositionIndex};
use zugi_zola::{Zola4, Zola6, Zola8, Zola10};

static RUNNING: AtomicBool = AtomicBool::new(false);

/// Debug builds run this many times fewer cases.
const SLOW: usize = if cfg!(debug_assertions) { 10 } else { 1 };

/// The number of checkers plus one: the letter of the side to move counts, too.
fn checkers<G: Game>(position: &G) -> usize {
    position.text().chars().filter(|letter| matches!(letter, 'r' | 'b')).count()
}

/// A position of a random game, if possible with at most this number of checkers.
fn random<G: Game>(start: &G, most: usize, rng: &mut Rng) -> G {
    let mut position = start.clone();
    while checkers(&position) > most + 1 || rng.bool() {
        let moves = position.moves();
        let captures = |mv: &G::Move| checkers(&position.after(*mv)) < checkers(&position);
        let captures: Vec<G::Move> = moves.iter().copied().filter(captures).collect();
        // Captures are preferred: quiet moves alone reach the end slowly.
        let choice = if captures.is_empty() || rng.u8(..4) == 0 { &moves } else { &captures };
        let next = position.after(choice[rng.usize(..choice.len())]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn check_line<G: Game>(root: &G, report: &ProofReport<G::Move>) {
    let mut position = root.clone();
    for &mv in &report.line {
        position.play(mv).expect("a legal move");
    }
    assert_eq!(position.outcome(), report.winner().map(Outcome::Win), "{}", root.text());
}

fn agree<G: Provable>(start: &G, most: usize, count: usize, limits: &ProofLimits) {
    let mut rng = Rng::with_seed(1);
    let mut seen = HashMap::new();
    let shared = Solver::<G, _>::new((), 1).unwrap();
    for i in 0..count {
        let position = random(start, most, &mut rng);
        if seen.len() > 1 << 20 {
            seen.clear();
        }
        let expected = winner(&position, &mut seen);
        // With an empty table, or with one that has earlier results.
        let own = (i % 8 == 0).then(|| Solver::<G, _>::new((), 1).unwrap());
        let solver = own.as_ref().unwrap_or(&shared);
        let report = solver.solve(&position, limits, &RUNNING, |_| ());
        assert_eq!(report.winner(), Some(expected), "{}", position.text());
        check_line(&position, &report);
    }
}

#[test]
fn agrees_with_a_search_of_everything() {
    let limits = ProofLimits::default();
    agree(&Zola4::start(), 10, 2000 / SLOW, &limits);
    agree(&Zola6::start(), 6, 1000 / SLOW, &limits);
    agree(&Zola8::start(), 4, 10, &limits);
    agree(&Zola10::start(), 3, 3, &limits);
}

#[test]
fn threads_agree_with_a_search_of_everything() {
    for threads in [2, 5] {
        let limits = ProofLimits { threads, ..ProofLimits::default() };
        agree(&Zola4::start(), 10, 200 / SLOW, &limits);
        agree(&Zola6::start(), 6, 100 / SLOW, &limits);
    }
}

/// Compares a search that uses tables of `known` pieces with the tables of `pieces` pieces.
fn agree_with_tables(pieces: u32, known: u32, count: usize) {
    let tables = EndgameTables::<Zola6>::make(pieces).unwrap();
    let fewer = EndgameTables::<Zola6>::make(known).unwrap();
    let numbering = Zola6::numbering(pieces).unwrap();
    let mut rng = Rng::with_seed(3);
    let shared = Solver::<Zola6, _>::new(&fewer, 1).unwrap();
    let mut wins = 0;
    for i in 0..count {
        let position = numbering.position(rng.u64(..numbering.entries())).unwrap();
        if position.outcome().is_some() {
            continue;
        }
        // With one or two threads, or as an attempt; sometimes with an empty table.
        let own = (i % 16 == 0).then(|| Solver::<Zola6, _>::new(&fewer, 1).unwrap());
        let solver = own.as_ref().unwrap_or(&shared);
        let expected = tables.winner(&position).unwrap();
        if i % 4 < 2 {
            let limits = ProofLimits { threads: 1 + i % 2, ..ProofLimits::default() };
            let report = solver.solve(&position, &limits, &RUNNING, |_| ());
            assert_eq!(report.winner(), Some(expected), "{}", position.text());
            check_line(&position, &report);
        } else {
            let proof = solver.attempt(&position, u64::MAX, &|| false).proof;
            let won = match proof {
                Some(Proof::Won(mv)) => {
                    assert_eq!(tables.winner(&position.after(mv)), Some(position.to_move()));
                    true
                }
                other => other != Some(Proof::Lost),
            };
            assert_eq!(won, expected == position.to_move(), "{}", position.text());
            assert!(proof.is_some(), "{}", position.text());
        }
        wins += usize::from(expected == position.to_move());
    }
    assert!(count / 4 < wins && wins < count, "{wins} of {count} are won");
}

#[test]
fn agrees_with_tables() {
    agree_with_tables(5, 2, 2000 / SLOW);
}

#[test]
#[ignore = "slow: scripts/long.sh"]
fn agrees_with_tables_at_length() {
    agree_with_tables(7, 4, 10_000);
}

#[test]
fn the_start_of_the_smallest_board_is_won() {
    let start = Zola4::start();
    let solver = Solver::<Zola4, _>::new((), 16).unwrap();
    let report = solver.solve(&start, &ProofLimits::default(), &RUNNING, |_| ());
    assert_eq!(report.winner(), Some(Player::One));
    check_line(&start, &report);
}

#[test]
fn limits_and_stops_end_it_and_it_goes_on() {
    let start = Zola6::start();
    let solver = Solver::<Zola6, _>::new((), 1).unwrap();
    let nodes = ProofLimits { nodes: Some(1000), ..ProofLimits::default() };
    let report = solver.solve(&start, &nodes, &RUNNING, |_| ());
    assert_eq!((report.winner(), report.nodes, report.line.len()), (None, 1001, 0));
    let time = ProofLimits { time: Some(Duration::from_millis(30)), ..ProofLimits::default() };
    let report = solver.solve(&start, &time, &RUNNING, |progress| assert_eq!(progress.moves, 36));
    assert_eq!(report.winner(), None);
    let stopped = AtomicBool::new(true);
    for threads in [1, 3] {
        let limits = ProofLimits { threads, ..ProofLimits::default() };
        assert_eq!(solver.solve(&start, &limits, &stopped, |_| ()).winner(), None);
    }
}

#[test]
fn the_time_ends_the_line_too() {
    let root = Zola6::from_text("b4r/5r/rb3r/6/b1rb1b/6 r -").unwrap();
    let solver = || Solver::<Zola6, _>::new((), 4).unwrap();
    let winner = solver().solve(&root, &ProofLimits::default(), &RUNNING, |_| ()).winner();
    let solver = solver();
    FileProver::know(&solver, &root, winner.unwrap(), 1);
    let late = ProofLimits { time: Some(Duration::ZERO), ..ProofLimits::default() };
    let report = solver.solve(&root, &late, &RUNNING, |_| ());
    assert_eq!(report.winner(), winner);
    let end = report.line.into_iter().fold(root, |position, mv| position.after(mv));
    assert_eq!(end.outcome(), None);
}

#[test]
fn the_same_search_has_the_same_nodes() {
    let position = Zola6::from_text("b4r/2b3/1r2b1/3r2/1b4/4r1 r -").unwrap();
    let solve = || {
        let solver = Solver::<Zola6, _>::new((), 1).unwrap();
        let report = solver.solve(&position, &ProofLimits::default(), &RUNNING, |_| ());
        (report.winner(), report.line, report.nodes)
    };
    assert_eq!(solve(), solve());
}

/// Far from the leaves the search first tries the moves with the smallest expected proofs.
#[test]
fn the_order_of_moves_keeps_proofs_small() {
    let tables = EndgameTables::<Zola6>::make(5).unwrap();
    let mut rng = Rng::with_seed(11);
    let mut nodes = 0;
    for _ in 0..4 {
        let position = random(&Zola6::start(), 11, &mut rng);
        let solver = Solver::<Zola6, _>::new(&tables, 1).unwrap();
        nodes += solver.solve(&position, &ProofLimits::default(), &RUNNING, |_| ()).nodes;
    }
    // The order of moves took 248,198 nodes when it was introduced.
    assert!(nodes < 275_000, "{nodes} nodes");
}

fn request(descents: u32, seed: u64) -> EstimateRequest {
    EstimateRequest { descents, seed, winner_moves: WinnerMoves::Size, search: 0 }
}

#[test]
fn what_is_known_is_no_work() {
    let solver = Solver::<Zola4, _>::new((), 1).unwrap();
    let root = Zola4::from_text("4/3b/rb2/1b1b r -").unwrap();
    let report = solver.solve(&root, &ProofLimits::default(), &AtomicBool::new(false), |_| ());
    let winner = report.winner().unwrap();
    let estimate = |player| solver.estimate(&root, player, &request(10, 1), &RUNNING).unwrap();
    let no_work =
        WorkEstimate { positions: Some(0.0), error: Some(0.0), failed: 0.0, unfinished: 0.0 };
    assert_eq!(estimate(winner), no_work);
    let failed = WorkEstimate { positions: None, error: None, failed: 1.0, unfinished: 0.0 };
    assert_eq!(estimate(winner.opponent()), failed);
}

#[test]
fn the_same_seed_gives_the_same_estimate() {
    let solver = Solver::<Zola6, _>::new((), 1).unwrap();
    let start = Zola6::start();
    let estimate =
        |seed| solver.estimate(&start, Player::One, &request(20, seed), &RUNNING).unwrap();
    assert_eq!(estimate(1), estimate(1));
    assert_ne!(estimate(1), estimate(2));
    assert!(estimate(1).positions.is_none_or(|positions| positions > 1e6));
}
