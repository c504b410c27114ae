//! Proofs for `zugi solve`: with the type of the game erased, and with their files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use zugi_files::replace;
use zugi_game::{AnyGame, Capability, Game, NO_PROOFS, Outcome, Player, Probe};

use super::prover_cache::ProverCache;
use super::sources::RequestedTables;
use crate::costly_results::CostlyResults;
use crate::prover::{Prover, Proves};
use crate::{
    CertificateError, CertificateLimits, CertificateSize, Certified, CheckpointError, ComposeError,
    EstimateRequest, KnownResult, MoveWork, ProofAnswer, ProofCost, ProofError, ProofEvent,
    ProofLimits, ProofProgress, ProofReport, ProofRequest, ProofTables, Provable, Solver,
    WorkEstimate, WriteCertificateError, compose_certificate, pieces_of_certificate,
    variant_named_in, verify_certificate,
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
    /// rely on this result, but certificates do not: the moves of a certificate follow the rules.
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

/// The certificates of a search and, in a game without draws, its checkpoints, estimates and
/// results for other searches.
pub trait FileProver<G: Game, O>: Prover<G, O> {
    /// Writes a certificate of a result. `written` gets the number of moves (in a game with draws,
    /// of claims) so far, now and then.
    fn certify(
        &self,
        root: &G,
        outcome: Outcome,
        limits: CertificateLimits,
        stop: &AtomicBool,
        out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, WriteCertificateError>;

    fn verify(
        input: File,
        oracle: Option<O>,
        stop: &AtomicBool,
        checked: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, CertificateError>;

    fn compose(
        strategy: &Path,
        stop: &AtomicBool,
        out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, ProofError>;

    /// The expected work of a proof after each move, and the winners that are known.
    fn work_after(&self, root: &G) -> Vec<MoveWork>;

    /// [`Prover::prove`], and the results that took at least `learn` nodes.
    fn prove_and_learn(
        &self,
        root: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        _learn: Option<u64>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> (ProofReport<G::Move>, Vec<KnownResult>) {
        (self.prove(root, limits, stop, watch), Vec::new())
    }

    /// Stores the result of another search, which took this number of nodes.
    fn know(&self, _position: &G, _winner: Player, _nodes: u64) {}

    /// For each player, the remaining work to prove that the player wins, see [`Solver::estimate`].
    /// `None` if `stop` is set.
    fn estimates(
        &self,
        _root: &G,
        _request: &EstimateRequest,
        _stop: &AtomicBool,
    ) -> Option<[WorkEstimate; 2]> {
        None
    }

    fn write_checkpoint(&self, _: &G, _: ProofCost, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// A search that continues from a checkpoint, and the cost before it.
    fn of_checkpoint(
        oracle: O,
        mib: u64,
        _root: &G,
        _input: &mut dyn Read,
    ) -> Result<(Self, ProofCost), CheckpointError> {
        Ok((Self::with_memory(oracle, mib)?, ProofCost::default()))
    }
}

impl<G: Provable, O: Probe<G> + 'static> FileProver<G, O> for Solver<O> {
    fn certify(
        &self,
        root: &G,
        outcome: Outcome,
        limits: CertificateLimits,
        stop: &AtomicBool,
        out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, WriteCertificateError> {
        self.write_certificate(root, outcome, limits, stop, out, written)
    }

    fn verify(
        input: File,
        oracle: Option<O>,
        stop: &AtomicBool,
        checked: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, CertificateError> {
        verify_certificate(input, &oracle, stop, checked)
    }

    fn compose(
        strategy: &Path,
        stop: &AtomicBool,
        mut out: &mut dyn Write,
        written: &mut dyn FnMut(u64),
    ) -> Result<Certified<G>, ProofError> {
        Ok(compose_certificate(strategy, stop, &mut out, written)?)
    }

    fn work_after(&self, root: &G) -> Vec<MoveWork> {
        let known_pieces = self.oracle.most_pieces();
        let work = |mv: G::Move| {
            let next = root.after(mv);
            let (effort, expected) = (root.effort(&next), next.expected_nodes(known_pieces));
            let (expected_nodes, winner) = (Some(expected), self.known(&next));
            let sizes = || {
                let [mover, opponent] = [root.to_move(), root.to_move().opponent()];
                [self.size_of_lost(&next, mover), self.size_of_won(&next, opponent)]
            };
            let proof_sizes = winner.is_none().then(sizes);
            MoveWork { mv: root.move_text(mv), effort, expected_nodes, proof_sizes, winner }
        };
        root.moves().into_iter().map(work).collect()
    }

    fn prove_and_learn(
        &self,
        root: &G,
        limits: &ProofLimits,
        stop: &AtomicBool,
        learn: Option<u64>,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> (ProofReport<G::Move>, Vec<KnownResult>) {
        let learnt = learn.map(CostlyResults::new);
        let report = self.solve_and_tell(root, limits, stop, learnt.as_ref(), watch);
        let learnt = learnt.map(CostlyResults::into_results).unwrap_or_default().into_iter();
        let text =
            |(it, winner, nodes): (G, _, _)| KnownResult { position: it.text(), winner, nodes };
        (report, learnt.map(text).collect())
    }

    fn know(&self, position: &G, winner: Player, nodes: u64) {
        if let Some(key) = position.proof_key() {
            let mover_wins = winner == position.to_move();
            self.results.store(self.results.place(key), mover_wins, nodes);
        }
    }

    fn estimates(
        &self,
        root: &G,
        request: &EstimateRequest,
        stop: &AtomicBool,
    ) -> Option<[WorkEstimate; 2]> {
        if request.descents == 0 {
            return None;
        }
        let estimate = |player| self.estimate(root, player, request, stop);
        Some([estimate(Player::One)?, estimate(Player::Two)?])
    }

    fn write_checkpoint(&self, root: &G, spent: ProofCost, out: &mut dyn Write) -> io::Result<()> {
        self.save(root, spent, out)
    }

    fn of_checkpoint(
        oracle: O,
        mib: u64,
        root: &G,
        input: &mut dyn Read,
    ) -> Result<(Solver<O>, ProofCost), CheckpointError> {
        Solver::resume(oracle, mib, root, input)
    }
}

/// The proofs of a game with tables from this source. Keeps the tables for the next proof.
pub(crate) struct CommandProofs<G: Proves, S: RequestedTables<G>> {
    source: S,
    kept: ProverCache<S::Tables, G::Prover<S::Tables>>,
}

impl<G: Proves, S: RequestedTables<G>> CommandProofs<G, S> {
    pub fn of(source: S) -> CommandProofs<G, S> {
        CommandProofs { source, kept: ProverCache::none() }
    }
}

impl<G: Proves, S: RequestedTables<G>> ProofSolver for CommandProofs<G, S>
where
    G::Prover<S::Tables>: FileProver<G, S::Tables>,
{
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
        let open = || self.source.of_request(&request.tables);
        if request.shares_results {
            let prover = self.kept.prover::<G>(&request.tables, request.mib, open)?;
            let request = ProofRequest { checkpoint: None, ..request.clone() };
            return prove(&*prover, ProofCost::default(), root, &request, stop, watch);
        }
        let tables = self.kept.tables(&request.tables, open)?;
        let (prover, before) = begin::<G, _, G::Prover<S::Tables>>(tables, root, request)?;
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
        let open = || self.source.of_request(&request.tables);
        self.kept.prover::<G>(&request.tables, request.mib, open)?.know(position, winner, nodes);
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
            let composed = G::Prover::<S::Tables>::compose(strategy, stop, &mut out, tell)?;
            out.flush().map_err(ComposeError::Write)?;
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
        let failed = |error| ProofError::File { path: path.to_owned(), error };
        let wrong = |error| ProofError::Certificate { path: path.to_owned(), error };
        let file = || File::open(path).map_err(failed);
        let bytes = fs::metadata(path).map_err(failed)?.len();
        let oracle = match pieces_of_certificate::<G>(file()?).map_err(wrong)? {
            0 => None,
            _ => Some(self.kept.tables(tables, || self.source.of_request(tables))?),
        };
        let tell = &mut |moves| watch(ProofEvent::Certifying(moves));
        let checked = G::Prover::<S::Tables>::verify(file()?, oracle, stop, tell);
        Ok(size_of(&checked.map_err(wrong)?, bytes))
    }
}

/// # Errors
/// The file cannot be read or is not a certificate.
pub fn variant_of_certificate(path: &Path) -> Result<String, ProofError> {
    let file = File::open(path);
    let file = file.map_err(|error| ProofError::File { path: path.to_owned(), error })?;
    variant_named_in(file).map_err(|error| ProofError::Certificate { path: path.to_owned(), error })
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

/// A search, with the results of the checkpoint if its file exists.
fn begin<G: Game, O, P: FileProver<G, O>>(
    tables: O,
    root: &G,
    request: &ProofRequest,
) -> Result<(P, ProofCost), ProofError> {
    let file = request.checkpoint.as_ref().map(|path| (path, File::open(path)));
    match file {
        Some((path, Ok(mut file))) => P::of_checkpoint(tables, request.mib, root, &mut file)
            .map_err(|error| ProofError::Checkpoint { path: path.clone(), error }),
        Some((path, Err(error))) if error.kind() != io::ErrorKind::NotFound => {
            Err(ProofError::File { path: path.clone(), error })
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
        replace(path, |error| error, |out| prover.write_checkpoint(root, spent, out))
            .map_err(|error| ProofError::File { path: path.clone(), error })?;
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
            Ok(prover.certify(root, outcome, request.certificate_limits, stop, out, tell)?)
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
    let line = texts(root, &line);
    Ok(ProofAnswer {
        outcome,
        cannot_win,
        line,
        spent,
        estimates,
        moves,
        certificate,
        learnt,
        fault,
    })
}

fn write_whole<G: Game>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<Certified<G>, ProofError>,
) -> Result<CertificateSize, ProofError> {
    let failed = |error| ProofError::File { path: path.to_owned(), error };
    let mut certified = None;
    replace(path, failed, |out| {
        certified = Some(write(out)?);
        Ok(())
    })
    .map_err(|error| match error {
        ProofError::Write(WriteCertificateError::Write(error))
        | ProofError::Compose(ComposeError::Write(error)) => failed(error),
        error => error,
    })?;
    let certified = certified.ok_or(WriteCertificateError::Stopped)?;
    Ok(size_of(&certified, fs::metadata(path).map_err(failed)?.len()))
}

/// The texts of a line. The rules check each move once more.
fn texts<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let played = line.iter().map_while(|&mv| {
        let text = position.move_text(mv);
        position.play(mv).is_ok().then_some(text)
    });
    played.collect()
}
