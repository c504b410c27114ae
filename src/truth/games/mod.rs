//! What games give for tables and proofs: numbers for their positions, and which move is
//! tried first. What tables and proofs are is not said here.

pub mod zola;
pub mod zvp;
