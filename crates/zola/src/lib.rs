//! The game of Zola; the module `tables` needs the feature `proofs`.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

#[cfg(not(test))]
mod bench;
pub mod eval;
#[cfg(feature = "proofs")]
mod proofs;
pub mod rules;
#[cfg(feature = "proofs")]
pub mod tables;
// Compiling the search for all variants takes most of the time of a build, and unit tests do not
// need it.
#[cfg(not(test))]
mod variants;

use std::sync::Arc;

use zugi_game::board::Square;
use zugi_game::{ExternalNames, Variant};

pub use eval::HasNet;
pub use rules::{Size, Size4, Size6, Size8, Size10, Zola, Zola4, Zola6, Zola8, Zola10, ZolaMove};
pub use rules::{distance, movegen};
#[cfg(not(test))]
pub use variants::variants;

/// The variants with only their rules and external names, for programs that do not search.
#[must_use]
pub fn variants_by_rules() -> Vec<Variant> {
    vec![
        Variant::new::<Zola4>().with(external_names::<Size4>()),
        Variant::new::<Zola6>().with(external_names::<Size6>()).with_alias("zola"),
        Variant::new::<Zola8>().with(external_names::<Size8>()),
        Variant::new::<Zola10>().with(external_names::<Size10>()),
    ]
}

/// The names in Abstract Play and Ludii.
fn external_names<S: Size>() -> Arc<ExternalNames> {
    let square = |site| {
        let square = u8::try_from(site).ok().filter(|&square| square < S::SQUARES)?;
        Some(Square::from(square).name(S::N).to_string())
    };
    Arc::new(ExternalNames { game: "Zola", width: u32::from(S::N), square, pass: "0000" })
}
