//! zugi: an engine for board games that speaks a UGI-like text protocol.

pub mod board;
pub mod game;
pub mod games;
pub mod protocol;
