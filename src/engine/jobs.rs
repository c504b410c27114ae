//! The worker: a thread that runs one job after another, while the session goes on
//! reading commands.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{io, thread};

use super::Job;
use super::event::Event;
use crate::protocol::Reply;
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
    session: Sender<Event>,
    /// The way to the worker, once there is one.
    worker: Option<Sender<Queued>>,
    running: Option<(StopToken, Kind)>,
    waiting: VecDeque<Queued>,
}

impl Jobs {
    /// `session` is where the replies go.
    pub fn new(session: Sender<Event>) -> Jobs {
        Jobs { session, worker: None, running: None, waiting: VecDeque::new() }
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
        if let Err(error) = self.hand_over(queued) {
            // The session is gone: so is everybody who could read this.
            let text = format!("cannot start a thread: {error}");
            drop(self.session.send(Event::Reply(Reply::Error(text))));
            drop(self.session.send(Event::Finished));
        }
    }

    /// Gives a job to the worker; starts one if there is none, or if a bug has ended it.
    fn hand_over(&mut self, queued: Queued) -> io::Result<()> {
        let queued = match &self.worker {
            Some(worker) => match worker.send(queued) {
                Ok(()) => return Ok(()),
                Err(unsent) => unsent.0,
            },
            None => queued,
        };
        let (worker, queue) = channel();
        let session = self.session.clone();
        thread::Builder::new().stack_size(STACK_SIZE).spawn(move || work(&queue, &session))?;
        // It waits for this.
        drop(worker.send(queued));
        self.worker = Some(worker);
        Ok(())
    }
}

/// The worker's life: ends when the session does.
fn work(queue: &Receiver<Queued>, session: &Sender<Event>) {
    while let Ok(Queued { job, token, .. }) = queue.recv() {
        let _finish = Finish(session);
        // The session is gone: so is everybody who could read this.
        job(&token, &mut |reply| drop(session.send(Event::Reply(reply))));
    }
}

/// Says [`Event::Finished`] however the job ends.
struct Finish<'a>(&'a Sender<Event>);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        drop(self.0.send(Event::Finished));
    }
}
