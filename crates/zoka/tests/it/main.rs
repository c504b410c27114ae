mod endings;
mod rules;
#[cfg(feature = "learn")]
mod self_play;
