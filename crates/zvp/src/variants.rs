use std::path::Path;
use std::sync::Arc;

use zugi_game::{Of, OpeningBook, Variant};
use zugi_search::bench::Benchmarks;
use zugi_search::{NetSearches, Searches};
use zugi_show::{Appearance, Puzzles, Sheet};

use super::rules::Zvp;

/// The positions of the benchmark: start, middle game, and endings with and without promoted pieces.
const BENCHMARKS: Benchmarks = Benchmarks(&[
    ("5b1b/6b1/7b/w7/1w6/w1w5/1w1w4/w1w1w3 w 0", 12),
    ("8/6b1/5b1b/w5b1/1w1w4/w1w5/1w6/w1w5 b 1", 12),
    ("8/4b1b1/1w3b1b/w1w5/1b3b2/w1w5/3w4/8 w 0", 12),
    ("7W/4b3/8/8/1w1b4/8/3w4/2b1b3 b 3", 14),
    ("8/2B5/5W2/8/1w6/8/8/2b1w3 w 71", 14),
]);

/// The only variant, with all capabilities. The folder `cache` keeps small endgame tables.
#[must_use]
pub fn variants(cache: Option<&Path>) -> Vec<Variant> {
    let game = Of::<Zvp>::new;
    let variant = Variant::new::<Zvp>()
        .with::<dyn Appearance>(game())
        .with::<dyn Searches>(game())
        .with::<dyn NetSearches>(game())
        .with(Arc::new(BENCHMARKS))
        .with(Arc::new(Sheet::of::<Zvp>(include_str!("sheet.json"))))
        .with(Arc::new(OpeningBook(include_str!("openings/zvp.txt"))))
        .with(Arc::new(Puzzles(include_str!("puzzles/zvp.txt"))));
    #[cfg(feature = "learn")]
    let variant = zugi_learn::with_learning::<Zvp>(variant);
    #[cfg(feature = "tables")]
    let variant = zugi_proofs::with_tables_and_proofs::<Zvp>(variant, cache);
    #[cfg(all(feature = "proofs", not(feature = "tables")))]
    let variant = zugi_proofs::with_proofs::<Zvp>(variant);
    #[cfg(not(feature = "tables"))]
    let _ = cache;
    vec![variant]
}
