//! What a proof is asked for, and what it answers.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;
use zugi_game::{Outcome, Player};
use zugi_tables::TableError;

use super::{
    CertificateError, CertificateLimits, CheckpointError, ComposeError, Counts, EstimateRequest,
    NoMemoryForResults, ProofCost, ProofLimits, ProofProgress, WorkEstimate, WriteCertificateError,
};

/// The request for a proof, without the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofRequest {
    /// The memory for results, in MiB.
    pub mib: u64,
    /// How much may be spent.
    pub limits: ProofLimits,
    /// The tables to use.
    pub tables: ProofTables,
    /// Whether the proof begins with the results of earlier proofs that shared theirs, and leaves
    /// its own to later ones and to those that run at the same time. A checkpoint is then neither
    /// read nor written. With other tables or another `mib` the shared results begin anew.
    pub shares_results: bool,
    /// Where the results are kept: read if it is there, written now and then and at the end.
    pub checkpoint: Option<PathBuf>,
    /// The time from one write to the next.
    pub checkpoint_every: Duration,
    /// Where a certificate goes.
    pub certificate: Option<PathBuf>,
    /// How long that may be, and on which tables it rests.
    pub certificate_limits: CertificateLimits,
    /// Whether and how to estimate the remaining work of an unfinished proof.
    pub estimate: Option<EstimateRequest>,
    /// The least number of nodes of the results that the answer lists; `None` for no list.
    pub learn: Option<u64>,
}

/// Who wins a position, as a proof has found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownResult {
    /// The position, as text.
    pub position: String,
    /// Who wins it.
    pub winner: Player,
    /// The nodes that it took.
    pub nodes: u64,
}

/// An event of a proof search, or of writing or checking a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofEvent {
    /// The progress of the search, several times a second. It includes the cost before a
    /// checkpoint.
    Searching(ProofProgress),
    /// So many moves of a certificate were written or checked.
    Certifying(u64),
}

/// The result of a proof.
#[derive(Clone, PartialEq, Debug)]
pub struct ProofAnswer {
    /// The result with best play; `None` if the limits came first.
    pub outcome: Option<Outcome>,
    /// For each player, whether it is proven that the player does not win.
    pub cannot_win: [bool; 2],
    /// The texts of the moves of [`ProofReport::line`](super::ProofReport::line).
    pub line: Vec<String>,
    /// Its cost, including that of the checkpoint.
    pub spent: ProofCost,
    /// The remaining work, for each player as the winner, if it was requested, no result was
    /// found, and the game has no draws.
    pub estimates: Option<[WorkEstimate; 2]>,
    /// The expected work after each move, under the same conditions.
    pub moves: Option<Vec<MoveWork>>,
    /// The size of the certificate, if one was requested and a result was found.
    pub certificate: Option<CertificateSize>,
    /// The results that took at least [`ProofRequest::learn`] nodes, at most 10,000 of them.
    pub learnt: Vec<KnownResult>,
}

/// The expected work after a move, before any search.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveWork {
    /// The text of the move.
    pub mv: String,
    /// See [`Provable::effort`](super::Provable::effort).
    pub effort: i32,
    /// See [`Provable::expected_nodes`](super::Provable::expected_nodes); `None` in a game with
    /// draws.
    pub expected_nodes: Option<f64>,
    /// The expected numbers of positions of a proof that the mover wins by this move, and that the
    /// opponent wins all the same ([`WinnerMoves::Size`](super::WinnerMoves::Size)); `None` in a game with draws, and where
    /// the winner is known.
    pub proof_sizes: Option<[f64; 2]>,
    /// The winner, if the rules, the tables or the results say it without a search.
    pub winner: Option<Player>,
}

/// How long a certificate is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateSize {
    /// The position that it is about, as text.
    pub position: String,
    /// Its result.
    pub outcome: Outcome,
    /// The numbers of its positions.
    pub counts: Counts,
    /// It needs tables of positions of up to this number of pieces; 0 for the rules alone.
    pub pieces: u32,
    /// Its size in bytes.
    pub bytes: u64,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum ProofError {
    /// There is no memory.
    #[error(transparent)]
    Memory(#[from] NoMemoryForResults),
    /// A file cannot be read or written.
    #[error("cannot use {path:?}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Tables that cannot be used.
    #[error(transparent)]
    Tables(#[from] TableError),
    /// A checkpoint cannot be used.
    #[error("cannot continue from {path:?}: {error}")]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: CheckpointError,
    },
    /// A certificate cannot be written.
    #[error(transparent)]
    Write(#[from] WriteCertificateError),
    /// A certificate proves nothing.
    #[error("{path:?} is not a valid certificate: {error}")]
    Certificate {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: CertificateError,
    },
    /// A strategy cannot be made a certificate.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// An option that proofs with draws do not have.
    #[error("found {option}: expected a game without draws; proofs with draws do not have it")]
    NotWithDraws {
        /// The option.
        option: &'static str,
    },
    /// A game of another variant.
    #[error("the game has another variant than the solver")]
    OtherGame,
}

/// Which tables of endings are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofTables {
    /// Folders with tables, which are known beside the small ones.
    pub folders: Vec<PathBuf>,
    /// Whether the small ones are known at all.
    pub small: bool,
    /// The memory for tables of the folders in bytes; larger tables are read in blocks.
    pub memory: u64,
    /// Whether only the numbers of pieces of the small tables matter, because nothing is searched.
    pub only_named: bool,
}
