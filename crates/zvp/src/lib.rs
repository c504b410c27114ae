//! The game of Zombies vs Princesses Draughts; the module `tables` needs the feature of this name.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

pub mod eval;
#[cfg(feature = "proofs")]
mod proofs;
pub mod rules;
#[cfg(feature = "tables")]
pub mod tables;
// Compiling the search takes most of the time of a build, and unit tests do not need it.
#[cfg(not(test))]
mod variants;

use zugi_game::Variant;

pub use rules::{DARK, Direction, Zvp, ZvpMove, movegen};
#[cfg(not(test))]
pub use variants::variants;

/// The only variant, with nothing but its rules, for programs that do not search.
#[must_use]
pub fn variants_by_rules() -> Vec<Variant> {
    vec![Variant::new::<Zvp>()]
}
