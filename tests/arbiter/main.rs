//! The arbiter with real engines, good ones and one that fails on request: processes and
//! clients, whole matches, and the check of an engine.

mod check;
#[cfg(unix)]
mod matches;
#[cfg(unix)]
mod process;
