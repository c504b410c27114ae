//! The guarantees of a session, tested with the real program; each test is named after its rule.

#[path = "../support/mod.rs"]
mod support;

mod board;
mod cold_cache;
mod game_description;
mod go;
mod inline;
mod input;
mod limits;
mod memory;
mod options;
mod output;
mod people;
mod position;
mod process;
mod query;
mod random_searches;
mod schema;
mod solve;
mod strength;
mod tree;

/// A won position with one move that ends the game and others that do not.
const WON: &str = "6/6/1br3/6/6/6 b -";
/// Player one has already won.
const OVER: &str = "6/6/6/6/6/r5 b -";
/// The only legal move captures the last checker.
const ONE_MOVE: &str = "5r/6/6/6/6/b5 b -";
/// The side to move is stuck and has to pass.
const FORCED_PASS: &str = "b5/6/6/6/5r/6 b -";
/// The start position of the standard variant.
const START: &str = "brbrbr/rbrbrb/brbrbr/rbrbrb/brbrbr/rbrbrb r -";
