//! The game of Zoka.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

#[cfg(not(test))]
mod bench;
pub mod eval;
pub mod rules;
// Compiling the search for all variants takes most of the time of a build, and unit tests do not
// need it.
#[cfg(not(test))]
mod variants;

use zugi_game::Variant;

pub use eval::ZokaSum;
pub use rules::*;
#[cfg(not(test))]
pub use variants::variants;

/// The variants with nothing but their rules, for programs that do not search.
#[must_use]
pub fn variants_by_rules() -> Vec<Variant> {
    vec![
        Variant::new::<ZokaPosition<TwoSeats>>(),
        Variant::new::<ZokaPosition<ThreeSeats>>(),
        Variant::new::<ZokaPosition<FourSeats>>(),
        Variant::new::<ZokaPosition<OneAgainstTwo>>(),
        Variant::new::<ZokaPosition<TwoAgainstTwo>>(),
    ]
}
