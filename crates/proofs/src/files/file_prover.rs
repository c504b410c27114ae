//! The proof searches for `zugi solve`, with their files.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use zugi_game::{Game, Outcome, Player, Probe};

use super::certificate::{Form, Header, LEVEL, Step, ends, index_of, walk};
use super::checkpoint;
use super::file_format::{encoder, write_number};
use super::memory::Memory;
use crate::costly_results::CostlyResults;
use crate::{
    CertificateError, CertificateLimits, Certified, CheckpointError, EstimateRequest, KnownResult,
    MoveWork, ProofCost, ProofError, ProofLimits, ProofProgress, ProofReport, Provable, Prover,
    Solver, WorkEstimate, WriteCertificateError, compose_certificate, verify_certificate,
};

/// The certificates of a search and, in a game without draws, its checkpoints, estimates and
/// results for other searches.
pub trait FileProver<G: Game, O>: Prover<G, O> {
    /// Writes a certificate of a result. `written` gets the number of moves (in a game with draws,
    /// of claims) so far, now and then.
    fn write_certificate(
        &self,
        root: &G,
        outcome: Outcome,
        limits: CertificateLimits,
        stop: &AtomicBool,
        out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, WriteCertificateError>;

    fn verify(
        input: &mut dyn Read,
        oracle: Option<O>,
        stop: &AtomicBool,
        checked: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, CertificateError>;

    fn compose(
        strategy: &Path,
        stop: &AtomicBool,
        out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, ProofError>;

    /// The expected work of a proof after each move, and the winner after it, if known.
    fn work_after(&self, root: &G) -> Vec<MoveWork>;

    /// Like [`Prover::prove`]; also returns the results that took at least `learn` nodes.
    fn prove_and_learn(
        &self,
        root: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        _learn: Option<u64>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> (ProofReport<G::Move>, Vec<KnownResult>) {
        (self.prove(root, limits, stop, watch), Vec::new())
    }

    /// Stores the result of another search, which took this number of nodes.
    fn know(&self, _position: &G, _winner: Player, _nodes: u64) {}

    /// For each player, the remaining work to prove that the player wins, see [`Solver::estimate`].
    /// `None` if `stop` is set, with 0 descents, or in a game with draws.
    fn estimates(
        &self,
        _root: &G,
        _request: &EstimateRequest,
        _stop: &AtomicBool,
    ) -> Option<[WorkEstimate; 2]> {
        None
    }

    /// Writes a checkpoint of the proof of `root`. Other threads may search meanwhile.
    fn save(&self, _root: &G, _spent: ProofCost, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// A search that continues from a checkpoint of the same position, and the cost before it.
    fn resume(
        oracle: O,
        mib: u64,
        _root: &G,
        _input: &mut dyn Read,
    ) -> Result<(Self, ProofCost), CheckpointError> {
        Ok((Self::with_memory(oracle, mib)?, ProofCost::default()))
    }
}

impl<G: Provable, O: Probe<G>> FileProver<G, O> for Solver<G, O> {
    /// `written` gets the number of moves every 4096 moves.
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
        let contradiction =
            |position: &G| WriteCertificateError::Contradiction { position: position.text() };
        let Outcome::Win(winner) = outcome else { return Err(contradiction(root)) };
        let header = Header { form: Form::Whole, position: root.clone(), outcome, pieces };
        header.write(&mut out)?;
        let mut encoder = encoder(out, LEVEL)?;
        let mut count = 0u64;
        let step = |position: &G, memory: &Memory<G>| {
            let is_stopped = || stop.load(Ordering::Relaxed);
            if is_stopped() {
                return Err(WriteCertificateError::Stopped);
            }
            if ends(position, winner, &self.oracle, pieces)? {
                return Ok(Step::LookedUp);
            }
            if position.to_move() != winner {
                return Ok(Step::All);
            }
            count += 1;
            if count > limit {
                return Err(WriteCertificateError::TooLong { limit });
            }
            if count.is_multiple_of(1 << 12) {
                written(count);
            }
            // A position in the memory needs no further moves.
            let prefers = |next: &G| {
                if memory.contains(next) { i32::MIN } else { position.effort(next) }
            };
            let mv = self.winning_move(position, prefers, &is_stopped);
            let index = mv.and_then(|mv| index_of(position, mv));
            let (Some(mv), Some(index)) = (mv, index) else {
                return Err(match is_stopped() {
                    true => WriteCertificateError::Stopped,
                    false => contradiction(position),
                });
            };
            write_number(&mut encoder, index)?;
            Ok(Step::Move(mv))
        };
        let counts = walk(root, winner, contradiction, step)?;
        encoder.finish()?.flush()?;
        Ok(Certified { position: root.clone(), outcome, counts, pieces })
    }

    fn verify(
        input: &mut dyn Read,
        oracle: Option<O>,
        stop: &AtomicBool,
        checked: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, CertificateError> {
        verify_certificate(input, &oracle, stop, checked)
    }

    fn compose(
        strategy: &Path,
        stop: &AtomicBool,
        mut out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, ProofError> {
        Ok(compose_certificate(strategy, stop, &mut out, written)?)
    }

    fn work_after(&self, root: &G) -> Vec<MoveWork> {
        let known_pieces = self.oracle.most_pieces();
        let work = |mv: G::Move| {
            let next = root.after(mv);
            let (effort, expected) = (root.effort(&next), next.expected_nodes(known_pieces));
            let (expected_nodes, winner) = (Some(expected), self.known(&next));
            let sizes = || {
                let [mover, opponent] = [root.to_move(), root.to_move().opponent()];
                [self.size_of_lost(&next, mover), self.size_of_won(&next, opponent)]
            };
            let proof_sizes = winner.is_none().then(sizes);
            MoveWork { mv: root.move_text(mv), effort, expected_nodes, proof_sizes, winner }
        };
        root.moves().into_iter().map(work).collect()
    }

    fn prove_and_learn(
        &self,
        root: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        learn: Option<u64>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> (ProofReport<G::Move>, Vec<KnownResult>) {
        let learnt = learn.map(CostlyResults::new);
        let report = self.solve_and_tell(root, limits, stop, learnt.as_ref(), watch);
        let learnt = learnt.map(CostlyResults::into_results).unwrap_or_default().into_iter();
        let text =
            |(it, winner, nodes): (G, _, _)| KnownResult { position: it.text(), winner, nodes };
        (report, learnt.map(text).collect())
    }

    fn know(&self, position: &G, winner: Player, nodes: u64) {
        if let Some(key) = position.proof_key() {
            let mover_wins = winner == position.to_move();
            self.results.store(self.results.place(key), mover_wins, nodes);
        }
    }

    fn estimates(
        &self,
        root: &G,
        request: &EstimateRequest,
        stop: &AtomicBool,
    ) -> Option<[WorkEstimate; 2]> {
        if request.descents == 0 {
            return None;
        }
        let estimate = |player| self.estimate(root, player, request, stop);
        Some([estimate(Player::One)?, estimate(Player::Two)?])
    }

    fn save(&self, root: &G, spent: ProofCost, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::write(&self.results, [G::NAME, &root.text()], spent, out)
    }

    fn resume(
        oracle: O,
        mib: u64,
        root: &G,
        input: &mut dyn Read,
    ) -> Result<(Solver<G, O>, ProofCost), CheckpointError> {
        let mut input = BufReader::new(input);
        let (bits, spent) = checkpoint::read_head([G::NAME, &root.text()], &mut input)?;
        let solver = Self::new(oracle, mib)?;
        checkpoint::read_results(&solver.results, mib, bits, input)?;
        Ok((solver, spent))
    }
}
