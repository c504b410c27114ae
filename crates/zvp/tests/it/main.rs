//! The tests of Zombies vs Princesses Draughts from outside of the crate.

#[cfg(feature = "solver")]
mod proofs;
mod rules;
#[cfg(feature = "solver")]
mod wins;
