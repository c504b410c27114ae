#[cfg(feature = "tables")]
mod proofs;
mod rules;
#[cfg(feature = "tables")]
mod wins;
