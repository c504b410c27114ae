//! The text protocol: what an engine can be told, and what it can answer.
//!
//! A line of input becomes a [`Command`] in one step ([`parse`]): either the
//! whole line is understood, or it is a [`ParseError`] and nothing has
//! happened. An answer is a [`Reply`]; its `Display` is the line to print.
//! The words are in tables: [`help`] has the commands, [`QUESTIONS`] what follows
//! `query`, and [`LIMITS`] what follows `go`. Board programs have a language of their
//! own, [`cecp`].
//!
//! Not here: any game (moves and position texts are plain strings), any search
//! (limits are only read), and any input or output. `protocol.md` is the
//! specification for users.

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

pub mod cecp;
pub mod command;
pub mod declaration;
pub mod dialect;
pub mod error;
pub mod help;
mod lexer;
pub mod limits;
pub mod parser;
pub mod query;
pub mod reply;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub use command::{Command, SolveLimits, Start};
pub use declaration::{OptionDeclaration, OptionKind, OptionValueError};
pub use dialect::{Dialect, Origin};
pub use error::{ParseError, quote};
pub use limits::{Go, GoLimits, LIMITS, Limit, LimitEffect, LimitUnit, LimitValue};
pub use parser::parse;
pub use query::{QUESTIONS, Query, Question};
pub use reply::{Info, Reply, ScoreError, SolveProgress, UgiScore, parse_reply};
pub use words::{after, one_of, words};

/// The example of the README, to be tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
