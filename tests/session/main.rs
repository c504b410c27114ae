//! The program over pipes and as a library: sessions, searches and the XBoard protocol.

#[path = "../support/mod.rs"]
mod support;

mod bench;
mod board;
mod cold_cache;
mod crash;
mod exact_values;
mod game_description;
mod go;
mod inline;
mod limits;
mod memory;
mod memory_use;
mod options;
mod output;
mod own_game;
mod process;
mod random_lines;
mod random_searches;
mod schema;
mod search;
mod solve;
mod stop;
mod strength;
mod transcripts;
mod tree;
mod xboard;
mod xboard_protocol;

/// A won position with one move that ends the game and others that do not.
const WON: &str = "6/6/1br3/6/6/6 b -";
/// The only legal move captures the last checker.
const ONE_MOVE: &str = "5r/6/6/6/6/b5 b -";
/// The side to move is stuck and has to pass.
const FORCED_PASS: &str = "b5/6/6/6/5r/6 b -";
/// The start position of the standard variant.
const START: &str = "brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r -";
