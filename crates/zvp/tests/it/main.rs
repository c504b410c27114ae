//! Tests of Zombies vs Princesses Draughts by the public interface of the crate.

#[cfg(feature = "proofs")]
mod proofs;
mod rules;
#[cfg(feature = "proofs")]
mod wins;
