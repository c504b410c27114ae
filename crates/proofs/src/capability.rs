//! Proofs with the game's type erased, and their files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use zugi_files::replace;
use zugi_game::{AnyGame, Capability, NO_PROOFS, Outcome, Player};
use zugi_tables::{Oracle, TableError};

use super::kept_solver::KeptSolver;
use super::learnt::Learnt;
use super::{
    CertificateSize, Certified, ComposeError, KnownResult, MoveWork, ProofAnswer, ProofCost,
    ProofError, ProofEvent, ProofProgress, ProofReport, ProofRequest, ProofTables, Provable,
    Solver, WriteCertificateError, compose_certificate, pieces_of_certificate, variant_named_in,
    verify_certificate,
};

type Watch<'a> = &'a mut dyn FnMut(ProofEvent);
type Prove = dyn Fn(&dyn AnyGame, &ProofRequest, &AtomicBool, Watch<'_>) -> Result<ProofAnswer, ProofError>
    + Send
    + Sync;
type Verify = dyn Fn(&Path, &ProofTables, &AtomicBool, Watch<'_>) -> Result<CertificateSize, ProofError>
    + Send
    + Sync;

type Know =
    dyn Fn(&dyn AnyGame, Player, u64, &ProofRequest) -> Result<(), ProofError> + Send + Sync;
type Compose = dyn Fn(&Path, &Path, &AtomicBool, Watch<'_>) -> Result<CertificateSize, ProofError>
    + Send
    + Sync;

/// Proves positions of a variant.
pub struct ProofSolver {
    prove: Box<Prove>,
    verify: Box<Verify>,
    know: Box<Know>,
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
        let kept = Arc::new(KeptSolver::new(oracle));
        let (known, shared) = (Arc::clone(&kept), Arc::clone(&kept));
        let prove: Box<Prove> = Box::new(move |game, request, stop, watch| {
            let root = game.typed::<G>().ok_or(ProofError::OtherGame)?.position();
            if request.shares_results {
                let solver = kept.solver::<G>(&request.tables, request.mib)?;
                let request = ProofRequest { checkpoint: None, ..request.clone() };
                return prove(&solver, ProofCost::default(), root, &request, stop, watch);
            }
            let (solver, before) = begin(kept.oracle(&request.tables)?, root, request)?;
            prove(&solver, before, root, request, stop, watch)
        });
        let verify: Box<Verify> = Box::new(move |path, tables, stop, watch| {
            let open = |error| ProofError::File { path: path.to_owned(), error };
            let bytes = fs::metadata(path).map_err(open)?.len();
            let wrong = |error| ProofError::Certificate { path: path.to_owned(), error };
            let pieces = pieces_of_certificate::<G>(File::open(path).map_err(open)?);
            let oracle = match pieces.map_err(wrong)? {
                0 => None,
                _ => Some(known.oracle(tables)?),
            };
            let (file, tell) = (File::open(path).map_err(open)?, ProofEvent::Certifying);
            let checked = verify_certificate::<G>(file, &oracle, stop, |n| watch(tell(n)));
            Ok(size_of(&checked.map_err(wrong)?, bytes))
        });
        let know: Box<Know> = Box::new(move |game, winner, nodes, request| {
            let position = game.typed::<G>().ok_or(ProofError::OtherGame)?.position();
            let solver = shared.solver::<G>(&request.tables, request.mib)?;
            solver.know(position, winner, nodes);
            Ok(())
        });
        ProofSolver { prove, verify, know, compose: Box::new(compose::<G>) }
    }

    /// A solver of a game with draws, by what it does; it neither takes known results nor composes
    /// certificates.
    pub(crate) fn by(
        prove: impl Fn(
            &dyn AnyGame,
            &ProofRequest,
            &AtomicBool,
            Watch<'_>,
        ) -> Result<ProofAnswer, ProofError>
        + Send
        + Sync
        + 'static,
        verify: impl Fn(
            &Path,
            &ProofTables,
            &AtomicBool,
            Watch<'_>,
        ) -> Result<CertificateSize, ProofError>
        + Send
        + Sync
        + 'static,
    ) -> ProofSolver {
        ProofSolver {
            prove: Box::new(prove),
            verify: Box::new(verify),
            know: Box::new(|_, _, _, _| Err(ProofError::NotWithDraws { option: "known results" })),
            compose: Box::new(|_, _, _, _| Err(ProofError::NotWithDraws { option: "--strategy" })),
        }
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

    /// Gives a result of another solver to the proofs that share theirs, with the tables and the
    /// memory of the request. It is believed, except in certificates, whose moves follow the rules.
    ///
    /// # Errors
    /// See [`ProofError`].
    pub fn know(
        &self,
        game: &dyn AnyGame,
        winner: Player,
        nodes: u64,
        request: &ProofRequest,
    ) -> Result<(), ProofError> {
        (self.know)(game, winner, nodes, request)
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
    let outcome = Outcome::Win(winner);
    CertificateSize { position: position.text(), outcome, counts, pieces, bytes }
}

/// Proves with a solver that has spent so much `before`.
fn prove<G: Provable, O: Oracle<G>>(
    solver: &Solver<O>,
    before: ProofCost,
    root: &G,
    request: &ProofRequest,
    stop: &AtomicBool,
    watch: Watch<'_>,
) -> Result<ProofAnswer, ProofError> {
    let spent = |nodes: u64, time: Duration| ProofCost {
        nodes: before.nodes.saturating_add(nodes),
        time: before.time.saturating_add(time),
    };
    let save = |spent: ProofCost| -> Result<(), ProofError> {
        let Some(path) = &request.checkpoint else { return Ok(()) };
        replace(path, |error| error, |out| solver.save(root, spent, out))
            .map_err(|error| ProofError::File { path: path.clone(), error })?;
        log::info!("checkpoint after {} nodes in {}", spent.nodes, path.display());
        Ok(())
    };
    let (mut saved, mut failed) = (Instant::now(), None);
    let learnt = request.learn.map(Learnt::new);
    let report = solver.solve_and_tell(root, &request.limits, stop, learnt.as_ref(), |progress| {
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
            Some(certify(solver, root, winner, path, request, stop, watch)?)
        }
        _ => None,
    };
    let asked = request.estimate.filter(|_| report.winner.is_none());
    let moves = asked.map(|_| work_after(root, solver));
    let estimates = asked.filter(|it| it.descents > 0);
    let estimates =
        estimates.map(|it| Player::BOTH.map(|player| solver.estimate(root, player, &it)));
    let line = texts(root, &report);
    let learnt = learnt.map(Learnt::into_results).unwrap_or_default().into_iter();
    let learnt =
        learnt.map(|(it, winner, nodes)| KnownResult { position: it.text(), winner, nodes });
    let learnt = learnt.collect();
    let outcome = report.winner.map(Outcome::Win);
    let cannot_win = Player::BOTH.map(|player| report.winner.is_some_and(|it| it != player));
    Ok(ProofAnswer { outcome, cannot_win, line, spent, estimates, moves, certificate, learnt })
}

/// What a proof may cost after each move, and who has won where that is known.
fn work_after<G: Provable, O: Oracle<G>>(root: &G, solver: &Solver<O>) -> Vec<MoveWork> {
    let known_pieces = solver.oracle.pieces();
    let work = |mv: G::Move| {
        let next = root.after(mv);
        let (effort, expected) = (root.effort(&next), next.expected_nodes(known_pieces));
        let (expected_nodes, winner) = (Some(expected), solver.known(&next));
        let sizes = || {
            let [mover, opponent] = [root.to_move(), root.to_move().opponent()];
            [solver.size_of_lost(&next, mover), solver.size_of_won(&next, opponent)]
        };
        let proof_sizes = winner.is_none().then(sizes);
        MoveWork { mv: root.move_text(mv), effort, expected_nodes, proof_sizes, winner }
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
