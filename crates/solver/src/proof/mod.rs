//! Proofs: who wins a position, by a search up to the ends of the games or to positions of an
//! [`Oracle`](super::Oracle).
//!
//! [`Solver`] searches depth first for a win or a loss, with a table of results that all threads
//! share. `docs/notes/solving.md` has the reasons and the measurements.

mod attempt;
mod capability;
mod certificate;
mod checkpoint;
mod compose;
mod estimate;
mod file_format;
mod line;
mod memory;
mod near_leaf_cache;
mod provable;
mod results;
mod solver;
mod verify;
mod worker;

pub use capability::{
    CertificateSize, EstimateRequest, MoveWork, ProofAnswer, ProofError, ProofEvent, ProofRequest,
    ProofSolver, ProofTables, variant_of_certificate,
};
pub use certificate::{
    CertificateError, CertificateLimits, Certified, Counts, WriteCertificateError,
};
pub use checkpoint::{CheckpointError, ProofCost};
pub use compose::{ComposeError, compose_certificate, variant_of_strategy};
pub use estimate::WorkEstimate;
pub use provable::Provable;
pub use results::NoMemoryForResults;
pub use solver::Solver;
pub use verify::{pieces_of_certificate, variant_named_in, verify_certificate};

pub use zugi_game::{ProofLimits, ProofProgress, ProofReport};
