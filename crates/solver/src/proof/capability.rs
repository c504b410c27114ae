//! Proofs with the game's type erased, and their files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;
use zugi_files::replace;
use zugi_game::{AnyGame, Capability, NO_PROOFS, Player};

use super::{
    CertificateError, CertificateLimits, Certified, CheckpointError, ComposeError, Counts,
    NoMemoryForResults, ProofCost, ProofLimits, ProofProgress, ProofReport, Provable, Solver,
    WorkEstimate, WriteCertificateError, compose_certificate, pieces_of_certificate,
    variant_named_in, verify_certificate,
};
use crate::Oracle;
use crate::tables::TableError;

/// The request for a proof, without the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofRequest {
    /// The memory for results, in MiB.
    pub mib: u64,
    /// How much may be spent.
    pub limits: ProofLimits,
    /// The tables to use.
    pub tables: ProofTables,
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
}

/// The parameters of an estimate of the remaining work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EstimateRequest {
    /// The number of descents for each player; 0 for only the list of moves.
    pub descents: u32,
    /// The same seed gives the same estimate.
    pub seed: u64,
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
    /// Who wins; `None` if the limits came first.
    pub winner: Option<Player>,
    /// The texts of the moves of [`ProofReport::line`](super::ProofReport::line).
    pub line: Vec<String>,
    /// Its cost, including that of the checkpoint.
    pub spent: ProofCost,
    /// The remaining work, for each player as the winner, if it was requested and no winner was
    /// found.
    pub estimates: Option<[WorkEstimate; 2]>,
    /// The expected work after each move, under the same conditions.
    pub moves: Option<Vec<MoveWork>>,
    /// The size of the certificate, if one was requested and a winner was found.
    pub certificate: Option<CertificateSize>,
}

/// The expected work after a move, before any search.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveWork {
    /// The text of the move.
    pub mv: String,
    /// See [`Provable::effort`].
    pub effort: i32,
    /// See [`Provable::expected_nodes`].
    pub expected_nodes: f64,
}

/// How long a certificate is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateSize {
    /// The position that it is about, as text.
    pub position: String,
    /// Who wins it.
    pub winner: Player,
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
    /// A game of another variant.
    #[error("the game has another variant than the solver")]
    OtherGame,
}

