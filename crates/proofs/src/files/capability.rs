//! Proofs for `zugi solve`, with the type of the game erased.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zugi_files::replace;
use zugi_game::{AnyGame, Capability, Game, NO_PROOFS, Player};

use super::certificate::{Header, read_variant};
use crate::prover::{Proves, SessionTables};
use crate::{
    CertificateError, CertificateSize, Certified, FileProver, NoMemoryForResults, ProofAnswer,
    ProofCost, ProofError, ProofEvent, ProofProgress, ProofReport, ProofRequest, ProofTables,
    Prover, WriteCertificateError,
};

/// Proves positions of a variant, and writes, composes and verifies certificates.
pub trait ProofSolver: Send + Sync {
    /// Proves the result of the current position of a game. The limits may end it without a result.
    fn prove(
        &self,
        game: &dyn AnyGame,
        request: &ProofRequest,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<ProofAnswer, ProofError>;

    /// Adds a result of another solver to the shared results. These are for all proofs that set
    /// [`ProofRequest::shares_results`] and have the same tables and memory as this request. Proofs
    /// trust this result. Certificates do not rest on it, because their moves follow the rules.
    fn know(
        &self,
        game: &dyn AnyGame,
        winner: Player,
        nodes: u64,
        request: &ProofRequest,
    ) -> Result<(), ProofError>;

    /// Composes the certificates of a strategy into one; the file is written whole or not at all.
    /// `docs/reference/proofs.md` describes both files.
    fn compose(
        &self,
        strategy: &Path,
        path: &Path,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<CertificateSize, ProofError>;

    /// Verifies a certificate by the rules and, if it rests on tables, by these.
    fn verify(
        &self,
        path: &Path,
        tables: &ProofTables,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<CertificateSize, ProofError>;
}

impl Capability for dyn ProofSolver {
    const MISSING: &'static str = NO_PROOFS;
}

/// The proofs of a game with tables `T`. Keeps the tables for the next proof.
pub(crate) struct CommandProofs<G: Proves, T: SessionTables<G>> {
    cache: Option<PathBuf>,
    kept: Mutex<Option<Kept<T, G::Prover<T>>>>,
    game: PhantomData<fn() -> G>,
}

/// The tables of the last request, and the search whose results are shared.
struct Kept<T, P> {
    of: ProofTables,
    tables: T,
    /// With the memory for results in MiB; `None` until a proof shares its results.
    prover: Option<(u64, Arc<P>)>,
}

impl<G: Proves, T: SessionTables<G>> CommandProofs<G, T> {
    pub fn new(cache: Option<&Path>) -> CommandProofs<G, T> {
        let cache = cache.map(Path::to_owned);
        CommandProofs { cache, kept: Mutex::new(None), game: PhantomData }
    }

    /// Calls `take` with the tables of a request, and returns its result. Opens the tables first if
    /// the last request had others; other threads wait meanwhile.
    fn with_kept<R>(
        &self,
        of: &ProofTables,
        take: impl FnOnce(&mut Kept<T, G::Prover<T>>) -> Result<R, NoMemoryForResults>,
    ) -> Result<R, ProofError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_mut().filter(|kept| kept.of == *of) {
            return Ok(take(kept)?);
        }
        // Frees the old tables before the new ones are opened, unless a proof still uses them.
        *kept = None;
        let tables = T::of_request(of, self.cache.as_deref())?;
        Ok(take(kept.insert(Kept { of: of.clone(), tables, prover: None }))?)
    }

    fn tables(&self, of: &ProofTables) -> Result<T, ProofError> {
        self.with_kept(of, |kept| Ok(kept.tables.clone()))
    }

    /// The search whose results are shared, with the tables and the memory of a request.
    fn shared_prover(&self, request: &ProofRequest) -> Result<Arc<G::Prover<T>>, ProofError> {
        self.with_kept(&request.tables, |kept| {
            if let Some((mib, prover)) = &kept.prover
                && *mib == request.mib
            {
                return Ok(Arc::clone(prover));
            }
            kept.prover = None;
            let made = Prover::with_memory(kept.tables.clone(), request.mib).map(Arc::new)?;
            kept.prover = Some((request.mib, Arc::clone(&made)));
            Ok(made)
        })
    }
}

impl<G: Proves, T: SessionTables<G>> ProofSolver for CommandProofs<G, T> {
    fn prove(
        &self,
        game: &dyn AnyGame,
        request: &ProofRequest,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<ProofAnswer, ProofError> {
        let root = game.typed::<G>().ok_or(ProofError::OtherGame)?.position();
        if G::DRAWS {
            refuse(request)?;
        }
        if request.shares_results {
            let prover = self.shared_prover(request)?;
            let request = ProofRequest { checkpoint: None, ..request.clone() };
            return prove(&*prover, ProofCost::default(), root, &request, stop, watch);
        }
        let tables = self.tables(&request.tables)?;
        let (prover, before) = begin::<G, T, G::Prover<T>>(tables, root, request)?;
        prove(&prover, before, root, request, stop, watch)
    }

    fn know(
        &self,
        game: &dyn AnyGame,
        winner: Player,
        nodes: u64,
        request: &ProofRequest,
    ) -> Result<(), ProofError> {
        let position = game.typed::<G>().ok_or(ProofError::OtherGame)?.position();
        if G::DRAWS {
            return Err(ProofError::NotWithDraws { option: "known results" });
        }
        self.shared_prover(request)?.know(position, winner, nodes);
        Ok(())
    }

    fn compose(
        &self,
        strategy: &Path,
        path: &Path,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<CertificateSize, ProofError> {
        write_whole(path, |out| {
            let mut out = BufWriter::new(out);
            let tell = &mut |moves| watch(ProofEvent::Certifying(moves));
            let composed = G::Prover::<T>::compose(strategy, stop, &mut out, tell)?;
            out.flush().map_err(WriteCertificateError::Write)?;
            Ok(composed)
        })
    }

    fn verify(
        &self,
        path: &Path,
        tables: &ProofTables,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(ProofEvent),
    ) -> Result<CertificateSize, ProofError> {
        let file = || File::open(path).map_err(unusable(path));
        let bytes = fs::metadata(path).map_err(unusable(path))?.len();
        let header = Header::<G>::read(&mut BufReader::new(file()?)).map_err(not_valid(path))?;
        let oracle = match header.pieces {
            0 => None,
            _ => Some(self.tables(tables)?),
        };
        let tell = &mut |moves| watch(ProofEvent::Certifying(moves));
        let checked = G::Prover::<T>::verify(&mut file()?, oracle, stop, tell);
        Ok(size_of(&checked.map_err(not_valid(path))?, bytes))
    }
}

/// # Errors
/// The file cannot be read or is not a certificate.
pub fn variant_of_certificate(path: &Path) -> Result<String, ProofError> {
    let file = File::open(path).map_err(unusable(path))?;
    let (.., variant) = read_variant(&mut BufReader::new(file)).map_err(not_valid(path))?;
    Ok(variant)
}

fn unusable(path: &Path) -> impl Fn(io::Error) -> ProofError {
    move |error| ProofError::File { path: path.to_owned(), error }
}

fn not_valid(path: &Path) -> impl Fn(CertificateError) -> ProofError {
    move |error| ProofError::Certificate { path: path.to_owned(), error }
}

/// Refuses the options that need a game without draws.
fn refuse(request: &ProofRequest) -> Result<(), ProofError> {
    let asked = [
        (request.limits.threads > 1 || request.shares_results, "--threads"),
        (request.checkpoint.is_some(), "--checkpoint"),
        (request.learn.is_some(), "--learn"),
    ];
    match asked.into_iter().find(|(is_asked, _)| *is_asked) {
        Some((_, option)) => Err(ProofError::NotWithDraws { option }),
        None => Ok(()),
    }
}

fn size_of<G: Game>(certified: &Certified<G>, bytes: u64) -> CertificateSize {
    let &Certified { ref position, outcome, counts, pieces } = certified;
    CertificateSize { position: position.text(), outcome, counts, pieces, bytes }
}

/// A search with the results of the checkpoint, if its file exists, and the cost before it.
fn begin<G: Game, O, P: FileProver<G, O>>(
    tables: O,
    root: &G,
    request: &ProofRequest,
) -> Result<(P, ProofCost), ProofError> {
    let file = request.checkpoint.as_ref().map(|path| (path, File::open(path)));
    match file {
        Some((path, Ok(mut file))) => P::resume(tables, request.mib, root, &mut file)
            .map_err(|error| ProofError::Checkpoint { path: path.clone(), error }),
        Some((path, Err(error))) if error.kind() != io::ErrorKind::NotFound => {
            Err(unusable(path)(error))
        }
        _ => Ok((P::with_memory(tables, request.mib)?, ProofCost::default())),
    }
}

/// Proves with a search that has already cost `before`.
fn prove<G: Game, O, P: FileProver<G, O>>(
    prover: &P,
    before: ProofCost,
    root: &G,
    request: &ProofRequest,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(ProofEvent),
) -> Result<ProofAnswer, ProofError> {
    let spent = |nodes: u64, time: Duration| ProofCost {
        nodes: before.nodes.saturating_add(nodes),
        time: before.time.saturating_add(time),
    };
    let save = |spent: ProofCost| -> Result<(), ProofError> {
        let Some(path) = &request.checkpoint else { return Ok(()) };
        replace(path, |error| error, |out| prover.save(root, spent, out))
            .map_err(unusable(path))?;
        log::info!("checkpoint after {} nodes in {}", spent.nodes, path.display());
        Ok(())
    };
    let (mut saved, mut failed) = (Instant::now(), None);
    let mut tell = |progress: &ProofProgress| {
        let spent = spent(progress.nodes, progress.time);
        let (nodes, time) = (spent.nodes, spent.time);
        watch(ProofEvent::Searching(ProofProgress { nodes, time, ..*progress }));
        if saved.elapsed() >= request.checkpoint_every {
            // Only the last error is reported: a later write may succeed.
            failed = save(spent).err();
            saved = Instant::now();
        }
    };
    let (report, learnt) =
        prover.prove_and_learn(root, &request.limits, stop, request.learn, &mut tell);
    if let Some(error) = failed {
        log::warn!("{error}");
    }
    let ProofReport { outcome, cannot_win, line, nodes, time } = report;
    let spent = spent(nodes, time);
    let unsaved = save(spent).err();
    let certified = match (outcome, &request.certificate) {
        (Some(outcome), Some(path)) => Some(write_whole(path, |out| {
            let tell = &mut |moves| watch(ProofEvent::Certifying(moves));
            Ok(prover.write_certificate(
                root,
                outcome,
                request.certificate_limits,
                stop,
                out,
                tell,
            )?)
        })),
        _ => None,
    };
    let (certificate, uncertified) = match certified.transpose() {
        Ok(size) => (size, None),
        Err(error) => (None, Some(error)),
    };
    let fault = unsaved.or(uncertified);
    let asked = request.estimate.filter(|_| outcome.is_none());
    let moves = asked.map(|_| prover.work_after(root));
    let estimates = asked.and_then(|it| prover.estimates(root, &it, stop));
    let (line, ProofCost { nodes, time }) = (texts(root, &line), spent);
    let report = ProofReport { outcome, cannot_win, line, nodes, time };
    Ok(ProofAnswer { report, estimates, moves, certificate, learnt, fault })
}

fn write_whole<G: Game>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<Certified<G>, ProofError>,
) -> Result<CertificateSize, ProofError> {
    let mut certified = None;
    replace(path, unusable(path), |out| {
        certified = Some(write(out)?);
        Ok(())
    })
    .map_err(|error| match error {
        ProofError::Write(WriteCertificateError::Write(error)) => unusable(path)(error),
        error => error,
    })?;
    let certified = certified.ok_or(WriteCertificateError::Stopped)?;
    Ok(size_of(&certified, fs::metadata(path).map_err(unusable(path))?.len()))
}

/// The texts of the moves of a line, each checked by the rules; they end before an illegal move.
fn texts<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let played = line.iter().map_while(|&mv| {
        let text = position.move_text(mv);
        position.play(mv).is_ok().then_some(text)
    });
    played.collect()
}
