//! The amount of free memory, threads that start only if enough is left, and large blocks of zeros.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

#[cfg(any(test, target_family = "wasm"))]
mod kept_block;
mod threads;
mod zeroed_words;

pub use threads::{HAS_THREADS, spawn_if_room, spawn_scoped_if_room};
pub use zeroed_words::{CACHE_LINE, ZeroedWords, prefetch};

/// Whether the system has this many MiB for a table. For tables of up to 64 MiB the system is not
/// asked. Larger ones are checked, because the system may overcommit and end the process later.
#[must_use]
pub fn has_mib(mib: u64) -> bool {
    const UNCHECKED: u64 = 64;
    mib <= UNCHECKED || mib <= available_mib()
}

/// The free memory in MiB, within the limit of the control group; 0 if the system does not report
/// it.
#[must_use]
#[cfg(not(target_family = "wasm"))]
pub fn available_mib() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(limit) >> 20
}

/// An estimate, because WebAssembly cannot ask for the free memory: what a browser on a phone gives
/// a page, minus the memory of the engine, in MiB.
#[must_use]
#[cfg(target_family = "wasm")]
pub fn available_mib() -> u64 {
    192
}
