//! The engine: [`Engine`] holds a game in progress and searches it, without input or output.
//! [`Session`] reads UGI or CECP lines, drives an [`Engine`], and writes the answers.
//! [`InlineSession`] does the same without threads.
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

#[cfg(not(target_family = "wasm"))]
mod cecp;
#[cfg(target_family = "wasm")]
#[path = "no_cecp.rs"]
mod cecp;
mod context;
mod conversation;
mod convert;
pub mod crash;
#[allow(clippy::module_inception)]
mod engine;
mod error;
mod event;
mod inline_session;
mod job;
mod job_queue;
mod line_reader;
mod options;
mod query;
mod session;
mod ugi;
mod worker;

pub use conversation::SessionConfig;
pub use convert::{ugi_replies, ugi_score};
pub use engine::Engine;
pub use error::EngineError;
pub use inline_session::InlineSession;
pub use job::{Job, JobOutput, SearchJob, bench_job, perft_job, solve_job};
pub use options::{OptionError, OptionValues};
pub use session::Session;

/// The engine's name and version.
const NAME: &str = concat!("zugi ", env!("CARGO_PKG_VERSION"));
