//! Tests of Zombies vs Princesses Draughts by the public interface of the crate.

#[cfg(feature = "tables")]
mod proofs;
mod rules;
#[cfg(feature = "tables")]
mod wins;
