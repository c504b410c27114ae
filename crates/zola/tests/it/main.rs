#[cfg(feature = "proofs")]
mod certificates;
#[cfg(feature = "proofs")]
mod checkpoints;
#[cfg(feature = "proofs")]
mod composed;
mod evaluation;
#[cfg(feature = "proofs")]
mod proofs;
#[cfg(feature = "proofs")]
mod puzzles;
mod rules;
mod start;
#[cfg(feature = "proofs")]
mod tables;
#[cfg(feature = "learn")]
mod training;
