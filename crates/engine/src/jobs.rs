//! Long-running work of a session: searches, proofs, perft, benchmarks. One job runs at a time, on
//! a thread of its own or in the host's thread; the others wait in a queue.

use std::collections::VecDeque;
use std::io;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use zugi_game::time::Instant;
use zugi_game::{AnyEndgames, AnyGame, ProofLimits, ProofProgress, Registry};
use zugi_protocol::Reply;
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

/// The kinds of jobs that `stop` and `ponderhit` treat differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// A search or a proof that ends by itself.
    BoundedSearch,
    /// A search that only a stop ends, or a proof without limits.
    UnboundedSearch,
    /// A pondering search: it does not end before `ponderhit` or a stop.
    Pondering {
        /// Whether it ends by itself after `ponderhit`.
        then_bounded: bool,
    },
    /// A perft or benchmark for a person, which ends by itself.
    Console,
}

#[derive(Default)]
pub(super) struct Jobs {
    /// Asks the host whether to go on, if no other thread can stop a job.
    poll: Option<HostPoll>,
    running: Option<(StopToken, JobKind)>,
    waiting: VecDeque<(Job, StopToken, JobKind)>,
}

impl Jobs {
    pub fn new(poll: Option<HostPoll>) -> Jobs {
        Jobs { poll, ..Jobs::default() }
    }

    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Queues a job. Unbounded searches before it are stopped; they still answer.
    pub fn start(&mut self, job: Job, kind: JobKind) {
        self.stop_unbounded();
        let pondering = matches!(kind, JobKind::Pondering { .. });
        let token = match &self.poll {
            Some(poll) => StopToken::polling(pondering, poll.clone()),
            None => StopToken::new(pondering),
        };
        self.waiting.push_back((job, token, kind));
    }

    pub fn stop_unbounded(&self) {
        self.stop_if(|kind| matches!(kind, JobKind::UnboundedSearch | JobKind::Pondering { .. }));
    }

    /// Stops all jobs of the matching kinds; each still sends its last replies.
    pub fn stop_if(&self, kind: impl Fn(JobKind) -> bool) {
        let waiting = self.waiting.iter().map(|(_, token, its)| (token, its));
        let all = self.running.iter().map(|(token, its)| (token, its)).chain(waiting);
        all.filter(|(_, its)| kind(**its)).for_each(|(token, _)| token.stop());
    }

    pub fn ponder_hit(&mut self) {
        let waiting = self.waiting.iter_mut().map(|(_, token, kind)| (token, kind));
        let running = self.running.iter_mut().map(|(token, kind)| (token, kind));
        for (token, kind) in running.chain(waiting) {
            token.ponder_hit();
            *kind = match *kind {
                JobKind::Pondering { then_bounded: true } => JobKind::BoundedSearch,
                JobKind::Pondering { then_bounded: false } => JobKind::UnboundedSearch,
                other => other,
            };
        }
    }

    /// The next job, if none runs. It counts as running until [`Jobs::finished`].
    pub fn take_next(&mut self) -> Option<(Job, StopToken)> {
        if self.running.is_some() {
            return None;
        }
        let (job, token, kind) = self.waiting.pop_front()?;
        self.running = Some((token.clone(), kind));
        Some((job, token))
    }

    /// Removes the running job, after [`JobEvent::Finished`].
    pub fn finished(&mut self) {
        self.running = None;
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
        match leaves {
            Some(leaves) => {
                send(Reply::Info(search_replies::perft_info(depth, leaves, started.elapsed())));
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

/// The interval of progress reports of a proof.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

pub(super) fn solve_job(
    endgames: Arc<dyn AnyEndgames>,
    game: Box<dyn AnyGame>,
    limits: ProofLimits,
) -> Job {
    Box::new(move |token, send| {
        let (mut reported, mut warned) = (Instant::now(), false);
        let mut watch = |progress: &ProofProgress| {
            // Without another thread, this call asks the host. If the host answers "stop", it sets
            // `token.flag()`, by which `solve` is stopped.
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
            Err(why) => send(Reply::Error(why.to_string())),
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
