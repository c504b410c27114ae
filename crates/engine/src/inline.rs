use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use zugi_game::Registry;
use zugi_protocol::Reply;
use zugi_search::{HostSignal, StopToken};

use super::EngineError;
use super::jobs::JobEvent;
use super::session::Session;
use super::text_front::{Front, checked};

/// A session without threads, for hosts such as WebAssembly: a search runs within the call that
/// starts it.
///
/// No other line can be read during a search, so the search polls the host. A search that must wait
/// for `stop` or `ponderhit` keeps its answer until that line comes.
///
/// ```
/// use zugi_engine::{InlineSession, TextFront};
/// use zugi_game::{Registry, Variant, toy::Corridor};
/// use zugi_search::HostSignal;
///
/// let registry = Registry::new(vec![Variant::new::<Corridor>()], "corridor");
/// let mut output = Vec::new();
/// let front = TextFront::new(&mut output);
/// let mut session = InlineSession::new(&registry, "corridor", front, || HostSignal::GoOn)?;
/// session.execute_line("isready").unwrap();
/// session.execute_line("query p1turn").unwrap();
/// drop(session);
/// assert_eq!(output, b"readyok\nresponse true\n");
/// # Ok::<(), zugi_engine::EngineError>(())
/// ```
pub struct InlineSession<F> {
    session: Session,
    front: F,
    /// The token of a job that has returned, and its `bestmove`, until it may answer.
    held: Option<(StopToken, Option<Reply>)>,
}

impl<F: Front + Send> InlineSession<F> {
    /// Begins with this variant, see [`Session::new`]. Answers are written and flushed at once, in
    /// whole lines. A search calls `poll` at each check of its limits, a tree search even at each
    /// visit, so `poll` must be cheap.
    ///
    /// # Errors
    /// There is no memory for the engine.
    pub fn new(
        registry: &Registry,
        variant: &str,
        front: F,
        poll: impl Fn() -> HostSignal + Send + Sync + 'static,
    ) -> Result<InlineSession<F>, EngineError> {
        let session = Session::polling(registry, variant, Some(Arc::new(poll)))?;
        Ok(InlineSession { session, front, held: None })
    }

    /// Executes a line, with or without its line end, and all work that it starts. Returns false
    /// after `quit`, when the session is over.
    ///
    /// # Errors
    /// The output is closed; the session cannot be used any more.
    pub fn execute_line(&mut self, line: &str) -> io::Result<bool> {
        self.session.take_line(checked(line.as_bytes()), &mut self.front)?;
        self.go_on()
    }

    /// Continues the work that earlier searches began: building the tables of small endings. Call
    /// it when no line waits. It calls `goes_on` every few milliseconds, and returns whether all
    /// work is done.
    pub fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.session.engine.work(goes_on)
    }

    /// Ends the input: unbounded and pondering searches are stopped, and answer.
    ///
    /// # Errors
    /// The output is closed.
    pub fn end_of_input(&mut self) -> io::Result<()> {
        self.session.end_of_input();
        self.go_on().map(drop)
    }

    fn go_on(&mut self) -> io::Result<bool> {
        self.front.flush()?;
        loop {
            if self.held.as_ref().is_some_and(|(token, _)| !token.is_released()) {
                break;
            }
            if let Some((_, last)) = self.held.take() {
                let last = last.map(JobEvent::Reply);
                for event in last.into_iter().chain([JobEvent::Finished]) {
                    self.front.job(&mut self.session, event)?;
                }
                self.front.flush()?;
            }
            match self.run_job() {
                Some(finished) => finished?,
                None => break,
            }
        }
        Ok(!self.session.is_over())
    }

    /// Runs the next job, if any. Holds its `bestmove` back, because the job may return before
    /// `stop` or `ponderhit` allows the answer.
    fn run_job(&mut self) -> Option<io::Result<()>> {
        let (job, token) = self.session.take_job()?;
        let (mut told, mut last) = (Ok(()), None);
        let InlineSession { session, front, .. } = self;
        let run = || {
            job(&token, &mut |reply| {
                if matches!(reply, Reply::BestMove { .. }) {
                    last = Some(reply);
                } else if told.is_ok() {
                    let taken = front.job(session, JobEvent::Reply(reply));
                    told = taken.and_then(|()| front.flush());
                    if told.is_err() {
                        // The output is closed.
                        token.stop();
                    }
                }
            });
        };
        // The panic hook has reported it, and the job has no state left.
        drop(panic::catch_unwind(AssertUnwindSafe(run)));
        self.held = Some((token, last));
        Some(told)
    }
}
