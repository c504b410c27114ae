//! The arbiter with correct and faulty engines: processes, clients, whole matches, and the
//! compliance check; and the arbiter with every variant of the registry.

mod books;
mod check;
#[cfg(unix)]
mod matches;
#[cfg(unix)]
mod process;
#[cfg(feature = "report")]
mod replays;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Timing tests must not run side by side.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
