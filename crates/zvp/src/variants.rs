//! The one variant with all capabilities.

use std::path::Path;

use zugi_game::{OpeningBook, Puzzles, Sheet, Variant};
use zugi_search::bench::Benchmarks;
use zugi_search::standard_with_nets;

use super::rules::Zvp;

/// The one variant with all capabilities.
///
/// Tables of small endings are kept in the folder `cache`, if there is one.
#[must_use]
pub fn variants(cache: Option<&Path>) -> Vec<Variant> {
    let variant = standard_with_nets::<Zvp>()
        .with(Benchmarks::of::<Zvp>())
        .with(Sheet::of::<Zvp>(include_str!("sheet.json")))
        .with(OpeningBook(include_str!("openings/zvp.txt")))
        .with(Puzzles(include_str!("puzzles/zvp.txt")));
    #[cfg(feature = "learn")]
    let variant = zugi_learn::with_learning::<Zvp>(variant);
    #[cfg(feature = "proofs")]
    let variant = zugi_proofs::with_tables_and_draws::<Zvp>(variant, cache);
    #[cfg(not(feature = "proofs"))]
    let _ = cache;
    vec![variant]
}
