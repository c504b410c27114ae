//! What the search needs to know about each game besides its rules: one module per
//! game; and what the weights of all evaluations have in common.

mod benchmark;
mod weights;
mod zola;
mod zvp;

pub use benchmark::Benchmark;
pub use weights::{Term, Tunable, parse, text};
