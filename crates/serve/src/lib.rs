//! The web server of the board. The page is a UGI client. An engine process ends with its visitor.
//! The crate also reads game files of other programs by the rules of the caller's variants.
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

mod address_counter;
mod admission;
mod assets;
mod command_filter;
mod content_security_policy;
mod engine_process;
mod engine_profile;
mod game_upload;
mod host_check;
mod http_answer;
mod rate_limiter;
mod replay;
mod router;
mod server;
mod shared_state;
mod static_page;
mod visitor;
mod visitor_limits;

pub use host_check::AllowedHosts;
pub use server::{Access, ServeError, Server, ShutdownHandle};
pub use visitor_limits::VisitorLimits;
