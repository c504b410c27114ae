//! Proofs of the result of a position: by a search to the ends of the games, or to positions of an
//! oracle such as endgame tables ([`Probe`](zugi_game::Probe)). `docs/notes/solving.md` has the
//! reasons and the measurements.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

mod attempt;
#[cfg(feature = "files")]
mod capability;
#[cfg(feature = "files")]
mod certificate;
#[cfg(feature = "files")]
mod checkpoint;
#[cfg(feature = "files")]
mod compose;
#[cfg(feature = "files")]
pub mod draws;
#[cfg(feature = "files")]
mod estimate;
#[cfg(feature = "files")]
mod file_format;
#[cfg(feature = "files")]
mod kept_prover;
mod learnt;
mod line;
#[cfg(feature = "files")]
mod memory;
mod near_leaf_cache;
mod provable;
mod prover;
#[cfg(feature = "files")]
mod request;
mod results;
mod solver;
mod sources;
mod tables_and_solver;
pub mod toy;
#[cfg(feature = "files")]
mod verify;
#[cfg(feature = "files")]
mod winner_moves;
mod worker;

#[cfg(feature = "files")]
pub use capability::{FileProver, ProofSolver, variant_of_certificate};
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
pub use prover::{Prover, Proves, SessionTables};
#[cfg(feature = "files")]
pub use request::{
    CertificateSize, KnownResult, MoveWork, ProofAnswer, ProofError, ProofEvent, ProofRequest,
    ProofTables,
};
pub use results::NoMemoryForResults;
pub use solver::Solver;
#[cfg(feature = "files")]
pub use sources::with_proofs;
pub use sources::with_tables_and_proofs;
pub use tables_and_solver::TablesAndSolver;
#[cfg(feature = "files")]
pub use verify::{pieces_of_certificate, variant_named_in, verify_certificate};
#[cfg(feature = "files")]
pub use winner_moves::WinnerMoves;

pub use zugi_game::{ProofLimits, ProofProgress, ProofReport};
