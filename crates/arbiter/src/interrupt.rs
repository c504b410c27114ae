//! Interrupts a running match from outside, as a signal does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zugi_client::process::KillToken;

/// How a running match is interrupted from outside. Clones interrupt the same match.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    finish: Arc<AtomicBool>,
    kill: KillToken,
}

impl Interrupt {
    /// Running games are finished, and no new ones begin.
    pub fn finish(&self) {
        self.finish.store(true, Ordering::SeqCst);
    }

    /// Running games are abandoned and their engines killed, and no new ones begin.
    pub fn quit(&self) {
        self.finish();
        self.kill.kill();
    }

    /// Whether no new games shall begin.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.finish.load(Ordering::SeqCst)
    }

    /// What abandons the engines.
    pub(super) fn kill_token(&self) -> &KillToken {
        &self.kill
    }
}
