//! Tests of proofs by the public interface of the crate.

mod draws;
mod hexapawn;
