//! The worker: a thread that runs one job after another, while the session goes on
//! reading commands.

use std::collections::VecDeque;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};

use zugi_game::AnyGame;
use zugi_search::StopToken;

use super::event::Event;
use super::job::Job;

/// What a job is, as far as the session treats them differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// A search or a proof that ends by itself.
    BoundedSearch,
    /// One that only a stop may end.
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
    kind: JobKind,
    game: Box<dyn AnyGame>,
}

/// What is known of the job that runs.
struct Running {
    token: StopToken,
    kind: JobKind,
    game: Box<dyn AnyGame>,
}

/// The job that runs and those that wait for it.
pub(super) struct Jobs {
    /// The way to the worker.
    worker: Sender<(Job, StopToken)>,
    running: Option<Running>,
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
        zugi_search::spawn(move || work(&queue, &session))?;
        Ok(Jobs { worker, running: None, waiting: VecDeque::new() })
    }

    /// Whether nothing runs or waits.
    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Stops every search that does not end by itself.
    pub fn stop_unbounded(&self) {
        self.stop_if(|kind| matches!(kind, JobKind::UnboundedSearch | JobKind::Pondering { .. }));
    }

    /// Starts a job about this game once those before it have ended. A search that would
    /// never end is stopped for it, and still answers.
    pub fn start(&mut self, job: Job, token: StopToken, kind: JobKind, game: &dyn AnyGame) {
        self.stop_unbounded();
        self.waiting.push_back(Queued { job, token, kind, game: game.boxed_clone() });
        self.run_next();
    }

    /// The game as it was when the running job began.
    pub fn game(&self) -> Option<&dyn AnyGame> {
        self.running.as_ref().map(|running| running.game.as_ref())
    }

    /// Stops every job of such a kind; each still sends its last replies.
    pub fn stop_if(&self, kind: impl Fn(JobKind) -> bool) {
        self.all().filter(|(_, its)| kind(*its)).for_each(|(token, _)| token.stop());
    }

    /// The pondered move was played.
    pub fn ponder_hit(&mut self) {
        self.all().for_each(|(token, _)| token.ponder_hit());
        let running = self.running.iter_mut().map(|running| &mut running.kind);
        for kind in running.chain(self.waiting.iter_mut().map(|queued| &mut queued.kind)) {
            if let JobKind::Pondering { then_bounded } = *kind {
                *kind =
                    if then_bounded { JobKind::BoundedSearch } else { JobKind::UnboundedSearch };
            }
        }
    }

    /// Takes note of [`Event::Finished`].
    pub fn finished(&mut self) {
        self.running = None;
        self.run_next();
    }

    fn all(&self) -> impl Iterator<Item = (&StopToken, JobKind)> {
        let running = self.running.iter().map(|running| (&running.token, running.kind));
        running.chain(self.waiting.iter().map(|queued| (&queued.token, queued.kind)))
    }

    fn run_next(&mut self) {
        if self.running.is_some() {
            return;
        }
        let Some(Queued { job, token, kind, game }) = self.waiting.pop_front() else { return };
        self.running = Some(Running { token: token.clone(), kind, game });
        // It waits for this as long as the session lives.
        drop(self.worker.send((job, token)));
    }
}

/// The worker's life: ends when the session does. A bug in a job ends only that job.
fn work(queue: &Receiver<(Job, StopToken)>, session: &Sender<Event>) {
    while let Ok((job, token)) = queue.recv() {
        // The session is gone: so is everybody who could read this.
        let run = || job(&token, &mut |output| drop(session.send(Event::Output(output))));
        // A panic has been reported where it happened, and nothing of the job is left.
        drop(panic::catch_unwind(AssertUnwindSafe(run)));
        drop(session.send(Event::Finished));
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::{Variant, toy::Corridor};

    use super::*;
    use crate::job::JobOutput;

    #[test]
    fn a_bug_in_a_job_ends_only_that_job() {
        let (sender, events) = channel();
        let mut jobs = Jobs::new(sender).unwrap();
        let bug: Job = Box::new(|_, _| panic!("a bug for the test"));
        let next: Job = Box::new(|_, send| send(JobOutput::Text("next".to_owned())));
        let game = Variant::new::<Corridor>().game();
        for job in [bug, next] {
            jobs.start(job, StopToken::default(), JobKind::Console, game.as_ref());
        }
        assert_eq!(events.recv(), Ok(Event::Finished));
        jobs.finished();
        assert_eq!(events.recv(), Ok(Event::Output(JobOutput::Text("next".to_owned()))));
        assert_eq!(events.recv(), Ok(Event::Finished));
        jobs.finished();
        assert!(jobs.is_idle());
    }
}
