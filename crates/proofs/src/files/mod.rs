//! Proofs for the command: certificates, checkpoints, estimates, and their files.

mod capability;
pub(crate) mod certificate;
mod checkpoint;
mod compose;
mod estimate;
pub(crate) mod file_format;
mod memory;
mod prover_cache;
mod request;
mod sources;
mod verify;
mod winner_moves;

pub(crate) use capability::CommandProofs;
pub use capability::{FileProver, ProofSolver, variant_of_certificate};
pub use certificate::{CertificateError, CertificateLimits, Certified, WriteCertificateError};
pub use checkpoint::{CheckpointError, ProofCost};
pub use compose::{ComposeError, compose_certificate, variant_of_strategy};
pub use estimate::{EstimateRequest, WorkEstimate};
pub use request::{
    CertificateSize, KnownResult, MoveWork, ProofAnswer, ProofError, ProofEvent, ProofRequest,
    ProofTables,
};
pub use sources::{with_proofs, with_tables_and_proofs};
pub use verify::{pieces_of_certificate, variant_named_in, verify_certificate};
pub use winner_moves::WinnerMoves;
