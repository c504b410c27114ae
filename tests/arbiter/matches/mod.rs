//! Whole matches through the real program, with files in a directory of their own:
//! every way of an engine to fail, interruptions, bad arguments, schedules, records and
//! statistics. Each match has a deadline, and leaves no process behind.

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
mod schedule;
mod sprt;
#[path = "../../support/stolen.rs"]
mod stolen;
mod support;
mod tables;
mod under_way;
