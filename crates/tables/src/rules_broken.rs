//! The error of a game that breaks a rule on which its tables rely.

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules are broken: expected that {0}")]
pub struct RulesBroken(pub &'static str);
