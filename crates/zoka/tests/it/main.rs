//! Tests of Zoka by the public interface of the crate.

mod endings;
mod rules;
#[cfg(feature = "learn")]
mod self_play;
