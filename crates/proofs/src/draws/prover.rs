//! The search for sessions, for games with draws.

use std::sync::atomic::AtomicBool;

use zugi_game::{Probe, ProofLimits, ProofProgress, ProofReport};

use super::{DfpnSolver, ProvableWithDraws};
use crate::{NoMemoryForResults, Prover};

impl<G: ProvableWithDraws, O: Probe<G> + 'static> Prover<G, O> for DfpnSolver<O> {
    fn with_memory(oracle: O, mib: u64) -> Result<DfpnSolver<O>, NoMemoryForResults> {
        DfpnSolver::new::<G>(oracle, mib)
    }

    fn prove(
        &self,
        position: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> ProofReport<G::Move> {
        self.solve(position, limits, stop, watch)
    }
}
