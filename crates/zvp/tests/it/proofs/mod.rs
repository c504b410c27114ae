//! Proofs of small endings against tables, and against a plain search with the whole history.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use zugi_game::board::Bits;
use zugi_game::{Game, History, Outcome, Player, Probe};
use zugi_proofs::draws::{DfpnSolver, ProvableWithDraws, verify_result};
use zugi_proofs::{CertificateLimits, FileProver, ProofLimits};
use zugi_tables::EndgameTables;
use zugi_zvp::{DARK, Zvp};

/// A release build tests this many times as many positions.
const MORE: usize = if cfg!(debug_assertions) { 1 } else { 5 };

/// A position with this number of pieces on random squares, some of them promoted.
fn random(pieces: usize, rng: &mut Rng) -> Zvp {
    loop {
        let mut squares: Vec<u64> = DARK.squares().map(u64::of).collect();
        rng.shuffle(&mut squares);
        let (mut sides, mut promoted) = ([0; 2], 0);
        for &square in &squares[..pieces] {
            sides[rng.usize(..2)] |= square;
            promoted |= if rng.u8(..3) == 0 { square } else { 0 };
        }
        let to_move = Player::BOTH[rng.usize(..2)];
        if let Some(position) = Zvp::with_pieces(sides, promoted, to_move)
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

/// Whether a side wins, by all possible games with every rule and the whole history. A game ends at
/// a ply that is not quiet: earlier positions do not matter there, and the tables have the result.
fn wins(tables: &EndgameTables<Zvp>, position: &Zvp, history: &History, side: Player) -> bool {
    if let Some(outcome) = history.outcome(position) {
        return outcome == Outcome::Win(side);
    }
    if position.quiet_plies() == 0 {
        return table_outcome(tables, position) == Outcome::Win(side);
    }
    let mut history = history.clone();
    history.push(position);
    let mut next = position.moves().into_iter().map(|mv| position.after(mv));
    match position.to_move() == side {
        true => next.any(|next| wins(tables, &next, &history, side)),
        false => next.all(|next| wins(tables, &next, &history, side)),
    }
}

fn solve<O: Probe<Zvp>>(oracle: O, position: &Zvp) -> Outcome {
    let solver = DfpnSolver::<Zvp, _>::new(oracle, 16).expect("memory");
    let (limits, stop) = (ProofLimits::default(), AtomicBool::new(false));
    solver.solve(position, &limits, &stop, |_| ()).outcome.expect("no limits")
}

fn table_outcome(tables: &EndgameTables<Zvp>, position: &Zvp) -> Outcome {
    tables.value(position).expect("a table").outcome(position.to_move())
}

#[test]
fn proofs_never_contradict_tables() {
    let most = if cfg!(debug_assertions) { 3 } else { 4 };
    let tables = EndgameTables::<Zvp>::make(most).expect("the rules");
    let mut rng = Rng::with_seed(3);
    let mut counts = [0; 3];
    for pieces in 2..=most {
        let fewer = EndgameTables::<Zvp>::make(pieces - 1).expect("the rules");
        for at in 0..20 * MORE {
            let position = random(pieces as usize, &mut rng);
            let expected = table_outcome(&tables, &position);
            assert_eq!(solve(&fewer, &position), expected, "{}", position.text());
            if at % 4 == 0 && pieces < 4 {
                assert_eq!(solve((), &position), expected, "{}", position.text());
            }
            counts[match expected {
                Outcome::Win(player) => player.index(),
                Outcome::Draw => 2,
            }] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// Within nine quiet plies a position can occur for the third time.
#[test]
fn proofs_near_the_last_quiet_ply_agree_with_all_games() {
    let [fewer, tables] =
        [2, 3].map(|pieces| EndgameTables::<Zvp>::make(pieces).expect("the rules"));
    let mut rng = Rng::with_seed(8);
    let mut changed = 0;
    for at in 0..25 * MORE {
        let (pieces, left) = if at % 5 == 0 { (2, 9) } else { (rng.usize(2..4), rng.u8(1..6)) };
        let fresh = random(pieces, &mut rng);
        let position = fresh.with_quiet_plies(Zvp::QUIET_LIMIT - left);
        if position.outcome().is_some() {
            continue;
        }
        let wins = |side: &Player| wins(&tables, &position, &History::default(), *side);
        let expected = Player::BOTH.into_iter().find(wins).map_or(Outcome::Draw, Outcome::Win);
        assert_eq!(solve((), &position), expected, "{}", position.text());
        assert_eq!(solve(&fewer, &position), expected, "{}", position.text());
        changed += u32::from(expected != table_outcome(&tables, &fresh));
    }
    assert!(changed > 2, "the count matters in {changed} positions");
}

#[test]
fn certificates_rest_on_the_rules_or_on_tables() {
    let tables = EndgameTables::<Zvp>::make(3).expect("the rules");
    let mut rng = Rng::with_seed(5);
    let (stop, limits) = (AtomicBool::new(false), ProofLimits::default());
    for _ in 0..8 * MORE {
        let pieces = rng.usize(2..4);
        let position = random(pieces, &mut rng);
        let solver = DfpnSolver::<Zvp, _>::new(&tables, 4).expect("memory");
        let Some(outcome) = solver.solve(&position, &limits, &stop, |_| ()).outcome else {
            panic!("no limits");
        };
        for pieces in [3, 2, 0] {
            let limits = CertificateLimits { pieces, ..CertificateLimits::default() };
            let mut bytes = Vec::new();
            let written = solver.write_certificate(
                &position,
                outcome,
                limits,
                &stop,
                &mut bytes,
                &mut |_| (),
            );
            let written = written.unwrap_or_else(|error| panic!("{}: {error}", position.text()));
            let checked = verify_result::<Zvp>(bytes.as_slice(), &&tables, &stop, |_| ());
            assert_eq!(checked.expect("a proof"), written);
            if pieces == 0 {
                assert!(verify_result::<Zvp>(bytes.as_slice(), &(), &stop, |_| ()).is_ok());
            }
        }
    }
}
