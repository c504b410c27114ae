//! The token that stops a search, and tells it that the pondered move was played.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use zugi_game::time::Instant;

/// The answer of a host to a poll, see [`StopToken::polling`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum HostSignal {
    #[default]
    GoOn,
    PonderHit,
    Stop,
}

/// A function that the search calls in its own thread at each check of its limits, to ask its host
/// for signals.
pub type HostPoll = Arc<dyn Fn() -> HostSignal + Send + Sync>;

/// The handle by which one search is stopped.
///
/// Each search gets a new token, and no token is ever reset, so a stop before the search begins
/// also ends it. The time limits of the search count from the creation of its token or, if it
/// ponders, from [`StopToken::ponder_hit`]. Clones share one state.
///
/// ```
/// use std::thread;
/// use zugi_game::{GameInProgress, Game, toy::Hexapawn};
/// use zugi_search::{AlphaBeta, Limits, Search, Settings, StopToken, toy::HexapawnSum};
///
/// let (search, token) = (AlphaBeta::new(HexapawnSum::default(), 1)?, StopToken::default());
/// let handle = token.clone();
/// let other = thread::spawn(move || handle.stop());
/// let limits = Limits { infinite: true, ..Limits::default() };
/// let game = GameInProgress::new(Hexapawn::start());
/// assert!(search.search(&game, &limits, &Settings::default(), &token, None).is_some());
/// # other.join().unwrap();
/// # Ok::<(), zugi_search::OutOfMemory>(())
/// ```
#[derive(Clone)]
pub struct StopToken(Arc<State>);

struct State {
    stopped: AtomicBool,
    created: Instant,
    /// The start of the clock; empty while pondering.
    clock_started: OnceLock<Instant>,
    /// For a host in which no other thread can stop the search.
    poll: Option<HostPoll>,
    /// The search has returned, and its answer has to wait for a stop.
    awaits_stop: AtomicBool,
    /// Locked between the check and the wait for `changed`, so that no change in between is lost.
    gate: Mutex<()>,
    changed: Condvar,
}

impl Default for StopToken {
    fn default() -> StopToken {
        StopToken::new(false)
    }
}

impl StopToken {
    /// A token for a search that begins now. While pondering, the clock does not run until
    /// [`StopToken::ponder_hit`].
    #[must_use]
    pub fn new(pondering: bool) -> StopToken {
        StopToken::polling(pondering, None)
    }

    /// A token for a host without threads beside the search: the search calls `poll` to ask the
    /// host for signals. Without `poll`, the same as [`StopToken::new`].
    ///
    /// Such a search never waits: it returns when it has finished, even if it may not answer yet.
    /// The host keeps the answer until [`StopToken::is_released`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use zugi_search::{HostSignal, StopToken};
    ///
    /// let token = StopToken::polling(false, Some(Arc::new(|| HostSignal::Stop)));
    /// assert!(token.is_stopped());
    /// ```
    #[must_use]
    pub fn polling(pondering: bool, poll: Option<HostPoll>) -> StopToken {
        let created = Instant::now();
        let clock_started = if pondering { OnceLock::new() } else { created.into() };
        StopToken(Arc::new(State {
            stopped: AtomicBool::new(false),
            created,
            clock_started,
            poll,
            awaits_stop: AtomicBool::new(false),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        }))
    }

    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Release);
        self.wake();
    }

    /// The pondered move was played: the clock begins to run. Without pondering it has no effect.
    pub fn ponder_hit(&self) {
        let _ = self.0.clock_started.set(Instant::now());
        self.wake();
    }

    /// Whether [`StopToken::stop`] was called, or the host answers [`HostSignal::Stop`].
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Acquire)
            || self.0.poll.as_ref().is_some_and(|poll| self.ask(poll))
    }

    fn ask(&self, poll: &HostPoll) -> bool {
        match poll() {
            HostSignal::GoOn => {}
            HostSignal::PonderHit => self.ponder_hit(),
            HostSignal::Stop => self.stop(),
        }
        self.0.stopped.load(Ordering::Acquire)
    }

    /// The flag that [`StopToken::stop`] sets, for code that takes no token.
    #[must_use]
    pub fn flag(&self) -> &AtomicBool {
        &self.0.stopped
    }

    /// Whether the clock has not started.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.0.clock_started.get().is_none()
    }

    /// Time since the creation of the token.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.created.elapsed()
    }

    /// Time since the clock started; `None` while pondering.
    #[must_use]
    pub fn clock_elapsed(&self) -> Option<Duration> {
        self.0.clock_started.get().map(Instant::elapsed)
    }

    /// Blocks until the search may answer: until it is stopped or, unless `infinite`, until
    /// pondering ends. With a polled host it returns at once, see [`StopToken::polling`].
    pub fn wait_until_released(&self, infinite: bool) {
        if self.0.poll.is_some() {
            self.0.awaits_stop.store(infinite, Ordering::Release);
            return;
        }
        let mut gate = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            gate = self.0.changed.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the host may give the answer of a search that has returned. With a
    /// [`polling`](StopToken::polling) token it must wait: for a stop if the search is infinite,
    /// otherwise for a stop or the end of pondering. With other tokens it always may.
    #[must_use]
    pub fn is_released(&self) -> bool {
        // The poll comes first, because it may end pondering.
        let is_stopped = self.is_stopped();
        let waits = self.0.awaits_stop.load(Ordering::Acquire) || self.is_pondering();
        self.0.poll.is_none() || is_stopped || !waits
    }

    fn wake(&self) {
        let _gate = self.0.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.changed.notify_all();
    }
}

/// Sets a flag at the end of a block, even after a panic.
pub(super) struct SetWhenDropped<'a>(pub &'a AtomicBool);

impl Drop for SetWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_stop_before_the_wait_is_not_lost() {
        let token = StopToken::new(true);
        token.stop();
        token.wait_until_released(true);
        assert!(token.is_stopped() && token.is_pondering());
    }

    #[test]
    fn a_polled_host_stops_the_search_and_keeps_its_answer() {
        let host = Arc::new(Mutex::new(HostSignal::GoOn));
        let asked = Arc::clone(&host);
        let token = StopToken::polling(true, Some(Arc::new(move || *asked.lock().unwrap())));
        token.wait_until_released(false);
        assert!(!token.is_stopped() && !token.is_released());
        *host.lock().unwrap() = HostSignal::PonderHit;
        assert!(!token.is_stopped() && !token.is_pondering() && token.is_released());
        token.wait_until_released(true);
        assert!(!token.is_released());
        *host.lock().unwrap() = HostSignal::Stop;
        assert!(token.is_stopped() && token.is_released());
        // A later signal does not undo a stop.
        *host.lock().unwrap() = HostSignal::GoOn;
        assert!(token.is_stopped());
    }

    #[test]
    fn waits_end_by_stop_or_ponder_hit() {
        for infinite in [false, true] {
            let token = StopToken::new(true);
            let waiting = token.clone();
            let thread = thread::spawn(move || waiting.wait_until_released(infinite));
            token.ponder_hit();
            if infinite {
                thread::sleep(Duration::from_millis(5));
                assert!(!thread.is_finished());
                token.stop();
            }
            assert!(thread.join().is_ok());
            assert!(token.clock_elapsed().is_some());
        }
    }
}
