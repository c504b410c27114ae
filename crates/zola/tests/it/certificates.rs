//! Written certificates are valid, and modified ones are rejected.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use zugi_game::{Game, Outcome, Probe, TableValue};
use zugi_proofs::{
    CertificateError, CertificateLimits, Certified, FileProver, ProofLimits, Provable, Solver,
    WriteCertificateError, verify_certificate,
};
use zugi_tables::EndgameTables;
use zugi_zola::{Zola4, Zola6};

/// The Zstandard level of modified certificates; any works.
const LEVEL: i32 = 3;

static RUNNING: AtomicBool = AtomicBool::new(false);

/// A position of eight checkers.
const POSITION: &str = "b4r/2b3/1r2b1/3r2/1b4/4r1 r -";

/// A certificate of [`POSITION`] to the ends of the games.
fn certify() -> (Vec<u8>, Certified<Zola6>) {
    certify_on(&EndgameTables::default(), 0).unwrap()
}

fn verify<G: Provable>(bytes: &[u8]) -> Result<Certified<G>, CertificateError> {
    verify_certificate(bytes, &(), &RUNNING, |_| ())
}

/// The certificate with modified moves and a valid checksum.
pub fn with_moves(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let magic = b"\x28\xb5\x2f\xfd";
    let start = bytes.windows(4).position(|window| window == magic).unwrap();
    let (header, body) = bytes.split_at(start);
    let mut moves = zstd::decode_all(body).unwrap();
    change(&mut moves);
    let mut encoder = zstd::Encoder::new(header.to_vec(), LEVEL).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(&moves).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn what_is_damaged_or_incomplete_is_refused() {
    let (bytes, whole) = certify();
    for len in (0..bytes.len()).step_by(bytes.len() / 97) {
        assert!(verify::<Zola6>(&bytes[..len]).is_err(), "{len}");
    }
    // The flag in the header of the frame says that a checksum follows.
    let frame = bytes.windows(4).position(|window| window == b"\x28\xb5\x2f\xfd").unwrap();
    assert_eq!(bytes[frame + 4] & 4, 4);
    for at in (0..bytes.len()).step_by(bytes.len() / 97) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x11;
        // Some bits of the frame header do not affect the content, such as the window size.
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

/// Nearly every modified certificate is refused; the few that are not are correct proofs, too.
#[test]
fn wrong_moves_are_refused() {
    let (bytes, Certified { outcome, counts, .. }) = certify();
    let mut rng = Rng::with_seed(1);
    let mut refused = 0;
    for _ in 0..60 {
        let changed = with_moves(&bytes, |moves| {
            let at = rng.usize(..moves.len());
            moves[at] = moves[at].wrapping_add(rng.u8(1..20)) & 0x7f;
        });
        refused += u32::from(verify::<Zola6>(&changed).is_err());
    }
    assert!(refused > 50, "{refused} of 60, {counts:?}");
    for change in [
        |moves: &mut Vec<u8>| moves.truncate(moves.len() - 1),
        |moves: &mut Vec<u8>| moves.push(0),
        |moves: &mut Vec<u8>| moves[0] = 0x7f,
        |moves: &mut Vec<u8>| moves.clear(),
        |moves: &mut Vec<u8>| moves.insert(0, 0),
    ] {
        assert!(verify::<Zola6>(&with_moves(&bytes, change)).is_err());
    }
    // The same moves prove nothing for the other player.
    let text = String::from_utf8_lossy(&bytes[..60]).into_owned();
    let Outcome::Win(winner) = outcome else { panic!("no draws") };
    let at = text.find(&format!("\n{winner}\n")).unwrap() + 2;
    let mut other = bytes.clone();
    other[at] = b'1' + b'2' - other[at];
    assert!(verify::<Zola6>(&other).is_err());
}

#[test]
fn limits_and_stops_end_it() {
    let position = Zola6::from_text(POSITION).unwrap();
    let solver = Solver::<Zola6, _>::new((), 1).unwrap();
    let winner = solver.solve(&position, &ProofLimits::default(), &RUNNING, |_| ()).winner();
    let write = |winner, moves| {
        let limits = CertificateLimits { moves, ..CertificateLimits::default() };
        solver.write_certificate(
            &position,
            Outcome::Win(winner),
            limits,
            &RUNNING,
            &mut io::sink(),
            &mut |_| (),
        )
    };
    let error = write(winner.unwrap(), 10).unwrap_err().to_string();
    assert_eq!(error, "the certificate needs more than 10 moves: expected a greater limit");
    let loser = winner.unwrap().opponent();
    let wrong = write(loser, u64::MAX);
    assert!(matches!(wrong, Err(WriteCertificateError::Contradiction { .. })));
}

/// A certificate that ends at positions with this number of pieces.
fn certify_on(
    tables: &EndgameTables<Zola6>,
    pieces: u32,
) -> Result<(Vec<u8>, Certified<Zola6>), WriteCertificateError> {
    let position = Zola6::from_text(POSITION).unwrap();
    let solver = Solver::<Zola6, _>::new(tables, 1).unwrap();
    let report = solver.solve(&position, &ProofLimits::default(), &RUNNING, |_| ());
    let (winner, mut bytes) = (report.winner().unwrap(), Vec::new());
    let limits = CertificateLimits { pieces, ..CertificateLimits::default() };
    let written = solver.write_certificate(
        &position,
        Outcome::Win(winner),
        limits,
        &RUNNING,
        &mut bytes,
        &mut |_| (),
    )?;
    Ok((bytes, written))
}

#[test]
fn those_that_rest_on_tables_are_shorter_and_need_them() {
    let tables = EndgameTables::<Zola6>::make(4).unwrap();
    let on = |bytes: &[u8], oracle: &EndgameTables<Zola6>| {
        verify_certificate::<Zola6>(bytes, oracle, &RUNNING, |_| ())
    };
    let (whole, to_the_end) = certify_on(&tables, 0).unwrap();
    assert_eq!((to_the_end.pieces, to_the_end.counts.looked_up), (0, 0));
    assert_eq!(verify::<Zola6>(&whole).unwrap(), to_the_end);
    let (bytes, written) = certify_on(&tables, 4).unwrap();
    assert_eq!(on(&bytes, &tables).unwrap(), written);
    assert!(written.counts.moves < to_the_end.counts.moves, "{written:?} {to_the_end:?}");
    assert!(written.pieces == 4 && written.counts.looked_up > 0, "{written:?}");
    // Without tables, or with too small ones, it can neither be verified nor written.
    let three = EndgameTables::<Zola6>::make(3).unwrap();
    for error in [verify::<Zola6>(&bytes).unwrap_err(), on(&bytes, &three).unwrap_err()] {
        assert!(matches!(error, CertificateError::NoTable { pieces: 4, .. }), "{error}");
        assert!(error.to_string().contains("--tables"), "{error}");
    }
    let error = certify_on(&three, 4).unwrap_err();
    assert!(matches!(error, WriteCertificateError::NoTable { pieces: 4, .. }), "{error}");
    // Modified moves, and other numbers of pieces in the header.
    let changes: [fn(&mut Vec<u8>); 3] =
        [|moves| moves[0] = 0x7f, |moves| moves.truncate(moves.len() - 1), |moves| moves.push(0)];
    for change in changes {
        assert!(on(&with_moves(&bytes, change), &tables).is_err());
    }
    let at = bytes.windows(3).position(|it| it == b"\n4\n").unwrap() + 1;
    for (pieces, expected) in [
        (&b"3"[..], ""),
        (b"0", "expected a number of pieces"),
        (b"04", "expected a number of pieces"),
        (b"x", "found \"x\""),
        (b"", "expected a number of pieces"),
    ] {
        let changed = [&bytes[..at], pieces, &bytes[at + 1..]].concat();
        let error = on(&changed, &tables).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let old = [b"zugi certificate 1", &bytes["zugi certificate 1".len()..]].concat();
    assert!(on(&old, &tables).is_err());
}

#[test]
fn tables_that_disagree_refute_it() {
    struct Liar<'a>(&'a EndgameTables<Zola6>);
    impl Probe<Zola6> for Liar<'_> {
        fn value(&self, position: &Zola6) -> Option<TableValue> {
            Some(match self.0.value(position)? {
                TableValue::Win => TableValue::Loss,
                _ => TableValue::Win,
            })
        }

        fn most_pieces(&self) -> u32 {
            self.0.most_pieces()
        }
    }
    let tables = EndgameTables::<Zola6>::make(4).unwrap();
    let (bytes, _) = certify_on(&tables, 4).unwrap();
    let error = verify_certificate::<Zola6>(&bytes[..], &Liar(&tables), &RUNNING, |_| ());
    assert!(matches!(error, Err(CertificateError::NotWon { .. })), "{error:?}");
}
