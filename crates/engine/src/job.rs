//! Long-running work of the engine, and its typed output, which each protocol formats in its own
//! way.

use std::mem;
use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{
    AnyExactValue, AnyGame, ProofLimits, ProofProgress, ProofReport, RawMove, Registry,
};
use zugi_search::bench::{self, BenchError, BenchSettings};
use zugi_search::{CurrentMove, PvInfo, StopToken};

/// A long-running task: sends its outputs, and returns soon after the token is stopped.
pub type Job = Box<dyn FnOnce(&StopToken, &mut (dyn FnMut(JobOutput) + Send)) + Send>;

/// A search that is ready to run.
pub struct SearchJob {
    /// The job; it ends with [`JobOutput::Best`].
    pub job: Job,
    /// Errors in the limits, each quoting its words; the search uses the other limits.
    pub problems: Vec<String>,
}

/// An output of a job. Moves are those of the position at its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobOutput {
    /// A line of analysis.
    Report(PvInfo<RawMove>),
    /// The root move that is being searched.
    CurrentMove(CurrentMove<RawMove>),
    /// The end of a search: its best line, or `None` if the game was over.
    Best(Option<PvInfo<RawMove>>),
    /// The end of a perft.
    Leaves {
        /// The depth, in plies.
        depth: u32,
        /// The number of move sequences.
        leaves: u64,
        /// The elapsed time.
        time: Duration,
    },
    /// The progress of a proof.
    Solving(ProofProgress),
    /// The end of a proof.
    Solved(ProofReport<RawMove>),
    /// The reason why a job failed.
    Error(String),
    /// Output for a person at a console.
    Text(String),
    /// A remark for `info string`.
    Message(String),
}

/// A job that runs the benchmark: a line for each position, then `N nodes M nps`.
#[must_use]
pub fn bench_job(registry: &Registry, settings: BenchSettings) -> Job {
    let registry = registry.clone();
    Box::new(move |token, send| {
        let summary = bench::run(&registry, &settings, token, |step| {
            let bench::BenchSearch { variant, depth, nodes, position } = step;
            let line = format!("{variant:8} depth {depth:2} nodes {nodes:8} {position}");
            send(JobOutput::Text(line));
        });
        send(match summary {
            Ok(summary) => JobOutput::Text(summary.to_string()),
            Err(BenchError::Stopped) => JobOutput::Message(BenchError::Stopped.to_string()),
            Err(error) => JobOutput::Error(error.to_string()),
        });
    })
}

/// A job that runs perft on the current position; with `divide`, also by root move.
#[must_use]
pub fn perft_job(game: Box<dyn AnyGame>, depth: u32, divide: bool) -> Job {
    Box::new(move |token, send| {
        let started = Instant::now();
        let stop = || token.is_stopped();
        let leaves = if divide && depth > 0 {
            divide_perft(game, depth, &stop, send)
        } else {
            game.perft(depth, &stop)
        };
        send(match leaves {
            Some(leaves) => JobOutput::Leaves { depth, leaves, time: started.elapsed() },
            None => JobOutput::Message(format!("perft {depth} stopped before its end")),
        });
    })
}

/// The interval of progress reports of a proof.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// The message if the system could start fewer threads than requested.
pub(super) fn fewer_threads(found: usize, asked: usize) -> String {
    let work = if found == 1 { "1 works" } else { &format!("{found} work") };
    format!("the system has no room for {asked} threads: {work}")
}

/// A job that solves the current position with these tables and solver.
#[must_use]
pub fn solve_job(exact_values: AnyExactValue, game: Box<dyn AnyGame>, limits: ProofLimits) -> Job {
    Box::new(move |token, send| {
        let (mut reported, mut warned) = (Instant::now(), false);
        let mut watch = |progress: &ProofProgress| {
            // Where nobody else can set its flag this asks the host.
            let _ = token.is_stopped();
            if progress.threads < limits.threads && !mem::replace(&mut warned, true) {
                send(JobOutput::Message(fewer_threads(progress.threads, limits.threads)));
            }
            // Before the tables are there, nothing is known of the moves.
            if progress.moves > 0 && reported.elapsed() >= TELL_EVERY {
                reported = Instant::now();
                send(JobOutput::Solving(*progress));
            }
        };
        let solved = exact_values.solve(game.as_ref(), &limits, token.flag(), &mut watch);
        send(solved.map_or_else(|why| JobOutput::Error(why.to_string()), JobOutput::Solved));
    })
}

fn divide_perft(
    mut game: Box<dyn AnyGame>,
    depth: u32,
    stop: &dyn Fn() -> bool,
    send: &mut (dyn FnMut(JobOutput) + Send),
) -> Option<u64> {
    let mut total = 0;
    for text in game.move_texts() {
        game.play_text(&text).ok()?;
        let leaves = game.perft(depth - 1, stop)?;
        game.undo(1).ok()?;
        send(JobOutput::Text(format!("{text} {leaves}")));
        total += leaves;
    }
    Some(total)
}
