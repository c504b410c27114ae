//! Separates output and input: the prompt follows the answer to the line before, and nothing is
//! printed while the prompt is drawn.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Nobody waits longer than this for the other side: a line in the wrong place is better
/// than a prompt that never comes.
const PATIENCE: Duration = Duration::from_millis(500);

/// What both sides know of each other.
#[derive(Default)]
pub(super) struct OutputLock {
    state: Mutex<GateState>,
    changed: Condvar,
}

#[derive(Default)]
struct GateState {
    /// The `readyok` that are still to come: whether the console has asked for it itself.
    awaited: VecDeque<bool>,
    /// The prompt is being drawn.
    drawing: bool,
}

impl OutputLock {
    /// A line goes to the session, and `isready` after it.
    pub fn sent(&self, asks_too: bool) {
        let mut state = self.lock();
        if asks_too {
            state.awaited.push_back(false);
        }
        state.awaited.push_back(true);
    }

    /// A `readyok` has come; whether a person may see it.
    pub fn answered(&self) -> bool {
        let own = self.lock().awaited.pop_front();
        self.changed.notify_all();
        own != Some(true)
    }

    /// Waits for the answers, then keeps the printing back until the prompt is there.
    pub fn begin_prompt(&self) {
        let answers = self
            .changed
            .wait_timeout_while(self.lock(), PATIENCE, |state| !state.awaited.is_empty());
        answers.unwrap_or_else(PoisonError::into_inner).0.drawing = true;
    }

    /// The prompt is there, or is not drawn any more.
    pub fn prompt_is_there(&self) {
        self.lock().drawing = false;
        self.changed.notify_all();
    }

    /// Waits until something can be printed.
    pub fn wait_for_prompt(&self) {
        drop(self.changed.wait_timeout_while(self.lock(), PATIENCE, |state| state.drawing));
    }

    fn lock(&self) -> MutexGuard<'_, GateState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
