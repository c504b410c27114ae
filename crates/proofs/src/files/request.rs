//! The requests to a proof search, and its answers.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;
use zugi_game::{Outcome, Player};
use zugi_tables::TableError;

use crate::{
    CertificateError, CertificateLimits, CheckpointError, Counts, EstimateRequest,
    NoMemoryForResults, ProofLimits, ProofProgress, ProofReport, ProofTables, WorkEstimate,
    WriteCertificateError,
};

/// The request for a proof; the position is separate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofRequest {
    /// The memory for results, in MiB.
    pub mib: u64,
    /// When the search ends without a result.
    pub limits: ProofLimits,
    pub tables: ProofTables,
    /// Whether the proof shares results with the other proofs that set this, both earlier ones and
    /// those that run at the same time. A checkpoint is then neither read nor written. Other tables
    /// or another `mib` empty the shared results.
    pub shares_results: bool,
    /// The checkpoint: read if the file exists, written now and then and at the end.
    pub checkpoint: Option<PathBuf>,
    pub checkpoint_every: Duration,
    pub certificate: Option<PathBuf>,
    pub certificate_limits: CertificateLimits,
    /// How to estimate the remaining work if there is no result; `None` for no estimate.
    pub estimate: Option<EstimateRequest>,
    /// The least number of nodes of the results in [`ProofAnswer::learnt`]; `None` for none.
    pub learn: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownResult {
    pub position: String,
    pub winner: Player,
    pub nodes: u64,
}

/// The progress of a search, or of writing or verifying a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofEvent {
    /// Several times a second. Includes the cost before the checkpoint.
    Searching(ProofProgress),
    /// The number of moves that were written or verified so far. While a certificate of a game with
    /// draws is written, it is the number of claims; while a strategy is composed, that of its
    /// steps.
    Certifying(u64),
}

#[derive(Debug)]
pub struct ProofAnswer {
    /// The line has the texts of the moves. The nodes and the time include those before the
    /// checkpoint.
    pub report: ProofReport<String>,
    /// For each player, the remaining work to prove that the player wins. `None` without a request,
    /// with 0 descents, with a result, in a game with draws, or after a stop.
    pub estimates: Option<[WorkEstimate; 2]>,
    /// The expected work after each move, if an estimate was requested and there is no result.
    pub moves: Option<Vec<MoveWork>>,
    /// The certificate that was written, if one was requested and there is a result.
    pub certificate: Option<CertificateSize>,
    /// Results that took at least [`ProofRequest::learn`] nodes; at most 10,000.
    pub learnt: Vec<KnownResult>,
    /// Why the last checkpoint or, if that was written, the certificate could not be written.
    pub fault: Option<ProofError>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MoveWork {
    pub mv: String,
    /// See [`Provable::effort`](crate::Provable::effort); in a game with draws, the first proof
    /// number of a win of the mover.
    pub effort: i32,
    /// See [`Provable::expected_nodes`](crate::Provable::expected_nodes); `None` in a game with
    /// draws.
    pub expected_nodes: Option<f64>,
    /// The expected numbers of positions of two proofs: that the mover wins by this move, and that
    /// the opponent wins after it, see [`WinnerMoves::Size`](crate::WinnerMoves::Size). `None` in a
    /// game with draws, or if the winner is known.
    pub proof_sizes: Option<[f64; 2]>,
    /// The winner, if it is known without a search.
    pub winner: Option<Player>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateSize {
    /// The position at its root, as text.
    pub position: String,
    pub outcome: Outcome,
    pub counts: Counts,
    /// See [`Certified::pieces`](crate::Certified::pieces).
    pub pieces: u32,
    /// The length of the file in bytes.
    pub bytes: u64,
}

#[derive(Debug, Error)]
pub enum ProofError {
    #[error(transparent)]
    Memory(#[from] NoMemoryForResults),
    #[error("cannot use {path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Tables(#[from] TableError),
    #[error("cannot continue from {path:?}: {error}")]
    Checkpoint { path: PathBuf, error: CheckpointError },
    #[error(transparent)]
    Write(#[from] WriteCertificateError),
    #[error("{path:?} is not a valid certificate: {error}")]
    Certificate { path: PathBuf, error: CertificateError },
    #[error("found {option}: expected a game without draws; proofs with draws do not have it")]
    NotWithDraws { option: &'static str },
    #[error("the game has another variant than the solver")]
    OtherGame,
}
