//! The search for `zugi solve`, for games with draws.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use zugi_game::{Outcome, Player, Probe};

use super::certificate::verify_result;
use super::side_value::ended;
use super::{DfpnSolver, ProvableWithDraws};
use crate::{
    CertificateError, CertificateLimits, Certified, FileProver, MoveWork, ProofError,
    WriteCertificateError,
};

impl<G: ProvableWithDraws, O: Probe<G> + 'static> FileProver<G, O> for DfpnSolver<O> {
    fn certify(
        &self,
        root: &G,
        outcome: Outcome,
        limits: CertificateLimits,
        stop: &AtomicBool,
        out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, WriteCertificateError> {
        self.write_certificate(root, outcome, limits, stop, out, written)
    }

    fn verify(
        input: File,
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

    /// The effort is the first proof number.
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
