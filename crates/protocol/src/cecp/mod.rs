//! CECP, the protocol of XBoard and WinBoard (version 2): what a board program can say,
//! and what it can be told.
//!
//! The third way to talk to the engine, after UGI and UCI; the first line of a session,
//! `xboard`, chooses it. The source is "Chess Engine Communication Protocol" by Tim
//! Mann and H. G. Muller, which comes with XBoard (`engine-intf.html`).
//!
//! As for UGI, a line becomes a [`CecpCommand`] in one step, whole or not at all, and an
//! answer is a [`CecpReply`], whose `Display` is the line to print.

mod command;
mod parser;
mod reply;
#[cfg(test)]
mod tests;

pub use command::{CecpCommand, Level, Ply, Square};
pub use parser::parse;
pub use reply::{CecpReply, Thinking};
