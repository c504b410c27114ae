//! Breakthrough on 6x6 (Dan Troyka, 2000): about the least that a game with a search needs.
//!
//! [`rules`] has the rules and the notation, [`look`] what people see, [`eval`] hints for the search
//! and the evaluation. Nothing here prints or plays.

pub mod eval;
pub mod look;
pub mod rules;

use std::path::Path;
use std::sync::Arc;

use zugi_game::{Of, Variant};
use zugi_search::Searches;
use zugi_show::{Appearance, Sheet};

pub use rules::Breakthrough;

/// The one variant: drawn, explained and searched. It has no tables to keep in a folder.
#[must_use]
pub fn variants(_cache: Option<&Path>) -> Vec<Variant> {
    let sheet = Sheet::of::<Breakthrough>(include_str!("sheet.json"));
    let game = Of::<Breakthrough>::new;
    let variant = Variant::new::<Breakthrough>()
        .with::<dyn Appearance>(game())
        .with::<dyn Searches>(game())
        .with(Arc::new(sheet));
    vec![variant]
}