type Watch<'a> = &'a mut dyn FnMut(ProofEvent);
type Prove = dyn Fn(&dyn AnyGame, &ProofRequest, &AtomicBool, Watch<'_>) -> Result<ProofAnswer, ProofError>
    + Send
    + Sync;
type Verify = dyn Fn(&Path, &ProofTables, &AtomicBool, Watch<'_>) -> Result<CertificateSize, ProofError>
    + Send
    + Sync;

type Compose = dyn Fn(&Path, &Path, &AtomicBool, Watch<'_>) -> Result<CertificateSize, ProofError>
    + Send
    + Sync;

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

/// Proves positions of a variant.
pub struct ProofSolver {
    prove: Box<Prove>,
    verify: Box<Verify>,
    compose: Box<Compose>,
}

impl Capability for ProofSolver {
    const MISSING: &'static str = NO_PROOFS;
}

impl ProofSolver {
    /// A solver with an oracle that `make` builds from the requested tables. It keeps the oracle
    /// for the next proof with the same tables.
    #[must_use]
    pub fn knowing<G: Provable, O: Oracle<G> + 'static>(
        oracle: impl Fn(&ProofTables) -> Result<O, TableError> + Send + Sync + 'static,
    ) -> ProofSolver {
        let kept: Mutex<Option<(ProofTables, Arc<O>)>> = Mutex::new(None);
        let oracle = Arc::new(move |tables: &ProofTables| {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, oracle)) = kept.as_ref().filter(|(of, _)| of == tables) {
                return Ok::<_, TableError>(Arc::clone(oracle));
            }
            // Both at the same time might be more than the memory.
            *kept = None;
            let made = Arc::new(oracle(tables)?);
            *kept = Some((tables.clone(), Arc::clone(&made)));
            Ok(made)
        });
        let known = Arc::clone(&oracle);
        let prove: Box<Prove> = Box::new(move |game, request, stop, watch| {
            let root = game.typed::<G>().ok_or(ProofError::OtherGame)?.position();
            let oracle = oracle(&request.tables)?;
            prove(oracle, root, request, stop, watch)
        });
        let verify: Box<Verify> = Box::new(move |path, tables, stop, watch| {
            let open = |error| ProofError::File { path: path.to_owned(), error };
            let bytes = fs::metadata(path).map_err(open)?.len();
            let wrong = |error| ProofError::Certificate { path: path.to_owned(), error };
            let pieces = pieces_of_certificate::<G>(File::open(path).map_err(open)?);
            let oracle = match pieces.map_err(wrong)? {
                0 => None,
                _ => Some(known(tables)?),
            };
            let (file, tell) = (File::open(path).map_err(open)?, ProofEvent::Certifying);
            let checked = verify_certificate::<G>(file, &oracle, stop, |n| watch(tell(n)));
            Ok(size_of(&checked.map_err(wrong)?, bytes))
        });
        ProofSolver { prove, verify, compose: Box::new(compose::<G>) }
    }

    /// Proves who wins the current position of a game.
    ///
    /// # Errors
    /// See [`ProofError`]. Running out of the limits is none.
    pub fn prove(
        &self,
        game: &dyn AnyGame,
        request: &ProofRequest,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<ProofAnswer, ProofError> {
        (self.prove)(game, request, stop, watch)
    }

    /// Puts the certificates of a strategy together to one, in a file that is written whole or
    /// not at all. `docs/reference/proofs.md` describes both files.
    ///
    /// # Errors
    /// See [`ProofError`].
    pub fn compose(
        &self,
        strategy: &Path,
        path: &Path,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<CertificateSize, ProofError> {
        (self.compose)(strategy, path, stop, watch)
    }

    /// Checks a certificate by the rules alone, but for the tables on which it says that it
    /// rests: these must be known.
    ///
    /// # Errors
    /// See [`ProofError`].
    pub fn verify(
        &self,
        path: &Path,
        tables: &ProofTables,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<CertificateSize, ProofError> {
        (self.verify)(path, tables, stop, watch)
    }
}

/// The variant that a certificate names.
///
/// # Errors
/// The file cannot be read, or is no certificate.
pub fn variant_of_certificate(path: &Path) -> Result<String, ProofError> {
    let file = File::open(path);
    let file = file.map_err(|error| ProofError::File { path: path.to_owned(), error })?;
    variant_named_in(file).map_err(|error| ProofError::Certificate { path: path.to_owned(), error })
}

fn size_of<G: Provable>(certified: &Certified<G>, bytes: u64) -> CertificateSize {
    let &Certified { ref position, winner, counts, pieces } = certified;
    CertificateSize { position: position.text(), winner, counts, pieces, bytes }
}

fn prove<G: Provable, O: Oracle<G>>(
    oracle: O,
    root: &G,
    request: &ProofRequest,
    stop: &AtomicBool,
    watch: Watch<'_>,
) -> Result<ProofAnswer, ProofError> {
    let (solver, before) = begin(oracle, root, request)?;
    let spent = |nodes: u64, time: Duration| ProofCost {
        nodes: before.nodes.saturating_add(nodes),
        time: before.time.saturating_add(time),
    };
    let save = |spent: ProofCost| match &request.checkpoint {
        Some(path) => replace(path, |error| error, |out| solver.save(root, spent, out))
            .map_err(|error| ProofError::File { path: path.clone(), error }),
        None => Ok(()),
    };
    let (mut saved, mut failed) = (Instant::now(), None);
    let report = solver.solve(root, &request.limits, stop, |progress| {
        let spent = spent(progress.nodes, progress.time);
        let (nodes, time) = (spent.nodes, spent.time);
        watch(ProofEvent::Searching(ProofProgress { nodes, time, ..*progress }));
        if saved.elapsed() >= request.checkpoint_every {
            // The next one may succeed; the last one tells.
            failed = save(spent).err();
            saved = Instant::now();
        }
    });
    if let Some(error) = failed {
        log::warn!("{error}");
    }
    let spent = spent(report.nodes, report.time);
    save(spent)?;
    let certificate = match (report.winner, &request.certificate) {
        (Some(winner), Some(path)) => {
            Some(certify(&solver, root, winner, path, request, stop, watch)?)
        }
        _ => None,
    };
    let asked = request.estimate.filter(|_| report.winner.is_none());
    let moves = asked.map(|_| work_after(root, solver.oracle.pieces()));
    let estimates = asked.filter(|it| it.descents > 0).map(|EstimateRequest { descents, seed }| {
        Player::BOTH.map(|player| solver.estimate(root, player, descents, seed))
    });
    let line = texts(root, &report);
    Ok(ProofAnswer { winner: report.winner, line, spent, estimates, moves, certificate })
}

/// What a proof may cost after each move, where positions with so many pieces are known.
fn work_after<G: Provable>(root: &G, known_pieces: u32) -> Vec<MoveWork> {
    let work = |mv: G::Move| {
        let next = root.after(mv);
        let (effort, expected_nodes) = (root.effort(&next), next.expected_nodes(known_pieces));
        MoveWork { mv: root.move_text(mv), effort, expected_nodes }
    };
    root.moves().into_iter().map(work).collect()
}

/// A solver, with the results of the checkpoint if there is one.
fn begin<G: Provable, O: Oracle<G>>(
    oracle: O,
    root: &G,
    request: &ProofRequest,
) -> Result<(Solver<O>, ProofCost), ProofError> {
    let file = request.checkpoint.as_ref().map(|path| (path, File::open(path)));
    match file {
        Some((path, Ok(file))) => Solver::resume(oracle, request.mib, root, file)
            .map_err(|error| ProofError::Checkpoint { path: path.clone(), error }),
        Some((path, Err(error))) if error.kind() != io::ErrorKind::NotFound => {
            Err(ProofError::File { path: path.clone(), error })
        }
        _ => Ok((Solver::new::<G>(oracle, request.mib)?, ProofCost::default())),
    }
}

fn certify<G: Provable, O: Oracle<G>>(
    solver: &Solver<O>,
    root: &G,
    winner: Player,
    path: &Path,
    request: &ProofRequest,
    stop: &AtomicBool,
    watch: Watch<'_>,
) -> Result<CertificateSize, ProofError> {
    let mut certified = None;
    let written = replace(path, WriteCertificateError::Write, |out| {
        let tell = |moves| watch(ProofEvent::Certifying(moves));
        let limits = request.certificate_limits;
        certified = Some(solver.write_certificate(root, winner, limits, stop, out, tell)?);
        Ok(())
    });
    match written {
        Ok(()) => finished(path, certified),
        Err(WriteCertificateError::Write(error)) => {
            Err(ProofError::File { path: path.to_owned(), error })
        }
        Err(error) => Err(error.into()),
    }
}

/// The size of a certificate that was written.
fn finished<G: Provable>(
    path: &Path,
    certified: Option<Certified<G>>,
) -> Result<CertificateSize, ProofError> {
    let certified = certified.ok_or(WriteCertificateError::Stopped)?;
    let size = fs::metadata(path);
    let size = size.map_err(|error| ProofError::File { path: path.to_owned(), error })?;
    Ok(size_of(&certified, size.len()))
}

fn compose<G: Provable>(
    strategy: &Path,
    path: &Path,
    stop: &AtomicBool,
    watch: Watch<'_>,
) -> Result<CertificateSize, ProofError> {
    let mut composed = None;
    let written = replace(path, ComposeError::Write, |out| {
        let mut out = BufWriter::new(out);
        let tell = |moves| watch(ProofEvent::Certifying(moves));
        composed = Some(compose_certificate::<G>(strategy, stop, &mut out, tell)?);
        Ok(out.flush()?)
    });
    match written {
        Ok(()) => finished(path, composed),
        Err(ComposeError::Write(error)) => Err(ProofError::File { path: path.to_owned(), error }),
        Err(error) => Err(error.into()),
    }
}

fn texts<G: Provable>(root: &G, report: &ProofReport<G::Move>) -> Vec<String> {
    let mut position = root.clone();
    let mut texts = Vec::new();
    for &mv in &report.line {
        let text = position.move_text(mv);
        // The line is checked by the rules once more.
        if position.play(mv).is_err() {
            break;
        }
        texts.push(text);
    }
    texts
}
