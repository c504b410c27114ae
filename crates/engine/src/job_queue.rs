//! The jobs of a session: the one that runs, and those that wait for it. Who runs them, in which
//! thread, is the session's affair.

use std::collections::VecDeque;

use zugi_game::AnyGame;
use zugi_search::{HostPoll, StopToken};

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
#[derive(Default)]
pub(super) struct Jobs {
    /// Whom a search asks whether to go on, where no other thread can stop it.
    poll: Option<HostPoll>,
    running: Option<Running>,
    waiting: VecDeque<Queued>,
}

impl Jobs {
    /// No jobs yet. With a poll their tokens ask the host.
    pub fn new(poll: Option<HostPoll>) -> Jobs {
        Jobs { poll, ..Jobs::default() }
    }

    /// A token for a job that begins now.
    pub fn token(&self, pondering: bool) -> StopToken {
        match &self.poll {
            Some(poll) => StopToken::polling(pondering, poll.clone()),
            None => StopToken::new(pondering),
        }
    }

    /// Whether nothing runs or waits.
    pub fn is_idle(&self) -> bool {
        self.running.is_none() && self.waiting.is_empty()
    }

    /// Stops every search that does not end by itself.
    pub fn stop_unbounded(&self) {
        self.stop_if(|kind| matches!(kind, JobKind::UnboundedSearch | JobKind::Pondering { .. }));
    }

    /// Adds a job about this game, to be run once those before it have ended. A search that would
    /// never end is stopped for it, and still answers.
    pub fn start(&mut self, job: Job, token: StopToken, kind: JobKind, game: &dyn AnyGame) {
        self.stop_unbounded();
        self.waiting.push_back(Queued { job, token, kind, game: game.boxed_clone() });
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
    }

    fn all(&self) -> impl Iterator<Item = (&StopToken, JobKind)> {
        let running = self.running.iter().map(|running| (&running.token, running.kind));
        running.chain(self.waiting.iter().map(|queued| (&queued.token, queued.kind)))
    }

    /// The job to be run now, if one waits and none runs. It counts as running until
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
