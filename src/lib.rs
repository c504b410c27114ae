//! zugi: an engine for board games that speaks a UGI-like text protocol.

pub mod bench;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod game;
pub mod games;
pub mod protocol;
pub mod search;
