//! Proofs of Hexapawn against brute force.

use std::collections::HashMap;
use std::fs::{self, File};
use std::sync::atomic::AtomicBool;

use zugi_game::conformance::winner;
use zugi_game::toy::Hexapawn;
use zugi_game::{Endgames, Game, Outcome, Probe, Proof, ProofLimits};
use zugi_proofs::{
    CertificateError, CertificateLimits, FileProver, Solver, TablesAndSolver, compose_certificate,
    verify_certificate,
};
use zugi_tables::{EndgameTables, HasTablebase, PositionIndex, TablebaseSet};

static RUNNING: AtomicBool = AtomicBool::new(false);

fn positions(pawns: u32) -> impl Iterator<Item = (u64, Hexapawn)> {
    let numbering = Hexapawn::numbering(pawns).expect("few pawns");
    let entries = 0..numbering.entries();
    entries.filter_map(move |entry| Some((entry, numbering.position(entry)?)))
}

#[test]
fn proofs_say_what_a_search_of_everything_finds() {
    let tables = EndgameTables::<Hexapawn>::make(3).expect("the rules are kept");
    let without = Solver::<Hexapawn, _>::new((), 1).expect("memory");
    let with = Solver::<Hexapawn, _>::new(&tables, 1).expect("memory");
    let mut seen = HashMap::new();
    let open = positions(5).filter(|(_, position)| position.outcome().is_none());
    for (_, position) in open.step_by(37) {
        let won = winner(&position, &mut seen) == position.to_move();
        let proofs = [
            without.attempt(&position, u64::MAX, &|| false).proof,
            with.attempt(&position, u64::MAX, &|| false).proof,
        ];
        for proof in proofs {
            match proof {
                Some(Proof::Won(mv)) => {
                    let next = position.after(mv);
                    assert!(won && winner(&next, &mut seen) == position.to_move());
                }
                other => assert!(!won && other == Some(Proof::Lost), "{}", position.text()),
            }
        }
    }
}

#[test]
fn the_game_is_solved_and_its_certificate_is_right() {
    let start = Hexapawn::start();
    let expected = winner(&start, &mut HashMap::new());
    let tables = EndgameTables::<Hexapawn>::make(4).expect("the rules are kept");
    for pieces in [0, 4] {
        let solver = Solver::<Hexapawn, _>::new(&tables, 1).expect("memory");
        let report = solver.solve(&start, &ProofLimits::default(), &RUNNING, |_| ());
        assert_eq!(report.winner(), Some(expected));
        let limits = CertificateLimits { pieces, ..CertificateLimits::default() };
        let mut bytes = Vec::new();
        let written = solver.write_certificate(
            &start,
            Outcome::Win(expected),
            limits,
            &RUNNING,
            &mut bytes,
            &mut |_| (),
        );
        let verified = verify_certificate::<Hexapawn>(&bytes[..], &tables, &RUNNING, |_| ());
        assert_eq!(verified.expect("a proof"), written.expect("a certificate"));
    }
}

/// The verifier also stops if all parts are short.
#[test]
fn a_stop_ends_the_verification_of_a_composed_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let (start, limits) = (Hexapawn::start(), CertificateLimits::default());
    let solver = Solver::<Hexapawn, _>::new((), 1).expect("memory");
    let winner = solver.solve(&start, &ProofLimits::default(), &RUNNING, |_| ()).winner();
    let winner = winner.expect("a winner");
    let mut part = File::create(folder.path().join("part.zugi")).expect("writable");
    let outcome = Outcome::Win(winner);
    solver
        .write_certificate(&start, outcome, limits, &RUNNING, &mut part, &mut |_| ())
        .expect("a part");
    let (name, text) = (Hexapawn::NAME, start.text());
    let heading = format!(r#"{{"variant":"{name}","position":"{text}","winner":"{winner}"}}"#);
    let line = format!(r#"{{"position":"{text}","certificate":"part.zugi"}}"#);
    let strategy = folder.path().join("strategy.jsonl");
    fs::write(&strategy, format!("{heading}\n{line}\n")).expect("writable");
    let mut bytes = Vec::new();
    compose_certificate::<Hexapawn>(&strategy, &RUNNING, &mut bytes, |_| ()).expect("a proof");
    let verify = |stop| verify_certificate::<Hexapawn>(&bytes[..], &(), stop, |_| ());
    verify(&RUNNING).expect("a proof");
    assert!(matches!(verify(&true.into()), Err(CertificateError::Stopped)));
}

/// A snapshot has the tables that the cache had at the first search of the session, and none that
/// is built later.
#[test]
fn a_snapshot_has_the_tables_of_the_cache() {
    let cache = tempfile::tempdir().expect("a folder");
    let (_, small) = positions(2).find(|(_, it)| it.outcome().is_none()).expect("a position");
    let (_, large) = positions(4).find(|(_, it)| it.outcome().is_none()).expect("a position");
    let open = |folder| {
        let tables = TablebaseSet::<Hexapawn>::open(&[], folder).expect("no folders");
        TablesAndSolver::<Hexapawn, _>::new(tables, 1)
    };
    for source in [open(None), open(Some(cache.path()))] {
        assert!(source.snapshot(&small, &|| false).is_none());
        assert_eq!(source.largest_table(), 0);
    }
    EndgameTables::<Hexapawn>::default().grow(2, Some(cache.path())).expect("the rules are kept");
    let source = open(Some(cache.path()));
    assert_eq!(source.largest_table(), 2);
    let first = source.snapshot(&small, &|| false).expect("two tables");
    while !source.prepare(&small) {
        std::thread::yield_now();
    }
    assert_eq!(source.winner(&large), Some(winner(&large, &mut HashMap::new())));
    for snapshot in [first, source.snapshot(&small, &|| false).expect("the same")] {
        assert_eq!(snapshot.winner(&small), source.winner(&small));
        assert_eq!(snapshot.winner(&large), None);
        assert!(snapshot.prepare(&small) && !snapshot.depends_on_time());
    }
    // A new process loads all tables that were built. A stopped snapshot does not wait for them.
    let source = open(Some(cache.path()));
    assert!(source.largest_table() >= 4);
    let snapshot = source.snapshot(&small, &|| false).expect("all tables");
    assert!(snapshot.winner(&large).is_some());
    let tables = TablebaseSet::<Hexapawn>::open(&[], Some(cache.path())).expect("no folders");
    _ = tables.snapshot(&small, &|| true);
}
