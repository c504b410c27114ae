//! Synchronizes output and prompt: the prompt follows the answer to the last line, and nothing is
//! printed while the prompt is drawn.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The timeout of each wait: a misplaced line is better than a missing prompt.
const PATIENCE: Duration = Duration::from_millis(500);

/// Shared by the input and output sides.
#[derive(Default)]
pub(super) struct OutputLock {
    state: Mutex<GateState>,
    changed: Condvar,
}

#[derive(Default)]
struct GateState {
    /// The pending `readyok`; true if the console itself sent the `isready`.
    awaited: VecDeque<bool>,
    /// Whether the prompt is being drawn.
    drawing: bool,
}

impl OutputLock {
    /// Records that a line and an `isready` are sent to the session; `asks_too` if the line is an
    /// `isready`, too.
    pub fn sent(&self, asks_too: bool) {
        let mut state = self.lock();
        if asks_too {
            state.awaited.push_back(false);
        }
        state.awaited.push_back(true);
    }

    /// Handles a `readyok`; returns whether to show it.
    pub fn answered(&self) -> bool {
        let own = self.lock().awaited.pop_front();
        self.changed.notify_all();
        own != Some(true)
    }

    /// Waits for the answers, then blocks output until the prompt is drawn.
    pub fn begin_prompt(&self) {
        let answers = self
            .changed
            .wait_timeout_while(self.lock(), PATIENCE, |state| !state.awaited.is_empty());
        answers.unwrap_or_else(PoisonError::into_inner).0.drawing = true;
    }

    /// Unblocks output.
    pub fn prompt_is_there(&self) {
        self.lock().drawing = false;
        self.changed.notify_all();
    }

    /// Waits until output is allowed.
    pub fn wait_for_prompt(&self) {
        drop(self.changed.wait_timeout_while(self.lock(), PATIENCE, |state| state.drawing));
    }

    fn lock(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
