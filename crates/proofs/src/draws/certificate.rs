//! Certificates of games with draws: strategies as claims that the rules can check.
//! `docs/reference/proofs.md` describes the file and says why it proves its result.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::{Game, Outcome, Probe};

use super::ProvableWithDraws;
use super::claim::Claim;
use super::dfpn::Trust;
use super::solver::DfpnSolver;
use super::strategy::{Strategist, until};
use super::walk::{Fault, Walk};
use crate::Counts;
use crate::files::certificate::{
    CertificateError, CertificateLimits, Certified, Form, Header, LEVEL, WriteCertificateError,
    bad_header,
};
use crate::files::file_format::{read_number, write_number};

impl<O> DfpnSolver<O> {
    /// Writes a certificate of the result of a position. `written` gets the number of claims so
    /// far, every 4096 claims. A draw has two strategies. While it writes the second one, the
    /// number is the claims of the second one so far plus those claims of the first one at which
    /// the strategist moves. It needs a second table of results, as large as the solver's, for
    /// those results that rest only on table values that the certificate may use.
    pub fn write_certificate<G: ProvableWithDraws>(
        &self,
        root: &G,
        outcome: Outcome,
        limits: CertificateLimits,
        stop: &AtomicBool,
        out: impl Write,
        mut written: impl FnMut(u64),
    ) -> Result<Certified<G>, WriteCertificateError>
    where
        O: Probe<G>,
    {
        let mut out = BufWriter::new(out);
        let CertificateLimits { moves: limit, pieces } = limits;
        let position = root.clone();
        Header { form: Form::Claims, position, outcome, pieces }.write(&mut out)?;
        let mut encoder = zstd::Encoder::new(out, LEVEL)?;
        encoder.include_checksum(true)?;
        let mut counts = Counts::default();
        let no_memory = |error| io::Error::new(io::ErrorKind::OutOfMemory, error);
        let is_stopped = until(stop);
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let mut strict = results.of_same_size().map_err(no_memory)?;
        for claim in Claim::of(outcome) {
            let strategist = Strategist::new(&self.oracle, &mut results, &is_stopped);
            let trust = Trust::up_to(pieces, claim.wins);
            let mut strategist = strategist.with_strict_results(trust, &mut strict);
            let found = strategist.numbers(root, claim, pieces, |count| {
                if count.is_multiple_of(1 << 12) {
                    written(counts.moves + count);
                }
                counts.moves + count <= limit
            });
            let numbers = match found {
                Some(Ok(numbers)) => numbers,
                Some(Err(fault)) => return Err(cannot_write(fault, pieces)),
                None if stop.load(Ordering::Relaxed) => return Err(WriteCertificateError::Stopped),
                None => return Err(WriteCertificateError::TooLong { limit }),
            };
            let mut bytes = Vec::new();
            for (distance, index) in numbers {
                write_number(&mut bytes, distance.into())?;
                if let Some(index) = index {
                    write_number(&mut bytes, index.into())?;
                }
            }
            // Counts the moves and positions, and checks what was written.
            let (mut input, oracle) = (bytes.as_slice(), &self.oracle);
            let walked = check_claim(root, claim, oracle, pieces, stop, &mut input, &mut |_| ());
            counts += walked.map_err(|error| {
                log::warn!("{error}");
                cannot_write(Fault::Wrong(root.clone()), pieces)
            })?;
            encoder.write_all(&bytes)?;
        }
        encoder.finish()?.flush()?;
        Ok(Certified { position: root.clone(), outcome, counts, pieces })
    }
}

fn cannot_write<G: Game>(fault: Fault<G>, pieces: u32) -> WriteCertificateError {
    match fault {
        Fault::Wrong(position) => {
            WriteCertificateError::Contradiction { position: position.text() }
        }
        Fault::NoTable(position) => {
            WriteCertificateError::NoTable { position: position.text(), pieces }
        }
    }
}

fn wrong<G: Game>(fault: Fault<G>, claim: Claim, pieces: u32) -> CertificateError {
    match fault {
        Fault::Wrong(position) if claim.wins => {
            CertificateError::NotWon { position: position.text(), winner: claim.side }
        }
        Fault::Wrong(position) => {
            CertificateError::NotHeld { position: position.text(), loser: claim.strategist() }
        }
        Fault::NoTable(position) => CertificateError::NoTable { position: position.text(), pieces },
    }
}

/// Verifies a certificate by the rules, and by `oracle` for positions of the tables that its header
/// names. `checked` gets the number of moves so far, now and then. Its memory grows with the number
/// of claims.
pub fn verify_result<G: ProvableWithDraws>(
    input: impl Read,
    oracle: &impl Probe<G>,
    stop: &AtomicBool,
    mut checked: impl FnMut(u64),
) -> Result<Certified<G>, CertificateError> {
    let mut input = BufReader::new(input);
    let Header { form, position: root, outcome, pieces } = Header::<G>::read(&mut input)?;
    if form != Form::Claims {
        return Err(bad_header("a strategy", "a certificate of a game with draws"));
    }
    let mut decoder = BufReader::new(zstd::Decoder::with_buffer(input)?.single_frame());
    let mut counts = Counts::default();
    for claim in Claim::of(outcome) {
        let before = counts.moves;
        let tell = &mut |moves| checked(before + moves);
        counts += check_claim(&root, claim, oracle, pieces, stop, &mut decoder, tell)?;
    }
    // Reads on to the checksum after the last number.
    if decoder.read(&mut [0])? != 0 || !decoder.into_inner().finish().fill_buf()?.is_empty() {
        return Err(CertificateError::TooMuch);
    }
    Ok(Certified { position: root, outcome, counts, pieces })
}

fn check_claim<G: ProvableWithDraws>(
    root: &G,
    claim: Claim,
    oracle: &impl Probe<G>,
    pieces: u32,
    stop: &AtomicBool,
    input: &mut impl Read,
    checked: &mut dyn FnMut(u64),
) -> Result<Counts, CertificateError> {
    let mut walk = Walk::new(root, claim, oracle, pieces);
    while let Some(position) = walk.next().map_err(|fault| wrong(fault, claim, pieces))? {
        let distance = read_number(input)?;
        let bound = claim.bound_at::<G>(distance, position.quiet_plies());
        let no_count = || CertificateError::NoSuchCount { distance, position: position.text() };
        let bound = bound.ok_or_else(no_count)?;
        let mv = match position.to_move() == claim.strategist() {
            true => Some(read_move(&position, input)?),
            false => None,
        };
        walk.show(&position, bound, mv);
        if walk.counts.positions.is_multiple_of(1 << 12) {
            checked(walk.counts.moves);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(CertificateError::Stopped);
        }
    }
    Ok(walk.counts)
}

/// Reads the strategist's move.
fn read_move<G: Game>(position: &G, input: &mut impl Read) -> Result<G::Move, CertificateError> {
    let index = read_number(input)?;
    let all = position.moves();
    let mv = usize::try_from(index).ok().and_then(|index| all.get(index));
    let (text, count) = (position.text(), all.len());
    mv.copied().ok_or(CertificateError::NoSuchMove { index, position: text, count })
}
