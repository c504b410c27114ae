//! Tests of Zoka by the public interface of the crate.

mod endings;
#[cfg(feature = "learn")]
mod openings;
mod rules;
#[cfg(feature = "learn")]
mod self_play;
