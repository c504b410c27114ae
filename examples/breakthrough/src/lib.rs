//! Breakthrough on 6x6 (Dan Troyka, 2000): about the least that a game with a search needs.
//!
//! [`rules`] has the rules and the notation. The others are optional: [`look`] has the board and
//! the pieces, [`eval`] the move ordering and the evaluation, [`net`] the inputs of a net.

pub mod eval;
pub mod look;
pub mod net;
pub mod rules;

use std::path::Path;
use std::sync::Arc;

use zugi_game::{Of, Variant};
use zugi_search::{NetSearches, Searches};
use zugi_show::{Appearance, Sheet};

pub use rules::Breakthrough;

/// The one variant by its rules alone, for programs that read games and do not search.
#[must_use]
pub fn variants_by_rules() -> Vec<Variant> {
    vec![Variant::new::<Breakthrough>()]
}

/// The one variant with all capabilities. It has no tables to keep in a folder.
#[must_use]
pub fn variants(_cache: Option<&Path>) -> Vec<Variant> {
    let game = Of::<Breakthrough>::new;
    let variant = Variant::new::<Breakthrough>()
        .with::<dyn Appearance>(game())
        .with::<dyn Searches>(game())
        .with::<dyn NetSearches>(game())
        .with(Arc::new(Sheet::of::<Breakthrough>(include_str!("sheet.json"))));
    #[cfg(feature = "learn")]
    let variant = zugi_learn::with_learning::<Breakthrough>(variant);
    vec![variant]
}
