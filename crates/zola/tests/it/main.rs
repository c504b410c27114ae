//! The tests of Zola from outside of the crate.

#[cfg(feature = "solver")]
mod certificates;
#[cfg(feature = "solver")]
mod checkpoints;
#[cfg(feature = "solver")]
mod composed;
mod evaluation;
#[cfg(feature = "learn")]
mod openings;
#[cfg(feature = "solver")]
mod proofs;
#[cfg(feature = "solver")]
mod puzzles;
mod rules;
mod start;
#[cfg(feature = "solver")]
mod tables;
#[cfg(feature = "learn")]
mod training;
