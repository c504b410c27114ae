//! The tests of Zombies vs Princesses Draughts from outside of the crate.

#[cfg(feature = "proofs")]
mod proofs;
mod rules;
#[cfg(feature = "proofs")]
mod wins;
