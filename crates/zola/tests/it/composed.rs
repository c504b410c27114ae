//! Composed certificates: valid ones verify, others are rejected.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde_json::json;
use zugi_game::{Game, Outcome, Player};
use zugi_proofs::{
    CertificateError, CertificateLimits, Certified, FileProver, ProofLimits, Solver,
    WriteCertificateError, compose_certificate, verify_certificate,
};
use zugi_tables::EndgameTables;
use zugi_zola::Zola4;

use super::certificates::with_moves;

static RUNNING: AtomicBool = AtomicBool::new(false);

/// Writes certificates for all positions that the winner's strategy reaches at this depth. Returns
/// the text of the strategy file and the winner.
fn strategy(root: &Zola4, depth: u32, folder: &Path) -> (String, Player) {
    let none = EndgameTables::<Zola4>::default();
    strategy_on(&none, |_| 0, root, depth, folder)
}

/// The same with tables; `pieces` gives the size of the tables on which a certificate rests, by its
/// number.
fn strategy_on(
    tables: &EndgameTables<Zola4>,
    pieces: impl Fn(u32) -> u32,
    root: &Zola4,
    depth: u32,
    folder: &Path,
) -> (String, Player) {
    let solver = Solver::<Zola4, _>::new(tables, 4).unwrap();
    let solve = |position: &Zola4| {
        solver.solve(position, &ProofLimits::default(), &RUNNING, |_| ()).winner().unwrap()
    };
    let winner = solve(root);
    let heading = json!({ "variant": Zola4::NAME, "position": root.text(), "winner": winner });
    let mut text = format!("{heading}\n");
    let mut open = vec![(root.clone(), depth)];
    let mut files = 0;
    while let Some((position, depth)) = open.pop() {
        if position.outcome().is_some() {
            continue;
        }
        if depth == 0 {
            files += 1;
            let name = format!("{files}.zugi");
            let mut file = File::create(folder.join(&name)).unwrap();
            let limits =
                CertificateLimits { pieces: pieces(files), ..CertificateLimits::default() };
            solver
                .write_certificate(
                    &position,
                    Outcome::Win(winner),
                    limits,
                    &RUNNING,
                    &mut file,
                    &mut |_| (),
                )
                .unwrap();
            let line = json!({ "position": position.text(), "certificate": name });
            writeln!(text, "{line}").unwrap();
            continue;
        }
        let after = |mv| position.after(mv);
        if position.to_move() == winner {
            let mv = position.moves().into_iter().find(|&mv| solve(&after(mv)) == winner).unwrap();
            let line = json!({ "position": position.text(), "move": position.move_text(mv) });
            writeln!(text, "{line}").unwrap();
            open.push((after(mv), depth - 1));
        } else {
            open.extend(position.moves().into_iter().map(|mv| (after(mv), depth - 1)));
        }
    }
    (text, winner)
}

fn compose(folder: &Path, text: &str) -> Result<Vec<u8>, WriteCertificateError> {
    let path = folder.join("strategy.jsonl");
    fs::write(&path, text).unwrap();
    let mut bytes = Vec::new();
    compose_certificate::<Zola4>(&path, &RUNNING, &mut bytes, |_| ()).map(|_| bytes)
}

fn verify(bytes: &[u8]) -> Result<Certified<Zola4>, CertificateError> {
    verify_certificate(bytes, &(), &RUNNING, |_| ())
}

/// A position four plies after the start.
fn root() -> Zola4 {
    let mut position = Zola4::start();
    for _ in 0..4 {
        let moves = position.moves();
        position.play_unchecked(moves[0]);
    }
    position
}

#[test]
fn what_is_put_together_is_verified() {
    for depth in 0..4 {
        let folder = tempfile::tempdir().unwrap();
        let root = root();
        let (text, winner) = strategy(&root, depth, folder.path());
        let bytes = compose(folder.path(), &text).unwrap();
        let verified = verify(&bytes).unwrap();
        assert_eq!((verified.position, verified.outcome), (root, Outcome::Win(winner)));
        assert!(verified.counts.moves > 0 && verified.counts.positions > verified.counts.moves);
        for len in (0..bytes.len()).step_by(bytes.len() / 50) {
            assert!(verify(&bytes[..len]).is_err(), "{len}");
        }
        assert!(verify(&[&bytes[..], b"x"].concat()).is_err());
    }
}

#[test]
fn other_strategies_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (text, winner) = strategy(&root(), 3, folder.path());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 3);
    for left_out in 1..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(left_out);
        let error = compose(folder.path(), &fewer.join("\n")).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("leads to"), "without line {left_out}: {error}");
    }
    for (change, expected) in [
        (text.replace("zola-4", "zola-6"), "line 1: found \"zola-6\", expected zola-4"),
        (text.replacen("{\"position", "{\"positin", 1), "unknown field `positin`"),
        (text.replace("1.zugi", "none.zugi"), "none.zugi"),
        (format!("{text}{{\"position\":\"x\",\"move\":\"a1a2\"}}\n"), "found \"x\""),
        (String::new(), "line 1"),
    ] {
        let error = compose(folder.path(), &change).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    // A certificate of another position or for the other player is rejected.
    let other = text.replace("\"1.zugi\"", "\"2.zugi\"");
    let error = compose(folder.path(), &other).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("2.zugi") && error.contains(" proves "), "{error}");
    let [ours, theirs] = [winner, winner.opponent()].map(|player| format!("\"{player}\""));
    assert!(compose(folder.path(), &text.replacen(&ours, &theirs, 1)).is_err());
}

/// Modified numbers with a valid checksum.
#[test]
fn wrong_numbers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (text, _) = strategy(&root(), 3, folder.path());
    let bytes = compose(folder.path(), &text).unwrap();
    let mut numbers = Vec::new();
    assert!(verify(&with_moves(&bytes, |all| numbers.clone_from(all))).is_ok());
    let with = |numbers: &[u8]| with_moves(&bytes, |all| *all = numbers.to_vec());
    let mut refused = 0;
    for at in 0..numbers.len().min(60) {
        let mut changed = numbers.clone();
        changed[at] = changed[at].wrapping_add(1) & 0x7f;
        // If the other move wins too, it is still a proof.
        refused += usize::from(verify(&with(&changed)).is_err());
    }
    assert!(refused > numbers.len().min(60) / 2, "{refused}");
    let first = numbers.split_first().unwrap().1;
    assert!(verify(&with(first)).is_err() && verify(&with(&[])).is_err());
}

#[test]
fn parts_rest_on_the_same_tables() {
    let (folder, root) = (tempfile::tempdir().unwrap(), root());
    let tables = EndgameTables::<Zola4>::make(8).unwrap();
    let (text, winner) = strategy_on(&tables, |_| 8, &root, 3, folder.path());
    let bytes = compose(folder.path(), &text).unwrap();
    let verified = verify_certificate::<Zola4>(&bytes[..], &tables, &RUNNING, |_| ()).unwrap();
    assert_eq!(
        (verified.position, verified.outcome, verified.pieces),
        (root.clone(), Outcome::Win(winner), 8)
    );
    assert!(verified.counts.looked_up > 0, "{:?}", verified.counts);
    assert!(matches!(verify(&bytes), Err(CertificateError::NoTable { pieces: 8, .. })));
    // All certificates must rest on the tables of the first one.
    let other = |number| if number == 2 { 7 } else { 8 };
    let (text, _) = strategy_on(&tables, other, &root, 3, folder.path());
    let error = compose(folder.path(), &text).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("on tables of up to 7 pieces"), "{error}");
}
