//! The GUI keeps the game: it sends the moves and the clocks. [`XBoard`] follows it in the session,
//! and decides when to search, ponder, analyse, and claim the result. [`UgiOrXBoard`] is for
//! programs that also speak UGI.
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

mod clock;
mod commands;
mod convert;
mod features;
mod front;
mod mode;
mod mouse;
mod options;
mod search;
mod turns;
mod variant_setup;

pub use commands::XBoard;
pub use front::{LineOutput, UgiOrXBoard};
