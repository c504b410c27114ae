//! The worker: a thread that runs one job after another, while the session reads commands.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};

use zugi_search::StopToken;

use super::event::Event;
use super::job::Job;

/// The way to the worker.
pub(super) struct Worker(Sender<(Job, StopToken)>);

impl Worker {
    /// Starts the thread, so that no job finds itself without one; `session` is where the
    /// replies go.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn start(session: Sender<Event>) -> io::Result<Worker> {
        let (worker, queue) = channel();
        zugi_search::spawn(move || work(&queue, &session))?;
        Ok(Worker(worker))
    }

    /// Runs a job once those before it have ended.
    pub fn run(&self, job: Job, token: StopToken) {
        // It waits for this as long as the session lives.
        drop(self.0.send((job, token)));
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
    use super::*;
    use crate::job::JobOutput;

    #[test]
    fn a_bug_in_a_job_ends_only_that_job() {
        let (sender, events) = channel();
        let worker = Worker::start(sender).unwrap();
        worker.run(Box::new(|_, _| panic!("a bug for the test")), StopToken::default());
        let next: Job = Box::new(|_, send| send(JobOutput::Text("next".to_owned())));
        worker.run(next, StopToken::default());
        assert_eq!(events.recv(), Ok(Event::Finished));
        assert_eq!(events.recv(), Ok(Event::Output(JobOutput::Text("next".to_owned()))));
        assert_eq!(events.recv(), Ok(Event::Finished));
    }
}
