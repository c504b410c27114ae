//! Interrupts a running match from outside, as a signal does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zugi_client::process::KillToken;

/// A handle that interrupts a match. Clones interrupt the same match.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    finish: Arc<AtomicBool>,
    pub(super) kill: KillToken,
}

impl Interrupt {
    /// Lets running games finish, and begins no new ones.
    pub fn finish(&self) {
        self.finish.store(true, Ordering::SeqCst);
    }

    /// Abandons running games, kills their engines, and begins no new games.
    pub fn quit(&self) {
        self.finish();
        self.kill.kill();
    }

    /// Whether no new games begin.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.finish.load(Ordering::SeqCst)
    }
}
