//! The arbiter: matches between any UGI engines, with rules, clocks and statistics
//! that can be trusted.
//!
//! It knows engines as processes only: nothing here searches or evaluates. Every
//! wait has a deadline, and whatever an engine does is an outcome, not an accident.

#![cfg_attr(
    not(test),
    deny(
        clippy::dbg_macro,
        clippy::print_stdout,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

pub mod adjudication;
mod appender;
pub mod check;
pub mod config;
mod difference;
mod duel;
pub mod elo;
pub mod faults;
pub mod game;
pub mod journal;
mod journal_error;
pub mod merged;
pub mod names;
pub mod openings;
pub mod pairs;
mod plain;
pub mod probe;
pub mod report;
pub mod schedule;
pub mod score;
pub mod shard;
pub mod sprt;
pub mod statistics;
mod tags;
mod time_control;
mod timeouts;
pub mod tournament;
pub mod under_way;
pub mod words;

pub use adjudication::{Adjudication, Agreement, RulingTables};
pub use config::{EngineSpec, engine_keys};
pub use pairs::PairError;
pub use time_control::TimeControl;
pub use zugi_records::{End, GameRecord, MoveRecord, Reason};

/// The example of the README, to be tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
