//! Zola: [`rules`], [`eval`], and with the feature `solver` the module `solver`.
#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), deny(clippy::dbg_macro, clippy::print_stderr, clippy::print_stdout))]

pub mod eval;
pub mod rules;
#[cfg(feature = "solver")]
pub mod solver;

use std::path::Path;

use zugi_game::board::Square;
use zugi_game::{ExternalNames, OpeningBook, Puzzles, Sheet, Variant};
use zugi_search::bench::Benchmarks;
use zugi_search::standard_with_nets;

pub use eval::{NetInference, ZolaNet};
pub use rules::{Size, Size4, Size6, Size8, Size10, Zola, Zola4, Zola6, Zola8, Zola10, ZolaMove};
pub use rules::{distance, movegen};

/// The variants of Zola with all capabilities; the one on 6x6 has the alias `zola`.
///
/// Tables of small endings are kept in the folder `cache`, if there is one.
#[must_use]
pub fn variants(cache: Option<&Path>) -> Vec<Variant> {
    vec![
        variant::<Size4>(cache, include_str!("openings/zola-4.txt")),
        variant::<Size6>(cache, include_str!("openings/zola-6.txt"))
            .with_alias("zola")
            .with(Puzzles(include_str!("puzzles/zola-6.txt"))),
        variant::<Size8>(cache, include_str!("openings/zola-8.txt"))
            .with(Puzzles(include_str!("puzzles/zola-8.txt"))),
        variant::<Size10>(cache, include_str!("openings/zola-10.txt")),
    ]
}

/// The variants by their rules alone, for programs that read games and do not search.
#[must_use]
pub fn variants_by_rules() -> Vec<Variant> {
    vec![
        Variant::new::<Zola<Size4>>().with(external_names::<Size4>()),
        Variant::new::<Zola<Size6>>().with(external_names::<Size6>()).with_alias("zola"),
        Variant::new::<Zola<Size8>>().with(external_names::<Size8>()),
        Variant::new::<Zola<Size10>>().with(external_names::<Size10>()),
    ]
}

fn variant<S: NetInference>(cache: Option<&Path>, openings: &'static str) -> Variant {
    let variant = standard_with_nets::<Zola<S>>()
        .with(Benchmarks::of::<Zola<S>>())
        .with(Sheet::of::<Zola<S>>(include_str!("sheet.json")))
        .with(OpeningBook(openings))
        .with(external_names::<S>());
    #[cfg(feature = "learn")]
    let variant = zugi_learn::with_learning::<Zola<S>>(variant)
        .with(zugi_learn::priors::PriorTrainer::of::<Zola<S>>());
    // A module for browsers has few bytes to spare, and the tables that need no file reach far on
    // 6x6 alone.
    #[cfg(feature = "solver")]
    let variant = match S::N {
        4 | 8 | 10 if !cfg!(feature = "table-files") => variant,
        _ => zugi_solver::with_tables_and_proofs::<Zola<S>>(variant, cache),
    };
    #[cfg(not(feature = "solver"))]
    let _ = cache;
    variant
}

/// What Abstract Play and Ludii call it.
fn external_names<S: Size>() -> ExternalNames {
    let square = |site| {
        let square = u8::try_from(site).ok().filter(|&square| square < S::SQUARES)?;
        Some(Square::from(square).name(S::N).to_string())
    };
    ExternalNames { game: "Zola", width: u32::from(S::N), square, pass: "0000" }
}
