//! Proofs with draws as a capability: the game's type erased, and their files.

use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use zugi_files::replace;
use zugi_game::{Game, Outcome, Player};
use zugi_tables::TableError;

use super::certificate::{CertifiedResult, pieces_of_result, verify_result};
use super::solver::{DfpnReport, DfpnSolver};
use super::value_oracle::ended;
use super::{ProvableWithDraws, ValueOracle};
use crate::{
    CertificateSize, MoveWork, ProofAnswer, ProofCost, ProofError, ProofEvent, ProofRequest,
    ProofSolver, ProofTables, WriteCertificateError,
};

type MakeOracle<O> = dyn Fn(&ProofTables) -> Result<O, TableError> + Send + Sync;

/// The oracle of the tables that were requested last.
struct KeptOracle<O> {
    make: Box<MakeOracle<O>>,
    kept: Mutex<Option<(ProofTables, Arc<O>)>>,
}

impl<O> KeptOracle<O> {
    fn of(&self, tables: &ProofTables) -> Result<Arc<O>, TableError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, oracle)) = kept.as_ref().filter(|(of, _)| of == tables) {
            return Ok(Arc::clone(oracle));
        }
        // Both at the same time might be more than the memory.
        *kept = None;
        let oracle = Arc::new((self.make)(tables)?);
        *kept = Some((tables.clone(), Arc::clone(&oracle)));
        Ok(oracle)
    }
}

/// A solver of a game with draws, with an oracle that `make` builds from the requested tables. It
/// keeps the oracle for the next proof with the same tables.
#[must_use]
pub fn solver_with_draws<G: ProvableWithDraws, O: ValueOracle<G> + 'static>(
    make: impl Fn(&ProofTables) -> Result<O, TableError> + Send + Sync + 'static,
) -> ProofSolver {
    let kept = Arc::new(KeptOracle { make: Box::new(make), kept: Mutex::new(None) });
    let known = Arc::clone(&kept);
    ProofSolver::by(
        move |game, request, stop, watch| {
            let root = game.typed::<G>().ok_or(ProofError::OtherGame)?.position();
            refuse(request)?;
            prove(kept.of(&request.tables)?, root, request, stop, watch)
        },
        move |path, tables, stop, watch| {
            let open = |error| ProofError::File { path: path.to_owned(), error };
            let wrong = |error| ProofError::Certificate { path: path.to_owned(), error };
            let bytes = fs::metadata(path).map_err(open)?.len();
            let pieces = pieces_of_result::<G>(File::open(path).map_err(open)?).map_err(wrong)?;
            let (file, tell) = (File::open(path).map_err(open)?, ProofEvent::Certifying);
            let checked = match pieces {
                0 => verify_result::<G>(file, &(), stop, |n| watch(tell(n))),
                _ => verify_result::<G>(file, &known.of(tables)?, stop, |n| watch(tell(n))),
            };
            Ok(size_of(&checked.map_err(wrong)?, bytes))
        },
    )
}

/// Refuses what only games without draws have.
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

fn size_of<G: Game>(certified: &CertifiedResult<G>, bytes: u64) -> CertificateSize {
    let &CertifiedResult { ref position, outcome, counts, pieces } = certified;
    CertificateSize { position: position.text(), outcome, counts, pieces, bytes }
}

fn prove<G: ProvableWithDraws, O: ValueOracle<G>>(
    oracle: Arc<O>,
    root: &G,
    request: &ProofRequest,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(ProofEvent),
) -> Result<ProofAnswer, ProofError> {
    let mut solver = DfpnSolver::new::<G>(oracle, request.mib)?;
    let report = solver.solve(root, &request.limits, stop, |progress| {
        watch(ProofEvent::Searching(*progress));
    });
    let DfpnReport { outcome, cannot_win, nodes, time, .. } = report;
    let certificate = match (outcome, &request.certificate) {
        (Some(outcome), Some(path)) => {
            Some(certify(&mut solver, root, outcome, path, request, stop, watch)?)
        }
        _ => None,
    };
    let asked = request.estimate.is_some() && outcome.is_none();
    Ok(ProofAnswer {
        outcome,
        cannot_win,
        line: texts(root, &report.line),
        spent: ProofCost { nodes, time },
        estimates: None,
        moves: asked.then(|| work_after(root)),
        certificate,
        learnt: Vec::new(),
    })
}

/// The moves of a position, with the first proof number of each.
fn work_after<G: ProvableWithDraws>(root: &G) -> Vec<MoveWork> {
    let mover = root.to_move();
    let work = |mv: G::Move| {
        let next = root.after(mv);
        let effort = if next.outcome().is_some() { 0 } else { next.first_numbers(mover)[0] };
        let wins = |player: &Player| ended(&next, *player) == Some(true);
        MoveWork {
            mv: root.move_text(mv),
            effort: i32::try_from(effort).unwrap_or(i32::MAX),
            expected_nodes: None,
            proof_sizes: None,
            winner: Player::BOTH.into_iter().find(wins),
        }
    };
    root.moves().into_iter().map(work).collect()
}

fn certify<G: ProvableWithDraws, O: ValueOracle<G>>(
    solver: &mut DfpnSolver<Arc<O>>,
    root: &G,
    outcome: Outcome,
    path: &Path,
    request: &ProofRequest,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(ProofEvent),
) -> Result<CertificateSize, ProofError> {
    let mut certified = None;
    let written = replace(path, WriteCertificateError::Write, |out| {
        let tell = |moves| watch(ProofEvent::Certifying(moves));
        let size = (request.certificate_limits, request.mib);
        certified = Some(solver.write_certificate(root, outcome, size, stop, out, tell)?);
        Ok(())
    });
    let failed = |error| ProofError::File { path: path.to_owned(), error };
    match written {
        Ok(()) => {}
        Err(WriteCertificateError::Write(error)) => return Err(failed(error)),
        Err(error) => return Err(error.into()),
    }
    let certified = certified.ok_or(WriteCertificateError::Stopped)?;
    Ok(size_of(&certified, fs::metadata(path).map_err(failed)?.len()))
}

/// The texts of a line, whose moves the rules check once more.
fn texts<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let played = line.iter().map_while(|&mv| {
        let text = position.move_text(mv);
        position.play(mv).is_ok().then_some(text)
    });
    played.collect()
}
