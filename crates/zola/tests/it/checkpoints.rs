//! Checkpoints restore the results of proofs, and invalid files are rejected.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use zugi_game::Game;
use zugi_proofs::{FileProver, ProofCost, ProofLimits, Solver};
use zugi_zola::{Zola4, Zola6};

const HARD: &str = "1b1r1b/2r1b1/1r2b1/b2r2/1r1b2/r2b1r r -";

fn checkpoint() -> (Zola6, Vec<u8>) {
    let root = Zola6::from_text(HARD).unwrap();
    let solver = Solver::<Zola6, _>::new((), 1).unwrap();
    let limits = ProofLimits { nodes: Some(20_000), ..ProofLimits::default() };
    let report = solver.solve(&root, &limits, &AtomicBool::new(false), |_| ());
    assert_eq!(report.winner(), None);
    let mut bytes = Vec::new();
    let spent = ProofCost { nodes: report.nodes, time: Duration::from_millis(1234) };
    solver.save(&root, spent, &mut bytes).unwrap();
    (root, bytes)
}

#[test]
fn what_was_found_is_found_again() {
    let (root, bytes) = checkpoint();
    let (solver, spent) = Solver::resume((), 1, &root, &mut bytes.as_slice()).unwrap();
    assert_eq!(spent.time, Duration::from_millis(1234));
    let mut again = Vec::new();
    solver.save(&root, spent, &mut again).unwrap();
    assert_eq!(bytes, again);
}

#[test]
fn other_and_damaged_files_are_refused() {
    let (root, bytes) = checkpoint();
    let resume = |root: &Zola6, mib, mut bytes: &[u8]| {
        Solver::resume((), mib, root, &mut bytes).map(|_| ()).unwrap_err().to_string()
    };
    let error = resume(&Zola6::start(), 1, &bytes);
    assert!(error.contains(HARD) && error.contains("expected"), "{error}");
    assert!(Solver::resume((), 1, &Zola4::start(), &mut bytes.as_slice()).is_err());
    let error = resume(&root, 4, &bytes);
    assert_eq!(error, "the checkpoint was made with 1 MiB of results: expected the same, found 4");
    for len in (0..bytes.len()).step_by(997) {
        resume(&root, 1, &bytes[..len]);
    }
    for at in (0..bytes.len()).step_by(613) {
        // The checksum covers all bytes but the lines of text.
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x41;
        let header = bytes.iter().take(at).filter(|&&byte| byte == b'\n').count() < 4;
        assert!(header || Solver::resume((), 1, &root, &mut bytes.as_slice()).is_err(), "{at}");
    }
    assert!(resume(&root, 1, &[&bytes[..], b"x"].concat()).contains("after its end"));
}
