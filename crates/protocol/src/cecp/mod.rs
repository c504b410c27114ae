//! CECP, the protocol of XBoard and WinBoard (version 2): commands of a GUI, and replies.
//!
//! The third way to talk to the engine, after UGI and UCI; the first line of a session,
//! `xboard`, chooses it. The source is "Chess Engine Communication Protocol" by Tim
//! Mann and H. G. Muller, which comes with XBoard (`engine-intf.html`).
//!
//! As in UGI, a line is read as a [`CecpCommand`] completely or not at all. An answer is a
//! [`CecpReply`], whose `Display` writes the line.

mod command;
mod parser;
mod reply;
#[cfg(test)]
mod tests;

pub use command::{CecpCommand, CecpSquare, Level, Ply};
pub use parser::parse;
pub use reply::{CecpReply, Thinking};
