//! Zombies vs Princesses Draughts: [`rules`], [`eval`], and with the feature `solver` the module
//! `solver`.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

pub mod eval;
pub mod rules;
#[cfg(feature = "solver")]
pub mod solver;
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
