//! [`Engine`] holds a game in progress and searches it, without input or output. [`Session`]
//! executes commands and sends replies to a [`Sink`]; a [`Front`] reads the commands as text, and
//! writes the replies as text. [`InlineSession`] is a session without threads.
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

pub mod crash;
#[allow(clippy::module_inception)]
mod engine;
mod error;
mod execute;
mod inline;
mod jobs;
mod options;
mod query;
mod search_limits;
mod search_replies;
mod session;
mod text_front;

pub use engine::Engine;
pub use error::EngineError;
pub use inline::InlineSession;
pub use jobs::{Job, JobEvent, bench_job, perft_job};
pub use options::{OptionError, OptionValues};
pub use query::{LEVELS, Level};
pub use search_replies::ugi_score;
pub use session::{Session, Sink};
pub use text_front::{Front, InputLine, TextFront};

pub const NAME: &str = concat!("zugi ", env!("CARGO_PKG_VERSION"));
