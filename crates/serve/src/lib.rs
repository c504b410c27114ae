//! A board in the browser: one page, and for each visitor a WebSocket that leads to an engine
//! process of its own. Games of other programs are read here, too, by the rules that the caller
//! hands over.
//!
//! The page is a UGI client. Here is what stands between it and the engine: who may come in
//! ([`hosts`](Hosts)), which lines may go to an engine and with which numbers (the guard), how
//! many visitors there are and how much each may use ([`VisitorLimits`]), and that no process
//! outlives its visitor. No game is known here, and nothing is printed. docs/guides/serve.md is the
//! page for users.

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

mod answer;
mod assets;
mod command_filter;
mod engine_process;
mod engine_profile;
mod games;
mod host_check;
mod http_answer;
mod rate_limiter;
mod server;
mod shared_state;
mod visitor;
mod visitor_limits;

pub use engine_profile::{EngineProfile, MeetError, probe_engine};
pub use host_check::{HostRejection, Hosts};
pub use server::{Ending, ServeError, Server};
pub use visitor_limits::VisitorLimits;
