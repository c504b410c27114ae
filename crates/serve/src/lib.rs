//! A board in the browser: one page, and for each visitor a WebSocket that leads to an engine
//! process of its own.
//!
//! The page is a UGI client. Here is what stands between it and the engine: who may come in
//! ([`hosts`](Hosts)), which lines may go to an engine and with which numbers (the guard), how
//! many visitors there are and how much each may use ([`Allowance`]), and that no process
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

mod allowance;
mod answer;
mod assets;
mod guard;
mod hosts;
mod link;
mod meeting;
mod pace;
mod server;
mod site;
mod visit;

pub use allowance::Allowance;
pub use hosts::{Hosts, Stranger};
pub use meeting::{MeetError, Met, meet};
pub use server::{Ending, ServeError, Server};
