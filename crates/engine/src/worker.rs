//! The worker thread, which runs one job after another while the session reads commands.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};

use zugi_search::StopToken;

use super::event::Event;
use super::job::Job;

/// Sends jobs to the worker thread.
pub(super) struct Worker(Sender<(Job, StopToken)>);

impl Worker {
    /// Starts the thread; its outputs go to `session`.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(session: Sender<Event>) -> io::Result<Worker> {
        let (worker, queue) = channel();
        zugi_search::spawn(move || work(&queue, &session))?;
        Ok(Worker(worker))
    }

    /// Queues a job.
    pub fn run(&self, job: Job, token: StopToken) {
        // The receiver lives as long as the session.
        drop(self.0.send((job, token)));
    }
}

/// The thread's loop; it ends with the session. A panic ends only its job.
fn work(queue: &Receiver<(Job, StopToken)>, session: &Sender<Event>) {
    while let Ok((job, token)) = queue.recv() {
        // An error means that the session is gone, so nobody reads the output.
        let run = || job(&token, &mut |output| drop(session.send(Event::Output(output))));
        // The panic hook has reported it, and the job has no state left.
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
