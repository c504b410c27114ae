//! The error of a game whose rules are not what its tables rely on.

/// The error that a game breaks a promise about its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules are broken: expected that {0}")]
pub struct RulesBroken(pub &'static str);
