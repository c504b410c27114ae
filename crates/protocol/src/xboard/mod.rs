//! The protocol of XBoard and WinBoard, CECP version 2: commands of a GUI, and replies.
//!
//! The first line of a session, `xboard`, selects it. The specification, "Chess Engine
//! Communication Protocol" by Tim Mann and H. G. Muller, comes with XBoard (`engine-intf.html`).
//!
//! As in UGI, a line is parsed as an [`XBoardCommand`] completely or not at all. A reply is an
//! [`XBoardReply`], whose `Display` writes the line.

mod command;
mod parser;
mod reply;
#[cfg(test)]
mod tests;

pub use command::{Level, XBoardCommand, XBoardMove, XBoardSquare};
pub use parser::parse;
pub use reply::XBoardReply;
