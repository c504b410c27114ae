//! Matches between UGI engines: rules, clocks, statistics and reports.
//!
//! The arbiter knows engines as processes only; it does not search or evaluate. Each wait has a
//! deadline. Any fault of an engine is a result of the game, not an error of the match.
#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    deny(
        clippy::dbg_macro,
        clippy::print_stderr,
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
pub mod elo;
mod engine_tags;
pub mod fault_reasons;
mod game;
mod games_in_progress;
mod interrupt;
pub mod journal;
pub mod match_config;
pub mod merge;
pub mod names;
mod notes;
pub mod openings;
mod probe;
mod replaced_programs;
pub mod report;
mod schedule;
pub mod score;
pub mod shard;
pub mod shell_words;
pub mod sprt;
pub mod statistics;
mod time_control;
pub mod tournament;

pub use adjudication::{AdjudicationRule, RulingTables};
pub use match_config::{ConfigError, EngineConfig, MatchConfig};
pub use time_control::{Clock, Limits};
pub use zugi_records::{End, GameRecord, MoveRecord, Reason};
