//! The worker: a thread that runs one job after another, while the session goes on
//! reading commands.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{io, thread};

use super::Job;
use super::event::Event;
use crate::search::{STACK_SIZE, StopToken};

/// What a job is, as far as the session treats them differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A search that ends by itself.
    BoundedSearch,
    /// A search that only a stop ends.
    UnboundedSearch,
    /// A search that does not end before the pondered move is played; whether it ends
    /// by itself afterwards.
    Pondering {
        /// It does.
        then_bounded: bool,
    },
    /// A count or a benchmark for a person, which ends by itself.
    Console,
}

struct Queued {
    job: Job,
    token: StopToken,
    kind: Kind,
}

/// The job that runs and those that wait for it.
pub(super) struct Jobs {
    /// The way to the worker.
    worker: Sender<Queued>,
    running: Option<(StopToken, Kind)>,
    waiting: VecDeque<Queued>,
}

impl Jobs {
    /// Starts the worker, so that no job finds itself without one; `session` is where the
    /// replies go.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn new(session: Sender<Event>) -> io::Result<Jobs> {
        let (worker, queue) = channel();
        thread::Builder::new().stack_size(STACK_SIZE).spawn(move || work(&queue, &session))?;
        Ok(Jobs { worker, running: None, waiting: VecDeque::new() })
    }

    /// Whether nothing runs or waits.
    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Stops every search that does not end by itself.
    pub fn stop_unbounded(&self) {
        self.stop_if(|kind| matches!(kind, Kind::UnboundedSearch | Kind::Pondering { .. }));
    }

    /// Starts a job once those before it have ended. A search that would never end
    /// is stopped for it, and still answers.
    pub fn start(&mut self, job: Job, token: StopToken, kind: Kind) {
        self.stop_unbounded();
        self.waiting.push_back(Queued { job, token, kind });
        self.run_next();
    }

    /// Stops every job of such a kind; each still sends its last replies.
    pub fn stop_if(&self, kind: impl Fn(Kind) -> bool) {
        self.all().filter(|(_, its)| kind(*its)).for_each(|(token, _)| token.stop());
    }

    /// The pondered move was played.
    pub fn ponder_hit(&mut self) {
        self.all().for_each(|(token, _)| token.ponder_hit());
        let running = self.running.iter_mut().map(|(_, kind)| kind);
        for kind in running.chain(self.waiting.iter_mut().map(|queued| &mut queued.kind)) {
            if let Kind::Pondering { then_bounded } = *kind {
                *kind = if then_bounded { Kind::BoundedSearch } else { Kind::UnboundedSearch };
            }
        }
    }

    /// Takes note of [`Event::Finished`].
    pub fn finished(&mut self) {
        self.running = None;
        self.run_next();
    }

    fn all(&self) -> impl Iterator<Item = (&StopToken, Kind)> {
        let running = self.running.iter().map(|(token, kind)| (token, *kind));
        running.chain(self.waiting.iter().map(|queued| (&queued.token, queued.kind)))
    }

    fn run_next(&mut self) {
        if self.running.is_some() {
            return;
        }
        let Some(queued) = self.waiting.pop_front() else { return };
        self.running = Some((queued.token.clone(), queued.kind));
        // It waits for this as long as the session lives.
        drop(self.worker.send(queued));
    }
}

/// The worker's life: ends when the session does. A bug in a job ends only that job.
fn work(queue: &Receiver<Queued>, session: &Sender<Event>) {
    while let Ok(Queued { job, token, .. }) = queue.recv() {
        // The session is gone: so is everybody who could read this.
        let run = || job(&token, &mut |reply| drop(session.send(Event::Reply(reply))));
        // A panic has been reported where it happened, and nothing of the job is left.
        drop(panic::catch_unwind(AssertUnwindSafe(run)));
        drop(session.send(Event::Finished));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Reply;

    #[test]
    fn a_bug_in_a_job_ends_only_that_job() {
        let (sender, events) = channel();
        let mut jobs = Jobs::new(sender).unwrap();
        let bug: Job = Box::new(|_, _| panic!("a bug for the test"));
        let next: Job = Box::new(|_, send| send(Reply::ReadyOk));
        for job in [bug, next] {
            jobs.start(job, StopToken::default(), Kind::Console);
        }
        assert_eq!(events.recv(), Ok(Event::Finished));
        jobs.finished();
        assert_eq!(events.recv(), Ok(Event::Reply(Reply::ReadyOk)));
        assert_eq!(events.recv(), Ok(Event::Finished));
        jobs.finished();
        assert!(jobs.is_idle());
    }
}
