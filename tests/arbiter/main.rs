//! The arbiter with real engines, good ones and one that fails on request: processes and
//! clients, whole matches, and the check of an engine; and what the arbiter makes of every
//! variant of the registry.

mod books;
mod check;
#[cfg(feature = "report")]
mod films;
#[cfg(unix)]
mod matches;
#[cfg(unix)]
mod process;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tests that measure time do not run side by side.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
