//! Certificates: those that are written are right, and others are refused.

use fastrand::Rng;

use super::*;
use crate::games::zola::{Zola4, Zola6};
use crate::truth::proof::{ProofLimits, verify_certificate};

static RUNNING: AtomicBool = AtomicBool::new(false);

/// A position of eight checkers, and who wins it.
const POSITION: &str = "b4r/2b3/1r2b1/3r2/1b4/4r1 r -";

fn certify<G: Provable>(root: &G) -> (Vec<u8>, Certified<G>) {
    let solver = Solver::new::<G>((), 1).unwrap();
    let report = solver.solve(root, &ProofLimits::default(), &RUNNING, |_| ());
    let winner = report.winner.unwrap();
    let mut bytes = Vec::new();
    let certified =
        solver.write_certificate(root, winner, u64::MAX, &RUNNING, &mut bytes, |_| ()).unwrap();
    (bytes, certified)
}

fn verify<G: Provable>(bytes: &[u8]) -> Result<Certified<G>, CertificateError> {
    verify_certificate(bytes, &RUNNING, |_| ())
}

/// The same with other moves, well formed and with a right checksum.
fn with_moves(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(i, _)| i);
    let (header, body) = bytes.split_at(lines.take(4).last().unwrap() + 1);
    let mut moves = zstd::decode_all(body).unwrap();
    change(&mut moves);
    let mut encoder = zstd::Encoder::new(header.to_vec(), LEVEL).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(&moves).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn what_is_written_is_verified() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..6 {
        let mut position = Zola4::start();
        for _ in 0..9 {
            let moves = position.moves();
            position.play_unchecked(moves[rng.usize(..moves.len())]);
            if position.outcome().is_some() {
                break;
            }
        }
        let (bytes, written) = certify(&position);
        assert_eq!(verify::<Zola4>(&bytes).unwrap(), written);
    }
    let (bytes, written) = certify(&Zola6::from_text(POSITION).unwrap());
    assert_eq!(verify::<Zola6>(&bytes).unwrap(), written);
    assert!(written.moves > 100, "{}", written.moves);
}

#[test]
fn what_is_damaged_or_incomplete_is_refused() {
    let (bytes, whole) = certify(&Zola6::from_text(POSITION).unwrap());
    for len in (0..bytes.len()).step_by(bytes.len() / 97) {
        assert!(verify::<Zola6>(&bytes[..len]).is_err(), "{len}");
    }
    for at in (0..bytes.len()).step_by(bytes.len() / 97) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x11;
        // Some bits of the frame say nothing about what is in it, e.g. the size of its window.
        let verified = verify::<Zola6>(&bytes);
        assert!(verified.is_err() || verified.is_ok_and(|it| it == whole), "{at}");
    }
    assert!(matches!(
        verify::<Zola6>(&[&bytes[..], b"x"].concat()),
        Err(CertificateError::TooMuch)
    ));
    let error = verify::<Zola4>(&bytes).unwrap_err().to_string();
    assert_eq!(error, "not a certificate: found \"zola-6\", expected zola-4");
    assert!(verify::<Zola6>(b"zugi checkpoint 1\n").is_err());
}

/// With other moves it is a proof only by chance, and then it is one indeed.
#[test]
fn wrong_moves_are_refused() {
    let position = Zola6::from_text(POSITION).unwrap();
    let (bytes, Certified { winner, moves, .. }) = certify(&position);
    let mut rng = Rng::with_seed(1);
    let mut refused = 0;
    for _ in 0..60 {
        let changed = with_moves(&bytes, |moves| {
            let at = rng.usize(..moves.len());
            moves[at] = moves[at].wrapping_add(rng.u8(1..20)) & 0x7f;
        });
        refused += u32::from(verify::<Zola6>(&changed).is_err());
    }
    assert!(refused > 50, "{refused} of 60, {moves} moves");
    for change in [
        |moves: &mut Vec<u8>| moves.truncate(moves.len() - 1),
        |moves: &mut Vec<u8>| moves.push(0),
        |moves: &mut Vec<u8>| moves[0] = 0x7f,
        |moves: &mut Vec<u8>| moves.clear(),
        |moves: &mut Vec<u8>| moves.insert(0, 0),
    ] {
        assert!(verify::<Zola6>(&with_moves(&bytes, change)).is_err());
    }
    // The other player does not win by it.
    let text = String::from_utf8_lossy(&bytes[..60]).into_owned();
    let at = text.find(&format!("\n{winner}\n")).unwrap() + 2;
    let mut other = bytes.clone();
    other[at] = b'1' + b'2' - other[at];
    assert!(verify::<Zola6>(&other).is_err());
}

#[test]
fn limits_and_stops_end_it() {
    let position = Zola6::from_text(POSITION).unwrap();
    let solver = Solver::new::<Zola6>((), 1).unwrap();
    let winner = solver.solve(&position, &ProofLimits::default(), &RUNNING, |_| ()).winner;
    let write = |limit, stop: &AtomicBool| {
        let winner = winner.unwrap();
        solver.write_certificate(&position, winner, limit, stop, io::sink(), |_| ())
    };
    let error = write(10, &RUNNING).unwrap_err().to_string();
    assert_eq!(error, "the certificate needs more than 10 moves: expected a greater limit");
    let loser = winner.unwrap().opponent();
    let wrong = solver.write_certificate(&position, loser, u64::MAX, &RUNNING, io::sink(), |_| ());
    assert!(matches!(wrong, Err(WriteCertificateError::Contradiction { .. })));
}
