//! Proofs: who wins a position, by a search up to the ends of the games or to positions of an
//! [`Oracle`](super::Oracle).
//!
//! [`Solver`] searches depth first for a win or a loss, with a table of results that all threads
//! share. `docs/notes/solving.md` has the reasons and the measurements.

mod attempt;
#[cfg(feature = "files")]
mod capability;
#[cfg(feature = "files")]
pub(crate) mod certificate;
#[cfg(feature = "files")]
mod checkpoint;
#[cfg(feature = "files")]
mod compose;
#[cfg(feature = "files")]
mod estimate;
#[cfg(feature = "files")]
pub(crate) mod file_format;
#[cfg(feature = "files")]
mod kept_solver;
mod learnt;
mod line;
#[cfg(feature = "files")]
mod memory;
mod near_leaf_cache;
mod provable;
#[cfg(feature = "files")]
mod request;
mod results;
mod solver;
#[cfg(feature = "files")]
mod verify;
#[cfg(feature = "files")]
mod winner_moves;
mod worker;

#[cfg(feature = "files")]
pub use capability::{ProofSolver, variant_of_certificate};
#[cfg(feature = "files")]
pub use certificate::{
    CertificateError, CertificateLimits, Certified, Counts, WriteCertificateError,
};
#[cfg(feature = "files")]
pub use checkpoint::{CheckpointError, ProofCost};
#[cfg(feature = "files")]
pub use compose::{ComposeError, compose_certificate, variant_of_strategy};
#[cfg(feature = "files")]
pub use estimate::{EstimateRequest, WorkEstimate};
pub use provable::Provable;
#[cfg(feature = "files")]
pub use request::{
    CertificateSize, KnownResult, MoveWork, ProofAnswer, ProofError, ProofEvent, ProofRequest,
    ProofTables,
};
pub use results::NoMemoryForResults;
pub use solver::Solver;
#[cfg(feature = "files")]
pub use verify::{pieces_of_certificate, variant_named_in, verify_certificate};
#[cfg(feature = "files")]
pub use winner_moves::WinnerMoves;

pub use zugi_game::{ProofLimits, ProofProgress, ProofReport};
