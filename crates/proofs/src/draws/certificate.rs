//! Certificates of games with draws: strategies as claims that the rules can check.
//! `docs/reference/proofs.md` describes the file and says why it proves its result.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::{Outcome, Player, Probe};

use super::claim::Claim;
use super::dfpn::Trust;
use super::results_table::Results;
use super::side_value::ended;
use super::strategy::Strategist;
use super::walk::{Fault, Walk};
use super::{DfpnSolver, ProvableWithDraws};
use crate::files::certificate::{Form, Header, LEVEL, bad_header, index_of, move_at};
use crate::files::file_format::{decoder, encoder, is_at_end, read_number, write_number};
use crate::{
    CertificateError, CertificateLimits, Certified, Counts, FileProver, MoveWork, ProofError,
    WriteCertificateError,
};

impl<G: ProvableWithDraws, O: Probe<G>> FileProver<G, O> for DfpnSolver<G, O> {
    /// `written` gets the number of claims, every 4096 claims. A draw has two strategies. During
    /// the second one, the number also includes the strategist's moves of the first one. A second
    /// table of results, as large as the solver's, has the results that rest only on table values
    /// that the certificate may use.
    fn write_certificate(
        &self,
        root: &G,
        outcome: Outcome,
        limits: CertificateLimits,
        stop: &AtomicBool,
        out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, WriteCertificateError> {
        let mut out = BufWriter::new(out);
        let CertificateLimits { moves: limit, pieces } = limits;
        let position = root.clone();
        Header { form: Form::Claims, position, outcome, pieces }.write(&mut out)?;
        let mut encoder = encoder(out, LEVEL)?;
        let mut counts = Counts::default();
        let no_memory = |error| io::Error::new(io::ErrorKind::OutOfMemory, error);
        let is_stopped = |_: u64, _: &Results| stop.load(Ordering::Relaxed);
        let mut results = self.results();
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
                Some(numbers) => numbers?,
                None if stop.load(Ordering::Relaxed) => return Err(WriteCertificateError::Stopped),
                None => return Err(WriteCertificateError::TooLong { limit }),
            };
            // Counts the moves and positions, and checks what was written.
            let (mut input, oracle) = (numbers.as_slice(), &self.oracle);
            let walked = check_claim(root, claim, oracle, pieces, stop, &mut input, &mut |_| ());
            counts += walked.map_err(|error| {
                log::warn!("{error}");
                Fault::wrong(root, claim)
            })?;
            encoder.write_all(&numbers)?;
        }
        encoder.finish()?.flush()?;
        Ok(Certified { position: root.clone(), outcome, counts, pieces })
    }

    fn verify(
        input: &mut dyn Read,
        oracle: Option<O>,
        stop: &AtomicBool,
        checked: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, CertificateError> {
        verify_result(input, &oracle, stop, checked)
    }

    fn compose(
        _: &Path,
        _: &AtomicBool,
        _: &mut dyn Write,
        _: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, ProofError> {
        Err(ProofError::NotWithDraws { option: "--strategy" })
    }

    /// The effort is the first proof number of a win of the mover.
    fn work_after(&self, root: &G) -> Vec<MoveWork> {
        let mover = root.to_move();
        let work = |mv: G::Move| {
            let next = root.after(mv);
            let effort = if next.outcome().is_some() { 0 } else { next.first_numbers(mover)[0] };
            let wins = |player: &Player| ended(&next, *player) == Some(true);
            MoveWork {
                mv: root.move_text(mv),
                effort: i32::try_from(effort).unwrap_or(i32::MAX),
                expected_nodes: None,
                proof_sizes: None,
                winner: Player::BOTH.into_iter().find(wins),
            }
        };
        root.moves().into_iter().map(work).collect()
    }
}

impl<G: ProvableWithDraws, O: Probe<G>> Strategist<'_, G, O> {
    /// The strategy for a true claim as numbers of a certificate; it ends at positions with at most
    /// `pieces` pieces. `goes_on` gets the number of claims so far. `None` if `goes_on` or the
    /// caller has stopped the work.
    fn numbers(
        &mut self,
        root: &G,
        claim: Claim,
        pieces: u32,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<Result<Vec<u8>, Fault>> {
        loop {
            let (mut numbers, mut count) = (Vec::new(), 0);
            let passed = self.pass(root, claim, Some(pieces), |position, bound, mv| {
                let distance = claim.distance(bound, position.quiet_plies()).unwrap_or(0);
                let index = mv.and_then(|mv| index_of(position, mv));
                let mut step = [Some(u64::from(distance)), index].into_iter().flatten();
                count += 1;
                step.all(|number| write_number(&mut numbers, number).is_ok()) && goes_on(count)
            });
            match passed? {
                Ok(()) => return Some(Ok(numbers)),
                Err(Some(fault)) => return Some(Err(fault)),
                Err(None) if self.is_good(root, claim) => {}
                Err(None) => return Some(Err(Fault::wrong(root, claim))),
            }
        }
    }
}

/// Verifies a certificate by the rules and, for positions with at most the number of pieces in its
/// header, by `oracle`. `checked` gets the number of moves so far, now and then. The memory grows
/// with the number of claims.
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
    let mut numbers = decoder(input)?;
    let mut counts = Counts::default();
    for claim in Claim::of(outcome) {
        let before = counts.moves;
        let tell = &mut |moves| checked(before + moves);
        counts += check_claim(&root, claim, oracle, pieces, stop, &mut numbers, tell)?;
    }
    match is_at_end(numbers)? {
        true => Ok(Certified { position: root, outcome, counts, pieces }),
        false => Err(CertificateError::TooMuch),
    }
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
    while let Some(position) = walk.next()? {
        let distance = read_number(input)?;
        let bound = claim.bound_at::<G>(distance, position.quiet_plies());
        let no_count = || CertificateError::NoSuchCount { distance, position: position.text() };
        let bound = bound.ok_or_else(no_count)?;
        let mv = match position.to_move() == claim.strategist() {
            true => Some(move_at(&position, read_number(input)?)?),
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
