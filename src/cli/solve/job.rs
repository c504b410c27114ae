//! Jobs of a larger proof: one line of JSON each, many per process.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::{panic, thread};

use serde::Deserialize;
use serde_json::{Value, json};
use zugi_game::{AnyGame, Outcome, Player, Setup, Variant};
use zugi_proofs::{MoveWork, ProofAnswer, ProofRequest, ProofSolver};
use zugi_records::End;

use super::show;
use crate::cli::files::Overwrite;
use crate::cli::input_lines::read_line;
use crate::cli::{CliError, locked};

/// The longest job line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// The longest quotation of a line, in bytes.
const MAX_QUOTED: usize = 200;

/// The most lines that wait for a thread. When the queue is full, the reader waits, and does not
/// read lines that stop jobs either.
const MAX_WAITING: usize = 1 << 12;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JobLine {
    /// Repeated in the answer.
    id: Option<String>,
    position: String,
    nodes: Option<u64>,
    certificate: Option<PathBuf>,
}

/// A line of `--jobs` that is no job.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Notice {
    /// Ends the job with this id.
    Stop { stop: String },
    /// Results of other processes: positions, winners and nodes.
    Known { known: Vec<(String, Player, u64)> },
}

/// The settings that the jobs of `--jobs` share.
pub(super) struct Jobs<'a> {
    pub variant: &'a Variant,
    pub solver: &'a dyn ProofSolver,
    pub request: ProofRequest,
    pub overwrite: Overwrite,
}

/// A job that waits for a thread or runs; the flag stops it.
struct Job {
    asked: JobLine,
    stop: Arc<AtomicBool>,
}

/// The error of a line.
struct Refused {
    id: Option<String>,
    why: String,
}

type WaitingLine = Result<Job, Refused>;

