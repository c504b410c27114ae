//! The arbiter with correct and faulty engines, and with every variant of the registry: processes,
//! the compliance check, and whole matches of the real program in a temporary directory, each with
//! a deadline and without a process left behind.

mod check;

#[cfg(unix)]
mod chance;
#[cfg(unix)]
mod config;
#[cfg(unix)]
mod engines;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod generic;
mod hostile;
#[cfg(unix)]
mod input;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod openings;
#[cfg(unix)]
mod panics;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod records;
#[cfg(unix)]
mod resume;
#[cfg(unix)]
mod resume_games;
#[cfg(unix)]
mod schedule;
#[cfg(unix)]
mod sprt;
#[cfg(unix)]
pub mod support;
#[cfg(unix)]
mod tables;
