//! Whole matches through the real program, in a temporary directory: all faults of engines,
//! interruptions, invalid arguments, schedules, records and statistics. Each match has a deadline
//! and leaves no process.

mod chance;
mod config;
mod engines;
mod faults;
mod generic;
mod input;
mod interrupt;
mod openings;
mod panics;
mod pgn;
mod records;
mod resume;
mod resume_games;
mod schedule;
mod sprt;
#[path = "../../support/steal_time.rs"]
mod steal_time;
mod support;
mod tables;
