//! Proofs for `zugi solve`: certificates, checkpoints, estimates, and their files.

mod capability;
pub(crate) mod certificate;
mod checkpoint;
mod compose;
mod estimate;
pub(crate) mod file_format;
mod file_prover;
mod memory;
mod request;
mod verify;
mod winner_moves;

pub(crate) use capability::CommandProofs;
pub use capability::{ProofSolver, variant_of_certificate};
pub use certificate::{CertificateError, CertificateLimits, Certified, WriteCertificateError};
pub use checkpoint::{CheckpointError, ProofCost};
pub use compose::{compose_certificate, variant_of_strategy};
pub use estimate::{EstimateRequest, WorkEstimate};
pub use file_prover::FileProver;
pub use request::{
    CertificateSize, KnownResult, MoveWork, ProofAnswer, ProofError, ProofEvent, ProofRequest,
};
pub use verify::verify_certificate;
pub use winner_moves::WinnerMoves;
