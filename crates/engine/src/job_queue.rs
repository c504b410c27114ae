//! The running job of a session and the queued ones. The session types decide on which thread jobs
//! run.

use std::collections::VecDeque;

use zugi_game::AnyGame;
use zugi_search::{HostPoll, StopToken};

use super::job::Job;

/// The kinds of jobs that the session treats differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// A search or a proof that ends by itself.
    BoundedSearch,
    /// A search or proof that only `stop` ends.
    UnboundedSearch,
    /// A pondering search: it does not end before `ponderhit`.
    Pondering {
        /// Whether it ends by itself after `ponderhit`.
        then_bounded: bool,
    },
    /// A perft or benchmark for a person, which ends by itself.
    Console,
}

struct Queued {
    job: Job,
    token: StopToken,
    kind: JobKind,
    game: Box<dyn AnyGame>,
}

struct Running {
    token: StopToken,
    kind: JobKind,
    game: Box<dyn AnyGame>,
}

/// The running job and the queue.
#[derive(Default)]
pub(super) struct Jobs {
    /// How a search polls the host where no other thread can stop it.
    poll: Option<HostPoll>,
    running: Option<Running>,
    waiting: VecDeque<Queued>,
}

impl Jobs {
    /// An empty queue. With a poll, the tokens of jobs ask the host.
    pub fn new(poll: Option<HostPoll>) -> Jobs {
        Jobs { poll, ..Jobs::default() }
    }

    /// A stop token for a new job.
    pub fn token(&self, pondering: bool) -> StopToken {
        match &self.poll {
            Some(poll) => StopToken::polling(pondering, poll.clone()),
            None => StopToken::new(pondering),
        }
    }

    /// Whether no job runs or waits.
    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Stops every search that does not end by itself.
    pub fn stop_unbounded(&self) {
        self.stop_if(|kind| matches!(kind, JobKind::UnboundedSearch | JobKind::Pondering { .. }));
    }

    /// Queues a job about this game. An earlier search that would never end is stopped, and still
    /// answers.
    pub fn start(&mut self, job: Job, token: StopToken, kind: JobKind, game: &dyn AnyGame) {
        self.stop_unbounded();
        self.waiting.push_back(Queued { job, token, kind, game: game.boxed_clone() });
    }

    /// The game at the start of the running job.
    pub fn game(&self) -> Option<&dyn AnyGame> {
        self.running.as_ref().map(|running| running.game.as_ref())
    }

    /// Stops every job of the matching kinds; each still sends its last replies.
    pub fn stop_if(&self, kind: impl Fn(JobKind) -> bool) {
        self.all().filter(|(_, its)| kind(*its)).for_each(|(token, _)| token.stop());
    }

    /// Handles `ponderhit`.
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

    /// Removes the running job, after [`Event::Finished`].
    pub fn finished(&mut self) {
        self.running = None;
    }

    fn all(&self) -> impl Iterator<Item = (&StopToken, JobKind)> {
        let running = self.running.iter().map(|running| (&running.token, running.kind));
        running.chain(self.waiting.iter().map(|queued| (&queued.token, queued.kind)))
    }

    /// The next job to run, if one waits and none runs. It counts as running until
    /// [`Jobs::finished`].
    pub fn take_next(&mut self) -> Option<(Job, StopToken)> {
        if self.running.is_some() {
            return None;
        }
        let Queued { job, token, kind, game } = self.waiting.pop_front()?;
        self.running = Some(Running { token: token.clone(), kind, game });
        Some((job, token))
    }
}
