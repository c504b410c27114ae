//! The text protocol UGI: commands to an engine, and its replies.
//!
//! [`parse`] reads one line: the result is a [`Command`], or a [`ParseError`] if a part of the line
//! is wrong. Only `go` skips wrong parts, see [`parse_line`]. A [`Reply`] is an answer; its
//! `Display` writes the line, and [`parse_reply`] reads it. Tables list the words: [`help`] the
//! commands, [`QUESTIONS`] the words after `query`, and [`LIMITS`] those after `go`. [`xboard`] is
//! the protocol of XBoard and WinBoard. `protocol.md` is the specification.
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
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

pub mod command;
pub mod declaration;
pub mod dialect;
pub mod error;
pub mod fields;
pub mod help;
mod keywords;
mod lexer;
pub mod limits;
pub mod parser;
pub mod query;
pub mod reply;
#[cfg(test)]
mod tests;
mod text;
pub mod xboard;

pub use command::{Command, Start};
pub use declaration::{OptionDeclaration, OptionKind, OptionValueError};
pub use dialect::{Dialect, Origin};
pub use error::{ParseError, nearest, quote};
pub use fields::{Extent, Field, FieldValue};
pub use keywords::{keywords, keywords_after, one_of};
pub use limits::{GoLimits, LIMITS, Limit, LimitDetails, LimitEffect, LimitUnit};
pub use parser::{Line, complaint, parse, parse_line};
pub use query::{QUESTIONS, Query, Question};
pub use reply::{Info, Reply, ScoreBound, ScoreError, UgiScore, parse_reply, parse_reply_line};
pub use text::{cut, printable, wrap};
