use std::path::Path;
use std::sync::Arc;

use zugi_game::{Of, OpeningBook, Variant};
use zugi_search::bench::Benchmarks;
use zugi_search::{NetSearches, Searches};
use zugi_show::{Appearance, Puzzles, Sheet};

use super::bench;
use super::eval::HasNet;
use super::external_names;
use super::rules::{Size4, Size6, Size8, Size10, Zola};

/// The variants of Zola with all capabilities; the one on 6x6 has the alias `zola`. The folder
/// `cache` keeps small endgame tables.
#[must_use]
pub fn variants(cache: Option<&Path>) -> Vec<Variant> {
    vec![
        variant::<Size4>(cache, bench::ZOLA_4),
        variant::<Size6>(cache, bench::ZOLA_6)
            .with_alias("zola")
            .with(Arc::new(OpeningBook(include_str!("openings/zola-6.txt"))))
            .with(Arc::new(Puzzles(include_str!("puzzles/zola-6.txt")))),
        variant::<Size8>(cache, bench::ZOLA_8)
            .with(Arc::new(OpeningBook(include_str!("openings/zola-8.txt"))))
            .with(Arc::new(Puzzles(include_str!("puzzles/zola-8.txt")))),
        variant::<Size10>(cache, bench::ZOLA_10)
            .with(Arc::new(OpeningBook(include_str!("openings/zola-10.txt")))),
    ]
}

fn variant<S: HasNet>(cache: Option<&Path>, benchmarks: Benchmarks) -> Variant {
    let game = Of::<Zola<S>>::new;
    let variant = Variant::new::<Zola<S>>()
        .with::<dyn Appearance>(game())
        .with::<dyn Searches>(game())
        .with::<dyn NetSearches>(game())
        .with(Arc::new(benchmarks))
        .with(Arc::new(Sheet::of::<Zola<S>>(include_str!("sheet.json"))))
        .with(external_names::<S>());
    #[cfg(feature = "learn")]
    let variant = zugi_learn::with_learning::<Zola<S>>(variant)
        .with::<dyn zugi_learn::priors::PriorTrainer>(game());
    // A module for browsers must be small, and tables that need no file help much only on 4x4 and
    // 6x6.
    #[cfg(feature = "proofs")]
    let variant = match S::N {
        8 | 10 if !cfg!(feature = "table-files") => zugi_proofs::with_proofs::<Zola<S>>(variant),
        _ => zugi_proofs::with_tables_and_proofs::<Zola<S>>(variant, cache),
    };
    #[cfg(not(feature = "proofs"))]
    let _ = cache;
    variant
}