impl Jobs<'_> {
    /// Answers the jobs of stdin until it ends, each with a line, in this number of threads. A
    /// failed job's answer has the error.
    pub(super) fn answer(&self, threads: usize) -> Result<(), CliError> {
        let stops = Mutex::default();
        let (sender, waiting) = mpsc::sync_channel(MAX_WAITING);
        // Only the threads own the receiver, so that sending fails once all have ended.
        let waiting = Arc::new(Mutex::new(waiting));
        thread::scope(|scope| {
            let work = |_| {
                let (waiting, stops) = (Arc::clone(&waiting), &stops);
                scope.spawn(move || self.work(&waiting, stops))
            };
            let workers: Vec<_> = (0..threads).map(work).collect();
            drop(waiting);
            let read = self.read_lines(&stops, &sender);
            drop(sender);
            let join = |worker: thread::ScopedJoinHandle<'_, Result<(), CliError>>| {
                worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault))
            };
            workers.into_iter().map(join).fold(read, Result::and)
        })
    }

    /// Takes jobs and answers them, until there are no more.
    fn work(&self, waiting: &Mutex<Receiver<WaitingLine>>, stops: &Stops) -> Result<(), CliError> {
        loop {
            let line = locked(waiting).recv();
            let Ok(line) = line else { return Ok(()) };
            let (id, answer) = match line {
                Ok(job) => {
                    let answer = self.run(&job);
                    if let Some(id) = &job.asked.id {
                        locked(stops).remove(id);
                    }
                    (job.asked.id, answer)
                }
                Err(Refused { id, why }) => (id, Err(why)),
            };
            answer_line(id.as_deref(), answer)?;
        }
    }

    /// Queues the jobs of stdin until it ends, or until no thread is left.
    fn read_lines(&self, stops: &Stops, jobs: &SyncSender<WaitingLine>) -> Result<(), CliError> {
        let mut input = io::stdin().lock();
        loop {
            let Some((line, _)) = read_line(&mut input, MAX_LINE)? else { return Ok(()) };
            // Errors wait, too: with one thread answers come in the order of the lines.
            let waiting = match serde_json::from_slice(&line) {
                Ok(Notice::Stop { stop }) => {
                    // A job that has ended needs no stop.
                    if let Some(flag) = locked(stops).get(&stop) {
                        flag.store(true, Ordering::Relaxed);
                    }
                    continue;
                }
                Ok(Notice::Known { known }) => match self.know(&known) {
                    Ok(()) => continue,
                    Err(why) => Err(Refused { id: None, why }),
                },
                Err(_) => parse_job(&line, stops),
            };
            if jobs.send(waiting).is_err() {
                return Ok(());
            }
        }
    }

    /// Takes the results of other processes.
    fn know(&self, known: &[(String, Player, u64)]) -> Result<(), String> {
        if !self.request.shares_results {
            return Err(
                "found known results: expected --threads, so that jobs share them".to_owned()
            );
        }
        let mut game = self.variant.game();
        for &(ref position, winner, nodes) in known {
            game.set_up(Setup::Text(position), &[]).map_err(|error| error.to_string())?;
            let taken = self.solver.know(game.as_ref(), winner, nodes, &self.request);
            taken.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn run(&self, job: &Job) -> Result<Value, String> {
        let JobLine { position, nodes, certificate, .. } = &job.asked;
        let mut game = self.variant.game();
        game.set_up(Setup::Text(position), &[]).map_err(|error| error.to_string())?;
        if let Some(path) = certificate {
            self.overwrite.check(path).map_err(|error| error.text)?;
        }
        let mut request = ProofRequest { certificate: certificate.clone(), ..self.request.clone() };
        request.limits.nodes = *nodes;
        let answer = self.solver.prove(game.as_ref(), &request, &job.stop, &mut |_| ());
        let answer = answer.map_err(|error| error.to_string())?;
        Ok(job_answer(game.as_ref(), &answer, request.learn.is_some()))
    }
}

/// The stop flags of unfinished jobs, by `id`.
type Stops = Mutex<HashMap<String, Arc<AtomicBool>>>;

fn parse_job(line: &[u8], stops: &Stops) -> WaitingLine {
    let asked: JobLine = serde_json::from_slice(line).map_err(|error| {
        let found = String::from_utf8_lossy(line.get(..MAX_QUOTED).unwrap_or(line));
        let expected = "a position, and id, nodes or a certificate if wanted, as JSON";
        let why = format!("found {:?}: expected {expected} ({error})", found.trim_end());
        Refused { id: None, why }
    })?;
    let stop = Arc::default();
    if let Some(id) = &asked.id {
        match locked(stops).entry(id.clone()) {
            Entry::Vacant(place) => place.insert(Arc::clone(&stop)),
            Entry::Occupied(_) => {
                let why = format!("id {id:?} is that of an unfinished job: expected another one");
                return Err(Refused { id: asked.id, why });
            }
        };
    }
    Ok(Job { asked, stop })
}

fn answer_line(id: Option<&str>, answer: Result<Value, String>) -> Result<(), CliError> {
    let mut line = answer.unwrap_or_else(|why| json!({ "error": why }));
    if let (Some(object), Some(id)) = (line.as_object_mut(), id) {
        object.insert("id".to_owned(), json!(id));
    }
    show(&line.to_string())
}

/// The result of a job; reproducible for the same arguments, unless jobs share results.
///
/// With `lists_learnt` it lists the results for other processes, see `--learn`.
pub(super) fn job_answer(game: &dyn AnyGame, answer: &ProofAnswer, lists_learnt: bool) -> Value {
    let mover = game.to_move();
    let report = &answer.report;
    let result = match report.outcome {
        Some(Outcome::Win(winner)) if winner == mover => "proven",
        Some(Outcome::Win(_)) => "disproven",
        Some(Outcome::Draw) => "draw",
        None => "unknown",
    };
    let winner = report.outcome.and_then(|outcome| End::from(outcome).winner());
    let estimate = |player: Player| {
        answer.estimates.map(|estimates| {
            let it = estimates[player.index()];
            json!({
                "positions": it.positions, "error": it.error,
                "failed": it.failed, "unfinished": it.unfinished,
            })
        })
    };
    let mut line = json!({
        "variant": game.variant(),
        "position": game.text(),
        "mover": mover,
        "result": result,
        "winner": winner,
        "move": report.line.first().filter(|_| winner == Some(mover)),
        "nodes": report.nodes,
        "proof": estimate(mover),
        "disproof": estimate(mover.opponent()),
        "children": answer.moves.as_ref().map(|moves| children(game, moves)),
    });
    if lists_learnt {
        let learnt = answer.learnt.iter().map(|it| json!([it.position, it.winner, it.nodes]));
        line["learnt"] = learnt.collect();
    }
    if let Some(fault) = &answer.fault {
        line["error"] = json!(fault.to_string());
    }
    line
}

/// The child positions, for further jobs: the number of moves, the estimated cost of a proof, the
/// result if the game is over, and the winner if it is known without a search.
fn children(game: &dyn AnyGame, moves: &[MoveWork]) -> Vec<Value> {
    let child = |work: &MoveWork| {
        let mut game = game.boxed_clone();
        game.play_text(&work.mv).ok()?;
        let winner = game.outcome().and_then(|outcome| End::from(outcome).winner());
        let (position, mover, moves) = (game.text(), game.to_move(), game.moves().len());
        Some(json!({
            "move": work.mv, "position": position, "mover": mover, "moves": moves,
            "effort": work.effort, "expected": work.expected_nodes, "winner": winner,
            "known": work.winner, "sizes": work.proof_sizes
        }))
    };
    moves.iter().filter_map(child).collect()
}
