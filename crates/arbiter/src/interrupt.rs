//! Interrupts a running match from outside, as a signal does.

use std::sync::atomic::{AtomicBool, Ordering};

/// How a running match is interrupted from outside.
#[derive(Debug, Default)]
pub struct Interrupt {
    finish: AtomicBool,
    quit: AtomicBool,
}

impl Interrupt {
    /// An interrupt that was not triggered yet.
    #[must_use]
    pub const fn new() -> Interrupt {
        Interrupt { finish: AtomicBool::new(false), quit: AtomicBool::new(false) }
    }

    /// Running games are finished, and no new ones begin.
    pub fn finish(&self) {
        self.finish.store(true, Ordering::SeqCst);
    }

    /// Running games are abandoned, and no new ones begin.
    pub fn quit(&self) {
        self.finish();
        self.quit.store(true, Ordering::SeqCst);
        zugi_client::process::kill_all();
    }

    /// Whether no new games shall begin.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.finish.load(Ordering::SeqCst)
    }

    /// Whether running games are abandoned.
    pub(super) fn is_quitting(&self) -> bool {
        self.quit.load(Ordering::SeqCst)
    }
}
