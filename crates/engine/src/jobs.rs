//! Long-running work of a session: searches, proofs, perft, benchmarks. One job runs at a time, on
//! the worker thread or, in a session without threads, on the caller's; the others wait in a queue.

use std::collections::VecDeque;
use std::io;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{AnyEndgames, AnyGame, ProofLimits, ProofProgress, Registry};
use zugi_protocol::{Info, Reply};
use zugi_search::bench::{self, BenchError, BenchSettings};
use zugi_search::{HostPoll, StopToken};

use super::search_replies;
use super::session::Event;

/// A long-running task: sends its replies, and returns soon after the token is stopped.
pub type Job = Box<dyn FnOnce(&StopToken, &mut (dyn FnMut(Reply) + Send)) + Send>;

/// What a job sends to its session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobEvent {
    Reply(Reply),
    /// The running job has ended; all its replies came before.
    Finished,
}

/// The kinds of jobs that `quit`, the end of the input and the next job treat differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// A search or a proof that ends by itself; while it ponders, only after `ponderhit`.
    BoundedSearch,
    /// A search that only a stop ends, or a proof without limits.
    UnboundedSearch,
    /// A perft or benchmark for a person, which ends by itself.
    Console,
}

pub(super) struct Jobs {
    /// Asks the host whether to go on, if no other thread can stop a job.
    pub poll: Option<HostPoll>,
    /// The jobs in their order. The first one runs if its `Job` was taken and is `None`.
    pub queue: VecDeque<(Option<Job>, StopToken, JobKind)>,
}

impl Jobs {
    /// Queues a job. Unbounded and pondering searches before it are stopped; they still answer.
    pub fn start(&mut self, job: Job, kind: JobKind, pondering: bool) {
        self.stop_unbounded();
        let token = StopToken::polling(pondering, self.poll.clone());
        self.queue.push_back((Some(job), token, kind));
    }

    pub fn stop_unbounded(&self) {
        self.stop_if(|token, kind| kind == JobKind::UnboundedSearch || token.is_pondering());
    }

    /// Stops all matching jobs; each still sends its last replies.
    pub fn stop_if(&self, is_meant: impl Fn(&StopToken, JobKind) -> bool) {
        for (_, token, kind) in &self.queue {
            if is_meant(token, *kind) {
                token.stop();
            }
        }
    }

    /// The next job, if none runs. It counts as running until [`JobEvent::Finished`].
    pub fn take_next(&mut self) -> Option<(Job, StopToken)> {
        let (job, token, _) = self.queue.front_mut()?;
        Some((job.take()?, token.clone()))
    }
}

/// Starts the thread that runs one job after another; it ends with the session. A panic ends only
/// its job.
///
/// # Errors
/// The system cannot start a thread.
pub(super) fn start_worker(session: Sender<Event>) -> io::Result<Sender<(Job, StopToken)>> {
    let (worker, queue) = channel::<(Job, StopToken)>();
    zugi_search::spawn(move || {
        // Sending fails only after the session has ended, when no reply is read.
        let send = |event| drop(session.send(Event::Job(event)));
        while let Ok((job, token)) = queue.recv() {
            let run = || job(&token, &mut |reply| send(JobEvent::Reply(reply)));
            // The panic hook has reported it, and the job has no state left.
            drop(panic::catch_unwind(AssertUnwindSafe(run)));
            send(JobEvent::Finished);
        }
    })?;
    Ok(worker)
}

/// A job that runs the benchmark: a line for each position, then `N nodes M nps`.
#[must_use]
pub fn bench_job(registry: &Registry, settings: BenchSettings) -> Job {
    let registry = registry.clone();
    Box::new(move |token, send| {
        let summary = bench::run(&registry, &settings, token, |step| {
            let bench::BenchSearch { variant, depth, nodes, position } = step;
            let line = format!("{variant:8} depth {depth:2} nodes {nodes:8} {position}");
            send(Reply::Text(line));
        });
        send(match summary {
            Ok(summary) => Reply::Text(summary.to_string()),
            Err(BenchError::Stopped) => Reply::Message(BenchError::Stopped.to_string()),
            Err(error) => Reply::Error(error.to_string()),
        });
    })
}

/// A job that runs perft on the position of `game`; with `divide` it also counts by root move.
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
        match leaves {
            Some(leaves) => {
                let info = search_replies::speed(leaves, started.elapsed());
                send(Reply::Info(Info { depth: Some(depth), ..info }));
                send(Reply::Text(format!("nodes {leaves}")));
            }
            None => send(Reply::Message(format!("perft {depth} stopped before its end"))),
        }
    })
}

fn divide_perft(
    mut game: Box<dyn AnyGame>,
    depth: u32,
    stop: &dyn Fn() -> bool,
    send: &mut (dyn FnMut(Reply) + Send),
) -> Option<u64> {
    let mut total = 0;
    for text in game.move_texts() {
        game.play_text(&text).ok()?;
        let leaves = game.perft(depth - 1, stop)?;
        game.undo(1).ok()?;
        send(Reply::Text(format!("{text} {leaves}")));
        total += leaves;
    }
    Some(total)
}

const REPORT_INTERVAL: Duration = Duration::from_secs(1);

pub(super) fn solve_job(
    endgames: Arc<dyn AnyEndgames>,
    game: Box<dyn AnyGame>,
    limits: ProofLimits,
) -> Job {
    Box::new(move |token, send| {
        let (mut reported, mut warned) = (Instant::now(), false);
        let mut watch = |progress: &ProofProgress| {
            // In a session without threads, this call polls the host. If the host answers "stop",
            // the call sets `token.flag()`, which ends `solve`.
            let _ = token.is_stopped();
            let missing = progress.missing_threads;
            if missing > 0 && !mem::replace(&mut warned, true) {
                send(search_replies::fewer_threads(limits.threads - missing, limits.threads));
            }
            // While tables are built, `moves` is 0, and there is nothing to report.
            if progress.moves > 0 && reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                send(Reply::Info(search_replies::proof_info(progress)));
            }
        };
        match endgames.solve(game.as_ref(), &limits, token.flag(), &mut watch) {
            Ok(report) => search_replies::solved(game.as_ref(), &report).into_iter().for_each(send),
            Err(why) => send(Reply::Error(why)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_in_a_job_ends_only_that_job() {
        let (sender, events) = channel();
        let worker = start_worker(sender).unwrap();
        let run = |job: Job| worker.send((job, StopToken::default())).unwrap();
        run(Box::new(|_, _| panic!("a bug for the test")));
        run(Box::new(|_, send| send(Reply::ReadyOk)));
        let next = || match events.recv() {
            Ok(Event::Job(event)) => event,
            other => panic!("{other:?}"),
        };
        assert_eq!(next(), JobEvent::Finished);
        assert_eq!(next(), JobEvent::Reply(Reply::ReadyOk));
        assert_eq!(next(), JobEvent::Finished);
    }
}
