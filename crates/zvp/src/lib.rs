//! Zombies vs Princesses Draughts: [`rules`], [`eval`], and with the feature `proofs` the module
//! `tables`.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

pub mod eval;
#[cfg(feature = "proofs")]
mod proofs;
pub mod rules;
#[cfg(feature = "proofs")]
pub mod tables;
// Unit tests need no search of all variants, which takes most of the time of a build.
#[cfg(not(test))]
mod variants;

use zugi_game::Variant;

pub use rules::{DARK, Direction, Zvp, ZvpMove, movegen};
#[cfg(not(test))]
pub use variants::variants;

/// The one variant by its rules alone, for programs that read games and do not search.
#[must_use]
pub fn variants_by_rules() -> Vec<Variant> {
    vec![Variant::new::<Zvp>()]
}
